// snapshot.test.mjs - snapshots in memory and on a real server answer as the command, in few
// requests, also when the file changes between them or the server misbehaves.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';

import { fetchSnapshot, HttpError, openSnapshot, OriginError, shardOf, SnapshotError } from 'robotsc/snapshot';

import { serveRanges } from './ranges_server.mjs';
import { list, makeSnapshot, rootOf, run, verdicts } from './snapshots.mjs';

const folder = mkdtempSync(join(tmpdir(), 'robotsc-snapshot-')), site = join(folder, 'site');
const ENTRY_MOST = 4096, HEAD_MOST = 65536;
const MISSES = ['https://not-there.example/', 'http://h1.example:81/', 'ftp://h1.example/'];

let server, one, two, shards, octets, entries, urls;

before(async () => {
	mkdirSync(site);
	one = makeSnapshot(folder, 'one', 900);
	two = makeSnapshot(folder, 'two', 950, 'new');
	shards = makeSnapshot(folder, 'shards', 900, '', ['--shards=4']);
	octets = readFileSync(one);
	entries = list(one);
	urls = entries.map(({ origin }, i) => `${origin}/${i % 3 ? i % 40 : `b${i}/x`}?q`).concat(MISSES);
	assert.ok(octets.length > 3 * HEAD_MOST && entries.length > 1800);
	assert.equal(new Set(entries.map(({ outcome }) => outcome)).size, 3);
	server = await serveRanges(site);
});
after(async () => {
	await server?.stop();
	rmSync(folder, { recursive: true });
});
afterEach(() => {
	server.fault = null;
	server.before = null;
});

/** Puts a file on the server by a rename, as one must. */
function publish(from, name = 'crawl.snapshot') {
	copyFileSync(from, join(site, 'new'));
	renameSync(join(site, 'new'), join(site, name));
	return `${server.base}/${name}`;
}

const plain = ({ policy, challenge, ...entry }) => entry;
const expected = ({ policy, ...entry }) => entry;
const word = (allowed) => allowed === null ? 'unknown' : allowed ? 'allow' : 'disallow';
const during = async (action) => {
	const from = server.log.length, found = await action();
	return { found, asked: server.log.slice(from) };
};

/** After the head: at most three ranges, small ones but for the policy, each with If-Range. */
function checkRequests(asked, policy) {
	assert.ok(asked.length <= 3, `${asked.length} requests`);
	asked.forEach(({ range, ifRange, sent, status }, i) => {
		assert.match(ifRange, /^"\w{16}"$/);
		assert.match(range, /^bytes=\d+-\d+$/);
		assert.equal(status, 206);
		assert.ok(sent <= (i === 2 ? policy + 64 : ENTRY_MOST), `${sent} octets`);
	});
}

