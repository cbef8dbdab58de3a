// web_input_test.mjs - the page's messages for texts that are no robots.txt, URL, path, page or
// product token; long lists and long URLs.  web.sh runs it.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';
import {
	answers,
	example,
	exported,
	file,
	load,
	noErrors,
	page,
	robotsc,
	runExport,
	settle,
	shot,
	state,
	tab,
	tmp,
} from './web_page.mjs';

const { ROBOTSC } = process.env;

const fill = async (selector, text) => {
	await page.fill(selector, text);
	await settle();
};
const click = async (selector) => {
	await page.click(selector);
	await settle();
};
const reading = () => page.inputValue('#dialect');
const crawlerRows = () =>
	page.locator('#panel-crawlers tbody tr').evaluateAll((all) =>
		all.map((tr) => ({
			name: tr.querySelector('button.small').getAttribute('aria-label').replace('Ask as ', ''),
			verdict: tr.querySelector('.badge').textContent,
			group: tr.cells[2].firstChild.textContent,
		})),
	);

// Google opens /foo/ by the rule for index.html; readings that take the first match block it.
const READINGS = `User-agent: *
Disallow: /foo/
Allow: /foo/index.html

User-agent: OwnBot
User-agent: CCBot
Allow: /foo/
`;

test('each crawler of the table is asked as the table reads it, and has the verdict of its row', async () => {
	await load({ text: READINGS, urls: ['/', '/foo/'], selected: 1, dialect: 'koster1996', tab: 'crawlers' });
	const rows = await crawlerRows();
	assert.deepEqual([...new Set(rows.map((row) => row.verdict))], ['blocked', 'allowed']);
	for (const { name, verdict } of rows) {
		await load({ dialect: 'koster1996', tab: 'crawlers' });
		await click(`button[aria-label="Ask as ${name}"]`);
		assert.equal(await page.inputValue('#agent'), name);
		assert.equal(await page.getAttribute('#tab-urls', 'aria-selected'), 'true');
		assert.equal(await page.textContent('tr.selected td.v.chosen .hidden'), verdict, name);
	}
	// If there is no URL, "/" is asked about.
	await load({ urls: [''], selected: 0, tab: 'crawlers' });
	await click('button[aria-label="Ask as GPTBot"]');
	assert.deepEqual((await state()).urls, ['/']);
});

test('to choose a known crawler sets its reading; another keeps what was chosen', async () => {
	await load({ text: READINGS, urls: ['/foo/'], selected: 0, agent: 'OwnBot', dialect: 'koster1996', tab: 'urls' });
	await fill('#agent', 'OwnBot2');
	assert.equal(await reading(), 'koster1996');
	await fill('#agent', 'googlebot');
	assert.equal(await reading(), 'google');
	await fill('#agent', 'GPTBot');
	assert.equal(await reading(), 'rfc9309');
	await page.selectOption('#dialect', 'conner2');
	await settle();
	assert.equal((await state()).dialect, 'conner2');
	await click('#agent-note button');
	assert.deepEqual([await reading(), (await state()).dialect], ['rfc9309', 'rfc9309']);
});

