// web_make_test.mjs - files that the page makes, and lists of URLs beside a file.  web.sh runs it.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { kindOf, urlsOf } from '../src/list_urls.js';
import { withAccess } from '../src/make_text.js';
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

// Texts in which names stand alone, together, twice, beside "*", over other lines, and without rules.
const TEXTS = [
	'',
	SHOP,
	'User-agent: *\nDisallow: /',
	'User-agent: GPTBot\nDisallow: /x\nAllow: /\nSitemap: https://a/s.xml\n\nUser-agent: *\nDisallow: /y\n',
	'User-agent: GPTBot\nUser-agent: *\nDisallow: /y\n',
	'user-agent:gptbot # ours\nCrawl-delay: 5\nUser-agent: CCBot\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /b\n',
	'Disallow: /early\nUser-agent: OtherBot\nDisallow: /a\nUser-agent: GPTBot',
	'User-agent: OtherBot\nDisallow: /\n\nUser-agent: GPTBot\n',
	'User-agent: GPTBot\nDisallow:\nSitemap: https://a/s.xml\n',
];

const differing = (a, b, dialect) =>
	JSON.parse(robotsc(['diff', '--format=json', `--dialect=${dialect}`, file(a, 'a.txt'), file(b, 'b.txt')])).pairs[0]
		.results.filter(({ answer }) => answer !== 'same')
		.flatMap(({ agents, others }) => (others ? [...agents, 'others'] : agents));
const verdicts = (text, agent, dialect, ...urls) =>
	robotsc(['check', `--dialect=${dialect}`, file(text), agent, ...urls]).trim().split('\n').map((line) => line.split('\t')[0]);
const verdict = (text, agent, dialect, url = '/') => verdicts(text, agent, dialect, url)[0];

// The cells of a table as spreadsheets read it: quotes mean something at the beginning of a cell alone.
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

