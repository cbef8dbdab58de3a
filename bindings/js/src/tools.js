// tools.js - the compiler, and questions about texts.
//
// A call leaves nothing in the WebAssembly instance, so an instance that has grown can be dropped.
//
// SPDX-License-Identifier: Apache-2.0
import { errorOf, RobotscError } from './errors.js';
import { asUrl, checked, lengthOf, numberOf, toOctets } from './options.js';
import { printable, printDecision } from './print.js';
import { adopt, Agent, copyOf, needTokens, octetsOf, Policy, recordFrom, urlProblem, waiting } from './reader.js';
import { toolsModule } from './tools.wasm.js';
import { sentenceOf, warn } from './warn.js';

const KEPT = 24 << 20; // octets of memory with which an instance is kept
const FLAG = {
	strictFields: 1, conner2RestDeny: 2, extensions: 4, aiprefRule: 8, changes: 16, usual: 32, body: 64, robotsTag: 128,
	empty: 256, siteUp: 512, allow429: 1024, cached: 2048, refused: 4096, a: 8192, b: 16384,
	prove: 32768, page: 65536, soon: 131072, public: 262144, oneRobot: 524288,
};
const TEXT = 0, LINES = 4; // enum robotsc_report_format
const LIMIT = 512000; // octets of a text that are read: an instance has memory to compile any
const BUDGET = 100000000, STEPS = 40000000, MOST = 0xFFFFFFFF;

// Names of options, as in index.d.ts
export const READ = ['dialect', 'strictFields', 'aiprefRule', 'conner2RestDeny'];
const COMPARE = [...READ, 'budget', 'agents', 'oneRobot'];
const FETCH = [
	'status', 'failure', 'headers', 'redirects', 'at', 'profile', 'dialect', 'unreachable', 'cachedAge', 'empty', 'siteUp',
	'allow429', 'refused', 'page', 'challenge',
];

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
		const at = wasm.add_text(lengthOf(octets));
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

/** Base64 as octets; and as a text with U+FFFD for octets that are no UTF-8. */
const octetsIn = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
const textOf = (base64) => decoder.decode(octetsIn(base64));

/** Replaces the value of NAME by that of NAME_base64. */
function whole(_, value) {
	for (const name in typeof value === 'object' && value)
		if (name.endsWith('_base64')) {
			const all = value[name], of = name.slice(0, -7), shown = value[of];
			value[of] = Array.isArray(all) ? all.map((one, i) => one === null ? shown[i] : textOf(one)) : textOf(all);
			delete value[name];
		}
	return value;
}

const parse = (text) => text.includes('_base64":') ? JSON.parse(text, whole) : JSON.parse(text);

/** The object of an answer in JSON.  For this package and the page. */
export const askJson = (...question) => parse(askText(...question));

/** The results of a comparison: lines of JSON, as the command prints them. */
const askLines = (...question) => askText(...question).split('\n').slice(0, -1).map((line) =>
	JSON.parse(line, (key, value) => /^(steps|robots|words)$/.test(key) ? undefined : whole(key, value)));

/** The object of an answer, which can also be printed as text. */
const reported = (...question) => printable(askJson(...question, 1), () => askText(...question, 0));

function flags(options, ...names) {
	return names.reduce((all, name) => options[name] ? all | FLAG[name] : all, 0);
}

/** The flags for reading texts, and the flag for tokens that are names of one robot. */
function readFlags(options) {
	if (options.oneRobot && !/^((rfc9309|google),?)+$/.test(dialectOf(options)))
		throw new RangeError('oneRobot is for rfc9309 and google');
	return flags(options, 'strictFields', 'conner2RestDeny', 'aiprefRule', 'oneRobot');
}

/** The product tokens of a robot, in order of preference.  They must be tokens in all dialects. */
function tokensOf(agent, ...dialects) {
	const tokens = agent === undefined || agent === null ? [] : Array.isArray(agent) ? agent : [agent];
	for (const dialect of dialects)
		needTokens(tokens, dialect);
	return tokens;
}

const dialectOf = (options) => options.dialect ?? 'rfc9309';

