// reader.js - policies and agents.
//
// The octets of a policy belong to JavaScript, whose collector frees them.  The memory of the
// WebAssembly instance holds copies of the policies in use: one after the other, until it is full.
// Then a new epoch begins, with empty memory, and each policy is copied again when it is asked.
//
// SPDX-License-Identifier: Apache-2.0
import { AgentError, errorOf, OutOfMemoryError, RobotscError } from './errors.js';
import { asUrl, checked, lengthOf, toOctets } from './options.js';
import { readerModule } from './reader.wasm.js';
import { sentenceOf, warn } from './warn.js';

const ROOM = 16 << 20; // octets for policies and groups
const INPUT = 1 << 16; // octets for URLs; longer ones get more
const LONG = 1 << 20; // more than that is not kept
const SHORT = 20; // characters of a string that a loop copies faster than encodeInto
const PAGE = 65536;
const TOKENS_MAX = 64;
const QUICK = 100; // questions after which a text is compiled for many more
const DISPOSE = Symbol.dispose ?? Symbol.for('Symbol.dispose');

const INSPECT = Symbol.for('nodejs.util.inspect.custom');

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
const INSIDE = Symbol('robotsc');
const ERR_AGENT = 24, ERR_DIALECT = 32;

let wasm; // the exports, once something is asked
let checkUrl;
let octets, input; // the memory, and from top on
let base, free, top; // policies and groups from base to free, at most to top; then the input
let epoch = 0;
let policySize, groupSize;

function start(room = ROOM) {
	const made = new WebAssembly.Instance(readerModule(), {}).exports, begin = made.__heap_base.value + 15 & ~15;
	grow(made, begin + room + INPUT);
	wasm = made;
	checkUrl = wasm.check_url;
	policySize = wasm.policy_size() + 15 & ~15;
	groupSize = wasm.group_size() + 15 & ~15;
	base = free = begin;
	top = base + room;
	epoch++;
	look();
}

/** Makes the memory of an instance reach up to end. */
function grow({ memory }, end) {
	const missing = end - memory.buffer.byteLength;
	try {
		if (missing > 0)
			memory.grow(Math.ceil(missing / PAGE));
	} catch {
		throw new OutOfMemoryError(`WebAssembly got no memory of ${end} octets`);
	}
}

function look() {
	octets = new Uint8Array(wasm.memory.buffer);
	input = octets.subarray(top);
}

/** Makes room for n octets.  After a large policy or URL, a new epoch has a new, small instance. */
function reserve(n) {
	const long = input.length > LONG + INPUT;
	if (n <= top - free && !long)
		return;
	if (n > top - base || top - base > ROOM || long)
		start(Math.max(ROOM, n));
	free = base;
	epoch++;
}

function take(n) {
	const at = free;
	free += n + 15 & ~15;
	return at;
}

const words = (at, n) => new Uint32Array(wasm.memory.buffer, at, n);

/** The string of a struct robotsc_text. */
function text(at) {
	const [from, length] = words(at, 2);
	return decoder.decode(octets.subarray(from, from + length));
}

/** The string of a struct robotsc_text, or its octets if it is no UTF-8. */
function tokenAt(at) {
	const [from, length] = words(at, 2), token = octets.slice(from, from + length);
	try {
		return strict.decode(token);
	} catch {
		return token;
	}
}

function raise(status) {
	return errorOf(status, text(wasm.status_phrase(status)));
}

/** A copy of octets that nobody else has.  The slice of a Buffer would share them. */
export const copyOf = (value, what) => new Uint8Array(toOctets(value, what));

/** Writes a URL into the input; returns its length in octets. */
function put(url) {
	if (typeof url !== 'string')
		return putLong(url);
	const n = url.length;
	if (n > SHORT)
		return putLong(url);
	for (let i = 0; i < n; i++) {
		const c = url.charCodeAt(i);
		if (c > 127)
			return putLong(url);
		input[i] = c;
	}
	return n;
}

