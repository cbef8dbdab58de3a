// web_test.mjs - the page in Chromium, used as people use it.  web.sh runs it.
//
// Set: WEB, the folder of the page; TOOLS, where npm put playwright-core and axe-core; CHROMIUM;
// ROBOTSC, the command, whose answers the page must give; SHOTS, where pictures go, or nothing.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { deflateRawSync, gzipSync } from 'node:zlib';

const { WEB, TOOLS, CHROMIUM, ROBOTSC, SHOTS } = process.env;
const require = createRequire(join(TOOLS, 'package.json'));
const { chromium } = require('playwright-core');
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const PAGE = pathToFileURL(join(WEB, 'index.html')).href;
const DIALECTS = ['rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2'];
const tmp = mkdtempSync(join(tmpdir(), 'web-'));

let browser, context, page;
const problems = []; // errors of any page

before(async () => {
	browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
	context = await browser.newContext({
		viewport: { width: 1440, height: 900 },
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	page = await open();
});

after(async () => {
	await browser?.close();
	rmSync(tmp, { recursive: true });
});

async function open(url = PAGE, of = context) {
	const opened = await of.newPage();
	opened.on('pageerror', (error) => problems.push(error.message));
	opened.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
	await opened.goto(url);
	await settle(opened);
	return opened;
}

// How much slower than the machine of the bounds this one is now; not below 1.  The loop took 40 ms there.
async function slowness(of = page) {
	const times = await of.evaluate(() =>
		Array.from({ length: 5 }, () => {
			const since = performance.now();
			let x = 1;
			for (let i = 0; i < 2e7; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
			window.kept = x;
			return performance.now() - since;
		}),
	);
	return Math.max(1, times.reduce((sum, ms) => sum + ms, 0) / times.length / 40);
}

const startTracing = () =>
	browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });

// What each task of the main thread took, the longest first, and what the page took in all, with its
// workers: in milliseconds of the processor, since other programs may be running.
async function stopTracing() {
	const { traceEvents } = JSON.parse(await browser.stopTracing());
	const threads = new Map(
		traceEvents.filter((e) => e.name === 'thread_name').map((e) => [`${e.pid} ${e.tid}`, e.args.name]),
	);
	const took = (name, thread) =>
		traceEvents
			.filter((e) => e.name === name && e.tdur >= 0 && thread.test(threads.get(`${e.pid} ${e.tid}`)))
			.map((e) => e.tdur / 1000);
	const all = took('ThreadControllerImpl::RunTask', /^(CrRendererMain|DedicatedWorker)/);
	return {
		tasks: took('RunTask', /^CrRendererMain$/).sort((x, y) => y - x),
		all: all.reduce((sum, ms) => sum + ms, 0),
	};
}

// Until all questions are answered.
async function settle(of = page) {
	await of.waitForFunction(
		() => document.body.dataset.busy === 'no' && document.querySelector('#remarks-list > *'),
		null,
		{ timeout: 20000, polling: 10 },
	);
}

// Run robotsc; its exit status does not matter.
function robotsc(args, input) {
	try {
		return execFileSync(ROBOTSC, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'], maxBuffer: 1 << 26 });
	} catch (error) {
		if (error.status === 1) return error.stdout;
		throw error;
	}
}

function file(octets, name = 'robots.txt') {
	writeFileSync(join(tmp, name), octets);
	return join(tmp, name);
}

const state = (of = page) => of.evaluate(() => structuredClone(window.workbench.state));
const answers = (of = page) => of.evaluate(() => window.workbench.answers);
const load = async (changes, of = page) => {
	await of.evaluate((more) => window.workbench.load({ ...window.workbench.state, ...more }), changes);
	await settle(of);
};
const tab = async (name) => {
	await page.click(`#tab-${name}`);
	await settle();
};
const example = async (number) => {
	await page.selectOption('#examples', String(number));
	await settle();
};
async function shot(name, of = page) {
	if (!SHOTS) return;
	await of.mouse.move(700, 890);
	const session = await of.context().newCDPSession(of);
	const { data } = await session.send('Page.captureScreenshot', {
		format: 'webp',
		quality: 45,
		clip: { x: 0, y: 0, ...of.viewportSize(), scale: 0.72 },
	});
	writeFileSync(join(SHOTS, `${name}.webp`), data, 'base64');
}

// Type at the end of the editor's text.
async function typeAtEnd(text) {
	await page.click('#editor .cm-content');
	await page.keyboard.press('Control+End');
	await page.keyboard.type(text);
	await settle();
}

// What the exported shell script prints, in a folder of its own.
async function runExport() {
	const script = await exported('shell');
	const folder = mkdtempSync(join(tmp, 'shell-'));
	writeFileSync(join(folder, 'robotsc'), `#!/bin/sh\nexec '${ROBOTSC}' "$@"\n`, { mode: 0o755 });
	try {
		return execFileSync('sh', ['-c', script], {
			cwd: folder,
			encoding: 'utf8',
			stdio: ['pipe', 'pipe', 'ignore'],
			env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
		});
	} catch (error) {
		return error.stdout;
	}
}

async function exported(format) {
	await page.click('#export');
	await page.click(`[data-export=${format}]`);
	await page.waitForSelector('#text-dialog[open]');
	const text = await page.inputValue('#text-content');
	await page.click('#text-dialog button:has-text("Close")');
	return text;
}

test('the first load is small, asks nobody else, and leaves the graph drawer for later', async () => {
	const size = ['index.html', 'page.css', 'page.js'].reduce(
		(sum, name) => sum + gzipSync(readFileSync(join(WEB, name)), { level: 9 }).length,
		0,
	);
	console.log(`first load: ${size} octets gzipped`);
	assert.ok(size < 250000, `${size} octets`);
	const requests = [];
	const fresh = await context.newPage();
	fresh.on('request', (request) => requests.push(request.url()));
	await fresh.goto(PAGE);
	await settle(fresh);
	const others = requests.filter(
		(url) => !url.startsWith('file:') && !url.startsWith('data:') && !url.startsWith('blob:'),
	);
	assert.deepEqual(others, []);
	assert.ok(!requests.some((url) => url.includes('graph.js')));
	const sent = await fresh.evaluate(() =>
		fetch('https://example.com/').then(
			() => 'sent',
			() => 'refused',
		),
	);
	assert.equal(sent, 'refused');
	await fresh.close();
});

test('it is ready in less than a second', async () => {
	const times = [];
	for (let i = 0; i < 8 && Math.min(...times) > 900; i++) {
		const fresh = await context.newPage();
		await fresh.addInitScript(() => {
			new MutationObserver(() => {
				if (!window.readyAt && document.querySelector('td.v .verdict'))
					window.readyAt = performance.now();
			}).observe(document, { childList: true, subtree: true });
		});
		await fresh.goto(PAGE);
		await fresh.waitForFunction(() => window.readyAt);
		times.push((await fresh.evaluate(() => window.readyAt)) / (await slowness(fresh)));
		await fresh.close();
	}
	console.log(`ready after ${Math.round(Math.min(...times))} ms of an idle machine`);
	assert.ok(Math.min(...times) < 1000, `${times}`);
});

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
	await page.click(`${first} input`);
	await settle();
	assert.equal(await page.textContent('.cm-line-deciding'), 'Disallow: /$');
	assert.match(await page.textContent('#why'), /Blocked.*“OtherBot”.*Disallow: \/\$/s);
	await page.click(`${first} td.decides button`);
	assert.equal(await page.evaluate(() => document.activeElement.className.includes('cm-content')), true);
	assert.equal(await page.locator('tr.by-line').count(), 1);
	assert.equal(await page.textContent('.count'), '1');
	// Undo takes it back.
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
	await page.locator('#panel-urls tbody tr:nth-child(2) input').focus();
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

// Where the hint says what to write.
const FIXED = `allow-empty blank-ends-record bom bom-inside conflicting-rules dead-rule duplicate-rule field-typo group-empty
	hash-cuts license-in-group misspelt-field missing-colon never-matches no-group other-label redundant-rule
	redundant-together repeated signal-case star-at-end star-repeated stray-percent unescaped usage-value`
	.split(/\s+/)
	.sort();

test('lint underlines, dims, and its fixes do what hints say', async () => {
	await example(2);
	await shot('remarks');
	assert.ok((await page.locator('.cm-lintRange-error').count()) > 0);
	assert.ok((await page.locator('.cm-lintRange-warning').count()) > 0);
	const dimmed = await page.locator('.cm-line-idle').allTextContents();
	assert.ok(dimmed.includes('Disallow: /early') && dimmed.includes('Disallow: images/'), dimmed.join());
	await page.hover('.cm-lintRange-error >> nth=0');
	await page.waitForSelector('.cm-tooltip .cm-diagnosticAction');
	await page.click('.cm-tooltip .cm-diagnosticAction >> nth=0');
	await settle();
	assert.notEqual(await page.locator('#remarks li').first().textContent(), null);
	// Every kind of finding that docs/lint.md shows: where there is a fix, the finding goes.
	const fixed = new Set();
	const pages = readFileSync('docs/lint.md', 'utf8').split(/^### /m).slice(1);
	for (const part of pages) {
		const id = part.split('\n')[0];
		const command = /^\$ (printf .*?) \| robotsc lint(?: --dialect=(\w+))? - \|/m.exec(part);
		if (!command) continue;
		const octets = execFileSync('sh', ['-c', command[1]]);
		await load({
			...(await page.evaluate((list) => window.workbench.decode(new Uint8Array(list)), [...octets])),
			dialect: command[2] ?? 'rfc9309',
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

test('the table of crawlers is that of the command', async () => {
	const { crawlers } = JSON.parse(robotsc(['crawlers', '--format=json']));
	const agents = await page.evaluate(() => window.workbench.agents);
	assert.ok(crawlers.length >= 30);
	assert.equal(agents.length, crawlers.length);
	agents.forEach((a, i) => {
		const { token, maker, purpose, groups, dialect, note, source, read } = crawlers[i];
		const all = [a.token, ...(a.obeys ? [a.obeys] : []), ...(a.ignoresStar ? [] : ['*'])];
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
			// The head of a state, and nothing else in it, has the highest bit.
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

test('a copied link opens the same page elsewhere; a bad one opens the example', async () => {
	await example(4);
	await load({
		agent: 'Bot“<b>',
		urls: ['/caf\u00e9', '/shop'],
		selected: 1,
		dialect: 'koster1996',
		tab: 'compare',
		compare: { what: 'dialect', text: 'x', dialect: 'google', all: false, usual: false },
	});
	await page.click('#share');
	await page.waitForSelector('#said.shown');
	const link = await page.evaluate(() => navigator.clipboard.readText());
	const other = await open(link, await browser.newContext());
	const [mine, theirs] = [await state(), await state(other)];
	assert.deepEqual(theirs, mine);
	assert.equal(await other.getAttribute('#tab-compare', 'aria-selected'), 'true');
	await other.close();
	const large = Buffer.concat([Buffer.from('{"text":"'), Buffer.alloc(20e6, 65), Buffer.from('","agent":"x"}')]);
	for (const bad of ['#1-AAAA', '#nothing', linkOf('"text"'), linkOf('[1]'), linkOf('null'), linkOf(large)]) {
		const opened = await open(PAGE + bad);
		assert.equal((await state(opened)).agent, 'ExampleBot');
		await opened.close();
	}
});

const linkOf = (text) => `#1-${deflateRawSync(text).toString('base64url')}`;

test('a hostile link breaks nothing: names of no tab, texts that are markup, lines in a URL', async () => {
	const markup = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
	const links = [
		{ tab: '__proto__', selected: -5, urls: [] },
		{ tab: 'constructor', selected: 0.5, dialect: 'nope', encoding: 'utf-7' },
		{ tab: 'compare', compare: { what: 'nope', dialect: '__proto__', text: 'x' } },
		{ text: 5, urls: [1, {}, null], selected: 1e9, agent: [], compare: null, page: 'x' },
		{
			text: `User-agent: ${markup}\nDisallow: /${markup}\nSitemap: javascript:alert(1)\nLicense: javascript:alert(2)\n${markup}: x`,
			agent: markup,
			urls: [`/${markup}`],
			page: { html: markup, headers: `${markup}: ${markup}` },
			compare: { text: `User-agent: ${markup}\nAllow: /${markup}` },
		},
	];
	for (const link of links) {
		const opened = await open(PAGE + linkOf(JSON.stringify(link)));
		for (const name of ['crawlers', 'compare', 'machine', 'records', 'page', 'urls']) {
			await opened.click(`#tab-${name}`);
			await settle(opened);
		}
		assert.equal(await opened.evaluate(() => document.querySelectorAll('img:not(.cm-widgetBuffer), script:not([src]), a[href^=javascript]').length), 0);
		assert.notEqual(await opened.textContent('#summary'), '');
		assert.notEqual(await opened.inputValue('#dialect'), '');
		await opened.close();
	}
	const lines = linkOf(JSON.stringify({ agent: 'a\nb', urls: ['/x\nEND_OF_URLS\nexit 9'] }));
	const opened = await open(PAGE + lines);
	assert.deepEqual([(await state(opened)).agent, (await state(opened)).urls], ['ab', ['/xEND_OF_URLSexit 9']]);
	await opened.close();
});

test('the exported shell command runs nothing of what it asks about', async () => {
	const urls = ["/a'b", '/$(touch pwned)', '`touch pwned`', 'END_OF_URLS', 'touch pwned', '-', '--help', '%s\\n', '/a b'];
	await load({ text: 'User-agent: *\nDisallow: /$(touch pwned)`\nEND_OF_ROBOTS\ntouch pwned\n', urls, agent: "--help'; touch pwned '" });
	// The command refuses such a robot, and does not run it; then it takes an ordinary one.
	assert.doesNotMatch(await runExport(), new RegExp(`^ *(${DIALECTS.join('|')}) `, 'm'));
	await load({ urls, agent: 'ExampleBot' });
	const printed = await runExport();
	const list = printed.split('\n').filter((line) => !line.startsWith(' '));
	assert.deepEqual(list.slice(0, urls.length), urls);
	await load({ urls: [''] });
	assert.match(await runExport(), /^robots\.txt:/);
	await example(0);
});

test('a dropped file is read, and one that is not UTF-8 stays what it is', async () => {
	const octets = Buffer.concat([
		Buffer.from('User-agent: *\r\nDisallow: /caf'),
		Buffer.from([0xe9]),
		Buffer.from('\r\n'),
	]);
	await page.evaluate(
		(list) => {
			const data = new DataTransfer();
			data.items.add(new File([new Uint8Array(list)], 'robots.txt'));
			for (const type of ['dragenter', 'dragover', 'drop'])
				document.querySelector('#editor').dispatchEvent(
					new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }),
				);
		},
		[...octets],
	);
	await settle();
	assert.equal((await state()).encoding, 'latin-1');
	assert.match(await page.textContent('#facts'), /not UTF-8/);
	await load({ agent: 'ExampleBot', urls: ['/caf%E9', '/caf%C3%A9'], selected: 0, dialect: 'rfc9309', tab: 'urls' });
	const json = JSON.parse(await exported('json'));
	assert.deepEqual(
		json.urls.map((u) => u.verdicts.rfc9309),
		['disallow', 'allow'],
	);
	assert.ok(json.findings.some((f) => f.id === 'not-utf8'));
	assert.match(await runExport(), /rfc9309 +disallow +line 2/);
});

test('everything can be reached with the keyboard', async () => {
	await example(0);
	await page.keyboard.press('Alt+3');
	assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-compare');
	await page.keyboard.press('ArrowRight');
	assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-machine');
	await page.keyboard.press('Home');
	assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-urls');
	await page.keyboard.press('Alt+e');
	assert.equal(await page.evaluate(() => document.activeElement.className.includes('cm-content')), true);
	await page.keyboard.press('Tab');
	assert.equal(await page.evaluate(() => document.activeElement.closest('#editor')), null);
	await page.keyboard.press('Alt+u');
	assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'URL 1');
	await page.focus('#export');
	await page.keyboard.press('Enter');
	await page.keyboard.press('ArrowDown');
	assert.equal(await page.evaluate(() => document.activeElement.dataset.export), 'csv');
	await page.keyboard.press('Escape');
	assert.equal(await page.evaluate(() => document.activeElement.id), 'export');
	await page.keyboard.press('?');
	assert.equal(await page.evaluate(() => document.getElementById('help-dialog').open), true);
	await page.keyboard.press('Escape');
	assert.equal(await page.evaluate(() => document.getElementById('help-dialog').open), false);
});

async function axe() {
	if (!(await page.evaluate(() => window.axe))) await page.evaluate(AXE);
	return page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
}

test('axe-core finds nothing serious, light and dark, wide and narrow', async () => {
	await example(2);
	const found = [];
	const all = ['urls', 'crawlers', 'compare', 'machine', 'records', 'page'];
	for (const [theme, width, names] of [
		['light', 1440, all],
		['dark', 1440, ['urls', 'machine']],
		['dark', 390, all],
	]) {
		await page.setViewportSize({ width, height: 844 });
		await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
		for (const name of names) {
			await tab(name);
			if (name === 'machine') await page.waitForSelector('#graph svg');
			// What only a few tabs have differently is looked at there alone.
			const { violations } = width > 400 || name === 'urls' ? await axe() : { violations: [] };
			for (const v of violations)
				if (v.impact === 'serious' || v.impact === 'critical')
					found.push(
						`${theme} ${width} ${name}: ${v.id}: ${v.nodes
							.map((n) => `${n.target} ${n.any[0]?.message ?? ''}`)
							.slice(0, 3)
							.join('; ')}`,
					);
			const wide = await page.evaluate(() => document.scrollingElement.scrollWidth - innerWidth);
			if (wide > 0) found.push(`${name} at ${width}: ${wide} pixels too wide`);
			await shot(`${name}-${theme}-${width}`);
		}
	}
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
	assert.deepEqual(found, []);
});

test('nothing moves for those who ask for that; dark follows the system and the button', async () => {
	const still = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'dark' });
	const other = await open(PAGE, still);
	assert.equal(await other.evaluate(() => document.documentElement.dataset.theme), 'dark');
	assert.match(await other.evaluate(() => getComputedStyle(document.getElementById('said')).transitionDuration), /^0s/);
	await other.click('#theme');
	assert.equal(await other.evaluate(() => document.documentElement.dataset.theme), 'light');
	await other.reload();
	await settle(other);
	assert.equal(await other.evaluate(() => document.documentElement.dataset.theme), 'light');
	await still.close();
});

test('where the system chooses colours, the deciding line and the open tab stand out; 320 pixels suffice', async () => {
	const system = await open(PAGE, await browser.newContext({ forcedColors: 'active' }));
	const style = (selector, name) =>
		system.evaluate(([s, n]) => getComputedStyle(document.querySelector(s))[n], [selector, name]);
	assert.equal(await style('.cm-line-deciding', 'outlineStyle'), 'solid');
	assert.notEqual(
		await style('[role=tab][aria-selected=true]', 'borderBottomColor'),
		await style('[role=tab][aria-selected=false]', 'borderBottomColor'),
	);
	await system.context().close();
	const narrow = await open(PAGE, await browser.newContext({ viewport: { width: 320, height: 700 } }));
	const boxes = await narrow.evaluate(() =>
		[...document.querySelectorAll('.urls th.v button'), document.querySelector('#examples')].map((e) => {
			const { left, right } = e.getBoundingClientRect();
			return [left, right];
		}),
	);
	for (let i = 1; i < boxes.length - 1; i++) assert.ok(boxes[i][0] >= boxes[i - 1][1] - 1, `head ${i}: ${boxes.join(' ')}`);
	assert.ok(boxes.at(-1)[1] <= 320 - 10, `examples: ${boxes.at(-1)}`);
	await narrow.context().close();
});

// 490 URLs, and rules of three kinds.
function manyUrls() {
	const rules = Array.from({ length: 9000 }, (_, i) =>
		i % 3 ? `Disallow: /dir${i}/page*.html` : `Allow: /shop/*item${i}$`,
	);
	const urls = Array.from({ length: 490 }, (_, i) => `https://shop.example/dir${i * 18 + 1}/page${i}.html?x=${i}`);
	return { text: `User-agent: *\n${rules.join('\n')}\n`, urls };
}

// Until each URL has its line in the chosen dialect, and all rows show it.
async function lines(act, expected) {
	const since = Date.now();
	await act();
	await page.waitForFunction(
		([count, last]) => {
			const cells = document.querySelectorAll('#panel-urls tbody td.decides');
			return cells.length === count && cells[count - 1].textContent === last;
		},
		expected,
		{ timeout: 60000, polling: 20 },
	);
	return Date.now() - since;
}

test('490 URLs with 9,000 rules are answered at once, and the page stays responsive', async () => {
	await example(0);
	const { text, urls } = manyUrls();
	const before = await slowness();
	await startTracing();
	const asked = { text, urls, agent: 'ExampleBot', dialect: 'rfc9309', selected: 0, tab: 'urls' };
	const took = [
		await lines(
			() => page.evaluate((more) => window.workbench.load({ ...window.workbench.state, ...more }), asked),
			[490, 'line 8805'],
		),
		await lines(
			() => page.evaluate(() => window.workbench.editor.edit({ from: 0, to: 0, insert: '# 1\n' })),
			[490, 'line 8806'],
		),
		await lines(() => page.click('.urls th:nth-child(4) button'), [490, 'no rule']),
	];
	const { tasks, all: processor } = await stopTracing();
	const slow = Math.max(before, await slowness());
	console.log(
		`490 URLs: lines after ${took.join(', ')} ms, ${Math.round(processor)} ms of the processor; ` +
			`longest tasks ${tasks.slice(0, 4).map(Math.round)} ms, ${slow.toFixed(1)} times slower`,
	);
	assert.ok(tasks.length > 50 && tasks[0] < 100 * slow, `a task took ${tasks[0]} ms, ${slow} times slower`);
	assert.ok(processor > 100 && processor < took.length * 2000 * slow, `${processor} ms, ${slow} times slower`);
	await page.click('.urls th:nth-child(2) button');
	await settle();
	// The lines are those of the command, and so are those of all dialects in an export.
	const json = JSON.parse(await exported('json'));
	const path = file((await state()).text);
	for (const dialect of DIALECTS) {
		const printed = robotsc(['explain', '--json', `--dialect=${dialect}`, path, 'ExampleBot', urls[7], urls[489]]);
		const theirs = printed.trim().split('\n').map((answer) => JSON.parse(answer).deciding);
		assert.deepEqual([json.urls[7], json.urls[489]].map((u) => u.lines[dialect] ?? 0), theirs, dialect);
	}
	await example(0);
});

test('500 KiB of hostile text keeps the page responsive', async () => {
	await example(0);
	let hostile = 'User-agent: *\n';
	for (let i = 0; hostile.length < 500 * 1024; i++)
		hostile += `Disallow: /*${'ab'.repeat(i % 7)}*${i.toString(36)}*a*b*c*${i % 13}$\n`;
	await startTracing();
	const since = Date.now();
	await page.evaluate((text) => navigator.clipboard.writeText(text), hostile);
	await page.click('#editor .cm-content');
	await page.keyboard.press('Control+a');
	await page.keyboard.press('Control+v');
	for (const key of 'Disallow: /x') {
		await page.keyboard.type(key);
		await page.waitForTimeout(150);
	}
	const typed = await page.evaluate(() => window.workbench.editor.text.endsWith('Disallow: /x'));
	assert.ok(typed);
	await page.waitForFunction(
		() =>
			window.workbench.answers.check?.verdicts.length === 7 &&
			/KB|500/.test(document.getElementById('facts').textContent),
		null,
		{ timeout: 20000 },
	);
	const took = Date.now() - since;
	const cancelled = await page.evaluate(() => window.workbench.client.cancelled);
	// A short text again: its answer does not wait for the long one's.
	const again = Date.now();
	await page.evaluate(() =>
		window.workbench.editor.edit({
			from: 0,
			to: window.workbench.editor.text.length,
			insert: 'User-agent: *\nDisallow: /\n',
		}),
	);
	await page.waitForFunction(() => /may fetch 0 of 7/.test(document.getElementById('summary').textContent), null, {
		timeout: 10000,
	});
	const short = Date.now() - again;
	const slow = await slowness();
	const { tasks } = await stopTracing();
	console.log(
		`hostile: longest tasks ${tasks.slice(0, 4).map(Math.round)} ms, verdicts after ${took} ms, ` +
			`workers ended ${cancelled}, short text after ${short} ms`,
	);
	assert.ok(tasks.length > 100 && tasks[0] < 200 * slow, `a task took ${tasks[0]} ms, ${slow} times slower`);
	assert.ok(short < 4000 * slow, `${short} ms, ${slow} times slower`);
	assert.ok(cancelled > 0);
	await settle();
});

test('no page had an error', () => {
	const expected = /Refused to connect|Content Security Policy/; // the first test tries that
	assert.deepEqual(
		problems.filter((text) => !expected.test(text)),
		[],
	);
});
