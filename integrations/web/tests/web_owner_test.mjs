// web_owner_test.mjs - the page for people who own a site.  web.sh runs it.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { chmodSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PAGE, WEB, answers, context, file, load, noErrors, open, page, robotsc, settle, state, tmp } from './web_page.mjs';

const OWN = `User-agent: *
Disallow: /cart
Disallow: /search
Crawl-delay: 2
Disallow: /old

User-agent: Googlebot
Disallow: /private/
Allow: /private/press/

User-agent: GPTBot
User-agent: CCBot
Disallow: /

Sitemap: https://shop.example/sitemap.xml
`;

let site; // a web server with the page, and with a site at another port
const servers = [];

const listen = (answer) =>
	new Promise((resolve) => {
		const server = createServer(answer).listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
		servers.push(server);
	});

before(async () => {
	const types = { html: 'text/html', css: 'text/css', js: 'text/javascript' };
	const workbench = await listen(({ url }, response) => {
		const name = url === '/' ? 'index.html' : url.slice(1);
		response.setHeader('content-type', `${types[name.split('.').at(-1)]}; charset=utf-8`);
		response.end(readFileSync(join(WEB, name)));
	});
	const live = await listen(({ url }, response) => {
		response.setHeader('content-type', url === '/robots.txt' ? 'text/plain' : 'text/html');
		response.end(url === '/robots.txt' ? OWN : '<title>A page</title><p>of a site');
	});
	const closed = await listen(({ url }, response) => {
		if (url === '/robots.txt') response.statusCode = 404;
		response.setHeader('content-type', 'text/html');
		response.end('<title>A page</title>');
	});
	site = { workbench, live, closed };
});

after(() => servers.forEach((server) => server.close()));

const answer = async () => (await page.textContent('#answer')).replace(/\s+/g, ' ').trim();
const ask = async (agent, url) => {
	await page.fill('#agent', agent);
	await page.fill('#url', url);
	await settle();
	return answer();
};

test('the first thing on the page is whether a crawler may fetch a URL, and why', async () => {
	await load({ text: OWN, agent: 'Googlebot', dialect: 'google', urls: ['/cart'], selected: 0, tab: 'summary' });
	const own = 'Googlebot has a group of its own, line 7, so lines 2–3 and 5, which are for all others, do not hold for it.';
	assert.equal(
		await answer(),
		`Yes Googlebot may fetch /cart.${own}None of the lines that hold for it matches this address, so it is open.`,
	);
	const said = [
		['Googlebot', '/private/x', /^No Googlebot may not fetch.*line 8 decides, Disallow: \/private\/\.$/],
		['Googlebot', '/private/press/x', /^Yes.*line 9 decides, Allow: \/private\/press\/; another line matches, too: the longest/],
		['Googlebot-Image', '/private/x', /^No.*Googlebot-Image obeys the group of Googlebot, line 7, so lines/],
		['OtherBot', '/old', /^No.*No group names OtherBot, so the one for all crawlers, “\*”, holds: line 1\.line 5 decides/],
		['AdsBot-Google', '/old', /^Yes.*No group names AdsBot-Google, and it ignores the lines for all crawlers/],
		['GPTBot', '/robots.txt', /^Yes.*Every crawler may fetch \/robots\.txt/],
		['GPTBot', 'shop.example', /is no URL and no path\. Did you mean https:\/\/shop\.example\?$/],
	];
	for (const [agent, url, words] of said) assert.match(await ask(agent, url), words);
	await page.click('#answer button');
	await settle();
	assert.match(await answer(), /^No GPTBot may not fetch https:\/\/shop\.example/);
	assert.equal((await state()).urls[0], 'https://shop.example');
	await load({ text: 'User-agent: Foo\nDisallow: /\n' });
	assert.match(await ask('BarBot', '/'), /^Yes.*No group is for BarBot, and none for all crawlers, “\*”: nothing is closed to it/);
});

