// snapshot-files.js - snapshots in memory, in a Blob or on a server, and folders of shards there.
// docs/snapshot.md
//
// SPDX-License-Identifier: Apache-2.0
import { checked, numberOf, toOctets } from './options.js';
import { BlobSource, Changed, HttpError, HttpSource, OctetsSource } from './ranges.js';
import { adopt } from './reader.js';
import {
	Head, HEAD_MOST, isManifest, readManifest, rootOf, shardOf, SnapshotError, takeDomain, TRUSTS, urlOctets,
} from './snapshot-parts.js';

const MOST_POLICY = 16 << 20, MOST_WHOLE = 1 << 20; // octets
const STARTS = 4; // how often one question begins anew because the file changed
const INSIDE = Symbol('robotsc');

const COMMON = ['trust', 'root'], OVER_HTTP = ['fetch', 'headers', 'signal', 'mostPolicy', 'mostWhole'];

/** Trust and root, after a check. */
function trustOf({ trust = 'intact', root }) {
	if (!Object.hasOwn(TRUSTS, trust))
		throw new RangeError(`there is no trust ${JSON.stringify(trust)}; there are ${Object.keys(TRUSTS).join(', ')}`);
	if (trust === 'known' && root === undefined)
		throw new TypeError("trust 'known' needs the root");
	return { trust, root: root === undefined ? null : rootOf(root) };
}

/** What was found, with its policy.  Only a known snapshot has policies that are not verified. */
const answer = (found, trust) => found && { ...found.entry, policy: adopt(found.blob, trust === 'known') };

