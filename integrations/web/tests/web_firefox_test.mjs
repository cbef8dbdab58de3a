// web_firefox_test.mjs - the page in Firefox: answers, and loading other scripts.  web.sh runs it.
// Set: FIREFOX, the command; WEB, the folder of the page; SHOTS, where pictures go, or nothing.
//
// Firefox is driven by Marionette, its own protocol: [type, number, command, values] as JSON, with
// the length in front.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const { FIREFOX, WEB, SHOTS } = process.env;
const PAGE = pathToFileURL(join(WEB, 'index.html')).href;
const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
const PORT = join(profile, 'MarionetteActivePort');

let firefox, socket;
let number = 0;
const waiting = new Map(); // number of a command -> what takes its answer

function receive() {
	let rest = Buffer.alloc(0);
	return (piece) => {
		rest = Buffer.concat([rest, piece]);
		for (;;) {
			const colon = rest.indexOf(':');
			const end = colon + 1 + Number(rest.subarray(0, Math.max(0, colon)));
			if (colon < 0 || rest.length < end) return;
			const message = JSON.parse(rest.subarray(colon + 1, end));
			rest = rest.subarray(end);
			if (Array.isArray(message)) waiting.get(message[1])(message);
		}
	};
}

async function command(name, values = {}) {
	const message = Buffer.from(JSON.stringify([0, ++number, name, values]));
	socket.write(`${message.length}:${message}`);
	const [, , error, result] = await new Promise((resolve) => waiting.set(number, resolve));
	if (error) throw new Error(`${name}: ${error.message}`);
	return result?.value ?? result;
}

const run = (script, ...args) => command('WebDriver:ExecuteScript', { script, args });
const text = (selector) => run('return document.querySelector(arguments[0]).textContent', selector);

async function until(script, ...args) {
	for (let i = 0; i < 1200; i++) {
		if (await run(`return ${script}`, ...args)) return;
		await sleep(50);
	}
	assert.fail(`${script} ${args}`);
}

const settle = () => until('document.body.dataset.busy === "no" && !!document.querySelector("#remarks-list > *")');

async function tab(name) {
	await run('document.getElementById(`tab-${arguments[0]}`).click()', name);
	await settle();
}

async function shot(name) {
	if (SHOTS) writeFileSync(join(SHOTS, `firefox-${name}.png`), await command('WebDriver:TakeScreenshot', { full: false }), 'base64');
}

before(async () => {
	writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\nuser_pref("ui.systemUsesDarkTheme", 0);\n');
	firefox = spawn(FIREFOX, ['--headless', '--marionette', '--no-remote', '--profile', profile], { stdio: 'ignore' });
	for (let i = 0; i < 1200 && !existsSync(PORT); i++) await sleep(50);
	await sleep(200);
	socket = connect(Number(readFileSync(PORT, 'utf8')), '127.0.0.1');
	socket.on('data', receive());
	await command('WebDriver:NewSession', {});
	await command('WebDriver:SetWindowRect', { width: 1440, height: 960 });
});

after(async () => {
	socket?.destroy();
	const ended = firefox && new Promise((resolve) => firefox.once('exit', resolve));
	firefox?.kill();
	await ended;
	rmSync(profile, { recursive: true, force: true });
});

test('Firefox answers for a text in the address', async () => {
	const file = encodeURIComponent('User-agent: *\nDisallow: /cart\n\nUser-agent: Googlebot\nDisallow: /private/\n');
	await command('WebDriver:Navigate', { url: `${PAGE}#text=${file}&agent=Googlebot&url=/cart` });
	await settle();
	assert.match(await text('#answer'), /Yes Googlebot may fetch \/cart\..*line 4, so line 2, which is for all others, does not hold/);
	assert.match(await text('#panel-summary'), /No crawler of search is shut out/);
	await shot('summary');
});

test('each tab of it opens in Firefox, light and dark', async () => {
	const names = await run('return Object.keys(window.workbench.views)');
	assert.ok(names.length >= 9, names.join());
	for (const theme of ['light', 'dark']) {
		await run('document.documentElement.dataset.theme = arguments[0]', theme);
		for (const name of names) {
			await tab(name);
			if (name === 'machine') await until('!!document.querySelector("#graph svg")');
			assert.notEqual((await text(`#panel-${name}`)).trim(), '', name);
			assert.ok((await run('return document.scrollingElement.scrollWidth - innerWidth')) <= 0, `${name} is too wide`);
			await shot(`${name}-${theme}`);
		}
	}
});

test('a switch writes into the file in Firefox', async () => {
	await tab('make');
	await run('document.querySelector("[data-token=GPTBot]").click()');
	await settle();
	assert.match(await run('return window.workbench.state.text'), /User-agent: GPTBot\nDisallow: \/\n$/);
	assert.match(await text('#make-proof'), /GPTBot.*closed for instance \/.*Proved For all others nothing changes/s);
});

test('the size of a phone suffices in Firefox', async () => {
	await command('WebDriver:SetWindowRect', { width: 450, height: 800 });
	for (const name of ['summary', 'urls', 'make', 'list']) {
		await tab(name);
		assert.ok((await run('return document.scrollingElement.scrollWidth - innerWidth')) <= 0, `${name} is too wide`);
		await shot(`${name}-phone`);
	}
});
