// agents.js - today's crawlers, from analysis/crawlers/crawlers.json, as in the command.
//
// SPDX-License-Identifier: Apache-2.0
import { crawlers, names, purposes, sources } from '../../../analysis/crawlers/crawlers.json';

export const PURPOSES = purposes;

// The same crawlers, but source is a page's address, and read the month or day it was read on.
export const AGENTS = crawlers.map((crawler) => {
	const { url, read } = sources[crawler.source];
	return { ...crawler, source: url, read };
});

const month = (read) =>
	new Date(`${read.slice(0, 7)}-01T00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const months = AGENTS.map((agent) => agent.read.slice(0, 7)).sort();

// When the sources were read, in words.
export const READ = month(months[0]) + (months[0] === months.at(-1) ? '' : ' or later');

// The dialect in which a crawler reads; if it is not known, the standard.
export const readingOf = (agent) => agent.dialect ?? 'rfc9309';

// The known data of a crawler, or only its name as token.
export function agentOf(name) {
	const token = name.trim();
	return AGENTS.find((a) => a.token.toLowerCase() === token.toLowerCase()) ?? { token };
}

const BROWSERS = /^(Mozilla|AppleWebKit|Chrome|Safari|Gecko|Firefox|Version|Mobile|Edge?|OPR|KHTML)$/;

// Product tokens of a User-Agent header: first `named`, which are those that the file names; then
// known words, words with a version, and the word after "compatible".
export function tokensOfHeader(header, named) {
	const words = header.matchAll(/(?<![\w.:/@+-])([A-Za-z][\w.-]*)(\/\d)?/g);
	const isOwn = ({ 1: word, 2: version, index }) =>
		!BROWSERS.test(word) && (version || agentOf(word).maker || header.endsWith('compatible; ', index));
	const own = Array.from(words)
		.filter(isOwn)
		.map(([, word]) => word);
	return [...new Set([...named, ...own])].slice(0, 4);
}

// For the worker: the crawlers of the list, and other names that files have for them.
export const LISTED = [
	...crawlers,
	...names.flatMap(({ names: all, ...named }) =>
		all.map((name) => ({ ...named, token: /^[\w-]+/.exec(name)[0], onlyNamed: true })),
	),
];
