// agents.js - today's crawlers, of analysis/crawlers/crawlers.json, which the command has, too.
//
// SPDX-License-Identifier: Apache-2.0
import { crawlers, names, purposes, sources } from '../../../analysis/crawlers/crawlers.json';

export const PURPOSES = purposes;

// The same crawlers, but source is the address of a page, and read the month or day it was read.
export const AGENTS = crawlers.map((crawler) => {
	const { url, read } = sources[crawler.source];
	return { ...crawler, source: url, read };
});

const month = (read) =>
	new Date(`${read.slice(0, 7)}-01T00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const months = AGENTS.map((agent) => agent.read.slice(0, 7)).sort();

// When the pages were read.
export const READ = month(months[0]) + (months[0] === months.at(-1) ? '' : ' or later');

// How a crawler reads: what is not known reads as the standard.
export const readingOf = (agent) => agent.dialect ?? 'rfc9309';

// What is known of a crawler, or nothing but its name.
export function agentOf(name) {
	const token = name.trim();
	return AGENTS.find((a) => a.token.toLowerCase() === token.toLowerCase()) ?? { token };
}

const BROWSERS = /^(Mozilla|AppleWebKit|Chrome|Safari|Gecko|Firefox|Version|Mobile|Edge?|OPR|KHTML)$/;

// The product tokens of a User-Agent header: the known ones, those with a version, and the word
// after "compatible".  named: those that the file names, which come first.
export function tokensOfHeader(header, named) {
	const words = header.matchAll(/(?<![\w.:/@+-])([A-Za-z][\w.-]*)(\/\d)?/g);
	const isOwn = ({ 1: word, 2: version, index }) =>
		!BROWSERS.test(word) && (version || agentOf(word).maker || header.endsWith('compatible; ', index));
	const own = Array.from(words)
		.filter(isOwn)
		.map(([, word]) => word);
	return [...new Set([...named, ...own])].slice(0, 4);
}

// For the worker: the crawlers of the list, and other names that files use for them.
export const LISTED = [
	...crawlers,
	...names.flatMap(({ names: all, ...named }) =>
		all.map((name) => ({ ...named, token: /^[\w-]+/.exec(name)[0], onlyNamed: true })),
	),
];