test('a switch changes what is closed to these crawlers, and to no others', () => {
	for (const text of TEXTS)
		for (const tokens of [['GPTBot'], ['GPTBot', 'CCBot'], ['OtherBot'], ['ClaudeBot', 'GPTBot']])
			for (const dialect of ['rfc9309', 'google'])
				for (const rule of ['close', 'open', 'others']) {
					const made = withAccess(text, tokens, rule);
					const about = `${rule} ${tokens} ${dialect}: ${text} -> ${made}`;
					const changed = differing(text, made, dialect);
					const known = tokens.map((token) => token.toLowerCase());
					assert.deepEqual(changed.filter((name) => !known.includes(name)), [], about);
					const urls = ['/', '/a', '/b', '/x', '/y'];
					const all = { close: 'disallow', open: 'allow' }[rule];
					const expected = all ? urls.map(() => all) : verdicts(made, 'NobodyBot', dialect, ...urls);
					for (const token of tokens) assert.deepEqual(verdicts(made, token, dialect, ...urls), expected, about);
					assert.equal(withAccess(made, tokens, rule), made, `twice: ${about}`);
					// What is no group of theirs stays, in its order.
					const rest = text.split('\n').filter((line) => /^(#|sitemap|disallow: \/early)/i.test(line));
					assert.deepEqual(made.split('\n').filter((line) => rest.includes(line)), rest, about);
				}
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
	assert.ok(text.startsWith(SHOP.split('User-agent: GPTBot')[0]));
	const proof = await page.textContent('#make-proof');
	assert.match(proof, /closed from \/ \(no rule; now line \d+, Disallow: \/\)/);
	assert.match(proof, /Proved For all others, also CCBot, Googlebot, GPTBot, nothing changes/);
	const { results } = (await answers()).changed[0];
	assert.deepEqual(
		results.filter(({ answer }) => answer !== 'same').flatMap(({ agents }) => agents),
		differing(SHOP, text, 'rfc9309'),
	);
	// One of them is let in again; then all goes back.
	await page.focus('[data-token=CCBot]');
	await page.keyboard.press('Space');
	await settle();
	assert.equal(await page.evaluate(() => document.activeElement.dataset.token), 'CCBot');
	assert.match(await page.textContent('#make-proof'), /CCBot: opened from \/ \(line 13, Disallow: \/; now no rule\)/);
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
	assert.doesNotMatch(shut, /press/);
	assert.equal(verdict(shut, 'Googlebot', 'google', '/private/press/'), 'disallow');
	assert.match(await page.textContent('#make-proof'), /^Googlebot: closed from \/ /);
	// Googlebot-Image obeys that group; let in, it has its own.
	const image = await click('Googlebot-Image');
	assert.ok(image.endsWith('User-agent: Googlebot-Image\nDisallow:\n'), image);
	assert.equal(verdict(image, 'Googlebot-Image', 'google'), 'allow');
	assert.equal(await click('Googlebot-Image'), shut);
	assert.equal(await click('Googlebot'), SHOP);
	const buttons = ['Shut all out', 'Let all in'];
	for (const name of buttons) await page.click(`[aria-label="${name}: Search"]`).then(() => settle());
	assert.equal((await state()).text, SHOP);
	// What is written by hand between two switches stays.
	await click('Googlebot');
	await typeAtEnd('# by hand');
	const again = await click('Googlebot');
	assert.match(again, /# by hand$/);
	assert.equal(verdict(again, 'Googlebot', 'google', '/private/x'), 'allow');
	assert.equal(verdict(again, 'Googlebot', 'google', '/cart'), 'disallow');
	await page.click('[data-purpose=search] summary');
});

// The page with a list in which a crawler obeys the group of one that obeys another's.
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
	// As the page has it, and the command.
	const holds = async (text, isIn) => {
		assert.equal(await chained.getAttribute(`[data-token=${token}]`, 'aria-checked'), String(isIn), text);
		const said = robotsc(['check', '--dialect=google', ...family, file(text), token, '/']);
		assert.equal(said.split('\t')[0], isIn ? 'allow' : 'disallow', text);
	};
	await load({ text: SHOP, agent: token, dialect: 'google', urls: ['/private/x'], selected: 0, make: { base: '' }, tab: 'make' }, chained);
	assert.match(await chained.textContent('#answer'), /obeys the group of Googlebot, line 6,/);
	for (const purpose of ['search', 'ads']) await click(`[data-purpose=${purpose}] summary`);
	const shut = await click('[data-token=Googlebot]');
	await holds(shut, false);
	await holds(await click(`[data-token=${token}]`), true);
	assert.equal(await click(`[data-token=${token}]`), shut);
	assert.equal(await click('[data-token=Googlebot]'), SHOP);
	await chained.close();
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

test('URLs of a sitemap and of lists, and what they are', () => {
	const xml = `<?xml version="1.0"?><urlset xmlns="x"><url><loc> https://a/?b=1&amp;c=%20&#x26; </loc></url>
<url><loc><![CDATA[https://a/<d>]]></loc><image:image><image:loc>https://a/i.png</image:loc></image:image></url></urlset>`;
	assert.deepEqual(urlsOf(xml), ['https://a/?b=1&c=%20&', 'https://a/<d>', 'https://a/i.png']);
	assert.deepEqual(urlsOf('/a\r\n\n /b\t12\n"/c,d",5\n/a\n/e,f\n'), ['/a', '/b', '/c,d', '/e,f']);
	assert.deepEqual(
		['/', '/a.css?v=1', '/a.min.js', '/A.JPG#x', '/a.pdf', '/css', '/s.xml', '/f.woff2'].map(kindOf),
		['page', 'CSS', 'JS', 'image', 'document', 'page', 'data', 'font'],
	);
});

test('of a sitemap is said what is closed to whom, and the table can be saved', async () => {
	const urls = ['/cart', '/private/a.css', '/private/press/', '/tea'].map((path) => `https://shop.example${path}`);
	await load({ text: SHOP, tab: 'list' });
	await page.fill('#list-text', `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`);
	await settle();
	assert.match(await page.textContent('#list-result .summary'), /Closed to some of these crawlers: 2 of 4 URLs/);
	const totals = await page.locator('#list-totals tbody tr').allTextContents();
	assert.ok(totals.some((row) => /^Googlebot, .*01$/.test(row)) && totals.some((row) => /bingbot.*10$/.test(row)), totals.join());
	await page.selectOption('#list-purpose', '');
	const download = page.waitForEvent('download');
	await page.click('#list-save');
	const saved = readFileSync(await (await download).path(), 'utf8').split('\r\n');
	assert.equal(saved[0], 'url,kind,closed to');
	assert.equal(saved.length, urls.length + 2);
	for (const [i, url] of urls.entries()) {
		const [, , to] = saved[i + 1].split(',');
		for (const token of ['GPTBot', 'Googlebot', 'bingbot', 'CCBot']) {
			const dialect = token === 'Googlebot' ? 'google' : 'rfc9309';
			assert.equal(to.split(' ').includes(token), verdict(SHOP, token, dialect, url) === 'disallow', `${token} ${url}`);
		}
	}
	await page.click('#list-urls button >> nth=0');
	await settle();
	assert.equal(await page.inputValue('#url'), urls[0]);
	assert.match(await page.textContent('#answer'), /^No/);
	await page.fill('#list-text', 'shop example\n/a');
	await settle();
	assert.match(await page.textContent('#list-result'), /1 line is no URL and no path/);
});

test('a sitemap of 50,000 URLs is answered', async () => {
	const many = Array.from({ length: 50000 }, (_, i) => `https://shop.example/${i % 3 ? 'tea' : 'cart'}/${i}`);
	await load({ text: SHOP, tab: 'list' });
	await page.selectOption('#list-purpose', 'search');
	await page.setInputFiles('#panel-list input[type=file]', file(many.join('\n'), 'urls.txt'));
	await page.waitForFunction(() => document.getElementById('list-result').textContent.includes('50,000'));
	assert.match(await page.textContent('#list-result .summary'), /16,667 of 50,000 URLs/);
	assert.match(await page.inputValue('#list-text'), /^urls\.txt: 50,000 URLs$/);
	assert.match(await page.textContent('#list-result'), /and 16,467 more URLs; the saved table has all/);
});

test('no page had an error', noErrors);