test('crawlers that the file names stand in the table, blocked ones first', async () => {
	const text = `User-agent: OwnBot\nUser-agent: 360Spider\nDisallow:\n\nUser-agent: gptbot\nUser-agent: OtherBot\nDisallow: /\n`;
	await load({ text, urls: ['/foo/'], selected: 0, tab: 'crawlers' });
	const rows = await crawlerRows();
	const named = rows.slice(0, 4).map(({ name, verdict, group }) => [name, verdict, group]);
	assert.deepEqual(named, [
		['GPTBot', 'blocked', 'GPTBot'],
		['OtherBot', 'blocked', 'OtherBot'],
		['360Spider', 'allowed', '360Spider'],
		['OwnBot', 'allowed', 'OwnBot'],
	]);
	const known = await page.evaluate(() => window.workbench.agents.length);
	assert.equal(rows.length, known + 3);
	// If a file names very many crawlers, the blocked ones are listed first.
	const names = Array.from({ length: 300 }, (_, i) => `User-agent: bot-${i}`);
	await load({ text: `${names.join('\n')}\nDisallow:\n\nUser-agent: zz-bot\nDisallow: /\n` });
	assert.equal((await crawlerRows())[0].name, 'zz-bot');
	const summary = await page.textContent('#panel-crawlers .summary');
	const left = 301 + known - 300;
	assert.equal(summary, `299 of 300 crawlers may fetch /foo/. ${left} others that the file names are left out.`);
	await load({ text: `${(await state()).text}${'# a comment\n'.repeat(5000)}` });
	assert.match(await page.textContent('#panel-crawlers .summary'), /^99 of 100 crawlers/);
});

// A header, and the tokens that are offered for it if the file names MyBot and otherbot.
const HEADERS = [
	['Mozilla/5.0 (compatible; Foo/2.1)', ['Foo']],
	['Mozilla/5.0 (compatible; Foo; +https://foo.example/bot/1)', ['Foo']],
	['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', ['Googlebot']],
	['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/1.0 Safari/537.36', ['bingbot']],
	['Mozilla/5.0 (X11; MyBot) OtherBot/1.0 Safari/1', ['OtherBot', 'MyBot']],
	['User-Agent: GPTBot/1.2', ['GPTBot']],
	['Foo/1.0', ['Foo']],
	['my bot', []],
	['Mozilla/5.0', []],
];

test('of a whole User-Agent header the product tokens are offered, and the answers are those of the command', async () => {
	const text = 'User-agent: MyBot\nDisallow: /my\n\nUser-agent: otherbot\nDisallow: /other\n\nUser-agent: *\nDisallow: /\n';
	for (const dialect of ['rfc9309', 'google', 'conner2'])
		for (const [header, tokens] of HEADERS) {
			await load({ text, urls: ['/my', '/other', '/'], selected: 0, dialect, tab: 'urls' });
			await fill('#agent', header);
			if (header.includes('/')) {
				const asked = ['check', `--dialect=${dialect}`, `--header-agent=${header}`, file(text), '/my', '/other', '/'];
				const { urls } = JSON.parse(await exported('json'));
				const ours = urls.map(({ url, verdicts }) => `${verdicts[dialect]}\t${url}\n`).join('');
				assert.equal(ours, robotsc(asked), `${dialect} ${header}`);
				if (dialect === 'rfc9309') assert.match(await runExport(), new RegExp(`^/my\n  rfc9309 +${urls[0].verdicts.rfc9309}`));
			}
			const isName = dialect === 'conner2' && !header.includes('/');
			const note = await page.textContent('#agent-note');
			assert.equal(/no product token/.test(note), !isName, `${dialect} ${header}`);
			assert.deepEqual(await page.locator('#agent-note button').allTextContents(), tokens, header);
			if (!tokens.length) continue;
			if (dialect === 'rfc9309' && tokens.length > 1) await shot('header');
			await click('#agent-note button >> nth=0');
			assert.deepEqual([await page.inputValue('#agent'), (await state()).agent], [tokens[0], tokens[0]]);
			assert.doesNotMatch(await page.textContent('#agent-note'), /no product token/);
		}
	// A token, "" and "*" are not taken for headers; Google's tokens have no digits.
	for (const name of ['', '*', 'Foo-Bot_2.1']) {
		await load({ agent: name, dialect: 'rfc9309' });
		assert.doesNotMatch(await page.textContent('#agent-note'), /no product token/, name);
	}
	await load({ agent: 'Foo2', dialect: 'google' });
	assert.match(await page.textContent('#agent-note'), /no product token/);
});

