// snapshot-parts.js - snapshot.wasm: heads, and searches that say which octets they want.
//
// The module has one head and one search at a time.  A search that waited for octets is made again
// with all that it has got, so searches may overlap.
//
// SPDX-License-Identifier: Apache-2.0
import { errorOf, OutOfMemoryError, RobotscError } from './errors.js';
import { asUrl, numberOf, toOctets } from './options.js';
import { snapshotModule } from './snapshot.wasm.js';

export const HEAD_MOST = 65536; // octets of a head or a manifest
const MANIFEST = [0x8D, 0x52, 0x53, 0x4D, 0x0D, 0x0A, 0x1A, 0x0A, 1, 0]; // with the major version
const SCHEME = 'ftp://';
const SETTINGS = 264, SETTINGS_KNOWN = 15, AGENTS = 280; // in a head
const ROWS = 32, ROW = 48, ROOT = 32, SHARDS_MOST = 1024, PAGE = 65536;
const CHECKSUM = 20, UNKNOWN = 26, SHARD = 27, HOST = 49;
const CHUNK = 65536, ENTRY_MOST = 320; // octets of many entries, and of one
export const TRUSTS = { intact: 0, forged: 1, known: 2 };

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The snapshot is damaged, is none, or has another root. */
export class SnapshotError extends RobotscError {
	get name() {
		return 'SnapshotError';
	}
}

let wasm, base;
let loaded = null; // the head that is in memory

function start() {
	if (wasm)
		return;
	wasm = new WebAssembly.Instance(snapshotModule(), {}).exports;
	base = wasm.__heap_base.value + 15 & ~15;
}

/** Puts octets at an address. */
function put(at, octets) {
	const missing = at + octets.length + 16 - wasm.memory.buffer.byteLength;
	try {
		if (missing > 0)
			wasm.memory.grow(Math.ceil(missing / PAGE));
	} catch {
		throw new OutOfMemoryError(`WebAssembly got no memory for ${octets.length} octets`);
	}
	new Uint8Array(wasm.memory.buffer).set(octets, at);
	return at;
}

/** The octets of a struct robotsc_text, copied. */
function octetsAt(at) {
	const [from, length] = new Uint32Array(wasm.memory.buffer, at, 2);
	return new Uint8Array(wasm.memory.buffer).slice(from, from + length);
}

const textAt = (at) => decoder.decode(octetsAt(at));
const numbersAt = (at, n) => [...new Float64Array(wasm.memory.buffer, at, n)];
const rootOctets = () => new Uint8Array(wasm.memory.buffer).slice(wasm.root_at(), wasm.root_at() + ROOT);
export const hexOf = (octets) => Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('');

function raise(status) {
	const phrase = textAt(wasm.phrase(status));
	if (status >= 16 && status <= CHECKSUM)
		return new SnapshotError(status === 17 ? 'this is no snapshot' : `the snapshot: ${phrase}`);
	return status === SHARD ? new SnapshotError(phrase) : errorOf(status, phrase);
}

/** The octets of a root in hexadecimal, or as octets. */
export function rootOf(root) {
	if (typeof root === 'string' && /^[0-9a-f]{64}$/i.test(root))
		return Uint8Array.from(root.match(/../g), (hex) => parseInt(hex, 16));
	if (root instanceof Uint8Array && root.length === ROOT)
		return root.slice();
	throw new TypeError('root must be 64 hexadecimal digits, or a Uint8Array of 32 octets');
}

/** The head of a snapshot, verified. */
export class Head {
	#octets;
	#size;
	#trust;
	info;

	/** octets: the first HEAD_MOST of the file, or all; size: of the file. */
	constructor(octets, size, trust, root) {
		start();
		this.#octets = octets.slice(0, HEAD_MOST);
		this.#size = size;
		this.#trust = TRUSTS[trust];
		this.#load(root);
		const numbers = numbersAt(wasm.head_numbers(), 10);
		const [entries, policies, time, shard, shards, dialect, limit, agents, length] = numbers.slice(1);
		this.#octets = this.#octets.slice(0, length);
		this.info = {
			size, entries, policies, time, shard, shards, limit, root: hexOf(rootOctets()),
			dialect: textAt(wasm.dialect_word(dialect)),
			agents: Array.from({ length: agents }, (_, i) => textAt(wasm.head_agent(i))),
		};
	}

	#load(root = null) {
		loaded = null;
		put(wasm.head_at(), this.#octets);
		if (root)
			put(wasm.root_at(), root);
		const status = wasm.open_head(this.#octets.length, this.#size, this.#trust, root ? 1 : 0);
		if (status)
			throw raise(status);
		loaded = this;
	}

	/** What all shards of a folder have in common, as a word: settings and agents. */
	get common() {
		const settings = this.#octets.slice(SETTINGS, AGENTS - 12);
		settings[1] &= SETTINGS_KNOWN;
		return JSON.stringify([...settings, ...this.#octets.slice(AGENTS - 8, AGENTS), ...[...this.info.agents].sort()]);
	}

	/** Where a section stands: 0 entries, 1 marks. */
	#section(number) {
		const view = new DataView(this.#octets.buffer, this.#octets.byteOffset), at = 72 + 48 * number;
		return { at: Number(view.getBigUint64(at, true)), size: Number(view.getBigUint64(at + 8, true)) };
	}

	#reload() {
		if (loaded !== this)
			this.#load(this.#trust === TRUSTS.known ? rootOf(this.info.root) : null);
	}

	/** Entries that lie together, from an offset on.  Returns { entries, next }:
	 * each with its octets, and where the next ones begin. */
	#entriesAt(read, offset) {
		const { at, size } = this.#section(0), octets = read(at + offset, Math.min(CHUNK, size - offset)), entries = [];
		this.#reload();
		wasm.entries_begin(put(base, octets), octets.length);
		for (let from = 0; ; ) {
			const status = wasm.entries_next();
			// The last entry may be cut, where the section goes on.
			if (status && (entries.length === 0 || offset + octets.length === size) && status !== UNKNOWN)
				throw raise(status);
			if (status)
				return { entries, next: offset + from };
			const end = wasm.entries_taken();
			entries.push({ entry: entryRead(), octets: octets.subarray(from, end) });
			from = end;
		}
	}

	/** -1, 0 or 1: an entry stands before those of the domain, among them or after them. */
	#orderOf(octets, domain) {
		this.#reload();
		takeDomain(domain);
		const order = wasm.domain_order(put(base, octets), octets.length);
		if (order > 1)
			throw raise(CHECKSUM);
		return order;
	}