/** The octets of a text that count, and two more, which tell whether a line is cut. */
function partRead(text) {
	if (typeof text === 'string')
		return toOctets(text.slice(0, LIMIT + 2)).slice(0, LIMIT + 2);
	return copyOf(toOctets(text, 'the text').subarray(0, LIMIT + 2));
}

/** Compiles a robots.txt into a policy. */
export function compile(text, options = {}) {
	const { policy, look } = compileQuietly(text, options);
	tell(look);
	return policy;
}

const contents = []; // name and phrase of each kind

function contentOf(kind) {
	if (!contents[kind]) {
		const [, name, phrase] = /^(\S*) (.*)$/.exec(askText('content_text', [], kind));
		contents[kind] = { name, phrase };
	}
	return contents[kind];
}

/** The kind of content of octets, the dialect's number, and whether there are too many octets. */
export function lookAt(octets, dialect = 'rfc9309') {
	const [number, kind] = ask('content', [dialect, octets]);
	return { number, ...contentOf(kind), cut: lengthOf(octets) > LIMIT };
}

/** Warns about a text that is no robots.txt or too long.  A public call must call this. */
export function tell({ name, phrase, cut }) {
	if (name !== 'text' && name !== 'empty')
		warn(`this looks like ${phrase}, not like a robots.txt`, 1);
	if (cut)
		warn(`only the first ${LIMIT} octets of this robots.txt were read`, 1);
}

/** A policy, and the kind of its text.  For this package and the page. */
export function compileQuietly(text, options = {}) {
	const { agents, extensions = true } = checked(options, [...READ, 'agents', 'extensions', 'oneRobot']);
	if (agents !== undefined && (typeof agents === 'string' || agents instanceof Uint8Array))
		throw new TypeError('agents must be a list of product tokens, not one');
	const tokens = needTokens(agents === undefined ? [] : [...agents], dialectOf(options));
	if (agents !== undefined && tokens.length === 0)
		throw new RangeError('agents is empty; leave it out to compile for all robots');
	const dialect = dialectOf(options), all = readFlags(options) | (extensions ? FLAG.extensions : 0);
	const octets = partRead(text);
	const look = lookAt(octets, dialect), { number, name } = look;
	const make = (soon) => ask('compile', [dialect, octets, ...tokens], soon ? all | FLAG.soon : all);
	// Compiling may fail with tokens or a long text: it is done now, else at the first
	// question.
	const policy = tokens.length || octets.length > LIMIT ? adopt(make(false), true, name) : waiting(make, number, name);
	return { policy, look };
}

/** Which lines decide about a URL, and what would change the verdict. */
export function explain(text, url, options = {}) {
	checked(options, [...READ, 'agent', 'changes', 'oneRobot']);
	const asked = asUrl(url), dialect = dialectOf(options);
	tokensOf(options.agent, dialect);
	const found = explainAny(text, asked, options), problem = urlProblem(asked, dialect);
	tell(lookAt(toOctets(text, 'the text')));
	if (problem)
		warn(sentenceOf(asked, problem));
	return found;
}

/** The same for any names of a robot, which are not checked. */
export function explainAny(text, url, options) {
	const { changes = true } = options;
	const texts = [dialectOf(options), toOctets(text, 'the text'), asUrl(url), ...tokensOf(options.agent)];
	return reported('explain', texts, readFlags(options) | (changes ? FLAG.changes : 0));
}

/** Mistakes and surprises in a robots.txt. */
export function lint(text, options = {}) {
	const { steps = STEPS, most = 10, name = 'robots.txt' } = checked(options, [...READ, 'steps', 'name', 'most', 'public']);
	const octets = toOctets(text, 'the text');
	const dialect = dialectOf(options);
	const numbers = [readFlags(options) | flags(options, 'public'), numberOf(steps, 'steps')];
	numberOf(most, 'most', 0);
	const shown = (key, value) => key.endsWith('_base64') ? undefined : value;
	const [{ file, ...found }] = JSON.parse(askText('lint', [dialect, octets, ''], ...numbers, 1, 0), shown).files;
	return printable(found, () => askText('lint', [dialect, octets, name], ...numbers, 0, most));
}

// Members of a crawler, in the order of tools.wasm
const MEMBERS = ['token', 'maker', 'purpose', 'obeys', 'note', 'dialect'];
const CHOICES = ['ignoresStar', 'onlyNamed'];

