// ranges_server.mjs - a static web server for tests: ranges, If-Range, and faults that are asked for.
//
// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css', mjs: 'text/javascript' };

/** Serves a folder; server.others answers what is not in it.  server.log: the requests;
 * server.before: called before each answer; server.fault: how the server misbehaves. */
export async function serveRanges(folder) {
	const server = createServer((request, response) => answer(server, folder, request, response));
	server.log = [];
	server.fault = null;
	server.listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	server.base = `http://127.0.0.1:${server.address().port}`;
	server.stop = () => (server.closeAllConnections?.(), new Promise((resolve) => server.close(resolve)));
	return server;
}

function answer(server, folder, request, response) {
	const path = new URL(request.url, 'http://h').pathname, { range, 'if-range': ifRange } = request.headers;
	server.before?.(path, server.log.length);
	let octets;
	try {
		octets = readFileSync(join(folder, path));
	} catch {
		if (server.others)
			server.others(request, response);
		else
			response.writeHead(404).end();
		return;
	}
	const fault = typeof server.fault === 'function' ? server.fault(range) : server.fault;
	const tag = `"${createHash('sha256').update(octets).digest('hex').slice(0, 16)}"`;
	const headers = { ETag: fault?.tag === undefined ? tag : fault.tag, 'Content-Type': TYPES[path.split('.').pop()] ?? 'application/octet-stream' };
	if (headers.ETag === null)
		delete headers.ETag;
	const entry = { path, range, ifRange, headers: request.headers, sent: 0 };
	server.log.push(entry);
	const match = /^bytes=(\d+)-(\d+)$/.exec(range ?? ''), from = Number(match?.[1]);
	const end = match ? Math.min(Number(match[2]) + 1, octets.length) : 0;
	if (fault?.whole || !match || (ifRange && ifRange !== tag && !fault?.deaf)) {
		entry.status = 200;
		send(response, 200, { ...headers, ...fault?.headers, ...(fault?.endless || fault?.endlessWhole ? {} : { 'Content-Length': octets.length }) }, octets, entry, fault);
	} else if (from >= octets.length || fault?.status === 416) {
		entry.status = 416;
		response.writeHead(416, { ...headers, 'Content-Range': `bytes */${octets.length}` }).end();
	} else if (fault?.status) {
		response.writeHead(fault.status, headers).end();
	} else {
		entry.status = 206;
		const part = octets.subarray(from, end);
		send(response, 206, { ...headers, 'Content-Range': `bytes ${from}-${end - 1}/${octets.length}`, ...fault?.headers }, part, entry, fault);
	}
}

function send(response, status, headers, octets, entry, fault) {
	entry.sent = octets.length;
	if (fault?.more)
		octets = Buffer.concat([octets, Buffer.alloc(fault.more)]);
	if (fault?.cut !== undefined) {
		response.writeHead(status, { ...headers, 'Content-Length': octets.length });
		response.write(octets.subarray(0, fault.cut), () => response.destroy());
		return;
	}
	response.writeHead(status, headers);
	if (!fault?.endless && !(fault?.endlessWhole && status === 200)) {
		response.end(octets);
		return;
	}
	entry.sent = 0;
	const more = () => {
		while (!response.destroyed) {
			entry.sent += 65536;
			if (!response.write(Buffer.alloc(65536)))
				break;
		}
	};
	response.on('drain', more);
	more();
}