test('a file is pasted in the place of the example, with the keyboard alone', async () => {
	await load({ text: Buffer.from('# caf\xe9', 'latin1').toString('latin1'), encoding: 'latin-1', tab: 'summary' });
	await page.focus('#clear');
	await page.keyboard.press('Enter');
	await settle();
	assert.match(await page.textContent('#editor'), /Paste your robots\.txt here/);
	await page.evaluate((text) => navigator.clipboard.writeText(text), `# caf\u00e9\n${OWN}`);
	await page.keyboard.press('Control+V');
	await settle();
	const { text, encoding } = await state();
	assert.deepEqual([text, encoding], [`# caf\u00e9\n${OWN}`, 'utf-8']);
	assert.doesNotMatch(await page.textContent('#editor'), /Paste your robots/);
	await page.keyboard.press('Control+Z');
	await page.keyboard.press('Control+Z');
	await settle();
	assert.equal((await state()).text, '# caf\u00e9');
});

test('other readings are shown when they are asked for, and a link keeps that', async () => {
	await load({ tab: 'urls', readings: false });
	const heads = () => page.locator('.urls th.v button:visible').count();
	assert.deepEqual([await heads(), await page.isVisible('#dialect')], [1, false]);
	await page.click('#readings');
	assert.deepEqual([await heads(), await page.isVisible('#dialect')], [5, true]);
	assert.equal(await page.getAttribute('#readings', 'aria-expanded'), 'true');
	await page.click('#share');
	await page.waitForFunction(() => document.getElementById('said').textContent.startsWith('The link was copied'));
	const other = await open(await page.evaluate(() => navigator.clipboard.readText()));
	assert.equal(await other.isVisible('#dialect'), true);
	await other.close();
});

// The command's summary without notes and the file's name, which the page does not show.
const summary = (text) => {
	const { file: _file, ...found } = JSON.parse(robotsc(['summary', '--format=json', file(text)]));
	return { ...found, robots: found.robots.map(({ note: _note, ...robot }) => robot) };
};

const TEXTS = {
	own: OWN,
	closed: 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow:\n',
	pace: 'User-agent: *\nCrawl-delay: 5\nContent-Usage: train-ai=n\nContent-Signal: ai-train=no, search=yes\n',
	names: 'User-agent: Sogou web spider\nUser-agent: Yahoo! Slurp\nUser-agent: NobodyBot\nDisallow: /a\n\nDisalow: /b\n',
	empty: '',
};

test('the summary is that of the command, for each crawler', async () => {
	for (const [name, text] of Object.entries(TEXTS)) {
		await load({ text, tab: 'summary' });
		const found = (await answers()).summary;
		const robots = found.robots.map(({ note: _note, ...robot }) => robot);
		assert.deepEqual({ ...found, robots }, summary(text), name);
	}
	assert.match(await page.textContent('#panel-summary'), /It names no sitemap/);
	await load({ text: TEXTS.pace });
	assert.match(await page.textContent('#summary-rest'), /✓ open: all others, Googlebot.*paceCrawl-delay: 5 \(line 2\)/s);
	assert.match(await page.textContent('#summary-rest'), /use.*train-ai=n, search=yes, ai-train=no/);
});

test('the summary says who is shut out, and what holds for whom by which lines', async () => {
	await load({ text: OWN, tab: 'summary' });
	const words = await page.textContent('#panel-summary');
	assert.match(words, /No crawler of search is shut out\. 2 of \d+ crawlers of AI training are shut out/);
	assert.match(words, /Look at this first.*so it may fetch what lines of '\*' close/s);
	const blocks = await page.locator('.holds').allTextContents();
	assert.match(blocks[0], /^◐ partly open: all others, .* and \d+ morebylines 1–5 \(\*\)closed\/cart, \/old, \/searchthe restopen/);
	assert.match(blocks[1], /partly open: Googlebot, .*Applebotbylines 7–9 \(googlebot\)partly open\/private\/the restopenbut open/i);
	assert.match(blocks[1], /but openwhat line 2, line 3, line 5 of “\*” close: a group of its own inherits nothing$/);
	assert.match(await page.textContent('#summary-rest'), /Sitemap: https:\/\/shop\.example\/sitemap\.xml \(line 15\)/);
	await page.click('.holds button:has-text("lines 7–9")');
	assert.equal(await page.evaluate(() => window.workbench.line), 7);
	await page.click('#panel-summary button:has-text("GPTBot")');
	await settle();
	assert.equal(await page.inputValue('#agent'), 'GPTBot');
	assert.equal(await page.evaluate(() => document.activeElement.id), 'url');
});