const rowOf = (crawler) => [
	...MEMBERS.map((name) => crawler[name] ?? ''), ...CHOICES.map((name) => crawler[name] ? 'x' : ''), '',
].join('\0');

/** Crawlers in the form for tools.wasm.  For this package and the page. */
export const crawlersText = (crawlers) => crawlers.map(rowOf).join('');

/** What a robots.txt means for these crawlers, or for the library's list, and for others. */
export function summaryOf(text, crawlers, options) {
	const { against, budget = STEPS, name = 'robots.txt', oldName = 'old' } = options;
	const octets = toOctets(text, 'the text'), rows = crawlers ? crawlersText(crawlers) : '';
	const old = against === undefined ? [] : [toOctets(against, 'the text before')];
	const numbers = [readFlags(options), numberOf(budget, 'budget')];
	const texts = (now, before) => [dialectOf(options), octets, now, rows, ...old.flatMap((other) => [other, before])];
	const { file, ...found } = askJson('summary', texts('', ''), ...numbers, 1);
	delete found.against?.file;
	return printable(found, () => askText('summary', texts(name, oldName), ...numbers, 0));
}

/** A side of a comparison: its dialect and its octets. */
function side(value, dialect) {
	return value instanceof Policy ? ['rfc9309', octetsOf(value)] : [dialect, toOctets(value, 'a side')];
}

/** A robots.txt in which crawlers are shut out or let in, and the proof for each robot. */
export function edit(text, options = {}) {
	const octets = toOctets(text, 'the text');
	checked(options, [...READ, 'shutOut', 'letIn', 'budget']);
	tell(lookAt(octets));
	return editQuietly(octets, [], options);
}

/** The same with a list of crawlers.  For this package and the page. */
export function editQuietly(text, crawlers, { shutOut = [], letIn = [], budget = STEPS, ...options }) {
	const names = [shutOut, letIn].map((list) => tokensOf(list, dialectOf(options)));
	const said = askText('edit', [dialectOf(options), text, crawlersText(crawlers), ...names.flat()],
		readFlags(options), numberOf(budget, 'budget'), names[0].length);
	const { text_base64: base64 } = JSON.parse(said), found = parse(said);
	return base64 === undefined ? found : { ...found, text: octetsIn(base64) };
}

/** Returns a function that makes the question from a format. */
function comparison(a, b, dialects, names, options, most, extra = 0) {
	const which = (a instanceof Policy ? FLAG.a : 0) | (b instanceof Policy ? FLAG.b : 0) | extra;
	const tokens = tokensOf(options.agents, ...[a, b].map((value, i) => value instanceof Policy ? value.dialect : dialects[i]));
	const texts = [...side(a, dialects[0]), names[0], ...side(b, dialects[1]), names[1], ...tokens];
	const numbers = [readFlags(options) | flags(options, 'usual') | which, numberOf(options.budget ?? BUDGET, 'budget'), most];
	return (format) => ['compare', texts, ...numbers, format];
}

/** The answer for all robots together. */
function overall(results) {
	const answers = results.map((result) => result.answer);
	return answers.includes('different') ? 'different' : answers.includes('unknown') ? 'unknown' : 'same';
}

/** What a robot may fetch by b and not by a, and the other way round, proved over all paths. */
export function diff(a, b, options = {}) {
	const { most = 3, names = ['a', 'b'] } = checked(options, [...COMPARE, 'usual', 'most', 'names']);
	const dialects = Array.isArray(options.dialect) ? options.dialect : [dialectOf(options), dialectOf(options)];
	const asked = comparison(a, b, dialects, names, options, numberOf(most, 'most', 1, MOST));
	const lines = askLines(...asked(LINES));
	const results = lines.map(({ name, a: _a, b: _b, not_compared: _fields, ...result }) => result);
	const fields = lines[0]?.not_compared; // each line has them
	for (const text of [a, b])
		if (!(text instanceof Policy))
			tell(lookAt(toOctets(text, 'a side')));
	const of = [a, b].map((value, i) => ({ dialect: value instanceof Policy ? value.dialect : dialects[i] }));
	const answer = { a: of[0], b: of[1], results, answer: overall(results), ...(fields && { not_compared: fields }) };
	return printable(answer, () => askText(...asked(TEXT)));
}