	/** The offset of the last mark before a domain, or 0. */
	#markOf(read, domain) {
		const { at } = this.#section(0), marks = this.#section(1);
		let low = 0, high = Math.floor(marks.size / 8), found = 0;
		while (low < high) {
			const middle = low + high >> 1, view = read(marks.at + 8 * middle, 8);
			const mark = Number(new DataView(view.buffer, view.byteOffset).getBigUint64(0, true));
			if (mark >= this.#section(0).size)
				throw raise(CHECKSUM);
			const { entries } = this.#entriesAt((from, size) => read(from, Math.min(size, ENTRY_MOST)), mark);
			if (this.#orderOf(entries[0].octets, domain) >= 0)
				high = middle;
			else
				[low, found] = [middle + 1, mark];
		}
		return found;
	}

	/** All entries in order, or those of a domain, whose octets read(at, size) has. */
	*entries(read, domain) {
		const { size } = this.#section(0);
		for (let at = domain === undefined ? 0 : this.#markOf(read, domain); at < size; ) {
			const { entries, next } = this.#entriesAt(read, at);
			for (const { entry, octets } of entries) {
				const order = domain === undefined ? 0 : this.#orderOf(octets, domain);
				if (order > 0)
					return;
				if (order === 0)
					yield entry;
			}
			at = next;
		}
	}

	/** Makes a search with the parts that are there.  Returns { at, size }: the part that is
	 * wanted; { found }: an entry, or null. */
	search(url, parts) {
		this.#reload();
		let status = wasm.search_begin(put(base, url), url.length), at = base;
		for (const part of parts) {
			if (status)
				break;
			status = wasm.search_next(put(at, part));
			at += part.length + 15 & ~15;
		}
		if (status === UNKNOWN)
			return { found: null };
		if (status)
			throw raise(status);
		const size = wasm.wanted_size();
		return size ? { at: wasm.wanted_at(), size } : { found: entryFound() };
	}
}

function entryRead() {
	const [status, fetched, since, expires, revalidate, challenge, length, ...digest] = numbersAt(wasm.entry_numbers(), 9);
	const [outcome, profile, reason, end] = [0, 1, 2, 3].map((i) => textAt(wasm.entry_word(i)));
	return {
		origin: textAt(wasm.entry_origin()), outcome, profile, reason, end, status, fetched, since, expires,
		revalidate: revalidate !== 0, challenge: challenge !== 0, length,
		digest: digest.map((half) => half.toString(16).padStart(8, '0')).join(''),
	};
}

const entryFound = () => ({ entry: entryRead(), blob: octetsAt(wasm.entry_blob()) });

/** Takes a host as a domain, also without a head. */
export function takeDomain(domain) {
	start();
	const octets = toOctets(domain, 'a domain'), text = decoder.decode(octets);
	if (/[/?#@]|^[^[]*:/.test(text))
		throw errorOf(HOST, 'a domain is a host, without scheme, port and path');
	const url = toOctets(SCHEME + text), status = wasm.domain_take(put(base, url), url.length);
	if (status)
		throw raise(status);
}

export const urlOctets = (url) => toOctets(asUrl(url), 'a URL');

/** The shard of a URL's origin, among shards. */
export function shardOf(url, shards) {
	start();
	numberOf(shards, 'shards', 1, SHARDS_MOST);
	const octets = urlOctets(url), shard = wasm.shard_of(put(base, octets), octets.length, shards);
	if (shard < 0)
		throw raise(-shard);
	return shard;
}

export const isManifest = (octets) => MANIFEST.slice(0, 8).every((octet, i) => octets[i] === octet);

/** What a manifest says: its root, its time, the names, sizes and roots of its shards. */
export function readManifest(octets, root) {
	start();
	const view = new DataView(octets.buffer, octets.byteOffset, octets.length), end = octets.length - ROOT;
	const shards = end < ROWS ? 0 : view.getUint32(12, true);
	if (!MANIFEST.every((octet, i) => octets[i] === octet) || shards < 1 || shards > SHARDS_MOST || end !== ROWS + ROW * shards)
		throw new SnapshotError('the manifest is damaged, or of another format version');
	wasm.digest(put(base, octets), end);
	const stored = octets.slice(end), known = root ?? stored, computed = rootOctets();
	if (computed.some((octet, i) => octet !== stored[i] || octet !== known[i]))
		throw new SnapshotError('the manifest is damaged, or has another root');
	const rows = Array.from({ length: shards }, (_, i) => {
		const at = ROWS + ROW * i, own = octets.slice(at + 16, at + ROW);
		return {
			name: `${String(i).padStart(4, '0')}-${hexOf(own.subarray(0, 8))}.snapshot`, root: own,
			size: Number(view.getBigUint64(at, true)), entries: Number(view.getBigUint64(at + 8, true)),
		};
	});
	return { root: hexOf(stored), time: Number(view.getBigUint64(16, true)), rows };
}