function putLong(url) {
	if (typeof url === 'string' && 3 * url.length <= LONG) {
		room(3 * url.length);
		return encoder.encodeInto(url, input).written;
	}
	const from = typeof url === 'string' ? encoder.encode(url) : url, length = lengthOf(from);
	room(length);
	input.set(from);
	return length;
}

/** Makes room for a URL.  After a very long URL a new epoch begins, which frees the memory. */
function room(length) {
	if (length <= input.length)
		return;
	grow(wasm, top + length);
	look();
	if (length > LONG)
		epoch++;
}

/** Bits of the result of check_url: the verdict, and 2 for a text that may be no URL. */
const ALLOW = 1, ODD = 2;

/** What is wrong with the URL in the input, or null if it is right. */
function problemOf(dialect, length) {
	const found = wasm.url_problem(dialect, top, length);
	return found ? `${text(found)}; ${text(found + 8)}` : null;
}

const orNull = (value, isThere) => isThere ? value : null;

const LAST = 8e12; // seconds; times near it can still be printed
// Words for numbers of struct robotsc_pace.
const REASONS = ['no-record', 'crawl-delay', 'request-rate'], CUTS = [null, 'at-least', 'at-most'];
/** Numbers of enum robotsc_line_field. */
const FIELD = { sitemap: 1, crawlDelay: 2, requestRate: 3, license: 12 };
const UNTIMED = 0xFFFFFFFF;

/** A record; members that its field does not have are null.  For this package. */
export function recordFrom({ kind, field, value, line, group, path, rest, delay, documents, seconds, start, end }) {
	return {
		field, value, line, group, path, rest,
		delay: orNull(delay / 1000, kind === FIELD.crawlDelay),
		documents: orNull(documents, kind === FIELD.requestRate),
		seconds: orNull(seconds, kind === FIELD.requestRate),
		start: orNull(start, start !== UNTIMED),
		end: orNull(end, end !== UNTIMED),
	};
}

/** The records of a policy at an address, or of one of its groups. */
function recordsOf(policy, group) {
	const status = wasm.policy_extended(policy), found = [];
	if (status)
		throw raise(status);
	wasm.lines_begin(policy, group);
	for (let at; (at = wasm.lines_next());) {
		const [kind, line, inGroup, , , , , , , , , delay, documents, seconds, start, end] = words(at, 16);
		const [field, value, path, rest] = [12, 20, 28, 36].map((offset) => text(at + offset));
		found.push({ kind, record: recordFrom({
			kind, field, value, line, group: inGroup, path, rest, delay, documents, seconds, start, end,
		}) });
	}
	return found;
}

function usageAt(policy, group, length) {
	const status = wasm.policy_extended(policy), preferences = {};
	if (status)
		throw raise(status);
	const found = wasm.usage_check(policy, group, top, length), allowed = (found & ALLOW) === ALLOW;
	for (let i = 0, at; (at = wasm.label_field(policy, i)); i++) {
		const field = text(at), value = wasm.usage_of(i);
		if (value)
			(preferences[field] ??= {})[text(wasm.label_name(policy, i))] = text(wasm.label_value(policy, i, value));
	}
	return { allowed, preferences, odd: found >= ODD };
}

const gone = () => new RobotscError('this was disposed of; compile or open the policy again');

/**
 * The octets of a policy, and the address of their copy.
 *
 * A policy that waits has no octets.  For its first questions, make(true) makes a blob faster; when
 * its octets are needed, or after QUICK questions, make(false) makes the real blob.
 */
class Resident {
	#held;
	#make;
	dialect;
	left; // questions until the blob is made; 0: it is there
	at = 0;
	epoch = -1;

	constructor(bytes, trusted, make = null, dialect = 0) {
		if (!wasm)
			start();
		this.#held = bytes;
		this.#make = make;
		this.left = make ? QUICK : 0;
		this.dialect = make ? dialect : wasm.policy_dialect(this.load(0, trusted));
	}

	get waits() {
		return !this.#held;
	}

	/** The blob. */
	get octets() {
		if (this.#make) {
			this.#held = this.#make(false);
			this.#make = null;
			this.left = 0;
			this.epoch = -1;
		}
		return this.#held;
	}