test('the other tabs take a header, too', async () => {
	const text = 'User-agent: MyBot\nDisallow: /my\n';
	const compare = { ...(await state()).compare, what: 'version', text: 'User-agent: MyBot\n', encoding: 'utf-8', all: false };
	await load({ text, agent: 'Mozilla/5.0 (compatible; MyBot/2.1)', dialect: 'rfc9309', tab: 'compare', compare });
	assert.match(await page.textContent('#compare-result'), /Different mybot/i);
	const html = '<meta name=mybot content=noindex><meta name=mozilla content=nofollow>';
	await load({ tab: 'page', page: { html, headers: '', example: false } });
	assert.match(await page.textContent('#page-result'), /noindex.*follow/);
	assert.doesNotMatch(await page.textContent('#page-result'), /nofollow/);
	// Applebot obeys directives for Googlebot.
	for (const agent of ['Applebot', 'Applebot/0.1']) {
		await load({ agent, page: { html: '<meta name=googlebot content=noindex>', headers: '', example: false } });
		assert.match(await page.textContent('#page-result'), /noindex/, agent);
	}
	await load({ agent: 'Mozilla/5.0 (compatible; MyBot/2.1)', tab: 'records', urls: ['/my'], selected: 0 });
	assert.match(await page.textContent('#records'), /It may not fetch it, so there is nothing to use\./);
});

// Texts that are no URL, and the URL that is offered in their place.
const NO_URLS = [
	['shop.example/private/', 'https://shop.example/private/'],
	['shop.example', 'https://shop.example'],
	['localhost:8080/x', 'https://localhost:8080/x'],
	['//shop.example/private/', 'https://shop.example/private/'],
	['http:/shop.example/private/', 'http://shop.example/private/'],
	[' https://shop.example/private/', 'https://shop.example/private/'],
	['\ufeffhttps://shop.example/private/', 'https://shop.example/private/'],
	['"https://shop.example/private/"', 'https://shop.example/private/'],
	['<https://shop.example/private/>', 'https://shop.example/private/'],
	['“/private/”', '/private/'],
	['private/', '/private/'],
	['mailto:a@shop.example', null],
	['javascript:alert(1)', null],
	['https://', null],
	['https://shop.example:99999/', null],
];
const URLS = ['/', '/private/', 'https://shop.example/private/', 'HTTP://SHOP.example', 'ftp://shop.example/a b', '/shop.example//x'];

// The command's verdicts; the command may refuse some of the URLs.
const verdictsOf = (urls) =>
	spawnSync(ROBOTSC, ['check', file(READINGS), 'OwnBot', ...urls], { encoding: 'utf8' })
		.stdout.trim()
		.split('\n')
		.map((line) => line.split('\t')[0]);

test('what is no URL has no verdict, as of the command, and what was meant is offered', async () => {
	const urls = [...NO_URLS.map(([url]) => url), ...URLS];
	await load({ text: READINGS, agent: 'OwnBot', dialect: 'rfc9309', urls, selected: urls.length - 1, tab: 'urls' });
	const json = JSON.parse(await exported('json'));
	assert.deepEqual(json.urls.map(({ verdicts }) => verdicts.rfc9309), verdictsOf(urls));
	assert.equal(json.urls.filter(({ verdicts }) => verdicts.rfc9309 === 'unknown').length, NO_URLS.length);
	assert.match(await page.textContent('#summary'), /may fetch 6 of 21 URLs\. All readings agree\. 15 are no URLs\.$/);
	for (const [i, [url, meant]] of NO_URLS.entries()) {
		await load({ urls, selected: i });
		const row = page.locator(`tr[data-url="${i}"]`);
		assert.equal(await row.locator('td:not(.url)').allTextContents().then((all) => all.join('')), '?????no URL×', url);
		assert.ok((await page.textContent('#why')).startsWith(`“${url}” is no URL and no path.`));
		const offered = page.locator('#why button');
		assert.deepEqual(await offered.allTextContents(), meant ? [meant] : [], url);
		if (!meant) continue;
		assert.match((await page.textContent('#why')).slice(url.length), /Did you mean .*\?$/);
		await offered.click();
		await settle();
		assert.deepEqual([(await state()).urls[i], await row.locator('textarea').inputValue()], [meant, meant]);
		assert.match(await row.textContent(), /✓/);
		assert.notEqual(verdictsOf([meant])[0], 'unknown');
	}
	await load({ urls, selected: 0 });
	await shot('no-url');
});