/** Proves that a policy gives every path the verdict of its robots.txt. */
export function verify(policy, text, options = {}) {
	if (!(policy instanceof Policy))
		throw new TypeError('verify takes a policy and its text');
	const dialect = checked(options, COMPARE).dialect ?? policy.dialect;
	const asked = comparison(text, policy, [dialect, dialect], ['', ''], options, 1, FLAG.prove);
	tell(lookAt(toOctets(text, 'a side')));
	const results = askLines(...asked(LINES)).map(({ text: _text, blob, a, b, ...result }) => result);
	return printable({ proved: results.every((result) => result.answer === 'same'), results }, () => askText(...asked(TEXT)));
}

/** Paths that show what a robot may fetch. */
export function generate(of, options = {}) {
	checked(options, [...READ, 'agent', 'count', 'allowed', 'seed', 'budget']);
	const { budget = BUDGET, count = 100, seed } = options;
	const verdicts = options.allowed === undefined ? 3 : options.allowed ? 2 : 1;
	const tokens = tokensOf(options.agent, of instanceof Policy ? of.dialect : dialectOf(options));
	if (!(of instanceof Policy))
		tell(lookAt(toOctets(of, 'a side')));
	return askJson('generate', [...side(of, dialectOf(options)), ...tokens],
		readFlags(options) | (of instanceof Policy ? FLAG.a : 0), numberOf(budget, 'budget'),
		numberOf(count, 'count', 1, MOST), verdicts, seed === undefined ? -1 : numberOf(seed, 'seed', 0));
}

/** The automata of a robot as a graph, in the language of Graphviz. */
export function dot(agent, options = {}) {
	if (!(agent instanceof Agent))
		throw new TypeError('dot takes an agent of a policy');
	const { tokens } = agent, name = checked(options, ['name']).name ?? tokens[0] ?? '*';
	return askText('dot', [octetsOf(agent.policy), name, ...tokens]);
}

/** The rules of a robots.txt as data, in its order. */
export function rules(text, options = {}) {
	checked(options, READ);
	const octets = toOctets(text, 'the text');
	tell(lookAt(octets));
	return askJson('rules', [dialectOf(options), octets], readFlags(options));
}

/** Which URLs of a sitemap a robots.txt closes, to which robots, by which line. */
export function sitemap(text, map, options = {}) {
	const { names = [] } = checked(options, [...READ, 'names']), octets = toOctets(text, 'the text');
	tell(lookAt(octets));
	return askJson('sitemap', [dialectOf(options), octets, map, ...tokensOf(names, dialectOf(options))], readFlags(options));
}

