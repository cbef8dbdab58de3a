// engine.js - the worker for quick answers, with the package robotsc.
//
// SPDX-License-Identifier: Apache-2.0
import { explain, lint, version } from 'robotsc';
import { selectAgent } from 'robotsc/reader';
import { askJson, summaryOf } from 'robotsc/tools';
import { encode } from './octets.js';
import { DESCRIBED, NAMES, agentOf, familiesOf, headerTokens, isUrl, keep, meantBy, policyOf } from './policies.js';
import { serve, tokensIn } from './policies.js';

const FIRST = 40; // URLs whose lines are sent first; then four times as many, and so on
const LARGE = 50000; // characters of a text that takes a while
const MOST_AGENTS = 300; // crawlers that are listed
const MOST_OF_LARGE = 100; // the same of a large text
const MOST_SORTED = 2000; // crawlers whose verdict says whether they are listed
const MOST_FINDINGS = 2000; // that are sent

// ---- questions --------------------------------------------------------------------

function groupOf(found, passed) {
	const { group } = found;
	if (!group || passed) return { kind: 'none', line: 0, rules: 0, passed };
	return { kind: group.agent === '*' ? 'star' : 'token', token: group.agent, line: group.line, rules: group.rules };
}

// Whether a crawler may fetch a URL, and why.
function why(source, { tokens, ignoresStar, dialect }, url, changes = false) {
	const found = explain(keep(source), url, { agent: tokensIn(source, dialect, tokens), dialect, changes });
	const passed = ignoresStar && found.group?.agent === '*';
	if (passed)
		return {
			allowed: true,
			group: groupOf(found, true),
			deciding: 0,
			implied: false,
			matches: [],
			precedence: '',
			changes: [],
		};
	return {
		allowed: found.verdict === 'allow',
		group: groupOf(found, false),
		deciding: found.deciding,
		implied: found.implied,
		matches: found.matches.map((m) => ({
			line: m.line,
			allowed: m.verdict === 'allow',
			text: m.text,
			octets: m.octets,
			deciding: m.line === found.deciding,
		})),
		precedence: found.precedence,
		changes: changesOf(found.changes),
	};
}

// All lines to remove become one change.
function changesOf(found) {
	const removed = found.filter((c) => c.kind === 'remove');
	const all = found.filter((c) => c.kind !== 'remove').map(({ kind, line, text, also }) => ({ kind, line, text, also }));
	if (removed.length) {
		const { then, also } = removed[0];
		all.splice(1, 0, { kind: 'remove', lines: removed.map(({ line, text }) => ({ line, text })), then, also });
	}
	return all;
}

// For each URL, the line that decides; 0: none; -1: the rule that /robots.txt is always allowed.
function decidingLines(source, asking, dialect, urls) {
	if (!agentOf(source, dialect, asking)) return urls.map(() => 0);
	const tokens = tokensIn(source, dialect, asking.tokens);
	const lines = askJson('deciding_lines', [dialect, keep(source), ...tokens, ...urls], tokens.length);
	return lines.map((line, i) => (isUrl(urls[i]) ? line : 0));
}

// Sends verdicts in the chosen dialect, then in all; then the lines that decide in the chosen one.
function check(input, send) {
	const { urls, dialect } = input;
	const chosen = NAMES.indexOf(dialect);
	const verdicts = urls.map((url) => NAMES.map(() => (isUrl(url) ? null : 'unknown')));
	const decide = (name, d) => {
		const agent = agentOf(input, name, input);
		urls.forEach((url, i) => (verdicts[i][d] ??= agent ? agent.allowed(url) : true));
	};
	decide(dialect, chosen);
	if (input.text.length > LARGE) send({ verdicts });
	NAMES.forEach((name, d) => d !== chosen && decide(name, d));
	send({ verdicts });
	for (let from = 0, n = FIRST; from < urls.length; from += n, n *= 4)
		send({ from, lines: decidingLines(input, input, dialect, urls.slice(from, from + n)) });
	return {
		facts: { blobOctets: policyOf(input, dialect).blob.length },
		header: headerTokens(input, dialect, input.tokens),
		version: version(),
	};
}

