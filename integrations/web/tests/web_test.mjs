// web_test.mjs - the page's answers, when it is used as people use it.  web.sh runs it.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
	DIALECTS,
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
	typeAtEnd,
} from './web_page.mjs';

test('a rule that is typed changes verdicts; lines and URLs point at each other', async () => {
	await example(0);
	await shot('urls');
	assert.match(await page.textContent('#summary'), /may fetch 3 of 7 URLs\. The readings differ about 4/);
	await page.fill('#agent', 'OtherBot');
	await settle();
	const first = '#panel-urls tbody tr:first-child';
	assert.match(await page.textContent(first), /✓.*no rule/);
	await typeAtEnd('\nUser-agent: OtherBot\nDisallow: /$');
	assert.match(await page.textContent(`${first} td.v.chosen`), /blocked/);
	await page.click(`${first} textarea`);
	await settle();
	assert.equal(await page.textContent('.cm-line-deciding'), 'Disallow: /$');
	assert.match(await page.textContent('#why'), /Blocked.*“OtherBot”.*Disallow: \/\$/s);
	await page.click(`${first} td.decides button`);
	assert.equal(await page.evaluate(() => document.activeElement.className.includes('cm-content')), true);
	assert.equal(await page.locator('tr.by-line').count(), 1);
	assert.equal(await page.textContent('.count'), '1');
	// Undo reverts the change.
	for (let i = 0; i < 8; i++) await page.keyboard.press('Control+z');
	await settle();
	assert.doesNotMatch((await state()).text, /OtherBot/);
});

test('editing keys: Enter, Backspace, Delete, words, selections', async () => {
	await load({ text: 'User-agent: *\nDisallow: /abc\n' });
	await page.click('#editor .cm-content');
	await page.keyboard.press('Control+Home');
	await page.keyboard.press('End');
	await page.keyboard.press('Enter');
	await page.keyboard.type('Allow: /x yz');
	await page.keyboard.press('Backspace');
	await page.keyboard.press('Control+Backspace');
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('Backspace');
	await page.keyboard.press('Control+Home');
	await page.keyboard.press('Shift+ArrowRight');
	await page.keyboard.press('Delete');
	assert.equal((await page.evaluate(() => window.workbench.editor.text)).split('\n')[0], 'ser-agent: *');
	await page.keyboard.press('Control+a');
	await page.keyboard.press('Backspace');
	assert.equal(await page.evaluate(() => window.workbench.editor.text), '');
});

test('pasted lines become URLs; rows are added, removed and walked with the keyboard', async () => {
	await example(4);
	const before = (await state()).urls.length;
	await page.evaluate(() => navigator.clipboard.writeText('/one\n/two\r\n/shop/three\n'));
	await page.click('#add-url');
	await page.keyboard.press('Control+v');
	await settle();
	assert.deepEqual((await state()).urls.slice(before), ['/one', '/two', '/shop/three']);
	await page.locator('#panel-urls tbody tr:nth-child(2) textarea').focus();
	await page.keyboard.press('ArrowDown');
	assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'URL 3');
	await page.click('button[aria-label="Remove URL 1"]');
	await settle();
	assert.equal((await state()).urls.length, before + 2);
	assert.equal(await page.locator('#panel-urls tbody tr').count(), before + 2);
});

test('verdicts and lines are those of the command, by the exported shell command', async () => {
	for (const number of [0, 1, 2, 3, 4]) {
		await example(number);
		for (const agent of number === 1 ? [undefined, 'Googlebot-Image', 'AdsBot-Google'] : [undefined]) {
			if (agent) {
				await page.fill('#agent', agent);
				await settle();
			}
			const json = JSON.parse(await exported('json'));
			const printed = (await runExport()).split('\n');
			for (const { url, verdicts, lines } of json.urls) {
				const at = printed.indexOf(url);
				assert.ok(at >= 0, url);
				DIALECTS.forEach((dialect, i) => {
					const [name, verdict, , number_] = printed[at + 1 + i].trim().split(/\s+/);
					assert.equal(name, dialect);
					const passed = verdicts[dialect] === 'allow' && agent === 'AdsBot-Google';
					assert.equal(verdict, verdicts[dialect], `${url} ${dialect} ${agent}`);
					if (!passed)
						assert.equal(
							parseInt(number_, 10) || null,
							lines[dialect],
							`${url} ${dialect} ${agent}: ${printed[at + 1 + i]}`,
						);
				});
			}
			for (const { id, line } of json.findings)
				assert.ok(
					printed.some(
						(text) => text.startsWith(`robots.txt:${line}:`) && text.endsWith(`[${id}]`),
					),
					`${id} ${line}`,
				);
		}
	}
});