test('an address may hold a text as it is, and questions', async () => {
	const octets = Buffer.from('User-agent: *\r\nDisallow: /caf\xe9&#%\n', 'latin1');
	const address = robotsc(['web', '--print', `--page=${WEB}`, file(octets), 'GPTBot', '/caf%E9&#%', '/b']).trim();
	assert.ok(address.startsWith(PAGE), address);
	const other = await open(address);
	const { text, encoding, agent, urls, tab: name } = await state(other);
	assert.deepEqual([encoding, agent, urls, name], ['latin-1', 'GPTBot', ['/caf%E9&#%', '/b'], 'summary']);
	assert.deepEqual(Buffer.from(text, 'latin1'), octets);
	await other.close();
	const plain = await open(`${PAGE}#text=${encodeURIComponent('User-agent: *\nDisallow: /ü%\n')}`);
	const shown = await state(plain);
	assert.deepEqual([shown.text, shown.agent, shown.dialect, shown.urls], ['User-agent: *\nDisallow: /ü%\n', 'Googlebot', 'google', ['/']]);
	await plain.close();
});

test('the file that the command gives to a browser leads to the page', async () => {
	const browser = file(`#!/bin/sh\nprintf %s "$1" >"${join(tmp, 'opened')}"\n`, 'browser');
	chmodSync(browser, 0o755);
	Object.assign(process.env, { BROWSER: browser, TMPDIR: tmp });
	robotsc(['web', `--page=${WEB}`, file(OWN), 'bingbot', '/old']);
	const other = await open(pathToFileURL(readFileSync(join(tmp, 'opened'), 'utf8')).href);
	await other.waitForFunction(() => window.workbench);
	await settle(other);
	const { text, agent, urls } = await state(other);
	assert.deepEqual([text, agent, urls], [OWN, 'bingbot', ['/old']]);
	assert.match(await other.textContent('#answer'), /^No bingbot may not fetch/);
	await other.close();
});

test('the bookmark opens the page with the robots.txt of the site that one is on', async () => {
	const workbench = await open(site.workbench);
	const code = await workbench.getAttribute('#bookmark-link', 'href');
	assert.ok(await workbench.evaluate(() => document.getElementById('no-bookmark').hidden));
	const visitor = await context.newPage();
	for (const path of ['/shop/a?b=c', '/robots.txt']) {
		await visitor.goto(site.live + path);
		const opened = context.waitForEvent('page');
		await visitor.evaluate(decodeURIComponent(code.replace('javascript:', '')));
		const live = await opened;
		await settle(live);
		const { text, urls, agent } = await state(live);
		assert.deepEqual([text, urls, agent], [OWN, [site.live + path], 'Googlebot'], path);
		await live.close();
	}
	await visitor.goto(site.closed);
	const dialog = new Promise((resolve) => visitor.once('dialog', (d) => resolve(d.message()) || d.dismiss()));
	await visitor.evaluate(decodeURIComponent(code.replace('javascript:', '')));
	assert.match(await dialog, /robots\.txt: status 404/);
	await visitor.close();
	await workbench.close();
	assert.ok(await page.isHidden('#bookmark'), 'a page from a file has none');
});

test('no page had an error', () => noErrors(/404/));