// Crawlers of the list, then others of the file, blocked ones first; count: how many there are.
function crawlersOf({ url, ...source }) {
	const families = familiesOf(DESCRIBED.map(({ token }) => token));
	const known = DESCRIBED.map(({ ignoresStar, dialect = NAMES[0] }, i) => ({ tokens: families[i], ignoresStar, dialect }));
	const listed = new Set(DESCRIBED.map(({ token }) => token.toLowerCase()));
	const policy = policyOf(source, NAMES[0]);
	const names = source.text.matchAll(/^\s*user-?agent\s*:\s*([\w.-]+)/gim);
	const written = new Map(Array.from(names, ([, name]) => [name.toLowerCase(), name]));
	const tokens = policy.agents.filter((token) => !listed.has(token));
	const found = tokens
		.slice(0, MOST_SORTED)
		.map((token) => ({
			tokens: [written.get(token) ?? token],
			dialect: NAMES[0],
			allowed: selectAgent(policy, [token]).allowed(url),
		}))
		.sort((a, b) => a.allowed - b.allowed);
	return { agents: [...known, ...found], count: known.length + tokens.length };
}

function usageOf(agent, url) {
	if (!agent) return { allowed: true, list: [] };
	const { allowed, preferences } = agent.usage(url);
	const list = Object.entries(preferences).flatMap(([field, labels]) =>
		Object.entries(labels).map(([label, value]) => ({ field, label, value, no: /^n/i.test(value) })),
	);
	return { allowed, list };
}

const QUESTIONS = {
	families: ({ names }) => familiesOf(names),
	check,
	lines(input) {
		const all = NAMES.map((name) => decidingLines(input, input, name, input.urls));
		return input.urls.map((_, i) => all.map((lines) => lines[i]));
	},
	explain(input) {
		if (!isUrl(input.url)) return { meant: meantBy(input.url) };
		const result = why(input, input, input.url, true);
		return { ...result, usage: usageOf(agentOf(input, input.dialect, input), input.url).list };
	},
	lint(input) {
		const { findings, undecided } = lint(keep(input), { dialect: input.dialect });
		return {
			undecided,
			counts: ['error', 'warning', 'note'].map((s) => [s, findings.filter((f) => f.severity === s).length]),
			left: Math.max(0, findings.length - MOST_FINDINGS),
			findings: findings
				.slice(0, MOST_FINDINGS)
				.map(({ all_lines: allLines, said = '', path = '', ...finding }) => ({
					...finding,
					said,
					path,
					allLines,
				})),
		};
	},
	crawlers(input) {
		if (!isUrl(input.url)) return { meant: meantBy(input.url), rows: [] };
		const { agents, count } = crawlersOf(input);
		const most = input.text.length > LARGE ? MOST_OF_LARGE : MOST_AGENTS;
		const rows = agents.slice(0, most).map((agent) => {
			const { allowed, deciding, group } = why(input, agent, input.url);
			return { agent, allowed, deciding, group };
		});
		const rank = ({ allowed, group }) => 2 * allowed + (group.kind !== 'token');
		return { rows: rows.sort((a, b) => rank(a) - rank(b)), left: count - rows.length };
	},
	summary(input) {
		return summaryOf(keep(input), CRAWLERS, {});
	},
	changed({ base, ...input }) {
		return summaryOf(keep(input), CRAWLERS, { against: encode(base, input.encoding) }).against.changes;
	},
	records(input) {
		const agent = agentOf(input, input.dialect, input);
		const lines = { file: policyOf(input, input.dialect).records(), agent: agent ? agent.records() : [] };
		if (!isUrl(input.url)) return { ...lines, meant: meantBy(input.url) };
		const { allowed, list } = usageOf(agent, input.url);
		return { ...lines, allowed, usage: list };
	},
};

serve(QUESTIONS);
