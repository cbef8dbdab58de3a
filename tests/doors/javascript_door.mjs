// javascript_door.mjs FOLDER - what the npm package says to the inputs of inputs.sh, by public call.
//
// Set: PACKAGE, the folder of the package.
//
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
const from = (name) => import(pathToFileURL(join(process.env.PACKAGE, 'esm', name)).href);
const robotsc = await from('index.js');
const { default: robotsParser } = await from('robots-parser.js');

const URL_ = 'https://shop.example/private/';
const octets = (name) => new Uint8Array(readFileSync(join(folder, name)));
const GOOD = octets('robots.txt');
const HTML = octets('html');
const policy = robotsc.compile(GOOD);
const robot = policy.agent('ExampleBot');
const parser = (text) => robotsParser('https://shop.example/robots.txt', new TextDecoder().decode(text));
const refused = (answer) => answer === false;

let said = 0;
console.warn = () => said++;

// Ask, and print what is said.  meant: whether the answer is the one that is meant; told: whether
// it says itself what the input is; contract: the documentation says that the call answers so.
function say(row, call, ask, { meant, told, contract } = {}) {
	said = 0;
	let kind = contract ? 'contract' : 'silent';
	try {
		const answer = ask();
		if (said) kind = 'warning';
		else if (told?.(answer)) kind = 'answer';
		else if (meant?.(answer)) kind = 'right';
	} catch (error) {
		if (error instanceof ReferenceError || /is not a function/.test(error.message)) throw error;
		kind = 'error';
	}
	process.stdout.write(`${row}\t${call}\t${kind}\n`);
}

function agents(row, agent) {
	say(row, 'agent', () => policy.agent(agent));
	say(row, 'agentForHeader', () => policy.agentForHeader(agent).allowed(URL_), {
		meant: refused,
		told: () => policy.agentForHeader(agent).token === '*',
	});
	say(row, 'compile(agents)', () => robotsc.compile(GOOD, { agents: [agent] }));
	say(row, 'explain', () => robotsc.explain(GOOD, URL_, { agent }));
	say(row, 'diff(agents)', () => robotsc.diff(GOOD, GOOD, { agents: [agent] }));
	say(row, 'verify(agents)', () => robotsc.verify(policy, GOOD, { agents: [agent] }));
	say(row, 'generate', () => robotsc.generate(GOOD, { agent }));
	say(row, 'page', () => robotsc.page({ html: HTML, agent }));
	say(row, 'robots-parser', () => parser(GOOD).isAllowed(URL_, agent), { meant: refused, contract: true });
}

function texts(row, text) {
	const meant = () => text.length === 0; // it allows everything
	const ofBlob = () => text.length === 0 || row === 'a blob';
	say(row, 'compile', () => robotsc.compile(text), { meant });
	say(row, 'Policy.content', () => robotsc.compile(text), { meant, told: ({ content }) => content !== 'text' });
	say(row, 'open', () => robotsc.open(text), { meant: ofBlob });
	say(row, 'explain', () => robotsc.explain(text, URL_, { agent: 'ExampleBot' }), { meant });
	say(row, 'lint', () => robotsc.lint(text), { meant, told: ({ findings }) => findings.length > 0 });
	say(row, 'diff', () => robotsc.diff(text, GOOD), { meant: ofBlob });
	say(row, 'verify', () => robotsc.verify(policy, text), { meant });
	say(row, 'generate', () => robotsc.generate(text, { agent: 'ExampleBot' }), { meant: ofBlob });
	say(row, 'robots-parser', () => parser(text), { meant, contract: true });
}

function urls(row, url, isPath) {
	const tells = { meant: refused };
	say(row, 'allowed', () => robot.allowed(url), tells);
	say(row, 'allowedMany', () => robot.allowedMany([url])[0], tells);
	say(row, 'usage', () => robot.usage(url).allowed, tells);
	say(row, 'explain', () => robotsc.explain(GOOD, url, { agent: 'ExampleBot' }).verdict === 'allow', tells);
	// undefined: it is of another origin.
	say(row, 'robots-parser', () => parser(GOOD).isAllowed(url, 'ExampleBot'), {
		meant: refused,
		told: (answer) => answer === undefined,
		contract: true,
	});
	if (isPath) return;
	say(row, 'urlProblem', () => robotsc.urlProblem(url), { told: Boolean });
	say(row, 'origin', () => robotsc.origin(url));
	say(row, 'robotsUrl', () => robotsc.robotsUrl(url));
}

function askRow(line) {
	const [kind, row, given] = line.split('\t');
	if (kind === 'agent') agents(row, given);
	else if (kind === 'text') texts(row, octets(given));
	else if (kind === 'page') say(row, 'page', () => robotsc.page({ html: octets(given) }));
	else if (kind === 'url' || kind === 'path') urls(row, given, kind === 'path');
	else if (kind === 'policy') {
		const stale = robotsc.open(octets(given)).agent('ExampleBot');
		say(row, 'allowed', () => stale.allowed(URL_), { contract: true });
	}
}

// The console is told once for each caller, so each row is asked in a process of its own.
const lines = readFileSync(join(folder, 'rows'), 'utf8').split('\n').slice(0, -1);
if (process.argv[3]) askRow(lines[process.argv[3]]);
else for (const i of lines.keys()) execFileSync(process.execPath, [process.argv[1], folder, i], { stdio: 'inherit' });
