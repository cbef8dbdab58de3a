// robots-parser.js - the entry robotsc/robots-parser: the calls of the package robots-parser.
//
// SPDX-License-Identifier: Apache-2.0
import { allowedQuietly, selectAgent } from './reader.js';
import { compileQuietly, explainAny } from './tools.js';

const BASE = 'http://robots-relative.invalid/';
const RECENT = 100; // agents that are kept ready

/** Finds what the URL parser could change in a path or query: other characters, dot segments. */
const ODD = /[^\w\-~!$&()*+,;=:@/?%.[\]#]|\/(?:\.|%2e)/i;

function parse(url) {
	try {
		return new URL(url, BASE);
	} catch {
		return null;
	}
}

const portOf = (url) => url.port || (url.protocol === 'https:' ? '443' : '80');

const originOf = (url) => url ? `${url.protocol}//${url.hostname}:${portOf(url)}` : '';

/** The name of a robot without its version. */
const nameOf = (agent) => (agent || '*').split('/', 1)[0].trim();

/** The values of a field's lines as written; policies leave some out, such as relative URLs. */
function valuesOf(text, field) {
	return text.split(/\r\n?|\n/).flatMap((line) => {
		const [, name, value] = /^([^:]*):(.*)$/.exec(line.split('#', 1)[0]) ?? [];
		return name?.trim().toLowerCase() === field && value.trim() ? [value.trim()] : [];
	});
}

class Robots {
	#text;
	#policy;
	#origin;
	#prefix = ''; // as URLs of the origin begin
	#agents = new Map();

	constructor(url, contents) {
		const parsed = parse(url);
		this.#text = contents || '';
		this.#policy = compileQuietly(this.#text).policy;
		this.#origin = originOf(parsed);
		if (parsed && parsed.origin !== 'null')
			this.#prefix = `${parsed.origin}/`;
	}

	/** A URL of this origin, or its path and query as parsed; undefined for other origins. */
	#read(url) {
		if (typeof url === 'string' && this.#prefix && url.startsWith(this.#prefix) && !ODD.test(url))
			return url;
		const parsed = parse(url);
		return originOf(parsed) === this.#origin ? (parsed ? parsed.pathname + parsed.search : '/') : undefined;
	}

	#agent(agent) {
		let found = this.#agents.get(agent);
		if (!found) {
			const name = nameOf(agent);
			if (this.#agents.size >= RECENT)
				this.#agents.clear();
			found = selectAgent(this.#policy, name === '*' ? [] : [name]);
			this.#agents.set(agent, found);
		}
		return found;
	}

	isAllowed(url, agent) {
		const read = this.#read(url);
		return read === undefined ? undefined : allowedQuietly(this.#agent(agent), read);
	}

	isDisallowed(url, agent) {
		return !this.isAllowed(url, agent);
	}

	isExplicitlyDisallowed(url, agent) {
		const read = this.#read(url), found = this.#agent(agent);
		if (read === undefined)
			return undefined;
		const named = found.token !== null && (found.token !== '*' || nameOf(agent) === '*');
		return named && !allowedQuietly(found, read);
	}

	getMatchingLineNumber(url, agent) {
		const read = this.#read(url), name = nameOf(agent);
		if (read === undefined)
			return -1;
		return explainAny(this.#text, read, { agent: name === '*' ? [] : [name], changes: false }).deciding || -1;
	}

	getCrawlDelay(agent) {
		return this.#agent(agent).crawlDelay ?? undefined;
	}

	getSitemaps() {
		return valuesOf(this.#text, 'sitemap');
	}

	getPreferredHost() {
		return valuesOf(this.#text, 'host').at(-1)?.toLowerCase() ?? null;
	}
}

/** The rules of the robots.txt with this URL. */
export default function robotsParser(url, contents) {
	return new Robots(url, contents);
}