test('the other tabs ask the same about what is no URL', async () => {
	for (const name of ['crawlers', 'records']) {
		await load({ text: READINGS, urls: ['shop.example/foo/'], selected: 0, tab: name });
		const panel = `#panel-${name}`;
		assert.match(await page.textContent(panel), /is no URL and no path\. Did you mean https:\/\/shop\.example\/foo\/\?/);
		assert.equal(await page.locator(`${panel} .badge`).count(), 0);
		await click(`${panel} button:has-text("https://shop.example/foo/")`);
		assert.deepEqual((await state()).urls, ['https://shop.example/foo/']);
		assert.doesNotMatch(await page.textContent(panel), /Did you mean/);
	}
	await load({ tab: 'machine', path: 'foo/' });
	assert.match(await page.textContent('#machine-where'), /^“foo\/” is no URL and no path\. Did you mean \/foo\/\?$/);
	await click('#machine-where button');
	assert.equal((await state()).path, '/foo/');
	assert.match(await page.textContent('#machine-where'), /^After 5 of 5 bytes/);
});

const ROBOTS = 'User-agent: *\nDisallow: /\n';
const utf16 = (text, swap) => (swap ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le'));
const CONTENTS = {
	gzip: gzipSync(ROBOTS),
	zstd: Buffer.from('28b52ffd041d', 'hex'),
	xz: Buffer.from('fd377a585a000004', 'hex'),
	bzip2: Buffer.from('BZh91AY&SY\x01\x02', 'latin1'),
	zip: Buffer.from('PK\x03\x04\x14\x00', 'latin1'),
	utf16: utf16(`\ufeff${ROBOTS}`),
	'utf16-be': utf16(`\ufeff${ROBOTS}`, true),
	'utf16-bare': utf16(ROBOTS),
	html: Buffer.from('<!DOCTYPE html>\n<title>Not found</title>\n'),
	json: Buffer.from('{"error": "not found"}\n'),
	pdf: Buffer.from('%PDF-1.7\n%\xe2\xe3\n', 'latin1'),
	warc: Buffer.from('WARC/1.0\r\nWARC-Type: response\r\n\r\n'),
	binary: deflateRawSync(Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * i * 31) % 251))),
};

test('a file that is no robots.txt has the remark that the command has', async () => {
	const blob = join(tmp, 'r.blob');
	spawnSync(ROBOTSC, ['compile', '-o', blob, file(ROBOTS)]);
	const paths = [blob];
	for (const [name, octets] of Object.entries(CONTENTS)) {
		paths.push(join(tmp, name));
		writeFileSync(paths.at(-1), octets);
	}
	await load({ tab: 'urls', dialect: 'rfc9309' });
	for (const path of paths) {
		await page.setInputFiles('#open-file', path);
		await page.waitForFunction((name) => document.getElementById('said').textContent.startsWith(name), path.split('/').at(-1));
		await settle();
		const { findings } = (await answers()).lint;
		const theirs = JSON.parse(spawnSync(ROBOTSC, ['lint', '--format=json', path], { encoding: 'utf8' }).stdout || 'null');
		const ids = theirs?.files[0]?.findings.map((f) => f.id) ?? ['binary']; // of a blob it has none
		assert.deepEqual([findings.map((f) => f.id), findings.length], [ids, 1], path);
		assert.match(await page.textContent('#remarks li'), /^Error line 1 this looks like /, path);
	}
	for (const text of ['', ' \n']) {
		await load({ text });
		assert.match(await page.textContent('#remarks-list'), /The file is empty: every crawler may fetch everything\./);
	}
	await load({ text: 'User-agent: *\nDisallow: /a\n' });
	assert.equal(await page.textContent('#remarks-list'), 'Nothing to remark.');
});

