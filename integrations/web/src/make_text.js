// make_text.js - a text in which crawlers are shut out or let in, and what is there stays.
//
// SPDX-License-Identifier: Apache-2.0
import { groupsOf } from './groups.js';

export const RULES = { close: 'Disallow: /', open: 'Disallow:' };

// Lines that hold for the whole file, in whatever group they stand.
const OF_FILE = /^\s*(sitemap|host|license|clean-param)\s*:/i;

// The lines of a text that are changed: numbers from 1, as the groups have them.
class Lines {
	constructor(text) {
		this.lines = text.split('\n');
	}

	remove(line) {
		this.lines[line - 1] = null;
	}

	replace(line, text) {
		this.lines[line - 1] = text;
	}

	addAfter(line, text) {
		this.lines[line - 1] += `\n${text}`;
	}

	get text() {
		return this.lines.filter((line) => line !== null).join('\n');
	}
}

// A group that is for these crawlers alone: it gets one rule in the place of its own.
function setRule(lines, { agents, rules }, rule) {
	const [first, ...rest] = rules;
	if (first) lines.replace(first.line, rule);
	else lines.addAfter(agents.at(-1).line, rule);
	for (const { line } of rest) lines.remove(line);
}

// The same, without what is for them.
function removeGroup(lines, { agents, rules, others }) {
	for (const { line } of [...agents, ...rules]) lines.remove(line);
	for (const line of others) if (!OF_FILE.test(lines.lines[line - 1])) lines.remove(line);
}

// A group with this rule alone, into which names fit.
const fits = ({ agents, rules: [first, ...rest], others }, rule) =>
	first?.closes &&
	!rest.length &&
	!others.length &&
	RULES[rule] === `Disallow: ${first.path}`.trim() &&
	agents.every(({ name }) => name !== '*');

function append(text, tokens, rule) {
	const list = tokens.map((token) => `User-agent: ${token}`).join('\n');
	const groups = groupsOf(text);
	const room = groups.find((group) => fits(group, rule));
	if (room) {
		const lines = new Lines(text);
		lines.addAfter(room.agents.at(-1).line, list);
		return lines.text;
	}
	// Names without a rule would be joined with those that follow.
	const open = groups.length && !groups.at(-1).rules.length ? `${RULES.open}\n` : '';
	const before = text.replace(/\s+$/, '');
	return `${before}${before ? '\n' : ''}${open}${before ? '\n' : ''}${list}\n${RULES[rule]}\n`;
}

// Shut these crawlers out (close), let them in (open), or treat them as all others (others).
export function withAccess(text, tokens, rule) {
	const isChosen = ({ name }) => tokens.some((token) => token.toLowerCase() === name.toLowerCase());
	const lines = new Lines(text);
	const placed = new Set();
	for (const group of groupsOf(text)) {
		const chosen = group.agents.filter(isChosen);
		if (!chosen.length) continue;
		if (chosen.length < group.agents.length) chosen.forEach(({ line }) => lines.remove(line));
		else if (rule === 'others') removeGroup(lines, group);
		else {
			setRule(lines, group, RULES[rule]);
			for (const { name } of chosen) placed.add(name.toLowerCase());
		}
	}
	const rest = tokens.filter((token) => !placed.has(token.toLowerCase()));
	return rule === 'others' || !rest.length ? lines.text : append(lines.text, rest, rule);
}
