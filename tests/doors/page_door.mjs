// page_door.mjs FOLDER - what the page says to the inputs of inputs.sh, in Chromium.
//
// Set: WEB, the folder of the page; TOOLS, where npm put playwright-core; CHROMIUM.
//
// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { WEB, TOOLS, CHROMIUM } = process.env;
const { chromium } = createRequire(join(TOOLS, 'package.json'))('playwright-core');
const folder = process.argv[2];
const URL_ = 'https://shop.example/private/';
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
const page = await browser.newPage();

// Until all questions are answered.
const settle = () =>
	page.waitForFunction(
		() => document.body.dataset.busy === 'no' && document.querySelector('#remarks-list > *'),
		null,
		{ timeout: 60000, polling: 10 },
	);

// Open the page with a text as one opens a file, a crawler and a URL, and return what stands there.
async function show(name, agent, url) {
	await page.goto(pathToFileURL(join(WEB, 'index.html')).href);
	await settle();
	const buffer = readFileSync(join(folder, name));
	await page.setInputFiles('#open-file', { name: 'robots.txt', mimeType: 'text/plain', buffer });
	await settle();
	await page.evaluate((urls) => window.workbench.load({ ...window.workbench.state, urls }), [url]);
	await settle();
	await page.fill('#agent', agent);
	await settle();
	return page.evaluate(() => ({
		text: document.body.innerText,
		remarks: document.querySelectorAll('#remarks-list li.error, #remarks-list li.warning').length,
		verdict: document.querySelector('#panel-urls tbody tr td.v.chosen')?.textContent ?? '',
	}));
}

const print = (row, call, kind) => process.stdout.write(`${row}\t${call}\t${kind}\n`);

const usual = await show('robots.txt', 'ExampleBot', URL_);
// Lines of a page that the usual one has not.
const more = ({ text }) => text.split('\n').filter((line) => !usual.text.includes(line)).join('\n');

// The class of what the page says to a text or a URL that ExampleBot may not fetch.
function kindOf(shown, name) {
	if (shown.remarks) return 'warning';
	if (/no URL/.test(more(shown))) return 'answer';
	return /blocked/.test(shown.verdict) || name === 'nothing' ? 'right' : 'silent';
}

// A note beside the field, or the summary, says how an agent is read.
function kindOfAgent(shown) {
	if (/header|without a name/.test(more(shown))) return 'answer';
	return /blocked/.test(shown.verdict) ? 'right' : 'silent';
}

// What the tab for META tags says that it does not say of a page.
async function tags(name) {
	const said = async (html) => {
		await page.click('#tab-page');
		await page.fill('#panel-page textarea', html);
		await settle();
		return page.innerText('#panel-page');
	};
	const usually = await said('<html><head><title>Shop</title></head></html>');
	return (await said(readFileSync(join(folder, name), 'utf8'))) === usually ? 'silent' : 'warning';
}

for (const line of readFileSync(join(folder, 'rows'), 'utf8').split('\n').slice(0, -1)) {
	const [kind, row, given] = line.split('\t');
	if (kind === 'agent') print(row, 'crawler', kindOfAgent(await show('robots.txt', given, URL_)));
	else if (kind === 'text') print(row, 'robots.txt', kindOf(await show(given, 'ExampleBot', URL_), given));
	else if (kind === 'url' || kind === 'path') print(row, 'URL', kindOf(await show('robots.txt', 'ExampleBot', given), ''));
	else if (kind === 'page') print(row, 'page', await tags(given));
}
await browser.close();
