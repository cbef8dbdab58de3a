// cases.mjs - answers the table of cases in the file CASES: bindings/tests/cases.py explains its
// lines.
//
// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

import { access, compile, diff, edit, explain, lint, open, page, records, RobotscError, robotsUrl, rules, sitemap, summary, urlProblem, verify } from 'robotsc';

console.warn = () => {};
const text = (octets) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(octets);
const octetsOf = (field) => Buffer.from(field.replace(/%(..)/g, (_, pair) => String.fromCharCode(parseInt(pair, 16))), 'latin1');
const word = (allowed) => allowed ? 'allow' : 'disallow';
const linesOf = (found) => found.map(({ field, value }) => `${field}: ${value}`).join(' | ');
/** Product tokens as octets: a text that is no UTF-8 is no token. */
const tokens = (list) => text(list).split('\n').map((token) => token.includes('\ufffd') ? list : token);

/** The verdict, if all ways to ask agree. */
function check([dialect, robots, list, url]) {
	const agents = tokens(list), found = [];
	for (const some of [undefined, agents]) {
		const policy = compile(robots, { dialect: text(dialect), agents: some });
		for (const same of [policy, open(policy.blob)]) {
			const agent = same.agent(...agents);
			found.push(agent.allowed(url), ...agent.allowedMany([url, url]));
		}
	}
	return found.every((verdict) => verdict === found[0]) ? word(found[0]) : found.join();
}

const policyOf = ([dialect, robots], options) => compile(robots, { dialect: text(dialect), ...options });
const robotOf = (f) => policyOf(f).agent(...tokens(f[2]));

const answers = {
	check,
	names: (f) => word(policyOf(f, { agents: tokens(f[2]), oneRobot: true }).agent(tokens(f[2])[0]).allowed(f[3])),
	header: (f) => word(policyOf(f).agentForHeader(f[2]).allowed(f[3])),
	partial: (f) => word(policyOf(f, { agents: ['ExampleBot', 'SomeBot'] }).agentForHeader(f[2]).allowed(f[3])),
	open: ([octets]) => open(octets) && 'opened',
	content: ([octets]) => compile(octets).content,
	url: ([dialect, url]) => urlProblem(url, text(dialect)) ? 'bad' : 'good',
	origin: ([url]) => robotsUrl(url),
	usage(f) {
		const { allowed, preferences } = robotOf(f).usage(f[3]), count = Object.values(preferences).flatMap(Object.keys).length;
		return `${word(allowed)} ${count} ${preferences[text(f[4])]?.[text(f[5])] ?? ''}`;
	},
	lines: (f) => linesOf((f[2].length ? robotOf(f) : policyOf(f)).records()),
	links: ([dialect, robots, url]) => linesOf(records(robots, { dialect: text(dialect), url })),
	access([status, at, field]) {
		const { outcome, expires } = access({ status: +text(status), at: +text(at), headers: field.length ? [text(field)] : [] });
		return `${outcome} ${expires}`;
	},
	explain([dialect, robots, list, url]) {
		const found = explain(robots, url, { dialect: text(dialect), agent: tokens(list) });
		const decides = found.matches.find(({ line }) => line === found.deciding);
		return `${found.verdict} ${found.deciding}\n${found.url}\n${decides?.text ?? ''}`;
	},
	lint: ([dialect, robots]) => lint(robots, { dialect: text(dialect) }).findings.map(({ id }) => id).join(' '),
	summary: ([dialect, robots]) => summary(robots, { dialect: text(dialect) }).answers.map(({ extent }) => extent).join(' '),
	diff: ([dialect, a, b, token]) => diff(a, b, { dialect: text(dialect), agents: [text(token)] }).answer,
	verify: (f) => verify(policyOf(f), f[1], { agents: tokens(f[2]) }).results.map(({ answer }) => answer).join(' '),
	rules([dialect, robots]) {
		const all = rules(robots, { dialect: text(dialect) }), each = (member) => all.map((rule) => rule[member]).join(' ');
		return `${each('pattern')}\n${each('canonical')}`;
	},
	sitemap([dialect, robots, map, names]) {
		const { answers: all, closed } = sitemap(robots, map, { dialect: text(dialect), names: tokens(names) });
		return `${all.map(({ url }) => url).join(' ')}\n${all.flatMap(({ line }) => line ?? []).join(' ')}\n${closed}`;
	},
	edit([dialect, robots, shutOut, letIn]) {
		const { outcome, robots: all } = edit(robots, { dialect: text(dialect), shutOut: tokens(shutOut), letIn: tokens(letIn) });
		return `${outcome}\n${all.map(({ effect }) => effect).join(' ')}`;
	},
	page([html, field, token]) {
		const { index, follow } = page({ html, headers: field.length ? [text(field)] : [], agent: text(token) });
		return `${index ? 'index' : 'noindex'} ${follow ? 'follow' : 'nofollow'}`;
	},
};

function answer(kind, fields) {
	try {
		return answers[kind](fields);
	} catch (error) {
		return error instanceof RobotscError || error instanceof RangeError ? 'error' : String(error);
	}
}

const failed = [], lines = readFileSync(process.env.CASES, 'ascii').split('\n').slice(0, -1);
for (const line of lines) {
	const [kind, ...fields] = line.split('\t'), expected = octetsOf(fields.pop());
	const said = answer(kind, fields.map(octetsOf));
	if (said !== text(expected))
		failed.push(`FAILED: ${line}\n    said: ${said}`);
}
console.log([...failed, `${lines.length - failed.length} passed, ${failed.length} failed`].join('\n'));
process.exitCode = failed.length ? 1 : 0;