/** Reads numbers and texts of a packed answer. */
class Packed {
	#at = 0;
	#octets;
	#view;
	constructor(octets) {
		this.#octets = octets;
		this.#view = new DataView(octets.buffer, octets.byteOffset);
	}
	/** Numbers of these answers have at most 32 bits. */
	number() {
		return this.#view.getUint32((this.#at += 8) - 8, true);
	}
	text() {
		const length = this.number();
		return decoder.decode(this.#octets.subarray(this.#at, this.#at += length));
	}
}

/** The lines of a robots.txt other than rules: those of the file, or of a robot. */
export function records(text, options = {}) {
	const { agent, url = '' } = checked(options, [...READ, 'agent', 'url', 'oneRobot']), dialect = dialectOf(options);
	const texts = [dialect, toOctets(text, 'the text'), asUrl(url), ...tokensOf(agent, dialect)];
	const packed = new Packed(ask('records', texts, readFlags(options), agent === undefined ? 0 : 1));
	tell(lookAt(texts[1]));
	return Array.from({ length: packed.number() }, () => {
		const numbers = Array.from({ length: 9 }, () => packed.number());
		const [kind, line, group, delay, documents, seconds, start, end, resolved] = numbers;
		const [field, value, path, rest] = Array.from({ length: 4 }, () => packed.text());
		const record = recordFrom({ kind, field, value, line, group, path, rest, delay, documents, seconds, start, end });
		return { ...record, resolved: resolved !== 0 };
	});
}

/** Pairs of name and value.  headers: a Headers object, a list of pairs or of "Name: value", or an
 * object of node:http. */
function fieldsOf(headers = []) {
	if (headers === null || typeof headers !== 'object')
		throw new TypeError(`headers must be an object or a list, not ${headers === null ? 'null' : typeof headers}`);
	if (typeof headers[Symbol.iterator] !== 'function')
		return Object.entries(headers).flatMap(([name, values]) =>
			[values].flat().filter((value) => value !== undefined).map((value) => [name, value]));
	return Array.from(headers, (field) => {
		if (typeof field !== 'string')
			return [field[0], field[1]];
		const colon = field.indexOf(':');
		return colon < 0 ? [field, ''] : [field.slice(0, colon).trim(), field.slice(colon + 1).trim()];
	});
}

/** What a page and the header of its response say to a robot. */
export function page(options = {}) {
	checked(options, ['html', 'headers', 'agent', 'body', 'robotsTag']);
	const tokens = tokensOf(options.agent, 'rfc9309'), html = toOctets(options.html ?? '', 'a text');
	if (html.length) {
		const { name, phrase } = lookAt(html), hasTag = html.includes(0x3C);
		if (!/^(html|utf-?16.*)$/.test(name) && !(name === 'text' && hasTag))
			warn(`this looks like ${phrase}, not like a web page`);
	}
	return pageQuietly(html, options.headers, tokens, options);
}

/** The same together with a robots.txt: whether the page may be fetched, and may be indexed. */
export function pageAnswer(text, url, options = {}) {
	const { html = '', headers, agent } = checked(options, [...READ, 'html', 'headers', 'agent', 'body', 'robotsTag']);
	const dialect = dialectOf(options), octets = toOctets(text, 'the text');
	tell(lookAt(octets));
	return pageQuietly(html, headers, tokensOf(agent, dialect), options, [dialect, octets, asUrl(url)]);
}

/** Both for any names; beside: dialect, robots.txt and URL.  For this package and the page. */
export function pageQuietly(html, headers, tokens, options = {}, beside = []) {
	const fields = fieldsOf(headers).map((field) => field.join(': ')), all = flags(options, 'body', 'robotsTag');
	return reported(beside.length ? 'page_answer' : 'page', [...beside, html, ...fields, ...tokens],
		beside.length ? all | readFlags(options) : all, fields.length);
}

const LAST = 8e12; // seconds; times near it can still be printed
const FAR = 1e11; // seconds, the year 5138: a larger number is one of milliseconds

/** A time in seconds, from a Date or a number of seconds. */
function secondsOf(at) {
	if (typeof at?.getTime === 'function')
		return numberOf(Math.floor(Number(at) / 1000), 'at in seconds', -LAST, LAST);
	return numberOf(typeof at === 'number' ? Math.floor(at) : at, 'at, in seconds since 1970 or a Date,', -FAR, FAR);
}

/** What the end of a fetch of a robots.txt means, and for how long. */
export function access(fetch) {
	const { status, failure, redirects = 0, unreachable = 0, cachedAge, at = new Date() } = checked(fetch, FETCH);
	const { challenge = 'parse' } = fetch;
	if (status === undefined && failure === undefined)
		throw new TypeError('access needs the status of the response, or the failure');
	const texts = [fetch.profile ?? '', dialectOf(fetch), failure ?? 'response', challenge,
		...fieldsOf(fetch.headers).flat()];
	const all = flags(fetch, 'empty', 'siteUp', 'allow429', 'refused', 'page') | (cachedAge === undefined ? 0 : FLAG.cached);
	const numbers = [numberOf(status ?? 0, 'status', 0, 65535), numberOf(redirects, 'redirects', 0, 65535),
		secondsOf(at),
		numberOf(Math.floor(unreachable), 'unreachable', 0, LAST),
		numberOf(Math.floor(cachedAge ?? 0), 'cachedAge', 0, LAST)];
	return printable(askJson('access_of', texts, all, ...numbers), (found) => printDecision(found, challenge));
}

/** The version of the library. */
export function version() {
	return askText('version', []);
}
