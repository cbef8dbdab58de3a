// web_snapshot_test.mjs - the tab of snapshots, on a real server and from a file.  web.sh runs it.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { copyFileSync, cpSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { serveRanges } from '../../bindings/js/test/ranges_server.mjs';
import { list, makeSnapshot, run, verdicts } from '../../bindings/js/test/snapshots.mjs';
import { WEB, noErrors, open, page, settle, shot, tab, tmp } from './web_page.mjs';

const AXE = readFileSync(createRequire(join(process.env.TOOLS, 'package.json')).resolve('axe-core/axe.min.js'), 'utf8');
const site = join(tmp, 'site');

let server, served, one, two, entries;

test('the page and its snapshots are on a server', async () => {
	cpSync(WEB, site, { recursive: true });
	one = makeSnapshot(tmp, 'one', 900);
	two = makeSnapshot(tmp, 'two', 950, 'new');
	entries = list(one);
	run(['snapshot', 'make', '-q', '--shards=3', '-o', join(site, 'shards'), one]);
	publish(one);
	server = await serveRanges(site);
	served = await open(`${server.base}/index.html`);
});
after(() => server?.stop());

function publish(from) {
	copyFileSync(from, join(site, 'new'));
	renameSync(join(site, 'new'), join(site, 'crawl.snapshot'));
}

// Look up with the keyboard; returns what is shown.
async function lookUp(url, of = served, from = null) {
	if (from !== null) await of.fill('#snapshot-from', from);
	await of.fill('#snapshot-url', url);
	await of.press('#snapshot-url', 'Enter');
	await of.waitForFunction(() => !/Looking it up/.test(document.getElementById('snapshot-result').textContent));
	return of.textContent('#snapshot-result');
}

const during = async (action) => {
	const from = server.log.length;
	const found = await action();
	return { found, asked: server.log.slice(from) };
};

test('its script is loaded when the tab is opened, with the keyboard', async () => {
	assert.ok(!server.log.some(({ path }) => path === '/snapshots.js'));
	await served.keyboard.press('Alt+0');
	assert.equal(await served.evaluate(() => document.activeElement.id), 'tab-snapshots');
	await served.waitForSelector('#snapshot-form');
	assert.ok(server.log.some(({ path }) => path === '/snapshots.js'));
	const order = [];
	for (let i = 0; i < 4; i++) {
		await served.keyboard.press('Tab');
		order.push(await served.evaluate(() => document.activeElement.id || document.activeElement.textContent));
	}
	assert.deepEqual(order, ['snapshot-from', 'snapshot-file', 'snapshot-url', 'Look up']);
	assert.match(await lookUp('h5.example'), /Name a snapshot, or choose a file/);
});

test('any host takes at most three small requests after the head, and has the command’s verdict', async () => {
	const { asked: first, found } = await during(() => lookUp('h5.example/5', served, 'crawl.snapshot'));
	assert.match(found, /blocked.*https:\/\/h5\.example\/5.*parse: found.*after the head/s);
	assert.deepEqual([first[0].range, first.length <= 4], ['bytes=0-65535', true]);
	await served.fill('#agent', 'b-bot');
	await settle(served);
	const urls = entries.filter((_, i) => i % 90 === 0).map(({ origin }, i) => `${origin}/b${i * 90}`);
	urls.push('https://not-there.example/', 'http://h7.example/b7', 'https://h7.example/b7/x');
	const expected = verdicts(one, urls, 'b-bot');
	assert.deepEqual([...new Set(expected)].sort(), ['allow', 'disallow', 'unknown']);
	for (const [i, url] of urls.entries()) {
		const { asked, found: shown } = await during(() => lookUp(url));
		const verdict = (await served.locator('#snapshot-verdict').count()) ? await served.textContent('#snapshot-verdict') : 'none';
		assert.equal(verdict, { allow: 'allowed', disallow: 'blocked', unknown: 'none' }[expected[i]], url);
		assert.ok(asked.length <= 3 && asked.every(({ path }) => path === '/crawl.snapshot'), `${asked.length} requests`);
		assert.ok(asked.every(({ ifRange, sent, status }) => ifRange && status === 206 && sent <= 4096));
		assert.ok(shown.includes(`${asked.length} request`), shown);
	}
});

test('another crawler changes the verdict without a request', async () => {
	await lookUp('https://h7.example/b7');
	assert.equal(await served.textContent('#snapshot-verdict'), 'blocked');
	const { asked } = await during(async () => {
		await served.fill('#agent', 'OtherBot');
		await served.waitForFunction(() => document.getElementById('snapshot-verdict').textContent === 'allowed');
	});
	assert.deepEqual(asked, []);
});

test('a snapshot that is replaced is read anew', async () => {
	assert.match(await lookUp('https://h940.example/20new'), /that is not in the snapshot/);
	publish(two);
	assert.match(await lookUp('https://h940.example/20new'), /blocked/);
	publish(one);
	server.before = (_, count) => server.log[count - 1]?.range !== undefined && publish(two); // between two requests
	assert.match(await lookUp('https://h3.example/3new'), /blocked/);
	server.before = null;
});

test('a folder of shards is looked up by its manifest', async () => {
	for (const url of ['https://h1.example/1', 'http://h2.example/2', 'https://h3.example/3']) {
		assert.match(await lookUp(url, served, 'shards/manifest'), /blocked/);
		const { asked } = await during(() => lookUp(url));
		assert.ok(asked.length <= 3, `${asked.length} requests`);
	}
});

test('it says what is no URL, what is not there, what is no snapshot, and what another server has', async () => {
	assert.match(await lookUp('h1.example', served, 'none.snapshot'), /answers with status 404/);
	assert.match(await lookUp('h1.example', served, 'page.css'), /this is no snapshot/);
	assert.match(await lookUp('h1.example', served, 'http://localhost:1/x'), /could not be fetched: it must be there, and on the server of this page/);
	assert.match(await lookUp('ht tp', served, 'crawl.snapshot'), /no host|such a URL has no robots\.txt/);
	server.fault = { whole: true, endless: true };
	assert.match(await lookUp('h1.example', served, 'crawl.snapshot?again'), /ignores Range/);
	server.fault = null;
});

test('a chosen file needs no server', async () => {
	await tab('snapshots');
	await page.waitForSelector('#snapshot-form');
	await page.setInputFiles('#snapshot-file', one);
	assert.match(await lookUp('https://h5.example/5', page), /blocked.*read from the file/s);
	assert.match(await lookUp('h1.example', page, 'crawl.snapshot'), /could not be fetched/);
});

test('axe-core finds nothing serious, and the tab fits 320 pixels', async () => {
	await lookUp('https://h5.example/5', served, 'crawl.snapshot');
	await shot('snapshots', served);
	await served.evaluate(AXE);
	for (const [theme, width] of [
		['light', 1440],
		['dark', 1440],
		['light', 320],
	]) {
		await served.setViewportSize({ width, height: 844 });
		await served.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
		const { violations } = await served.evaluate(() => window.axe.run(document, { resultTypes: ['violations'], preload: false }));
		const serious = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
		assert.deepEqual(
			serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.target)}`),
			[],
		);
		assert.equal(await served.evaluate(() => document.scrollingElement.scrollWidth - innerWidth), 0);
	}
});

test('no page had an error', () => {
	const expected = /Failed to load resource|net::ERR|blocked by CORS policy/; // tests ask for what is not there
	noErrors(expected);
});