describe('openSnapshot', () => {
	for (const trust of ['intact', 'forged', 'known'])
		it(`${trust}: has each entry that the command lists, and its verdicts`, () => {
			const snapshot = openSnapshot(octets, { trust, root: rootOf(one) });
			for (const entry of entries)
				assert.deepEqual(plain(snapshot.find(`${entry.origin}/x`)), expected(entry));
			for (const agent of ['a-bot', 'b-bot'])
				assert.deepEqual(urls.map((url) => word(snapshot.allowed(url, agent))), verdicts(one, urls, agent));
			const { info } = snapshot;
			assert.deepEqual([info.size, info.entries, info.root, info.dialect, info.agents, info.shards],
				[octets.length, entries.length, rootOf(one), 'rfc9309', [], 1]);
		});

	for (const trust of ['intact', 'forged', 'known'])
		it(`${trust}: iterates as the command lists, also a domain`, () => {
			const snapshot = openSnapshot(octets, { trust, root: rootOf(one) });
			const other = openSnapshot(readFileSync(two));
			const seen = [];
			for (const entry of snapshot) {
				seen.push(entry.origin);
				if (seen.length % 200 === 0) { // other questions between, also to another snapshot
					assert.deepEqual(entry.policy.blob, snapshot.find(entry.origin).policy.blob);
					other.find('https://h1.example/');
					assert.equal([...other.entries({ domain: 'h7.example' })].length, 2);
				}
			}
			assert.deepEqual(seen, entries.map(({ origin }) => origin));
			const last = [...snapshot.entries()].at(-1), { policy, ...rest } = last;
			assert.deepEqual(plain({ ...rest, policy }), expected(entries.at(-1)));
			for (const domain of ['example', 'EXAMPLE', 'h5.example', 'h899.example', 'h9.example', 'xample', 'a.h5.example', 'zz', '[::1]',
				'1.2.3.4']) {
				const listed = run(['snapshot', 'list', `--domain=${domain}`, one]).split('\n').filter(Boolean);
				assert.deepEqual([...snapshot.entries({ domain })].map(({ origin }) => origin), listed.map((line) => line.split('\t')[0]),
					domain);
			}
		});

	it('refuses a domain that is none', () => {
		const snapshot = openSnapshot(octets);
		for (const domain of ['', 'https://h5.example', 'h5.example/', 'h5.example:80', 'u@h5.example', 'h 5'])
			assert.throws(() => snapshot.entries({ domain }), OriginError, domain);
		assert.throws(() => snapshot.entries({ domain: 5 }), TypeError);
		assert.throws(() => snapshot.entries({ domian: 'a' }), TypeError);
	});

	it('answers many URLs at once, as one by one', () => {
		const snapshot = openSnapshot(octets), asked = [...urls, ...urls.slice(0, 50), new URL(urls[0]), Buffer.from(urls[1])];
		const mixed = asked.concat(['HTTPS://H1.example:443/1', 'https://h1.example?5', 'https://u@h1.example/1']);
		assert.deepEqual(snapshot.allowedMany(mixed, 'a-bot'), mixed.map((url) => snapshot.allowed(url, 'a-bot')));
		assert.deepEqual(snapshot.allowedMany(new Set(urls), 'b-bot').map(word), verdicts(one, urls, 'b-bot'));
		assert.throws(() => snapshot.allowedMany([urls[0], '/path'], 'a-bot'), OriginError);
	});

	it('stays inside damaged entries as it iterates', () => {
		const damaged = Uint8Array.from(octets);
		let noticed = 0;
		for (let i = 0; i < 120; i++) {
			const at = 320 + i * 3989 % (octets.length - 320);
			damaged[at] ^= 1 << i % 8;
			try {
				assert.ok([...openSnapshot(damaged).entries({ domain: i % 2 ? 'h5.example' : undefined })].length <= entries.length);
			} catch (error) {
				noticed += error instanceof SnapshotError ? 1 : assert.fail(error);
			}
			damaged[at] ^= 1 << i % 8;
		}
		assert.ok(noticed > 8, `${noticed}`);
	});

	it('gives the policy that the command gives', () => {
		const { origin } = entries[700], blob = join(folder, 'blob');
		run(['snapshot', 'get', '-o', blob, one, origin]);
		assert.deepEqual(Buffer.from(openSnapshot(octets).find(origin).policy.blob), readFileSync(blob));
	});

	it('reads a snapshot that is made for some robots', () => {
		const path = makeSnapshot(folder, 'some', 50, '', [], ['--agent=b-bot']), snapshot = openSnapshot(readFileSync(path));
		assert.deepEqual(snapshot.info.agents, ['b-bot']);
		const some = list(path).map(({ origin }, i) => `${origin}/b${i}`);
		assert.deepEqual(some.map((url) => word(snapshot.allowed(url, 'b-bot'))), verdicts(path, some, 'b-bot'));
		assert.throws(() => snapshot.allowed(some[5], 'a-bot'), { name: 'AgentError' });
	});

	it('refuses what is none, what is cut, other roots, and wrong arguments', () => {
		assert.throws(() => openSnapshot(new Uint8Array(400)), { name: 'SnapshotError', message: 'this is no snapshot' });
		for (const n of [0, 7, 100, 319, 400, octets.length - 1])
			assert.throws(() => openSnapshot(octets.subarray(0, n)), SnapshotError, `${n}`);
		assert.throws(() => openSnapshot(octets, { root: '0'.repeat(64) }), SnapshotError);
		assert.throws(() => openSnapshot(octets, { trust: 'known' }), TypeError);
		assert.throws(() => openSnapshot(octets, { trust: 'full' }), RangeError);
		assert.throws(() => openSnapshot(octets, { root: 'ab' }), TypeError);
		assert.throws(() => openSnapshot(octets, { rooot: '' }), TypeError);
		assert.throws(() => openSnapshot('text'), TypeError);
		assert.throws(() => openSnapshot(octets).find('/path'), OriginError);
	});

	it('says that a flipped bit is damage, or answers as before', () => {
		const damaged = Uint8Array.from(octets), asked = urls.filter((_, i) => i % 400 === 0), whole = openSnapshot(octets);
		const answers = asked.map((url) => whole.allowed(url, 'a-bot'));
		let noticed = 0;
		for (let i = 0; i < 4000; i++) {
			const at = i * 7919 % octets.length;
			damaged[at] ^= 1 << i % 8;
			for (const [k, url] of asked.entries())
				try {
					assert.equal(openSnapshot(damaged).allowed(url, 'a-bot'), answers[k]);
				} catch (error) {
					noticed += error instanceof SnapshotError || error.name === 'BlobError' ? 1 : assert.fail(error);
				}
			damaged[at] ^= 1 << i % 8;
		}
		assert.ok(noticed > 5, `${noticed}`);
	});
});