	/** Returns the address of the policy's copy in memory, and reserves n octets behind it. */
	load(n, trusted = true) {
		const held = this.left ? this.#held ??= this.#make(true) : this.octets, length = held.length;
		if (this.epoch !== epoch || n > top - free)
			reserve(policySize + length + 16 + n);
		if (this.epoch === epoch)
			return this.at;
		const at = take(policySize), bytes = take(length);
		octets.set(held, bytes);
		const status = wasm.policy_open(at, bytes, length, trusted ? 1 : 0);
		if (status)
			throw raise(status);
		this.at = at;
		this.epoch = epoch;
		return at;
	}
}

/** A compiled robots.txt, as a blob.  See compile and open. */
export class Policy {
	#resident;
	#content;

	constructor(key, resident, content) {
		if (key !== INSIDE)
			throw new TypeError('compile and open make policies');
		this.#resident = resident;
		this.#content = content;
	}

	/** The kind of text that compile was given, such as 'html'; null after open. */
	get content() {
		return this.#content;
	}

	[INSPECT]() {
		const octets = this.#resident?.octets, count = octets && this.agents.length;
		if (!octets)
			return '<robotsc.Policy, disposed of>';
		return `<robotsc.Policy ${this.dialect}, ${count} agent${count === 1 ? '' : 's'}, ${octets.length} octets>`;
	}

	/** The object that has the octets; for this package. */
	[INSIDE]() {
		if (!this.#resident)
			throw gone();
		return this.#resident;
	}

	/** A copy of the policy's octets. */
	get blob() {
		return this[INSIDE]().octets.slice();
	}

	/** The product tokens that have rules, in lower case. */
	get agents() {
		const policy = this[INSIDE]().load(0), found = [];
		for (let i = 0, at; (at = wasm.policy_agent(policy, i)); i++)
			found.push(text(at));
		return found;
	}

	/** The name of the dialect, such as 'rfc9309'. */
	get dialect() {
		return text(wasm.dialect_name(this[INSIDE]().dialect));
	}

	/** The values of Sitemap lines. */
	get sitemaps() {
		return this.#values(FIELD.sitemap);
	}

	/** The values of License lines of the whole file. */
	get licenses() {
		return this.#values(FIELD.license);
	}

	#values(kind) {
		const records = recordsOf(this[INSIDE]().load(0), 0);
		return records.filter((found) => found.kind === kind).map((found) => found.record.value);
	}

	/** The records of the file as a whole. */
	records() {
		return recordsOf(this[INSIDE]().load(0), 0).map((found) => found.record);
	}

	/** The rules for one robot: the first product token that the file names decides. */
	agent(...tokens) {
		return selectAgent(this, needTokens(tokens, this.dialect));
	}

	/** The rules for the robot that sends a User-Agent header. */
	agentForHeader(header) {
		const octets = toOctets(header, 'a User-Agent header'), policy = this[INSIDE]().load(0), tokens = [];
		const found = wasm.header_tokens(policy, top, put(octets));
		if (!found)
			throw raise(ERR_AGENT);
		for (let at = found; words(at, 2)[1]; at += 8)
			tokens.push(tokenAt(at));
		return selectAgent(this, tokens);
	}

	/** Lets go of the octets.  Agents of the policy keep them. */
	dispose() {
		this.#resident = null;
	}

	[DISPOSE]() {
		this.dispose();
	}
}

/** The rules for one robot.  See Policy.agent. */
export class Agent {
	#policy;
	#resident;
	#tokens;
	#names;
	#group = 0;
	#at = 0; // of its policy
	#epoch = -1;

