// web_make_test.mjs - files that the page makes, and lists of URLs beside a file.  web.sh runs it.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { kindOf } from '../src/list_urls.js';
import { cell } from '../src/save.js';
import { WEB, answers, file, load, noErrors, open, page, robotsc, settle, state, tab, tmp, typeAtEnd } from './web_page.mjs';

const SHOP = `# all
User-agent: *
Disallow: /cart
Crawl-delay: 2

User-agent: Googlebot
Disallow: /private/
Allow: /private/press/

# no training
User-agent: GPTBot
User-agent: CCBot
Disallow: /

Sitemap: https://shop.example/sitemap.xml
`;

// The robots for which a text means something else than the text before, by the command.
const differing = (before, text) =>
	JSON.parse(robotsc(['summary', '--format=json', `--against=${file(before, 'before.txt')}`, file(text)])).against.changes.flatMap(
		({ robots }) => robots,
	);
const verdict = (text, agent, dialect, url = '/') =>
	robotsc(['check', `--dialect=${dialect}`, file(text), agent, url]).split('\t')[0];
// The text that robotsc edit makes.
const edited = (text, ...options) => robotsc(['edit', ...options, file(text)]);

// The cells of a table as spreadsheets read them: quotes count only at the beginning of a cell.
function cellsOf(text, separator) {
	const cells = [];
	for (let at = 0; at <= text.length; at++) {
		let value = '';
		if (text[at] === '"')
			for (at++; at < text.length && (text[at] !== '"' || text[++at] === '"'); at++) value += text[at];
		for (; at < text.length && text[at] !== separator && !'\r\n'.includes(text[at]); at++) value += text[at];
		cells.push(value);
	}
	return cells;
}

test('no cell of a saved table is a formula, whatever separates cells', () => {
	const letters = [...'=+-@;,\t\r\n" a/', '＝'];
	let seed = 1;
	const below = (n) => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8) % n;
	const text = () => Array.from({ length: below(7) }, () => letters[below(letters.length)]).join('');
	for (let i = 0; i < 200000; i++) {
		const texts = [text(), text(), text()];
		const line = texts.map(cell).join(',');
		for (const separator of ',;\t')
			for (const value of cellsOf(line, separator))
				assert.doesNotMatch(value, /^[\t\r\n]*[=+\-@＝＋－＠]/, JSON.stringify([texts, line, separator]));
	}
	for (const plain of ['/a?b=c-d', 'https://shop.example/a;b=c+d', '/a "b", c', '/a\r\n/b'])
		assert.deepEqual(cellsOf(`${cell(plain)},x`, ','), [plain, 'x']);
});

