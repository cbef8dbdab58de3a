// ranges.js - parts of a file: of octets that are there, of a Blob, or over HTTP by range requests.
//
// A source has begin(n), which returns the first n octets at most and learns the size of the file,
// and read(at, size).  Over HTTP all parts belong to one version of the file, or Changed is thrown.
//
// SPDX-License-Identifier: Apache-2.0
import { RobotscError } from './errors.js';

/** The server, or what stands between, cannot be asked for parts of the file. */
export class HttpError extends RobotscError {
	constructor(message, status = 0) {
		super(message);
		this.status = status;
	}

	get name() {
		return 'HttpError';
	}
}

/** The file is another one than before. */
export class Changed extends Error {}

/** Octets in memory. */
export class OctetsSource {
	#octets;

	constructor(octets) {
		this.#octets = octets;
		this.size = octets.length;
	}

	read(at, size) {
		return this.#octets.subarray(at, at + size);
	}
}

/** A file that a user has chosen. */
export class BlobSource {
	#blob;

	constructor(blob) {
		this.#blob = blob;
		this.size = blob.size;
	}

	begin(n) {
		return this.read(0, Math.min(n, this.size));
	}

	async read(at, size) {
		return new Uint8Array(await this.#blob.slice(at, at + size).arrayBuffer());
	}
}

const SECOND = 1000;
const EXPOSE = 'to another origin it must show the field by Access-Control-Expose-Headers';

/** What If-Range takes: a strong ETag, or a Last-Modified that is old enough to be strong. */
function validatorOf(headers) {
	const tag = headers.get('etag');
	if (tag?.startsWith('"'))
		return tag;
	const modified = headers.get('last-modified'), date = headers.get('date');
	return modified && date && Date.parse(date) - Date.parse(modified) >= SECOND ? modified : null;
}

/** True if an answer says that it is of another version. */
function isOther(headers, validator) {
	const name = validator.startsWith('"') ? 'etag' : 'last-modified', value = headers.get(name);
	return value !== null && value !== validator;
}

const whatIs = (value) => value === null ? 'none' : JSON.stringify(value.slice(0, 80));

/** A file on a server. */
export class HttpSource {
	#url;
	#options;
	#validator = null;
	#whole = null; // the file, where the server sends no parts of a small one
	size = -1;

	constructor(url, options) {
		this.#url = String(url);
		this.#options = options;
	}

	/** The first octets; from here on, parts are of this version. */
	async begin(n) {
		this.#validator = this.#whole = null;
		this.size = -1;
		const response = await this.#request(0, n);
		if (response.status === 200)
			return this.#beginWhole(response, n);
		const first = await this.#part(response, 0, n);
		this.#validator = validatorOf(response.headers);
		if (first.length < this.size && !this.#validator)
			throw this.#error('gives no strong ETag, and no Last-Modified with a Date, so a file that changes ' +
				`cannot be told; ${EXPOSE}`);
		return first;
	}

	async read(at, size) {
		if (this.#whole)
			return this.#whole.subarray(at, at + size);
		return this.#part(await this.#request(at, size), at, size);
	}

	#error(text, status = 0) {
		return new HttpError(`${this.#url}: the server ${text}`, status);
	}

	#request(at, size) {
		const { fetch: ask = globalThis.fetch, headers, signal } = this.#options, all = new Headers(headers);
		all.set('Range', `bytes=${at}-${at + size - 1}`);
		if (this.#validator)
			all.set('If-Range', this.#validator);
		return ask(this.#url, { headers: all, signal, cache: 'no-store' });
	}

	/** Drops an answer without reading it. */
	async #drop(response) {
		await response.body?.cancel().catch(() => {});
	}

	async #part(response, at, size) {
		try {
			const length = this.#check(response, at, size);
			return await this.#body(response, length, length);
		} catch (error) {
			await this.#drop(response);
			throw error;
		}
	}

	/** Refuses what is not the part that was asked for.  Returns how many octets it has. */
	#check({ status, headers }, at, size) {
		const isFile = [200, 206, 412, 416].includes(status);
		if (isFile && this.#validator && isOther(headers, this.#validator))
			throw new Changed();
		if (status === 200)
			throw this.#error('ignores Range, and would send the whole file', status);
		if (status !== 206)
			throw this.#error(status === 416 ? 'has no such part' : `answers with status ${status}`, status);
		this.#checkCoding(headers);
		const range = headers.get('content-range'), match = /^bytes (\d+)-(\d+)\/(\d+)$/i.exec(range ?? '');
		const [from, to, all] = match ? match.slice(1).map(Number) : [-1, -1, -1];
		if (from !== at || to !== Math.min(at + size, all) - 1 || to < from || !Number.isSafeInteger(all) ||
			(this.size >= 0 && all !== this.size))
			throw this.#error(`was asked for bytes ${at}-${at + size - 1} and names others, ` +
				`Content-Range ${whatIs(range)}; ${EXPOSE}`);
		this.size = all;
		return to - from + 1;
	}

	#checkCoding(headers) {
		const coding = headers.get('content-encoding');
		if (coding !== null && !/^identity$/i.test(coding))
			throw this.#error(`compresses the file, Content-Encoding ${whatIs(coding)}, so it has no parts`);
	}

	/** The server ignores Range.  A small file is read all the same. */
	async #beginWhole(response, n) {
		const most = this.#options.mostWhole;
		try {
			this.#checkCoding(response.headers);
			if (Number(response.headers.get('content-length') ?? 0) > most)
				throw this.#tooLarge(most);
			this.#whole = await this.#body(response, -1, most);
		} catch (error) {
			await this.#drop(response);
			throw error;
		}
		this.size = this.#whole.length;
		return this.#whole.subarray(0, n);
	}

	#tooLarge(most) {
		return this.#error(`ignores Range, and the file has more than ${most} octets; use a server that sends parts`, 200);
	}

	#tooMany(length) {
		return this.#error(`sends more than the ${length} octets that it names`);
	}

	/** Reads a body of length octets; of -1: of any number up to most. */
	async #body(response, length, most) {
		const pieces = [], reader = response.body?.getReader();
		let size = 0;
		try {
			for (let piece; reader && !(piece = await reader.read()).done;) {
				size += piece.value.length;
				if (size > most)
					throw length < 0 ? this.#tooLarge(most) : this.#tooMany(length);
				pieces.push(piece.value);
			}
		} catch (error) {
			await reader.cancel().catch(() => {});
			const isOurs = error instanceof RobotscError || error?.name === 'AbortError';
			throw isOurs ? error : this.#cut(size, length, error);
		}
		if (length >= 0 && size < length)
			throw this.#cut(size, length);
		const octets = new Uint8Array(size);
		pieces.reduce((at, piece) => (octets.set(piece, at), at + piece.length), 0);
		return octets;
	}

	#cut(size, length, cause) {
		const error = this.#error(`ended its answer after ${size} octets${length < 0 ? '' : ` of ${length}`}`);
		if (cause)
			error.cause = cause;
		return error;
	}
}