/** What a URL begins with, where that alone says what its origin is; or null. */
function originText(url) {
	const text = typeof url === 'string' ? url : url?.href;
	return typeof text === 'string' ? /^[a-z]+:\/\/[^/?#]*/i.exec(text)?.[0] ?? null : null;
}

const verdict = (found, url, tokens) => found && found.policy.agent(...tokens).allowed(url);

/** A snapshot in memory. */
export class Snapshot {
	#source;
	#head;
	#trust;

	constructor(key, octets, { trust, root }) {
		if (key !== INSIDE)
			throw new TypeError('openSnapshot makes snapshots');
		this.#source = new OctetsSource(octets);
		this.#trust = trust;
		this.#head = new Head(octets.subarray(0, HEAD_MOST), octets.length, trust, root);
	}

	get info() {
		return { ...this.#head.info, agents: [...this.#head.info.agents] };
	}

	/** The entry of a URL's origin and its policy, or null. */
	find(url) {
		const octets = urlOctets(url), parts = [];
		for (;;) {
			const { found, at, size } = this.#head.search(octets, parts);
			if (found !== undefined)
				return answer(found, this.#trust);
			parts.push(this.#source.read(at, size));
		}
	}

	/** The verdict for a URL, or null if its origin is not in the snapshot. */
	allowed(url, ...tokens) {
		return verdict(this.find(url), url, tokens);
	}

	/** The same for many URLs, in their order; each origin is looked up once. */
	allowedMany(urls, ...tokens) {
		const agents = new Map();
		return Array.from(urls, (url) => {
			const key = originText(url);
			let agent = agents.get(key);
			if (agent === undefined) {
				agent = this.find(url)?.policy.agent(...tokens) ?? null;
				if (key !== null)
					agents.set(key, agent);
			}
			return agent && agent.allowed(url);
		});
	}

	/** All entries, those of a domain together, or those of one domain. */
	entries(options = {}) {
		const { domain } = checked(options, ['domain']);
		if (domain !== undefined)
			takeDomain(domain);
		return this.#iterate(domain);
	}

	*#iterate(domain) {
		const find = (origin) => this.find(origin);
		for (const entry of this.#head.entries((at, size) => this.#source.read(at, size), domain))
			yield Object.defineProperty(entry, 'policy', { get: () => find(entry.origin).policy, enumerable: true });
	}

	[Symbol.iterator]() {
		return this.entries();
	}
}

/** One file behind a source, whose first octets are kept. */
class RemoteFile {
	#source;
	#first; // octets of the file
	#mostPolicy;
	head = null;

	constructor(source, mostPolicy) {
		this.#source = source;
		this.#mostPolicy = mostPolicy;
	}

	/** Returns the first octets. */
	async begin() {
		this.head = null;
		this.#first = await this.#source.begin(HEAD_MOST);
		return this.#first;
	}

	get size() {
		return this.#source.size;
	}

	open(trust, root) {
		this.head = new Head(this.#first, this.#source.size, trust, root);
	}

	async find(octets) {
		const parts = [], { head } = this;
		for (;;) {
			const { found, at, size } = head.search(octets, parts);
			if (found !== undefined)
				return found;
			if (size > this.#mostPolicy)
				throw new SnapshotError(`a policy of ${size} octets, more than mostPolicy: ${this.#mostPolicy}`);
			const inFirst = at + size <= this.#first.length;
			parts.push(inFirst ? this.#first.subarray(at, at + size) : await this.#source.read(at, size));
		}
	}
}

/** A snapshot, or a folder of shards, that is asked for parts. */
export class RemoteSnapshot {
	#make; // a source of a name in the folder, or of the file itself
	#settings;
	#opened = null; // a promise of { file, info } or { manifest, shards, info }
	#info = null;

	constructor(key, make, settings) {
		if (key !== INSIDE)
			throw new TypeError('fetchSnapshot makes these snapshots');
		this.#make = make;
		this.#settings = settings;
	}

	[INSIDE]() {
		return this.#open();
	}

	/** Of the file, as it was when it was asked last. */
	get info() {
		return { ...this.#info, agents: this.#info.agents && [...this.#info.agents] };
	}

	#open() {
		if (!this.#opened) {
			const opened = this.#begin();
			this.#opened = opened;
			opened.catch(() => this.#forget(opened)); // the next question tries again
		}
		return this.#opened;
	}

	#forget(opened) {
		if (this.#opened === opened)
			this.#opened = null;
	}

	async #begin() {
		const { trust, root, mostPolicy } = this.#settings, file = new RemoteFile(this.#make(), mostPolicy);
		const first = await file.begin();
		if (!isManifest(first)) {
			file.open(trust, root);
			this.#info = { ...file.head.info };
			return { file };
		}
		if (file.size !== first.length)
			throw new SnapshotError('the manifest is damaged: it is too large');
		const manifest = readManifest(first, root), { rows } = manifest;
		const sum = (of) => rows.reduce((all, row) => all + of(row), 0);
		this.#info = {
			size: sum((row) => row.size), entries: sum((row) => row.entries), time: manifest.time, root: manifest.root,
			shards: rows.length,
		};
		return { rows, shards: new Map() };
	}

	/** The file that an origin is in. */
	async #fileFor(octets, opened) {
		if (opened.file)
			return opened.file;
		const { rows, shards } = opened, number = shardOf(octets, rows.length);
		if (!shards.has(number)) {
			const opening = this.#beginShard(rows[number], opened);
			shards.set(number, opening);
			opening.catch(() => shards.delete(number));
		}
		return shards.get(number);
	}

	/** A shard that has gone, or has another size, belongs to an old manifest. */
	async #beginShard({ name, root, size }, opened) {
		const file = new RemoteFile(this.#make(name), this.#settings.mostPolicy);
		try {
			await file.begin();
		} catch (error) {
			throw error instanceof HttpError && (error.status === 404 || error.status === 410) ? gone(error) : error;
		}
		if (file.size !== size)
			throw gone(new SnapshotError(`${name} has another size than the manifest says`));
		file.open(this.#settings.trust, root);
		opened.common ??= file.head.common;
		if (file.head.common !== opened.common)
			throw new SnapshotError(`${name} has other settings or agents than a shard before`);
		return file;
	}

	/** The entry of a URL's origin and its policy, or null.  Begins anew after a change. */
	async find(url) {
		const octets = urlOctets(url);
		for (let start = 1; ; start++) {
			const opened = this.#open();
			try {
				const file = await this.#fileFor(octets, await opened);
				return answer(await file.find(octets), this.#settings.trust);
			} catch (error) {
				if (!(error instanceof Changed))
					throw error;
				this.#forget(opened);
				if (start === STARTS)
					throw error.cause ?? new HttpError('the file changes with each question');
			}
		}
	}

	/** The verdict for a URL, or null if its origin is not in the snapshot. */
	async allowed(url, ...tokens) {
		return verdict(await this.find(url), url, tokens);
	}
}

const gone = (cause) => Object.assign(new Changed(), { cause });

/** Opens a snapshot in memory.  The octets are borrowed. */
export function openSnapshot(octets, options = {}) {
	const settings = trustOf(checked(options, COMMON));
	if (typeof octets === 'string')
		throw new TypeError('a snapshot must be a Uint8Array, not string; fetchSnapshot takes URLs');
	return new Snapshot(INSIDE, toOctets(octets, 'a snapshot'), settings);
}

/** Opens a snapshot on a server, or in a Blob: only parts are read. */
export async function fetchSnapshot(from, options = {}) {
	const { mostPolicy = MOST_POLICY, mostWhole = MOST_WHOLE, ...more } = checked(options, [...COMMON, ...OVER_HTTP]);
	const settings = { ...trustOf(more), mostPolicy: numberOf(mostPolicy, 'mostPolicy', 1, 1 << 30) };
	const http = { ...more, mostWhole: numberOf(mostWhole, 'mostWhole', 0, 1 << 30) };
	const inBlob = typeof Blob === 'function' && from instanceof Blob;
	const beside = (name) => {
		const url = new URL(name, new URL(from, globalThis.location?.href));
		url.search = new URL(from, globalThis.location?.href).search;
		return url;
	};
	const source = (name) => inBlob ? new BlobSource(from) : new HttpSource(name ? beside(name) : from, http);
	const made = new RemoteSnapshot(INSIDE, source, settings);
	await made[INSIDE]();
	return made;
}
