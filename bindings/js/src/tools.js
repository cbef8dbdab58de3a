// tools.js - the compiler, and questions about texts.
//
// Nothing of a call stays in the WebAssembly instance, so an instance that has grown is dropped.
//
// SPDX-License-Identifier: Apache-2.0
import { errorOf, RobotscError } from './errors.js';
import { printable, printDecision, printDiff, printExplanation, printLint, printPage, printVerification } from './print.js';
import { adopt, Agent, octetsOf, Policy, toOctets } from './reader.js';
import { toolsModule } from './tools.wasm.js';

const KEPT = 16 << 20; // octets of memory with which an instance is kept
const FLAG = {
	strictFields: 1, conner2RestDeny: 2, extensions: 4, aiprefRule: 8, changes: 16, usual: 32, body: 64, robotsTag: 128,
	empty: 256, siteUp: 512, allow429: 1024, cached: 2048, refused: 4096, a: 8192, b: 16384,
};
const BUDGET = 100000000, STEPS = 40000000;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
let kept = null;

function memory(wasm) {
	return new Uint8Array(wasm.memory.buffer);
}

/** Copies the answer out of the instance. */
function answer(wasm) {
	const at = wasm.answer_at();
	return memory(wasm).slice(at, at + wasm.answer_length());
}

function give(wasm, texts) {
	wasm.begin();
	for (const octets of texts) {
		const at = wasm.add_text(octets.length);
		if (!at)
			throw raise(wasm, 1);
		memory(wasm).set(octets, at);
	}
}

function raise(wasm, status) {
	wasm.begin();
	wasm.status_text(status);
	return errorOf(status, decoder.decode(answer(wasm)));
}

/** Asks an export about texts; returns the octets of the answer. */
function ask(name, texts, ...numbers) {
	const wasm = kept ?? new WebAssembly.Instance(toolsModule(), {}).exports;
	kept = null; // an instance that has trapped is not used again
	const all = texts.map((value) => toOctets(value, 'a text'));
	give(wasm, all);
	const status = wasm[name](...numbers);
	const result = status ? raise(wasm, status) : answer(wasm);
	wasm.begin();
	if (wasm.memory.buffer.byteLength <= KEPT)
		kept = wasm;
	if (status)
		throw result;
	return result;
}

const askText = (...question) => decoder.decode(ask(...question));
/** For this package and the page. */
export const askJson = (...question) => JSON.parse(askText(...question));

function flags(options, ...names) {
	return names.reduce((all, name) => options[name] ? all | FLAG[name] : all, 0);
}

const readFlags = (options) => flags(options, 'strictFields', 'conner2RestDeny', 'aiprefRule');

/** The product tokens of a robot: one, or several in order of preference. */
function tokensOf(agent) {
	return agent === undefined || agent === null ? [] : Array.isArray(agent) ? agent : [agent];
}

const dialectOf = (options) => options.dialect ?? 'rfc9309';

/** Compiles a robots.txt into a policy. */
export function compile(text, options = {}) {
	const { agents, extensions = true } = options;
	if (agents !== undefined && (typeof agents === 'string' || agents instanceof Uint8Array))
		throw new TypeError('agents must be a list of product tokens, not one');
	const tokens = agents === undefined ? [] : [...agents];
	if (agents !== undefined && tokens.length === 0)
		throw new RangeError('agents is empty; leave it out to compile for all robots');
	const blob = ask('compile', [dialectOf(options), toOctets(text, 'the text'), ...tokens],
		readFlags(options) | (extensions ? FLAG.extensions : 0));
	return adopt(blob, true);
}

/** Which lines decide about a URL, and what would change the verdict. */
export function explain(text, url, options = {}) {
	const { changes = true } = options;
	const texts = [dialectOf(options), toOctets(text, 'the text'), toOctets(url, 'a URL'), ...tokensOf(options.agent)];
	return printable(askJson('explain', texts, readFlags(options) | (changes ? FLAG.changes : 0)), printExplanation);
}

/** Mistakes and surprises in a robots.txt. */
export function lint(text, options = {}) {
	const octets = toOctets(text, 'the text');
	const found = askJson('lint', [dialectOf(options), octets], readFlags(options), options.steps ?? STEPS);
	return printable(found, () => printLint(found, octets, options));
}

/** A side of a comparison: its dialect and its octets. */
function side(value, dialect) {
	return value instanceof Policy ? ['rfc9309', octetsOf(value)] : [dialect, toOctets(value, 'a side')];
}