describe('fetchSnapshot', () => {
	it('asks for the head once, and then at most three small ranges an answer', async () => {
		const url = publish(one), { found: snapshot, asked } = await during(() => fetchSnapshot(url));
		assert.deepEqual(asked.map(({ range, sent }) => [range, sent]), [['bytes=0-65535', HEAD_MOST]]);
		assert.equal(asked[0].headers['accept-encoding'], 'identity');
		const some = entries.filter((_, i) => i % 7 === 0), all = some.map(({ origin }) => `${origin}/1`).concat(MISSES);
		const verdict = verdicts(one, all, 'b-bot');
		let most = 0;
		for (const [i, at] of all.entries()) {
			const { found, asked: now } = await during(() => snapshot.find(at));
			checkRequests(now, found?.policy.blob.length ?? 0);
			most = Math.max(most, now.length);
			assert.deepEqual(found && plain(found), some[i] ? expected(some[i]) : null);
			assert.equal(word(found && found.policy.agent('b-bot').allowed(at)), verdict[i]);
		}
		assert.equal(most, 3);
	});

	it('answers many questions at once', async () => {
		const snapshot = await fetchSnapshot(publish(one), { trust: 'forged' }), some = urls.slice(0, 200);
		const answers = await Promise.all(some.map((url) => snapshot.allowed(url, 'a-bot')));
		assert.deepEqual(answers.map(word), verdicts(one, some, 'a-bot'));
	});

	it('begins anew when the file is replaced between any two requests', async () => {
		const asked = [`${entries[1500].origin}/1new`, `${entries[3].origin}/`, 'https://h940.example/20new'];
		const [before, after] = [verdicts(one, asked, 'a-bot'), verdicts(two, asked, 'a-bot')];
		assert.notDeepEqual(before, after);
		for (const [k, url] of asked.entries())
			for (let at = 0; at < 3; at++) {
				const snapshot = await fetchSnapshot(publish(one)), begin = server.log.length;
				assert.equal(snapshot.info.root, rootOf(one));
				server.before = (_, count) => count === begin + at && publish(two);
				const { found, asked: requests } = await during(() => snapshot.allowed(url, 'a-bot'));
				server.before = null;
				const changed = requests.some(({ status }) => status === 200);
				assert.equal(word(found), changed ? after[k] : before[k], `${url} ${at}`);
				assert.equal(snapshot.info.root, rootOf(changed ? two : one));
				if (at === 0)
					assert.ok(changed);
				publish(two);
				assert.equal(word(await snapshot.allowed(url, 'a-bot')), after[k]);
			}
	});

	it('does not read the whole file when it has changed', async () => {
		const snapshot = await fetchSnapshot(publish(one));
		publish(two);
		server.fault = { endlessWhole: true };
		const { found, asked } = await during(() => snapshot.allowed('https://h940.example/20new', 'a-bot'));
		assert.equal(found, false);
		assert.deepEqual(asked.map(({ status }) => status), [200, 206, 206, 206, 206]);
		assert.ok(asked[0].sent < 32 << 20, `${asked[0].sent}`);
	});

	it('gives up when the file changes with each question, and recovers', async () => {
		let flip = 0;
		const snapshot = await fetchSnapshot(publish(one));
		server.before = () => publish(flip++ % 2 ? one : two);
		await assert.rejects(snapshot.find('https://h5.example/'), { name: 'HttpError', message: 'the file changes with each question' });
		server.before = null;
		publish(two);
		assert.equal(await snapshot.allowed('https://h940.example/20new', 'a-bot'), false);
	});

	it('refuses a changed file that has not the known root', async () => {
		const snapshot = await fetchSnapshot(publish(one), { trust: 'known', root: rootOf(one) });
		assert.equal(await snapshot.allowed('https://h5.example/5', 'a-bot'), false);
		publish(two);
		await assert.rejects(snapshot.find('https://h5.example/'), SnapshotError);
	});

	it('takes a small file from a server that ignores Range, and refuses a large one unread', async () => {
		const url = publish(one);
		server.fault = { whole: true };
		const { found: snapshot, asked } = await during(() => fetchSnapshot(url));
		assert.equal(await snapshot.allowed('https://h5.example/5', 'a-bot'), false);
		assert.equal(asked.length, 1);
		const refused = { name: 'HttpError', status: 200, message: /ignores Range, and the file has more than 65536 octets/ };
		await assert.rejects(fetchSnapshot(url, { mostWhole: 65536 }), refused);
		server.fault = { whole: true, endless: true };
		const { asked: [endless] } = await during(() => assert.rejects(fetchSnapshot(url, { mostWhole: 65536 }), refused));
		assert.ok(endless.sent < 32 << 20, `${endless.sent}`);
	});

	const FAULTS = [
		['a status', { status: 500 }, /answers with status 500/],
		['416', { status: 416 }, /no such part/],
		['another Content-Range', { headers: { 'Content-Range': 'bytes 1-64/999999' } }, /names others, Content-Range "bytes 1-64\/999999"/],
		['no Content-Range', { headers: { 'Content-Range': 'x' } }, /names others/],
		['a Content-Range without a size', { headers: { 'Content-Range': 'bytes 0-65535/*' } }, /names others/],
		['another size', { headers: { 'Content-Range': 'bytes 0-65535/70000' } }, /names others|snapshot/],
		['Content-Encoding', { headers: { 'Content-Encoding': 'gzip' } }, /compresses the file/],
		['too few octets', { cut: 30 }, /ended its answer after \d+ octets of/],
		['too many octets', { more: 9, headers: {} }, /sends more than|ended its answer/],
	];
	for (const [what, fault, message] of FAULTS) {
		it(`refuses ${what}, in the head and later`, async () => {
			const url = publish(one);
			server.fault = fault;
			await assert.rejects(fetchSnapshot(url), (error) => message.test(error.message) || assert.fail(error));
			server.fault = null;
			const snapshot = await fetchSnapshot(url);
			server.fault = fault;
			await assert.rejects(snapshot.find('https://h5.example/'), (error) => error instanceof HttpError && message.test(error.message) || assert.fail(error));
			server.fault = null;
			assert.equal(await snapshot.allowed('https://h5.example/5', 'a-bot'), false);
		});
	}

	it('refuses a server without a validator, or with a weak one', async () => {
		const url = publish(one);
		for (const tag of [null, 'W/"x"']) {
			server.fault = { tag };
			await assert.rejects(fetchSnapshot(url), /gives no strong ETag/);
		}
		server.fault = { tag: null, headers: { 'Last-Modified': 'Mon, 02 Nov 2026 10:00:00 GMT' }, deaf: true };
		const snapshot = await fetchSnapshot(url), { asked } = await during(() => snapshot.find('https://h5.example/'));
		assert.ok(asked.every(({ ifRange }) => ifRange === 'Mon, 02 Nov 2026 10:00:00 GMT'));
	});

	it('refuses a part of another version from a server that does not know If-Range', async () => {
		const snapshot = await fetchSnapshot(publish(one));
		publish(two);
		server.fault = { deaf: true };
		assert.equal(await snapshot.allowed('https://h940.example/20new', 'a-bot'), false);
		assert.equal(snapshot.info.root, rootOf(two));
	});

	it('can be ended, and takes headers, limits, Blobs and a fetch of the caller', async () => {
		const url = publish(one), end = new AbortController();
		const snapshot = await fetchSnapshot(url, { signal: end.signal, headers: { 'X-Key': '7' } });
		assert.equal(server.log.at(-1).headers['x-key'], '7');
		end.abort();
		await assert.rejects(snapshot.find('https://h5.example/'), { name: 'AbortError' });
		const narrow = await fetchSnapshot(url, { mostPolicy: 8 });
		await assert.rejects(narrow.find('https://h5.example/'), /more than mostPolicy: 8|octets/);
		const inBlob = await fetchSnapshot(new Blob([octets]));
		assert.equal(await inBlob.allowed('https://h5.example/5', 'a-bot'), false);
		let count = 0;
		const own = await fetchSnapshot(url, { fetch: (...all) => (count++, fetch(...all)) });
		assert.equal(await own.find(MISSES[0]), null);
		assert.equal(count, 2);
		await assert.rejects(own.find('mailto:a@b.example'), OriginError);
	});

	it('answers in a worker as in the main thread', async () => {
		const url = publish(one), some = urls.slice(0, 40);
		const code = `import('robotsc/snapshot').then(async ({ fetchSnapshot }) => {
			const { parentPort, workerData } = await import('node:worker_threads');
			const snapshot = await fetchSnapshot(workerData.url), answers = [];
			for (const url of workerData.some)
				answers.push(await snapshot.allowed(url, 'a-bot'));
			parentPort.postMessage(answers);
		});`;
		const worker = new Worker(code, { eval: true, workerData: { url, some } });
		const answers = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
		assert.deepEqual(answers.map(word), verdicts(one, some, 'a-bot'));
	});
});

