// fixes.mjs - what the fixes of lint change: each fix is made in every text that has its finding,
// and the command proves, in every dialect, that it opens and closes what it says, and no more.
//
//     node fixes.mjs ROBOTSC FOLDER TEXTS...    files and folders; texts made up are there always
//
// FOLDER is empty.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const [robotsc, folder, ...texts] = process.argv.slice(2);
const MOST = 2; // fixes of a kind in a text
const DRAWN = 100; // texts that are drawn
const ENDS = ['\n', '\r\n', '\r']; // of the lines of texts that are made up
const DIALECTS = ['rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2'];

// The name of a User-agent line.
const named = (line) => /^[ \t\v\f]*user-?agent\s*:\s*([^#\s]*)/i.exec(line)?.[1].toLowerCase();

// A text, and its lines: as characters if it is UTF-8, else as octets.
class Doc {
	constructor(octets) {
		const text = octets.toString('utf8');
		this.octets = octets;
		this.encoding = Buffer.from(text).equals(octets) ? 'utf8' : 'latin1';
		this.all = octets.toString(this.encoding).split(/\r\n|[\r\n]/);
		this.names = this.all.map((line, i) => named(i ? line : line.replace('\uFEFF', '')));
		this.lines = this.all.length;
	}
}

// The octets after all edits, which are in order and do not overlap.
function after({ octets }, edits) {
	const parts = [];
	let at = 0;
	for (const { from, to, text } of edits) {
		assert.ok(at <= from && from <= to && to <= octets.length, 'edits are in order');
		parts.push(octets.subarray(at, from), Buffer.from(text));
		at = to;
	}
	return Buffer.concat([...parts, octets.subarray(at)]);
}

// The names in the User-agent lists of a group, up to a line.
function namesBefore(doc, number) {
	const names = [];
	for (let i = number; i > 0 && !/^\s*(dis)?allow\s*:/i.test(doc.all[i - 1]); i--) names.push(doc.names[i - 1]);
	return names.filter((name) => name !== undefined);
}

// True if a robot may be one of names.
const isOneOf = (names, robot) => names.some((name) => name !== '*' && (robot.includes(name) || name.includes(robot)));

const sameAsRead = ({ dialect, answer }) =>
	assert.ok(dialect !== 'rfc9309' || answer !== 'different', 'nothing changes as robots are read here');
const nothing = () => ({ answer }) => assert.notEqual(answer, 'different', 'nothing changes');
const changed = ({ newly_disallowed: closed, newly_allowed: open }) => [...closed, ...open];

// Each changed verdict was decided by the mended line: before the fix, or after it.
const byLine = (finding) => (result) => {
	for (const { a, b } of changed(result)) assert.ok(a.line === finding.line || b.line === finding.line, 'by that line alone');
};

// In rfc9309 nothing changes; in other dialects, only verdicts that lines of the finding decided.
const needless = (finding) => (result) => {
	sameAsRead(result);
	for (const { a } of changed(result))
		assert.ok([finding.line, ...finding.lines].includes(a.line), `by that line alone, not by ${a.text}`);
};

// Something changes for robots that a list names; for others only if the list has "*".
function onlyTo(names, { agents, others }) {
	assert.ok(others ? names.includes('*') : true, 'not to others');
	assert.ok(names.includes('*') || agents.every((robot) => isOneOf(names, robot)), `not to ${agents}`);
}

// The names of the list that is before a line, or around it.
function namesAround(doc, number) {
	let last = number;
	while (last < doc.lines && doc.names[last] !== undefined) last++;
	return namesBefore(doc, last);
}

// What the mend of a field name may change: of a rule, verdicts that it decides; of a User-agent
// line, verdicts of its robot and of the robots in lists around it.
const field = (finding, doc) => {
	if (finding.said !== 'User-agent') return byLine(finding);
	const name = /:?\s*([^\s#:]*)\s*(#.*)?$/.exec(doc.all[finding.line - 1])[1].toLowerCase();
	const names = [name, ...namesAround(doc, finding.line), ...groupBefore(doc, finding.line)];
	return (result) => changed(result).length && onlyTo(names, result);
};

// A line that begins with a mark: lines after it then hold for the robot that it names.
const marked = (finding, doc) => {
	const name = named(doc.all[finding.line - 1].slice(1));
	const names = [...(name === undefined ? [] : [name]), ...namesAround(doc, finding.line), ...groupBefore(doc, finding.line)];
	return (result) => changed(result).length && onlyTo(names, result);
};

// The names of the group in which a line stands.
function groupBefore(doc, number) {
	let at = number;
	while (at > 0 && doc.names[at - 1] === undefined) at--;
	return namesBefore(doc, at);
}

// By kind of remark: what its fix may change, checked with the command.
const FIXES = {
	'agents-joined': (finding, doc) => {
		const names = namesBefore(doc, finding.lines[0]);
		return (result) => {
			assert.equal(result.newly_disallowed.length, 0, 'closes nothing');
			if (result.newly_allowed.length) onlyTo(names, result);
		};
	},
	'star-not-inherited': (finding, doc) => {
		const names = namesAround(doc, finding.line);
		const copied = finding.lines.map((n) => doc.all[n - 1].trim());
		return (result) => {
			assert.equal(result.newly_allowed.length, 0, 'opens nothing');
			if (result.newly_disallowed.length) onlyTo(names, result);
			for (const { b } of result.newly_disallowed) assert.ok(copied.includes(b.text.trim()), `closes by ${b.text}`);
		};
	},
	'agent-typo': (finding, doc) => {
		const names = [finding.said.toLowerCase(), doc.names[finding.line - 1]];
		return (result) => changed(result).length && onlyTo(names, result);
	},
	'blank-ends-record': (finding, doc) => {
		const names = groupBefore(doc, finding.line);
		return (result) => {
			assert.ok(!/rfc9309|google/.test(result.dialect) || result.answer !== 'different', 'nothing changes for who reads on');
			if (changed(result).length) onlyTo(names, result);
		};
	},
	'group-empty': (finding, doc) => {
		const names = namesBefore(doc, doc.lines);
		return (result) => {
			assert.equal(result.newly_disallowed.length, 0, 'closes nothing');
			if (result.newly_allowed.length) onlyTo(names, result);
		};
	},
	'no-group': (finding, doc) => (result) => {
		let end = finding.line;
		while (end < doc.lines && doc.names[end] === undefined) end++;
		for (const { b } of result.newly_disallowed) assert.ok(b.line > finding.line && b.line <= end + 1, `closes by ${b.text}`);
		for (const { b } of result.newly_allowed) assert.ok(b.line > finding.line && b.line <= end + 1, `opens by ${b.text}`);
	},
	bom: marked,
	'bom-inside': marked,
	'misspelt-field': field,
	'field-typo': field,
	'field-inside': () => () => {}, // the effect says all of it
	'field-beginning': () => () => {},
	'several-agents': () => () => {},
	'html-entity': byLine,
	'hidden-character': () => () => {}, // the same
	'missing-colon': (finding, doc) =>
		field({ ...finding, said: /^\s*user/i.test(doc.all[finding.line - 1]) ? 'User-agent' : '' }, doc),
	'never-matches': byLine,
	'stray-percent': byLine,
	'hash-cuts': byLine,
	unescaped: byLine,
	'star-repeated': byLine,
	'star-at-end': (finding) => (result) => {
		sameAsRead(result);
		byLine(finding)(result);
	},
	'dead-rule': needless,
	'duplicate-rule': needless,
	'conflicting-rules': needless,
	'redundant-rule': needless,
	'redundant-together': needless,
	'allow-empty': nothing,
	repeated: nothing,
	'usage-value': nothing,
	'signal-case': nothing,
	'other-label': nothing,
	'license-in-group': nothing,
};

const MADE_UP = {
	'star-not-inherited': [
		'User-agent: *\nDisallow: /a\nDisallow: /b # c\n\nUser-agent: x\nDisallow: /c\n',
		'User-agent: x\nUser-agent: y\n\nDisallow: /c\nAllow: /a/b\nUser-agent: *\nDisallow: /a\n\nUser-agent: z\nDisallow: /a\n',
		'User-agent: *\nDisallow: /a\n\nUser-agent: x\nDisallow: /c\n\nUser-agent: *\nDisallow: /*.pdf$\n',
	],
	'agents-joined': [
		'User-agent: *\nCrawl-delay: 5\n\nUser-agent: bad\nDisallow: /\n',
		'User-agent: z\nDisallow: /z\n\nUser-agent: *\nCrawl-delay: 5\n\nUser-agent: bad\nDisallow: /\n',
		'User-agent: a\nCrawl-delay: 1\nUser-agent: b\nSitemap: https://h/s\nUser-agent: *\nDisallow: /x\nAllow: /x/y\n',
		'User-agent: one\nHost: h\nUser-agent: two\nkeep out\nUser-agent: *\n\nDisallow: /x\n\nUser-agent: three\nDisallow: /\n',
	],
	'agent-typo': ['User-agent: *\nDisallow: /a\n\nUser-agent: GPT-Bot\nUser-agent: b\nDisallow: /\n'],
	'blank-ends-record': ['User-agent: x\n\nDisallow: /c\n\nUser-agent: *\nDisallow: /a\n\nDisallow: /b\n'],
	'group-empty': [
		'User-agent: *\nDisallow: /a\n\nUser-agent: x\nUser-agent: y\n',
		'User-agent: *\nDisallow: /a\n\nUser-agent: x\nAllow: /\nUser-agent: y\nSitemap: https://h/s\n',
	],
	'no-group': ['Disallow: /a\nAllow: /a/b\n\nUser-agent: x\nDisallow: /c\n', '\uFEFFAllow: /\nUser-agent: x\nDisallow: /\n'],
	bom: ['\uFEFFUser-agent: x\nDisallow: /a\n'],
	'bom-inside': ['User-agent: *\nDisallow: /a\n\n\uFEFFUser-agent: x\nDisallow: /b\n'],
	'misspelt-field': ['User-agent: *\nDissallow: /a\nDisallow: /b\n', 'User-agent: a\nUseragent: b\nDisallow: /b\n'],
	'field-typo': ['User-agent: *\nDisallowed: /a\nDisallow: /b\n', 'User-agent: a\nDisallow: /a\nUser-agents: b\nDisallow: /b\n'],
	'hidden-character': [
		'User-agent: *\n\u200BDisallow: /x\n',
		'User-agent:\u00A0*\nDisallow\uFF1A /x\u200E\n',
		'User-agent: *\nDisallow: \u201C/a\u2011b\u201D\n',
	],
	'field-beginning': ['Sitemap https://h/s\nUser-agent: *\nDisallow /x:y\nDisallow: /z\n'],
	'several-agents': ['User-agent: GPTBot, ClaudeBot,*\nDisallow: /a\n'],
	'html-entity': ['User-agent: *\nDisallow: /*&amp;ref=\nAllow: /a&amp;b\n'],
	'field-inside': [
		'User-agent: * Disallow: / Allow: /index.php\nUser-agent: a\nDisallow: /x\n',
		'User-agent: *\nDisallow: /User-agent: a\nDisallow: /y',
		'Sitemap: https://h/s User-agent: *;Disallow: /x;\n',
		'User-agent: *\nCrawl-delay: 10<br>Disallow: /x<br>\n',
	],
	'missing-colon': ['User-agent: *\nDisallow /a\nDisallow: /b\n', 'User-agent: a\nDisallow: /a\nUser-agent b\nDisallow: /b\n'],
	'never-matches': [
		'User-agent: *\nDisallow: a\nAllow: a/b\n',
		'User-agent: *\nDisallow: "/a"\nAllow: .js$\nDisallow: \\a\\b\n',
		'User-agent: *\nDisallow: https://h/a\nSitemap: https://h/s\n',
	],
	'stray-percent': ['User-agent: *\nDisallow: /20%-off\nAllow: /20%25-off/x\n'],
	'hash-cuts': ['User-agent: *\nDisallow: /a#b\n'],
	unescaped: ['User-agent: *\nDisallow: /a b\nDisallow: /\u00E9\n'],
	'star-repeated': ['User-agent: *\nDisallow: /a**b\nAllow: /a\n'],
	'star-at-end': ['User-agent: *\nDisallow: /a*\nAllow: /a/b\n', 'User-agent: *\nDisallow: /ab*\n\nUser-agent: x\nDisallow: /c*\n'],
	'dead-rule': ['User-agent: *\nAllow: /a\nDisallow: /*a\nDisallow: /a\n', 'User-agent: x\nDisallow: /*\nDisallow: /\n'],
	'duplicate-rule': [
		'User-agent: x y\nDisallow: /a\nAllow: /a/b\n\nUser-agent: x z\nDisallow: /a\nAllow: /c\n\nUser-agent: *\nDisallow: /d\n',
		'User-agent: *\nDisallow: /a\nDisallow: /a\n',
		'User-agent: x\nDisallow: /\n\nUser-agent: X\nDisallow: /\n\nUser-agent: *\nDisallow: /b\n',
	],
	'conflicting-rules': ['User-agent: *\nDisallow: /a\nAllow: /a\n'],
	'redundant-rule': [
		'User-agent: *\nDisallow: /\n\nUser-agent: x\nAllow: /\n\nDisallow: /a\nAllow: /b\n',
		'User-agent: *\nDisallow: /a\nDisallow: /a/b\nAllow: /c\n',
	],
	'redundant-together': ['User-agent: *\nDisallow: /\nAllow: /a\nDisallow: /a/b\nAllow: /a/b\n'],
	'allow-empty': ['User-agent: *\nAllow:\nDisallow: /a\n', 'User-agent: x\nDisallow: /a\nAllow:\n\nUser-agent: y\nDisallow: /b\n'],
	repeated: ['User-agent: *\nDisallow: /x\nVisit-time: 0600-0845\nVisit-time: 1200-1300\n'],
	'usage-value': ['User-agent: *\nContent-Usage: train-ai=no\nDisallow: /a\n'],
	'signal-case': ['User-agent: *\nContent-Signal: Search=yes\nDisallow: /a\n'],
	'other-label': ['User-agent: *\nContent-Usage: ai-train=n\nDisallow: /a\n'],
	'license-in-group': [
		'User-agent: x\nLicense: https://h/l\nDisallow: /a\n',
		'\uFEFFUser-agent: x\nLicense: https://h/l\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n',
	],
};

// Findings without a fix: only a person can tell how to follow the hint.
const NO_FIX = {
	'group-empty': ['User-agent: * Disallow: /', 'User-agent: * Disallow: /\nUser-agent: b\n'],
	'agent-cut': ['User-agent: a Disallow: /\n'],
	'agents-joined': ['User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /\n\nUser-agent: A\nDisallow: /x\n'],
	'allow-empty': ['User-agent: x\nAllow:\n\nUser-agent: *\nDisallow: /a\n'],
	'duplicate-rule': ['User-agent: x\nAllow: /a\n\nUser-agent: x\nAllow: /a\n\nUser-agent: *\nDisallow: /\n'],
	'no-group': ['Disallow: /a\nUser-agent: *\nDisallow: /b\n'],
	'signal-case': ['User-agent: *\nContent-Signal: search=Y\xAB\nDisallow: /a\n'],
	'star-at-end': [
		'User-agent: *\nDisallow: /ab*\nAllow: /*c\n',
		'User-agent: *\nAllow: /ab*\nDisalow: /abc\n',
		'User-agent: *\nAllow: /ab*\nDisallow /abc\n',
		'User-agent: *\nDisallow: /x$*\n',
		'User-agent: *\nDisallow: /abcd*\nAllow: /%61%62%63%64\n',
		'User-agent: *\nDisallow: /ab *\nAllow: /\n',
	],
	'star-not-inherited': [
		'User-agent: *\nDisallow: /a\nAllow: /a/b\n\nUser-agent: x\nDisallow: /c\n',
		'\xEF\xBB\xBFUser-agent: *\nDisallow: /a\nAllow: /a/b\n\nUser-agent: x\nDisallow: /c\n',
		'User-agent: *\nDisallow: /a\n\nUser-agent: x\nCrawl-delay: 5\nDisallow: /c\n',
	],
};

// Octets of Latin-1 are not UTF-8.
function hasNone() {
	mkdirSync(`${folder}/none`);
	for (const [id, list] of Object.entries(NO_FIX))
		for (const [i, text] of list.entries()) {
			const file = `${folder}/none/${id}-${i}`;
			writeFileSync(file, text, 'latin1');
			const [{ findings }] = jsonl(run('lint', '--format=jsonl', '--error-on=never', file));
			const found = findings.filter((finding) => finding.id === id);
			assert.ok(found.length && found.every(({ fix }) => !fix), `${id} has no fix in ${JSON.stringify(text)}`);
		}
}

// Texts of random lines, some of them misspelt.
function* drawn(count) {
	let state = 1;
	const draw = (list) => {
		state = (Math.imul(state, 1103515245) + 12345) >>> 0;
		return list[(state >>> 8) % list.length];
	};
	const fields = ['Disallow:', 'Disallow:', 'Allow:', 'Disalow:', 'Disallow', 'Allow'];
	const paths = ['/x', '/x*', '/*x', '/**x', '/x$*', '/x*$', '/xa', '/*a', '/x#a', '/%x', '/x%zz', '/x y', '/', ''];
	const agents = ['User-agent: *', 'User-agent: a', 'User agent: b', 'User-agent b', 'Useragent: a', 'User-agent: b'];
	const others = ['', 'Crawl-delay: 5', 'x', 'Robot-version: 2.0', '# c'];
	for (let i = 0; i < count; i++) {
		const lines = [draw(agents)];
		for (let n = draw([3, 4, 5, 6, 7, 8, 9]); n > 0; n--) {
			const kind = draw(['rule', 'rule', 'rule', 'agent', 'other']);
			lines.push(kind === 'rule' ? `${draw(fields)} ${draw(paths)}` : draw(kind === 'agent' ? agents : others));
		}
		yield `${lines.join('\n')}\n`;
	}
}

function load() {
	mkdirSync(`${folder}/texts`);
	const all = [];
	const add = (octets, isDrawn = false) => {
		writeFileSync(`${folder}/texts/${all.length}`, octets);
		all.push({ doc: new Doc(octets), isDrawn });
	};
	for (const text of Object.values(MADE_UP).flat()) for (const end of ENDS) add(Buffer.from(text.replaceAll('\n', end)));
	for (const text of drawn(DRAWN)) add(Buffer.from(text), true);
	for (const text of texts) add(readFileSync(text));
	return all;
}

const run = (...args) => {
	try {
		return execFileSync(robotsc, args, { encoding: 'latin1', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'inherit'] });
	} catch (e) {
		if (e.status === 1) return e.stdout;
		throw e;
	}
};

const jsonl = (text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line));

// What an effect says: whether something closes, and whether something opens; null: not found out.
function said(effect) {
	if (/not found out|perhaps more/.test(effect)) return null;
	return [/(^|[;,] )closes (?!nothing)/.test(effect), /(^|[;,] )opens (?!nothing)/.test(effect)];
}

// Make every fix of a dialect, each in a text of its own.
function make(all, dialect) {
	const made = [];
	const count = {};
	mkdirSync(`${folder}/${dialect}/a`, { recursive: true });
	mkdirSync(`${folder}/${dialect}/b`);
	const lints = jsonl(run('lint', '--format=jsonl', '--error-on=never', `--dialect=${dialect}`, `${folder}/texts`));
	for (const { file, findings } of lints.filter((lint) => lint.file)) {
		const { doc, isDrawn } = all[Number(file.slice(file.lastIndexOf('/') + 1))];
		const seen = {};
		for (const finding of findings) {
			seen[finding.id] = (seen[finding.id] ?? 0) + 1;
			if (seen[finding.id] > MOST) continue;
			const { fix } = finding;
			assert.ok(FIXES[finding.id] || !fix, `${finding.id}: what its fix may do is said above`);
			if (!FIXES[finding.id]) continue;
			const of = (count[finding.id] ??= { files: new Set(), fixed: new Set(), remarks: 0, fixes: 0 });
			of.files.add(file);
			of.remarks++;
			if (!fix) continue;
			of.fixes++;
			of.fixed.add(file);
			writeFileSync(`${folder}/${dialect}/a/${made.length}`, doc.octets);
			writeFileSync(`${folder}/${dialect}/b/${made.length}`, after(doc, fix.edits));
			// In drawn texts, dialects differ about more lines than the one that is mended.
			const may = isDrawn ? () => {} : FIXES[finding.id](finding, doc);
			made.push({ id: finding.id, may, file, finding, changes: [false, false], unknown: false, results: [] });
		}
	}
	return { made, count };
}

// Call each with the fixes that lint makes in dialect `from`, and what diff finds for them in
// `dialect`.
function compare(made, from, dialect, each) {
	const results = jsonl(run('diff', '--format=jsonl', `--dialect=${dialect}`, `${folder}/${from}/a`, `${folder}/${from}/b`));
	for (const result of results.filter((line) => line.agents)) each(made[Number(result.name)], result);
}

let wrong = 0;
function complain(fix, dialect, message, result) {
	wrong++;
	console.log(`${fix.id}, ${dialect}, line ${fix.finding.line} of ${fix.file}: ${message}`);
	console.log(JSON.stringify(result));
}

// An effect is true in the lint's dialect: it says whether something closes, or something opens.
function holdEffects(made, dialect) {
	compare(made, dialect, dialect, (fix, result) => {
		fix.changes = fix.changes.map((any, i) => any || [result.newly_disallowed, result.newly_allowed][i].length > 0);
		fix.unknown ||= result.answer === 'unknown';
		fix.results.push(result);
	});
	let known = 0;
	for (const fix of made) {
		const { effect } = fix.finding.fix;
		const says = said(effect);
		if (!says || fix.unknown) continue;
		known++;
		if (`${says}` !== `${fix.changes}`) complain(fix, dialect, `"${effect}" is not what changes`, fix.results);
	}
	console.log(`${dialect}: ${made.length} fixes, ${known} effects compared`);
	assert.ok(known > made.length / 2 && known > 50);
}

hasNone();
const all = load();
for (const dialect of DIALECTS) {
	const { made, count } = make(all, dialect);
	holdEffects(made, dialect);
	if (dialect !== 'rfc9309') continue;
	for (const other of DIALECTS)
		compare(made, dialect, other, (fix, result) => {
			try {
				fix.may({ ...result, dialect: other });
			} catch (e) {
				complain(fix, other, e.message, result);
			}
		});
	for (const [id, { files, remarks, fixes }] of Object.entries(count))
		console.log(`${id}: ${remarks} in ${files.size} texts, ${fixes} fixes`);
	for (const id of Object.keys(FIXES))
		assert.ok(count[id]?.fixed.size >= ENDS.length * MADE_UP[id].length, `${id}: each text that was made up has a fix`);
}
assert.equal(wrong, 0);