test('an opened file keeps its line ends until it is edited, and a fix stands at its place', async () => {
	const text = '# caf\u00e9\r\nUser-agent: *\r\nDissalow: /x\r\n\nUser-agent: b\nDisallow: /y\r\n';
	writeFileSync(join(tmp, 'ends'), text);
	await load({ tab: 'urls', dialect: 'rfc9309' });
	await page.setInputFiles('#open-file', join(tmp, 'ends'));
	await page.waitForFunction(() => document.getElementById('said').textContent.startsWith('ends'));
	await settle();
	assert.equal((await state()).text, text);
	await click('#remarks li:has-text("misspelt field") button.apply');
	const mended = text.replaceAll('\r', '').replace('Dissalow', 'Disallow');
	assert.equal((await state()).text, mended);
	await page.locator('#editor .cm-content').focus();
	await page.keyboard.press('Control+z');
	await settle();
	assert.equal((await state()).text, text);
});

test('another version that is no robots.txt, and a page that is none, are said to be', async () => {
	await load({ text: ROBOTS, tab: 'compare' });
	const other = async (octets) => {
		writeFileSync(join(tmp, 'other'), octets);
		await page.setInputFiles('#compare-version input[type=file]', join(tmp, 'other'));
		await page.waitForFunction((size) => window.workbench.state.compare.text.length === size, octets.length);
		await settle();
		return page.textContent('#compare-result');
	};
	assert.match(await other(CONTENTS.html), /^This looks like a web page, not like a robots\.txt\./);
	assert.match(await other(Buffer.from('1f8b0800deadbeef', 'hex')), /^This looks like data compressed with gzip/);
	assert.match(await other(Buffer.from(ROBOTS)), /^Proved: no crawler is treated otherwise/);
	// A copy of a file that is not UTF-8 has the same meaning, and swaps back unchanged.
	const latin = { text: 'User-agent: *\nDisallow: /caf\xe9\n', encoding: 'latin-1' };
	await load(latin);
	await click('#compare-copy');
	assert.match(await page.textContent('#compare-result'), /^Proved: no crawler is treated otherwise/);
	await load({ text: 'User-agent: *\nDisallow: /caf\xe9\n', encoding: 'utf-8' });
	assert.match(await page.textContent('#compare-result'), /Different/);
	await click('#compare-swap');
	assert.deepEqual([(await state()).encoding, (await state()).compare.encoding], ['latin-1', 'utf-8']);
	await tab('page');
	await fill('#page-headers', 'noindex');
	assert.match(await page.textContent('#page-result'), /^There is no field in the header\./);
	await fill('#page-headers', 'X-Robots-Tag: noindex');
	await fill('#page-html', ROBOTS);
	assert.match(await page.textContent('#page-result'), /^There is no tag in the HTML: is this a page\?/);
	for (const html of ['', '<p>', 'text <meta name=robots content=noindex>']) {
		await fill('#page-html', html);
		assert.doesNotMatch(await page.textContent('#page-result'), /no tag/, html);
	}
});