	constructor(key, policy, tokens) {
		if (key !== INSIDE)
			throw new TypeError('Policy.agent makes agents');
		if (tokens.length > TOKENS_MAX)
			throw new RangeError(`agent takes at most ${TOKENS_MAX} product tokens, not ${tokens.length}`);
		this.#policy = policy;
		this.#resident = policy[INSIDE]();
		this.#tokens = tokens;
		this.#names = tokens.map((token) => copyOf(token, 'a product token'));
		if (!this.#resident.waits)
			this.#load();
	}

	/** Makes sure that policy and group are in memory; returns the policy's address. */
	#load() {
		if (!this.#resident)
			throw gone();
		const names = this.#names, table = 8 * names.length;
		const policy = this.#resident.load(names.reduce((sum, name) => sum + name.length, groupSize + table));
		if (this.#epoch === epoch && this.#at === policy)
			return policy;
		// The names stand behind the group for this call only.
		const group = take(groupSize), at = free;
		let end = at + table;
		names.forEach((name, i) => {
			octets.set(name, end);
			words(at + 8 * i, 2).set([end, name.length]);
			end += name.length;
		});
		const status = wasm.group_select(policy, at, names.length, group);
		if (status)
			throw raise(status);
		this.#group = group;
		this.#at = policy;
		this.#epoch = epoch;
		return policy;
	}

	[INSPECT]() {
		const names = this.#names.map((name) => JSON.stringify(decoder.decode(name)));
		return `<robotsc.Agent ${names.join(', ')}>`;
	}

	/** Puts the agent into memory, and counts the question while the policy waits. */
	#ready() {
		if (this.#epoch !== epoch || (this.#resident.left && !--this.#resident.left))
			this.#load();
	}

	/** True if the URL, or a path with its query, may be fetched. */
	allowed(url) {
		const asked = asUrl(url);
		this.#ready();
		const length = put(asked), found = checkUrl(this.#group, top, length);
		if (found >= ODD)
			this.#tell(asked, length);
		return (found & ALLOW) === ALLOW;
	}

	/** The verdict without a warning. */
	[INSIDE](url) {
		const asked = asUrl(url);
		this.#ready();
		return (checkUrl(this.#group, top, put(asked)) & ALLOW) === ALLOW;
	}

	/** Warns on the console if the text in the input is no URL. */
	#tell(asked, length) {
		const problem = this.#problem(length);
		if (problem)
			warn(sentenceOf(asked, problem), 1);
	}

	/** What is wrong with the URL in the input, or null. */
	#problem(length) {
		return problemOf(wasm.group_dialect(this.#group), length);
	}

	/** The answer for each URL of an iterable. */
	allowedMany(urls) {
		if (typeof urls === 'string' || ArrayBuffer.isView(urls))
			throw new TypeError('allowedMany takes an iterable of URLs, not one URL; call allowed');
		const answers = [];
		let wrong = null, others = -1;
		for (const url of urls) {
			const asked = asUrl(url);
			this.#ready();
			const length = put(asked), found = checkUrl(this.#group, top, length);
			const problem = found >= ODD ? this.#problem(length) : null;
			if (problem) {
				wrong ??= [asked, problem, answers.length];
				others++;
			}
			answers.push((found & ALLOW) === ALLOW);
		}
		if (wrong)
			warn(sentenceOf(...wrong, others));
		return answers;
	}

	/** The verdict, and the preferences for the URL's content. */
	usage(url) {
		const asked = asUrl(url), policy = this.#load(), length = put(asked);
		const { odd, ...found } = usageAt(policy, this.#group, length);
		if (odd)
			this.#tell(asked, length);
		return found;
	}

	#records() {
		const policy = this.#load();
		return recordsOf(policy, this.#group);
	}

	/** The records of this robot's groups. */
	records() {
		return this.#records().map((found) => found.record);
	}

	/** The longest Crawl-delay in seconds, or null. */
	get crawlDelay() {
		return this.#records().reduce((most, { record: { delay } }) => delay === null ? most : Math.max(most, delay), null);
	}

	/** The pause after a fetch, in seconds: at least atLeast, at most atMost. */
	pause(options = {}) {
		checked(options, ['atLeast', 'atMost', 'at', 'took']);
		const { atLeast = 0, atMost = LAST, at = new Date(), took = 0 } = options;
		const times = [Number(at) * (typeof at === 'number' ? 1000 : 1), took * 1000, atLeast * 1000, atMost * 1000];
		if (!times.every((time) => Math.abs(time) <= LAST * 1000) || atLeast < 0 || took < 0 || atMost < atLeast)
			throw new RangeError('atLeast, atMost and took are seconds, atMost no fewer than atLeast; at is a time');
		const policy = this.#load(), status = wasm.policy_extended(policy);
		if (status)
			throw raise(status);
		const [pause, high, bits] = words(wasm.pause_within(policy, this.#group, ...times), 3);
		return { pause: (high * 2 ** 32 + pause) / 1000, reason: REASONS[bits & 255], cut: CUTS[bits >> 16 & 255] };
	}

	/** The slowest Request-rate that applies at any time of day, or null. */
	get requestRate() {
		let slowest = null;
		for (const { kind, record: { documents, seconds, start: from } } of this.#records()) {
			const always = kind === FIELD.requestRate && from === null;
			if (always && (!slowest || seconds * slowest.documents > slowest.seconds * documents))
				slowest = { documents, seconds };
		}
		return slowest;
	}

	/** The token that has rules, '*', or null: everything is allowed. */
	get token() {
		this.#load();
		const found = wasm.group_token(this.#group);
		return found === -2 ? null : found === -1 ? '*' : this.#tokens[found];
	}

	/** The product tokens that were asked for. */
	get tokens() {
		return this.#tokens.slice();
	}

	get policy() {
		return this.#policy;
	}

	/** Lets go of the octets. */
	dispose() {
		this.#resident = null;
		this.#epoch = -1;
	}

	[DISPOSE]() {
		this.dispose();
	}
}

/** The number of a dialect; -1: it is unknown. */
function numberOf(dialect) {
	return wasm.dialect_number(top, put(toOctets(dialect, 'a dialect')));
}

/** Returns the tokens; throws for a text that the dialect would cut. */
export function needTokens(tokens, dialect) {
	if (!wasm)
		start();
	const number = numberOf(dialect); // of an unknown one other calls will speak
	for (const token of number < 0 ? [] : tokens) {
		const name = toOctets(token, 'a product token');
		if (!wasm.is_token(number, top, put(name)))
			throw new AgentError(`${JSON.stringify(decoder.decode(name))} is no product token of ${dialect}; ` +
				'agentForHeader takes a whole header');
	}
	return tokens;
}

/** The rules for any names: a name is cut to its product token. */
export function selectAgent(policy, tokens) {
	return new Agent(INSIDE, policy, tokens);
}

/** A policy of octets that nobody else will write to.  trusted: our compiler made them. */
export function adopt(bytes, trusted, content = null) {
	return new Policy(INSIDE, new Resident(bytes, trusted), content);
}

/** A policy that is compiled at its first question. */
export function waiting(make, dialect, content) {
	return new Policy(INSIDE, new Resident(null, true, make, dialect), content);
}

/** The octets of a policy; they must not be written to. */
export function octetsOf(policy) {
	return policy[INSIDE]().octets;
}

/** Verifies a blob and returns its policy.  The octets are copied. */
export function open(blob) {
	if (blob instanceof Policy)
		return adopt(octetsOf(blob), true);
	if (typeof blob === 'string')
		throw new TypeError('a blob must be a Uint8Array, not string');
	return adopt(copyOf(blob, 'a blob'), false);
}

/** The verdict without a warning, as in the readers that this package can replace. */
export function allowedQuietly(agent, url) {
	return agent[INSIDE](url);
}

/** What is wrong with a URL, or null: it has a robots.txt, or is a path. */
export function urlProblem(url, dialect = 'rfc9309') {
	const asked = asUrl(url);
	if (!wasm)
		start();
	const number = numberOf(dialect);
	if (number < 0)
		throw raise(ERR_DIALECT);
	return problemOf(number, put(asked));
}

function locate(find, url) {
	const asked = asUrl(url);
	if (!wasm)
		start();
	const found = wasm[find](top, put(asked));
	if (found < 0)
		throw raise(-found);
	return text(found);
}

/** The origin whose robots.txt applies to a URL.  RFC 9309 section 2.3 */
export function origin(url) {
	return locate('origin_of', url);
}

/** The URL of the robots.txt that applies to a URL. */
export function robotsUrl(url) {
	return locate('robots_url_of', url);
}
