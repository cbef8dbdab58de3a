// crawlee.test.mjs - a crawl of a local server by Crawlee, with the drop-in for robots-parser.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';

const dropIn = createRequire(import.meta.url).resolve('robotsc/robots-parser');
const resolve = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => name === 'robots-parser' ? dropIn : resolve(name, ...rest);
const { CheerioCrawler, Configuration } = createRequire(join(process.env.ROBOTSC_TOOLS, 'package.json'))('@crawlee/cheerio');

// robots-parser does not know the misspelt line.
const ROBOTS = 'User-agent: *\nDisallow: /private/\nAllow: /private/open\nDisalow: /*.pdf$\n';
const LINKS = ['/a', '/private/x', '/private/open', '/b.pdf', '/b.pdf?x', '/private/../c'];

it('Crawlee fetches what the drop-in allows', async () => {
	const asked = [], skipped = new Set();
	const server = createServer((request, response) => {
		asked.push(request.url);
		const [type, body] = request.url === '/robots.txt' ? ['text/plain', ROBOTS]
			: ['text/html', `<html><body>${LINKS.map((path) => `<a href="${path}">x</a>`).join('')}</body></html>`];
		response.writeHead(200, { 'Content-Type': type }).end(body);
	}).listen(0, '127.0.0.1');
	await new Promise((ready) => server.once('listening', ready));
	const origin = `http://127.0.0.1:${server.address().port}`;
	const crawler = new CheerioCrawler({
		respectRobotsTxtFile: true,
		maxConcurrency: 2,
		maxRequestRetries: 0,
		onSkippedRequest: ({ url, reason }) => skipped.add(`${reason} ${url.replace(origin, '')}`),
		requestHandler: ({ enqueueLinks }) => enqueueLinks({ strategy: 'same-origin' }),
	}, new Configuration({ persistStorage: false, systemInfoV2: false }));
	const { requestsFinished, requestsFailed } = await crawler.run([`${origin}/`]);
	server.close();
	assert.deepEqual([requestsFinished, requestsFailed], [5, 0]);
	assert.deepEqual([...new Set(asked)].sort(), ['/', '/a', '/b.pdf?x', '/c', '/private/open', '/robots.txt']);
	assert.deepEqual([...skipped].sort(), ['robotsTxt /b.pdf', 'robotsTxt /private/x']);
});