test('CSV and SARIF say the same as the command', async () => {
	await example(2);
	await load({ urls: ['/tmp', '=cmd|/a', '/a,"b"'] });
	const rows = (await exported('csv')).trim().split(/\r?\n/);
	assert.equal(rows.length, 4);
	assert.equal(rows[0], `url,agent,${DIALECTS.join(',')},line,text`);
	assert.match(rows[1], /^\/tmp,OtherBot,disallow,disallow,.*4,Disallow \/tmp$/);
	assert.match(rows[2], /^'=cmd/);
	assert.match(rows[3], /^"\/a,""b"""/);
	const { text } = await state();
	const ours = JSON.parse(await exported('sarif'));
	const theirs = JSON.parse(robotsc(['lint', '--format=sarif', file(text)]));
	const plain = (sarif) =>
		sarif.runs[0].results.map((r) => {
			const { startLine, startColumn } = r.locations[0].physicalLocation.region;
			return [r.ruleId, r.level, startLine, startColumn];
		});
	assert.ok(plain(ours).length > 8);
	const odd = 'User-agent: \u00e9\u{1f916} *\nDisallow: /\u00e9\u{1f916}|x%zz\n';
	await load({ text: odd });
	const columns = plain(JSON.parse(await exported('sarif')));
	assert.ok(columns.length > 2);
	assert.deepEqual(columns, plain(JSON.parse(robotsc(['lint', '--format=sarif', file(odd)]))));
	assert.deepEqual(plain(ours), plain(theirs));
	assert.equal(ours.version, '2.1.0');
	assert.equal(ours.runs[0].tool.driver.version, theirs.runs[0].tool.driver.version);
});

test('each change that is offered turns the verdict around', async () => {
	for (const number of [0, 4]) {
		await example(number);
		const { urls, text } = await state();
		for (let i = 0; i < urls.length; i += 2) {
			await load({ text, selected: i });
			const offered = await page.locator('#why .changes button').count();
			for (let k = 0; k < offered; k++) {
				await load({ text, selected: i });
				const was = await page.textContent('#why h3 .badge');
				await page.locator('#why .changes button').nth(k).click();
				await settle();
				assert.notEqual(await page.textContent('#why h3 .badge'), was, `${urls[i]}, change ${k}`);
				assert.notEqual((await state()).text, text);
			}
		}
	}
	await load({ text: '', urls: ['/a'], selected: 0 });
	await page.click('#why .changes button');
	await settle();
	assert.match(await page.textContent('#why h3'), /Blocked/);
});

// Kinds of findings that have a fix, since their hint says what to write.
const FIXED = `agent-typo agents-joined allow-empty blank-ends-record bom bom-inside conflicting-rules dead-rule duplicate-rule field-typo
	field-inside group-empty hash-cuts hidden-character html-entity license-in-group misspelt-field missing-colon never-matches no-group other-label redundant-rule
	redundant-together repeated several-agents signal-case star-at-end star-not-inherited star-repeated stray-percent unescaped usage-value`
	.split(/\s+/)
	.sort();

test('lint underlines, dims, and its fixes do what hints say', async () => {
	await example(2);
	await shot('remarks');
	assert.ok((await page.locator('.cm-lintRange-error').count()) > 0);
	assert.ok((await page.locator('.cm-lintRange-warning').count()) > 0);
	const dimmed = await page.locator('.cm-line-idle').allTextContents();
	assert.ok(dimmed.includes('Disallow: /early') && dimmed.includes('Disallow: images/'), dimmed.join());
	await page.hover('.cm-lintRange-error:has-text("images/") >> nth=0');
	await page.waitForSelector('.cm-tooltip .cm-diagnosticAction');
	await page.click('.cm-tooltip .cm-diagnosticAction >> nth=0');
	await settle();
	assert.notEqual(await page.locator('#remarks li').first().textContent(), null);
	// For every kind of finding in docs/lint.md that has a fix: the fix removes the finding.
	const fixed = new Set();
	const rows = /^\| <a id="([a-z0-9-]+)"><\/a>`\1` \| `(printf .*?) \\\| robotsc lint(?: --dialect=(\w+))? -` \|/gm;
	for (const [, id, command, dialect] of readFileSync('docs/lint.md', 'utf8').matchAll(rows)) {
		const octets = execFileSync('sh', ['-c', command.replaceAll('\\|', '|')]);
		await load({
			...(await page.evaluate((list) => window.workbench.decode(new Uint8Array(list)), [...octets])),
			dialect: dialect ?? 'rfc9309',
		});
		const before = await answers();
		const count = (lint) => lint.findings.filter((f) => f.id === id).length;
		assert.ok(count(before.lint) > 0, `${id} is found`);
		const { text } = await state();
		const row = page
			.locator('#remarks li', { hasText: before.lint.findings.find((f) => f.id === id).text })
			.first();
		if (!(await row.locator('button.apply').count())) continue;
		await row.locator('button.apply').click();
		await settle();
		const now = (await answers()).lint;
		assert.equal(count(now), count(before.lint) - 1, `${id} is mended: ${(await state()).text}`);
		fixed.add(id);
		if (
			![
				'dead-rule',
				'duplicate-rule',
				'conflicting-rules',
				'redundant-rule',
				'redundant-together',
				'star-repeated',
			].includes(id)
		)
			continue;
		const [a, b] = [file(text, 'a.txt'), file((await state()).text, 'b.txt')];
		assert.match(robotsc(['diff', a, b]), /same for every URL/, id);
	}
	assert.deepEqual([...fixed].sort(), FIXED);
});

test('of very many remarks the page says how many there are, and how many it lists', async () => {
	await load({ dialect: 'rfc9309', text: `User-agent: *\n${'Disalow: /x\n'.repeat(5000)}` });
	const { findings } = JSON.parse(robotsc(['lint', '--format=json', file((await state()).text)])).files[0];
	const many = (name) => findings.filter((f) => f.severity === name).length.toLocaleString('en');
	const title = await page.textContent('#remarks-title');
	assert.ok(title.includes(`${many('warning')} warnings`) && title.includes(`${many('note')} notes`), title);
	const listed = await page.locator('#remarks li').count();
	assert.ok(title.includes(`The first ${listed} are listed.`), title);
	assert.match(await page.textContent('#remarks-list'), /more remarks; the command/);
});

test('crawlers: each has the verdict that the command gives with its family', async () => {
	await example(1);
	await load({ text: `${(await state()).text}\nUser-agent: Googlebot\nDisallow: /2026/\n`, selected: 1 });
	await tab('crawlers');
	await shot('crawlers');
	const rows = await page
		.locator('#panel-crawlers tbody tr')
		.evaluateAll((all) =>
			all.map((tr) => [tr.querySelector('a').textContent, tr.querySelector('.badge').textContent]),
		);
	assert.deepEqual(rows, [...rows].sort(([, a], [, b]) => (a < b) - (a > b)), 'blocked ones first');
	assert.ok(rows.length >= 30);
	const path = file((await state()).text);
	const isGoogles = /^(Google|AdsBot|APIs|Mediapartners|Storebot)/;
	for (const [name, verdict] of rows) {
		const printed = robotsc([
			'check',
			'--family',
			...(isGoogles.test(name) ? ['--dialect=google'] : []),
			path,
			name,
			'https://news.example/2026/story.html',
		]);
		assert.equal(printed.split('\t')[0], verdict === 'allowed' ? 'allow' : 'disallow', name);
	}
	await page.selectOption('#crawlers-purpose', 'ai-training');
	assert.ok((await page.locator('#panel-crawlers tbody tr').count()) < rows.length);
	await page.click('button[aria-label="Ask as GPTBot"]');
	await settle();
	assert.equal(await page.inputValue('#agent'), 'GPTBot');
	assert.equal(await page.getAttribute('#tab-urls', 'aria-selected'), 'true');
});

test('the table of crawlers is the first part of that of the command', async () => {
	const crawlers = JSON.parse(robotsc(['crawlers', '--format=json']));
	const agents = await page.evaluate(() => window.workbench.agents);
	const data = JSON.parse(readFileSync(join(process.env.ROBOTSC_TREE, 'analysis/crawlers/crawlers.json'), 'utf8'));
	assert.ok(crawlers.length > agents.length && agents.length >= 30);
	assert.equal(agents.length, data.crawlers.length);
	const families = await page.evaluate(
		(names) => new Promise((done) => window.workbench.ask('families', { names }, done)),
		agents.map(({ token }) => token),
	);
	agents.forEach((a, i) => {
		const { token, maker, purpose, groups, dialect, note, source, read } = crawlers[i];
		const all = [...families[i], ...(a.ignoresStar ? [] : ['*'])];
		assert.deepEqual(
			[a.token, a.maker, a.purpose, all, a.dialect ?? 'rfc9309', a.note ?? null, a.source, a.read],
			[token, maker, purpose, groups, dialect, note, source, read],
		);
	});
});

test('the automaton follows a path byte by byte, and its bytes are coloured', async () => {
	await example(0);
	await tab('machine');
	await page.waitForSelector('#graph svg');
	await page.fill('#machine-path', '');
	await page.click('#machine-path');
	const seen = [];
	for (const key of '/private/press/x') {
		await page.keyboard.type(key);
		await page.waitForFunction((n) => document.querySelectorAll('.cells li').length === n, seen.length + 1);
		seen.push(
			await page.evaluate(() =>
				[...document.querySelectorAll('g.here text')].map((t) => t.textContent).join(),
			),
		);
	}
	assert.ok(new Set(seen).size >= 3, seen.join(' '));
	assert.equal(seen.at(-1), 'allow');
	await shot('automaton');
	assert.ok((await page.locator('g.edge.seen').count()) >= 2);
	const width = async () => (await page.locator('#graph svg').boundingBox()).width;
	const fitting = await width();
	await page.click('#zoom-in');
	assert.ok((await width()) > fitting);
	await page.click('#zoom-fit');
	assert.equal(await width(), fitting);
	await page.click('#machine-first');
	assert.match(await page.textContent('#machine-where'), /After 0 of 16/);
	await page.click('#machine-next');
	assert.match(await page.textContent('#machine-where'), /After 1 of 16/);
	assert.ok((await page.locator('.octets .lit').count()) > 0);
	const inside = (inner, outer) => inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
	assert.ok(inside(await page.locator('.octets .lit').first().boundingBox(), await page.locator('#octets').boundingBox()));
	await page.click('#machine-play');
	await page.waitForFunction(() => /After [3-9] of/.test(document.getElementById('machine-where').textContent));
	await page.click('#machine-play');
	const { machine } = await answers();
	let end = 0;
	for (const [, from, to] of machine.parts) {
		assert.equal(from, end);
		end = to;
	}
	assert.equal(end, Object.keys(machine.blob).length);
	assert.equal(await page.locator('.octets .o').count(), end);
	assert.equal(await page.locator('.octets .begins').count(), machine.nodes.length);
});

test('every place of a path is in the drawing, and its verdict is the command’s', async () => {
	const filter = `User-agent: *\n${Array.from({ length: 60 }, (_, i) => `Disallow: /*a${i}*b${i}*c\nAllow: /*x${i}y*${i}\n`).join('')}`;
	const paths = ['/', '/private/press/x', '/x.php', '/a/draft/', '/%70rivate/x', '/a1zb1zc?\u00e9'];
	for (const text of [null, filter, 'User-agent: *\nDisallow:\n']) {
		await example(0);
		await tab('machine');
		if (text) await load({ text });
		await page.waitForSelector('#graph svg');
		const names = await page.evaluate(() => window.workbench.views.machine.names());
		for (const dialect of text ? ['rfc9309', 'koster1996'] : DIALECTS) {
			await load({ dialect });
			await page.waitForFunction(() => window.workbench.views.machine.drawn());
			const drawn = new Set(await page.evaluate(() => window.workbench.views.machine.names()));
			const printed = robotsc([
				'check',
				`--dialect=${dialect}`,
				file((await state()).text),
				'ExampleBot',
				...paths,
			]).split('\n');
			const { machine } = await answers();
			const states = machine.nodes.map(([number]) => `n${number}`);
			assert.deepEqual([...drawn].filter((name) => /^n\d/.test(name)).sort(), states.sort());
			// In the octets of a state, only the first octet has its highest bit set.
			for (const [, from, to] of machine.nodes)
				assert.deepEqual([machine.blob[from] >> 7, machine.blob[from + 1] >> 7, machine.blob[to - 1] >> 7], [1, 0, 0]);
			for (const path of paths) {
				await page.fill('#machine-path', path);
				await settle();
				const { trace } = await answers();
				for (const name of await page.evaluate(() => window.workbench.views.machine.visited()))
					assert.ok(drawn.has(name), `${dialect} ${path}: ${name} of ${[...drawn].join()}`);
				assert.equal(
					trace.steps.at(-1)[4],
					printed[paths.indexOf(path)].startsWith('allow') ? 1 : 0,
					`${dialect} ${path}`,
				);
				assert.equal(trace.steps.at(-1)[0], Object.keys(trace.path).length);
			}
		}
		assert.ok(names.length > 0);
	}
});

test('compare proves sameness, finds the shortest differences, and compares readings', async () => {
	await example(0);
	await tab('compare');
	await page.click('#compare-copy');
	await settle();
	const proved = async () => (await settle(), page.textContent('#compare-result .summary'));
	assert.equal(await proved(), 'Proved: no crawler is treated otherwise, whatever the URL that crawlers write.');
	await page.click('label:has-text("only URLs as crawlers write them")');
	assert.equal(await proved(), 'Proved: no crawler is treated otherwise, whatever the URL.');
	await page.click('label:has-text("only URLs as crawlers write them")');
	assert.match(await page.textContent('#compare-result section:last-child h3'), /All others$/);
	await page.click('#second .cm-content');
	await page.keyboard.press('Control+End');
	await page.keyboard.type('\nUser-agent: NewBot\nDisallow: /new\n');
	await settle();
	await shot('compare');
	assert.match(await page.textContent('#compare-result'), /Different newbot/i);
	const check = async (args) => {
		const { compare } = await answers();
		const theirs = JSON.parse(robotsc(['diff', '--format=json', '--usual', '--budget=60000000', ...args])).pairs[0]
			.results;
		const plain = (results) =>
			results.map(({ agents, others, answer, newly_disallowed: no, newly_allowed: yes }) => ({
				agents,
				others,
				answer,
				no,
				yes,
			}));
		assert.deepEqual(plain(compare.results), plain(theirs));
	};
	const { text, compare } = await state();
	await check([file(text, 'a.txt'), file(compare.text, 'b.txt')]);
	await page.click('#compare-swap');
	await settle();
	assert.equal((await state()).text, compare.text);
	await page.check('input[value=dialect]');
	await page.selectOption('#compare-dialect', 'koster1996');
	await settle();
	const one = file((await state()).text);
	await check(['--dialect-b=koster1996', one, one]);
	assert.match(await page.textContent('#compare-result'), /line 13.*Allow: \/private\/press\//s);
	await page.click('#compare-result .paths button:has-text("ask") >> nth=0');
	await settle();
	assert.equal(await page.getAttribute('#tab-urls', 'aria-selected'), 'true');
});

test('other lines: delays, hours, preferences, licences, sitemaps', async () => {
	await example(3);
	await load({ selected: 0 });
	await tab('records');
	await shot('other-lines');
	const text = await page.textContent('#records');
	for (const words of [
		'train-ai = y',
		'2.5 seconds',
		'1 page in 600 seconds, from 13:00 to 16:59 UTC',
		'https://news.example/sitemap.xml',
		'https://news.example/license.xml',
		'ref&sid',
		'ai-train = no',
	])
		assert.ok(text.includes(words), words);
});

test('page tags say what the command says', async () => {
	await example(0);
	await tab('page');
	await shot('page-tags');
	const html =
		'<head><meta name="robots" content="noindex, max-snippet: 20, max-image-preview: large"><meta name=tdm-reservation content=1>';
	const header = 'X-Robots-Tag: noarchive, unavailable_after: 2027-01-01T00:00:00Z';
	await page.fill('#page-html', html);
	await page.fill('#page-headers', header);
	await settle();
	const theirs = JSON.parse(
		robotsc(['page', '--json', '-q', '--agent=ExampleBot', `--header=${header}`, '-'], html).split('\n')[0],
	);
	const ours = (await answers()).page;
	theirs.unavailable_after = Date.parse(theirs.unavailable_after) / 1000;
	for (const key of Object.keys(theirs)) assert.deepEqual(ours[key] ?? null, theirs[key], key);
	assert.match(await page.textContent('#page-result'), /noindex.*noarchive.*max-snippet: 20.*2027.*tdm-reservation: 1/s);
});

test('beside robots.txt the page says whether what a page says is ever read, as the command does', async () => {
	const text = 'User-agent: *\nDisallow: /cart\n\nUser-agent: Googlebot\nDisallow: /private/\nAllow: /private/press/\n';
	const html = '<head><title>Orders</title><meta name="robots" content="noindex">';
	const asked = [
		['Googlebot', 'google', 'https://shop.example/private/orders', html],
		['Googlebot', 'google', '/private/press/1', html],
		['Googlebot-Image', 'google', '/private/x', '<head><meta name="robots" content="noarchive">'],
		['bingbot', 'rfc9309', '/cart', '<head><title>Cart</title>'],
		['bingbot', 'rfc9309', '/tea', '<head><title>Tea</title>'],
		['bingbot', 'rfc9309', '/robots.txt', html],
	];
	for (const [agent, dialect, url, tags] of asked) {
		await load({ text, agent, dialect, urls: [url], selected: 0, tab: 'page', page: { html: tags, headers: '', example: false } });
		const names = agent === 'Googlebot-Image' ? `${agent},Googlebot` : agent;
		const options = [`--robots=${file(text)}`, `--url=${url}`, `--dialect=${dialect}`, `--agent=${names}`];
		const [theirs] = robotsc(['page', '-q', ...options, '-'], tags).split('the page says:');
		const ours = await page.locator('#page-both li').allTextContents();
		assert.equal(ours.map((line) => `${line}\n`).join(''), theirs, `${agent} ${url}`);
	}
	// AdsBot-Google ignores "*".
	await load({ text, agent: 'AdsBot-Google', dialect: 'google', urls: ['/cart'], selected: 0 });
	assert.deepEqual(await page.locator('#page-both li').allTextContents(), ['open: no rule matches', 'not indexed: noindex']);
	await load({ urls: ['shop.example/tea'] });
	assert.match(await page.textContent('#page-result'), /is no URL and no path\. Did you mean https:\/\/shop\.example\/tea\?/);
	await page.click('#page-result button');
	await settle();
	assert.equal((await state()).urls[0], 'https://shop.example/tea');
	assert.match(await page.textContent('#page-both'), /^open: no rule matches/);
});

test('a text is found in the editor, whose search is loaded late', async () => {
	await load({ text: 'User-agent: *\nDisallow: /cart\nDisallow: /checkout\n' });
	await page.click('#editor .cm-content');
	await page.keyboard.press('Control+f');
	await page.waitForSelector('#editor .cm-search');
	await page.keyboard.type('checkout');
	await page.keyboard.press('Enter');
	assert.equal(await page.evaluate(() => window.workbench.editor.view.state.selection.main.from), 'User-agent: *\nDisallow: /cart\nDisallow: /'.length);
	await page.keyboard.press('Escape');
	assert.equal(await page.locator('.cm-search').count(), 0);
});

test('no page had an error', noErrors);