describe('a folder of shards', () => {
	const put = (from, name) => run(['snapshot', 'make', '-q', '--shards=4', '-o', join(site, name), from]);

	it('takes the manifest, the head of a shard once, and three ranges an answer', async () => {
		put(one, 'folder');
		const url = `${server.base}/folder/manifest`, { found: snapshot, asked: first } = await during(() => fetchSnapshot(url));
		assert.equal(first.length, 1);
		assert.deepEqual([snapshot.info.shards, snapshot.info.entries, snapshot.info.root], [4, entries.length, rootOf(join(site, 'folder'))]);
		const some = entries.filter((_, i) => i % 9 === 0).map(({ origin }) => `${origin}/1`).concat(MISSES);
		const verdict = verdicts(one, some, 'b-bot'), opened = new Set();
		for (const [i, at] of some.entries()) {
			const { found, asked } = await during(() => snapshot.find(at)), shard = shardOf(at, 4);
			const heads = asked.filter(({ range }) => range === 'bytes=0-65535');
			assert.equal(heads.length, opened.has(shard) ? 0 : 1);
			opened.add(shard);
			checkRequests(asked.filter((request) => !heads.includes(request)), found?.policy.blob.length ?? 0);
			assert.equal(word(found && found.policy.agent('b-bot').allowed(at)), verdict[i]);
		}
		assert.equal(opened.size, 4);
	});

	it('begins anew when the manifest and the shards are replaced', async () => {
		rmSync(join(site, 'folder'), { recursive: true, force: true });
		put(one, 'folder');
		const snapshot = await fetchSnapshot(`${server.base}/folder/manifest`);
		assert.equal(await snapshot.allowed('https://h5.example/5', 'a-bot'), false);
		put(two, 'folder'); // removes the old shards
		for (const i of [1, 2, 3, 5, 940])
			assert.equal(await snapshot.allowed(`https://h${i}.example/${i % 40}new`, 'a-bot'), false, `${i}`);
		assert.equal(snapshot.info.root, rootOf(join(site, 'folder')));
	});

	it('refuses a shard that has other settings than one before', async () => {
		const other = makeSnapshot(folder, 'other', 900, '', ['--shards=4'], ['--extensions']);
		const manifests = [shards, other].map((path) => readFileSync(join(path, 'manifest')));
		cpSync(shards, join(site, 'mixed'), { recursive: true });
		cpSync(other, join(site, 'mixed'), { recursive: true });
		// The last two shards are those of the other.
		const mixed = Buffer.concat([manifests[0].subarray(0, 32 + 2 * 48), manifests[1].subarray(32 + 2 * 48, -32)]);
		writeFileSync(join(site, 'mixed/manifest'), Buffer.concat([mixed, createHash('sha256').update(mixed).digest()]));
		const at = [0, 1, 2, 3].map((number) => urls.find((url) => shardOf(url, 4) === number));
		for (const [first, second] of [[0, 2], [3, 1]]) {
			const snapshot = await fetchSnapshot(`${server.base}/mixed/manifest`);
			assert.ok(await snapshot.find(at[first]));
			await assert.rejects(snapshot.find(at[second]), SnapshotError);
			assert.ok(await snapshot.find(at[first ^ 1]));
		}
	});

	it('refuses a damaged manifest, and a shard that is not there', async () => {
		const path = join(site, 'folder', 'manifest'), url = `${server.base}/folder/manifest`, manifest = readFileSync(path);
		for (const at of [9, 13, 40, manifest.length - 1]) {
			const damaged = Buffer.from(manifest);
			damaged[at] ^= 1;
			writeFileSync(path, damaged);
			await assert.rejects(fetchSnapshot(url), SnapshotError);
		}
		writeFileSync(path, Buffer.concat([manifest, Buffer.alloc(70000)]));
		await assert.rejects(fetchSnapshot(url), SnapshotError);
		writeFileSync(path, manifest);
		const snapshot = await fetchSnapshot(url);
		await assert.rejects(fetchSnapshot(url, { root: '1'.repeat(64) }), SnapshotError);
		rmSync(join(site, 'folder'), { recursive: true });
		mkdirSync(join(site, 'folder'));
		writeFileSync(path, manifest);
		await assert.rejects(snapshot.find('https://h5.example/'), { name: 'HttpError', status: 404 });
	});
});