function compare(a, b, dialects, options, most) {
	const which = (a instanceof Policy ? FLAG.a : 0) | (b instanceof Policy ? FLAG.b : 0);
	return askJson('compare', [...side(a, dialects[0]), ...side(b, dialects[1]), ...tokensOf(options.agents)],
		readFlags(options) | flags(options, 'usual') | which, options.budget ?? BUDGET, most);
}

/** The answer for all robots together. */
function overall(results) {
	const answers = results.map((result) => result.answer);
	return answers.includes('different') ? 'different' : answers.includes('unknown') ? 'unknown' : 'same';
}

/** What a robot may fetch by b and not by a, and the other way round, proved over all paths. */
export function diff(a, b, options = {}) {
	const dialects = Array.isArray(options.dialect) ? options.dialect : [dialectOf(options), dialectOf(options)];
	const { most = 3 } = options, found = compare(a, b, dialects, options, most);
	for (const result of found.results) {
		const without = ({ allowed, ...example }) => example;
		result.newly_disallowed = result.examples.filter((example) => !example.allowed).map(without);
		result.newly_allowed = result.examples.filter((example) => example.allowed).map(without);
		delete result.examples;
	}
	const print = { ...options, most, blobs: [a instanceof Policy, b instanceof Policy] };
	return printable({ ...found, answer: overall(found.results) }, (all) => printDiff(all, print));
}

/** Proves that a policy gives every path the verdict of its robots.txt. */
export function verify(policy, text, options = {}) {
	if (!(policy instanceof Policy))
		throw new TypeError('verify takes a policy and its text');
	const dialect = options.dialect ?? policy.dialect;
	const { results } = compare(text, policy, [dialect, dialect], options, 1);
	const all = results.map(({ agents, others, answer: found, states, examples: [example] }) =>
		({ agents, others, answer: found, states, path: example?.path ?? null, allowed: example?.allowed ?? null }));
	return printable({ proved: all.every((result) => result.answer === 'same'), results: all },
		(found) => printVerification(found, dialect === 'google'));
}

/** Paths that show what a robot may fetch. */
export function generate(of, options = {}) {
	const verdicts = options.allowed === undefined ? 3 : options.allowed ? 2 : 1;
	return askJson('generate', [...side(of, dialectOf(options)), ...tokensOf(options.agent)],
		readFlags(options) | (of instanceof Policy ? FLAG.a : 0), options.budget ?? BUDGET, options.count ?? 100, verdicts,
		options.seed ?? -1);
}

/** The automata of a robot as a graph, in the language of Graphviz. */
export function dot(agent, options = {}) {
	if (!(agent instanceof Agent))
		throw new TypeError('dot takes an agent of a policy');
	const { tokens } = agent, name = options.name ?? tokens[0] ?? '*';
	return askText('dot', [octetsOf(agent.policy), name, ...tokens]);
}

/** Pairs of name and value: of a Headers object, of pairs, of "Name: value", of an object. */
function fieldsOf(headers = []) {
	const fields = typeof headers[Symbol.iterator] === 'function' ? [...headers] : Object.entries(headers);
	return fields.map((field) => {
		if (typeof field !== 'string')
			return [field[0], field[1]];
		const colon = field.indexOf(':');
		return colon < 0 ? [field, ''] : [field.slice(0, colon).trim(), field.slice(colon + 1).trim()];
	});
}

/** What a page and the header of its response say to a robot. */
export function page(options = {}) {
	const fields = fieldsOf(options.headers).map((field) => field.join(': '));
	const texts = [options.html ?? '', ...fields, ...tokensOf(options.agent)];
	return printable(askJson('page', texts, flags(options, 'body', 'robotsTag'), fields.length), printPage);
}

const PROFILES = { google: 'google', nexor1994: '1996', koster1996: '1996', conner2: '1996' };

/** What the end of a fetch of a robots.txt means, and for how long. */
export function access(fetch) {
	const { status, failure, redirects = 0, unreachable = 0, cachedAge, at } = fetch;
	if (status === undefined && failure === undefined)
		throw new TypeError('access needs the status of the response, or the failure');
	const time = at === undefined ? Date.now() : Number(at), fields = fieldsOf(fetch.headers);
	const texts = [fetch.profile ?? PROFILES[fetch.dialect] ?? 'rfc9309', failure ?? 'response', ...fields.flat()];
	const all = flags(fetch, 'empty', 'siteUp', 'allow429', 'refused') | (cachedAge === undefined ? 0 : FLAG.cached);
	const numbers = [status ?? 0, redirects, Math.floor(time / 1000), unreachable, cachedAge ?? 0];
	return printable(askJson('access_of', texts, all, ...numbers), printDecision);
}

/** The version of the library. */
export function version() {
	return askText('version', []);
}