test('URLs are shown whole, however narrow the page is', async () => {
	const long = (n) => `https://shop.example/private/press/2026/${'a-long-name-'.repeat(12)}/part-${n}.html?id=${n}`;
	const urls = ['/', long(1), long(2), `/${'x'.repeat(400)}1`, `/${'x'.repeat(400)}2`];
	await load({ text: READINGS, urls, selected: 0, tab: 'urls' });
	for (const width of [1280, 390, 320]) {
		await page.setViewportSize({ width, height: 2400 });
		const fields = await page.locator('.urls textarea').evaluateAll((all) =>
			all.map((e) => ({
				cut: e.scrollHeight - e.clientHeight > 0 || e.scrollWidth - e.clientWidth > 0,
				height: e.getBoundingClientRect().height,
				right: e.getBoundingClientRect().right,
			})),
		);
		assert.deepEqual(fields.map(({ cut }) => cut), urls.map(() => false), `${width}`);
		assert.ok(fields[0].height < 35 && fields[1].height > 45, `${width}: ${fields.map((f) => f.height)}`);
		assert.ok(fields.every(({ right }) => right <= width), `${width}`);
		assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth), 0);
		await shot(`long-urls-${width}`);
	}
	await page.setViewportSize({ width: 1440, height: 900 });
	// The field grows while a URL is typed; the URL stays one line.
	const first = page.locator('.urls textarea').first();
	await first.fill(`/${'y'.repeat(200)}`);
	assert.ok((await first.boundingBox()).height > 45);
	await first.fill('/a\n/b\r\n');
	await settle();
	assert.deepEqual([(await state()).urls[0], await first.inputValue()], ['/a/b', '/a/b']);
	await page.keyboard.press('Enter');
	await settle();
	assert.deepEqual((await state()).urls.slice(0, 2), ['/a/b', '']);
	// A very long URL scrolls inside its field.
	await load({ urls: [`/${'z'.repeat(9000)}`] });
	assert.ok((await first.boundingBox()).height < 800);
});

test('all URLs can be removed and brought back, and all be replaced', async () => {
	await example(4);
	const { urls } = await state();
	await click('#clear-urls');
	assert.deepEqual((await state()).urls, ['']);
	assert.equal(await page.textContent('#summary'), 'No URL yet.');
	assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'URL 1');
	assert.equal(await page.textContent('#clear-urls'), 'Bring all back');
	await click('#clear-urls');
	assert.deepEqual((await state()).urls, urls);
	assert.equal(await page.textContent('#clear-urls'), 'Clear all');
	const area = 'dialog[open] textarea';
	// The dialog disappears some time after the click.
	const replace = async () => {
		await page.click('dialog[open] button:has-text("Replace all")');
		await page.waitForSelector('#all-title', { state: 'detached' });
		await settle();
	};
	await page.click('#replace-urls');
	assert.equal(await page.inputValue(area), urls.join('\n'));
	await page.fill(area, '/nothing');
	await page.keyboard.press('Escape');
	await page.click('#replace-urls');
	await page.fill(area, '/nothing');
	await page.click('dialog[open] button:has-text("Cancel")');
	assert.deepEqual((await state()).urls, urls);
	await page.click('#replace-urls');
	await page.fill(area, ' /one\n\n/two\r\n');
	await replace();
	assert.deepEqual((await state()).urls, ['/one', '/two']);
	assert.equal(await page.locator('#panel-urls tbody tr').count(), 2);
	await page.click('#replace-urls');
	await page.fill(area, '/x\n'.repeat(501));
	await replace();
	assert.equal((await state()).urls.length, 500);
	assert.match(await page.textContent('#said'), /At most 500/);
	assert.equal(await page.locator('dialog').count(), 2);
	// Nobody has emptied this list: there is nothing to bring back.
	await load({ urls: [] });
	assert.equal(await page.textContent('#summary'), 'No URL yet.');
});

test('marks of other readings follow when only those change', async () => {
	const text = 'User-agent: Foo\nDisallow: /a\nAllow: /a/b\n';
	await load({ text, urls: ['/a/b'], selected: 0, agent: 'Foo', dialect: 'rfc9309', tab: 'urls' });
	assert.equal(await page.locator('td.v.other').count(), 3);
	await fill('#agent', 'Other');
	assert.equal(await page.locator('td.v.other').count(), 0);
	await example(0);
});

test('no page had an error', noErrors);