test('no AI training, with the keyboard: what is written, and the proof of it', async () => {
	await load({ text: SHOP, agent: 'Googlebot', dialect: 'google', urls: ['/'], selected: 0, make: { base: '' } });
	await tab('make');
	assert.match(await page.textContent('#make-proof'), /Nothing yet/);
	assert.ok(await page.isDisabled('#make-back'));
	await page.focus('[data-purpose=ai-training] summary');
	await page.keyboard.press('Enter');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await settle();
	const { text } = await state();
	const rows = await page
		.locator('[data-purpose=ai-training] .crawler')
		.evaluateAll((all) => all.map((e) => [e.dataset.token, e.getAttribute('aria-checked')]));
	assert.ok(rows.length >= 7 && rows.every(([, on]) => on === 'false'), JSON.stringify(rows));
	for (const [token] of rows) assert.equal(verdict(text, token, 'rfc9309'), 'disallow', token);
	assert.equal(text, edited(SHOP, `--shut-out=${rows.map(([token]) => token)}`));
	const proof = await page.textContent('#make-proof');
	assert.match(proof, /ClaudeBot, .*: partly open before, closed now closed for instance \/ /);
	assert.match(proof, /Proved For all others nothing changes/);
	const { changed } = await answers();
	assert.deepEqual(changed.flatMap(({ robots }) => robots), differing(SHOP, text));
	for (const token of ['CCBot', 'GPTBot', 'Googlebot']) assert.ok(!proof.includes(token), proof);
	// One of these crawlers is let in again; then all changes are taken back.
	await page.focus('[data-token=CCBot]');
	await page.keyboard.press('Space');
	await settle();
	assert.equal(await page.evaluate(() => document.activeElement.dataset.token), 'CCBot');
	assert.match(await page.textContent('#make-proof'), /CCBot: closed before, open now opened for instance \//);
	await page.click('#make-back');
	await settle();
	assert.equal((await state()).text, SHOP);
	assert.match(await page.textContent('#make-proof'), /Nothing yet/);
});

test('a switch that is turned back leaves nothing, and one whose text was changed begins anew', async () => {
	const click = async (token) => {
		await page.click(`[data-token=${token}]`);
		await settle();
		return (await state()).text;
	};
	await load({ text: SHOP, make: { base: '' }, tab: 'make' });
	await page.click('[data-purpose=search] summary');
	const shut = await click('Googlebot');
	assert.equal(verdict(shut, 'Googlebot', 'google', '/private/press/'), 'disallow');
	assert.match(await page.textContent('#make-proof'), /^Googlebot: partly open before, closed now .*Proved For all others nothing changes/);
	// Googlebot-Image obeyed the group of Googlebot, and obeys it still.
	assert.equal(shut, edited(SHOP, '--shut-out=Googlebot'));
	const both = await click('Googlebot-Image');
	assert.equal(both, edited(SHOP, '--shut-out=Googlebot,Googlebot-Image'));
	assert.equal(await click('Googlebot-Image'), shut);
	assert.equal(await click('Googlebot'), SHOP);
	const buttons = ['Shut all out', 'Let all in'];
	for (const name of buttons) await page.click(`[aria-label="${name}: Search"]`).then(() => settle());
	assert.equal((await state()).text, SHOP);
	// Text that is written by hand between two switches stays.
	await click('Googlebot');
	await typeAtEnd('# by hand');
	const again = await click('Googlebot');
	assert.match(again, /# by hand\n\nUser-agent: Googlebot\nDisallow:\n$/);
	assert.equal(verdict(again, 'Googlebot', 'google', '/private/x'), 'allow');
	assert.equal(verdict(again, 'Googlebot', 'google', '/cart'), 'allow');
	await page.click('[data-purpose=search] summary');
});

// The page with a changed list: a crawler obeys the group of another, which obeys a third's.
async function withChain() {
	const folder = join(tmp, 'chain');
	cpSync(WEB, folder, { recursive: true });
	const script = readFileSync(join(folder, 'page.js'), 'utf8');
	const changed = script.replace('token:"AdsBot-Google",', '$&obeys:"Googlebot",');
	assert.notEqual(changed, script);
	writeFileSync(join(folder, 'page.js'), changed);
	return open(pathToFileURL(join(folder, 'index.html')).href);
}

test('a crawler that a group two steps away shuts out can be let in', async () => {
	const chained = await withChain();
	const token = 'AdsBot-Google-Mobile-Apps';
	const family = ['--fallback=AdsBot-Google', '--fallback=Googlebot'];
	const click = async (selector) => {
		await chained.click(selector);
		await settle(chained);
		return (await state(chained)).text;
	};
	// Checks a verdict in the page and by the command.
	const holds = async (text, isIn) => {
		assert.equal(await chained.getAttribute(`[data-token=${token}]`, 'aria-checked'), String(isIn), text);
		const said = robotsc(['check', '--dialect=google', ...family, file(text), token, '/']);
		assert.equal(said.split('\t')[0], isIn ? 'allow' : 'disallow', text);
	};
	const text = SHOP.replace('/private/\n', '/\n').replace('Allow: /private/press/\n', '');
	await load({ text, agent: token, dialect: 'google', urls: ['/private/x'], selected: 0, make: { base: '' }, tab: 'make' }, chained);
	assert.match(await chained.textContent('#answer'), /obeys the group of Googlebot, line 6,/);
	for (const purpose of ['search', 'ads']) await click(`[data-purpose=${purpose}] summary`);
	await holds(text, false);
	await holds(await click(`[data-token=${token}]`), true);
	await holds(await click('[data-token=Googlebot]'), true);
	await click('[data-token=Googlebot]');
	assert.equal(await click(`[data-token=${token}]`), text);
	await chained.close();
});

test('what cannot be proved is not written, and the page says why', async () => {
	await load({ text: SHOP, make: { base: '' }, tab: 'make' });
	await page.evaluate(() => window.workbench.views.make.refuse({ outcome: 'unknown', robot: 'CCBot', path: '' }));
	assert.match(await page.textContent('#make-proof'), /^Nothing is written, .* cannot be proved for CCBot: it would take too long to prove it\./);
	assert.equal((await state()).text, SHOP);
});

test('one that is let in where all others are shut out gets rules of its own', async () => {
	await load({ text: 'User-agent: *\nDisallow: /\n', make: { base: '' }, tab: 'make' });
	await page.click('[data-purpose=search] summary');
	await page.click('[data-token=bingbot]');
	await settle();
	assert.equal((await state()).text, 'User-agent: *\nDisallow: /\n\nUser-agent: bingbot\nDisallow:\n');
	assert.equal(await page.getAttribute('[data-token=bingbot]', 'aria-checked'), 'true');
	await page.click('[data-token=bingbot]');
	await settle();
	assert.equal(await page.getAttribute('[data-token=bingbot]', 'aria-checked'), 'false');
});

test('what URLs are, by their ends', () => {
	assert.deepEqual(
		['/', '/a.css?v=1', '/a.min.js', '/A.JPG#x', '/a.pdf', '/css', '/s.xml', '/f.woff2'].map(kindOf),
		['page', 'CSS', 'JS', 'image', 'document', 'page', 'data', 'font'],
	);
});

const PATHS = ['/cart', '/private/a.css', '/private/press/', '/tea?a=1&amp;b=2'];
const MAP = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${PATHS.map((path) => `  <url><loc>https://shop.example${path}</loc><lastmod>2026-11-01</lastmod></url>`).join('\n')}
  <url><loc>https://cdn.example/logo.png</loc></url>
</urlset>
`;
// The command's answers for a sitemap, without the counts.
const closedBy = (text, map) =>
	robotsc(['check', `--sitemap=${file(map, 'map.xml')}`, '--crawlers=search', '--format=jsonl', file(text)])
		.trim()
		.split('\n')
		.slice(0, -1)
		.map((line) => JSON.parse(line));

test('of a sitemap is said what is closed to whom by which line, and the table can be saved', async () => {
	await load({ text: SHOP, tab: 'list' });
	await page.selectOption('#list-purpose', 'search');
	await page.fill('#list-text', MAP);
	await settle();
	assert.match(await page.textContent('#list-result .summary'), /Closed to some of these crawlers: 2 of 4 URLs/);
	const totals = await page.locator('#list-totals tbody tr').allTextContents();
	assert.ok(totals.some((row) => /^Googlebot, .*01$/.test(row)) && totals.some((row) => /bingbot.*10$/.test(row)), totals.join());
	const row = page.locator('#list-urls tbody tr >> nth=1');
	assert.match(await row.textContent(), /private\/a\.css.*CSS.*Googlebot.*line 7: Disallow: \/private\//);
	assert.match(await page.textContent('#list-result'), /Of another hostEach host has a robots.txt of its own.*cdn\.example\/logo\.png/);
	// The answers are the same as the command's.
	const { answers: mine } = (await answers()).sitemap;
	assert.deepEqual(mine, closedBy(SHOP, MAP));
	const download = page.waitForEvent('download');
	await page.click('#list-save');
	const saved = readFileSync(await (await download).path(), 'utf8').split('\r\n');
	assert.equal(saved[0], 'url,kind,verdict,closed to,line,rule');
	assert.equal(saved.length, mine.length + 2);
	assert.match(saved.at(-2), /^https:\/\/cdn\.example\/logo\.png,image,other-host,,,$/);
	await page.click('#list-urls button >> nth=0');
	await settle();
	assert.equal(await page.inputValue('#url'), 'https://shop.example/cart');
	assert.match(await page.textContent('#answer'), /^No/);
	await page.selectOption('#list-purpose', '');
	await page.fill('#list-text', 'shop example\n/a\n/cart');
	await settle();
	assert.match(await page.textContent('#list-result'), /2 of 2 URLs.*1 line is no URL and no path/);
	await page.fill('#list-text', '<sitemapindex><sitemap><loc>https://shop.example/1.xml</loc></sitemap></sitemapindex>');
	await settle();
	assert.match(await page.textContent('#list-result'), /the index of a sitemap: it lists 1 file/);
	await page.fill('#list-text', MAP.slice(0, 200));
	await settle();
	assert.match(await page.textContent('#list-result'), /It was not read to its end: /);
});

test('a sitemap of 50,000 URLs is answered, compressed, too', async () => {
	const many = Array.from({ length: 50000 }, (_, i) => `https://shop.example/${i % 3 ? 'tea' : 'cart'}/${i}`).join('\n');
	await load({ text: SHOP, tab: 'list' });
	await page.selectOption('#list-purpose', 'search');
	for (const [octets, name] of [[many, 'urls.txt'], [gzipSync(many), 'urls.txt.gz']]) {
		await page.fill('#list-text', '');
		await page.setInputFiles('#panel-list input[type=file]', file(octets, name));
		await page.waitForFunction(() => document.getElementById('list-result').textContent.includes('50,000'));
		assert.match(await page.textContent('#list-result .summary'), /16,667 of 50,000 URLs/);
		assert.match(await page.inputValue('#list-text'), /^urls\.txt(\.gz)?: [\d,]+ bytes$/);
	}
	await page.setInputFiles('#panel-list input[type=file]', file(gzipSync(many).subarray(0, 5000), 'cut.gz'));
	await page.waitForFunction(() => /cut\.gz could not be unpacked/.test(document.getElementById('list-result').textContent));
});

test('no page had an error', noErrors);
