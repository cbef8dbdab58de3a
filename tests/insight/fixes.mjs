// fixes.mjs - what the page's fixes change: each is made in every text that has its remark, and the
// command proves, in every dialect, that it opens and closes what it says and no more.
//
//     node fixes.mjs ROBOTSC FOLDER TEXTS...    files and folders; texts made up are there always
//
// FOLDER is empty.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

import { fixOf } from '../../web/src/fixes.js';

const [robotsc, folder, ...texts] = process.argv.slice(2);
const DIALECTS = ['rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2'];

// What the page's editor calls a document: lines without their ends.
class Doc {
	constructor(octets) {
		this.all = octets.split(/\r\n|[\r\n]/);
		this.text = this.all.join('\n');
		this.lines = this.all.length;
		this.length = this.text.length;
		this.starts = [];
		for (let i = 0, at = 0; i < this.lines; at += this.all[i].length + 1, i++) this.starts.push(at);
	}

	line(number) {
		const [from, text] = [this.starts[number - 1], this.all[number - 1]];
		return { from, to: from + text.length, text };
	}

	sliceString(from, to) {
		return this.text.slice(from, to);
	}
}

// The name of a User-agent line.
const named = (line) => /^(?:\xEF\xBB\xBF)?\s*user-?agent\s*:\s*([^#\s]*)/i.exec(line)?.[1].toLowerCase();

// The names of the group's lists up to a line.
function namesBefore(doc, number) {
	const names = [];
	for (let i = number; i > 0 && !/^\s*(dis)?allow\s*:/i.test(doc.all[i - 1]); i--) names.push(named(doc.all[i - 1]));
	return names.filter((name) => name !== undefined);
}

// True if a robot may be one of names.
const isOneOf = (names, robot) => names.some((name) => name !== '*' && (robot.includes(name) || name.includes(robot)));

// For each remark: what a fix may do to robots, as the command says of them.
const FIXES = {
	'agents-joined': (finding, doc) => {
		const names = namesBefore(doc, finding.lines[0]);
		return ({ agents, others, newly_disallowed: closed, newly_allowed: open }) => {
			assert.equal(closed.length, 0, 'closes nothing');
			if (!open.length) return;
			assert.ok(others ? names.includes('*') : true, 'opens nothing to others');
			assert.ok(names.includes('*') || agents.every((robot) => isOneOf(names, robot)), `opens to ${agents}`);
		};
	},
	'star-not-inherited': (finding, doc) => {
		let last = finding.line;
		while (named(doc.all[last]) !== undefined) last++;
		const names = namesBefore(doc, last);
		const copied = finding.lines.map((n) => doc.all[n - 1].trim());
		return ({ agents, others, newly_disallowed: closed, newly_allowed: open }) => {
			assert.equal(open.length, 0, 'opens nothing');
			if (!closed.length) return;
			assert.ok(others ? names.includes('*') : true, 'closes nothing to others');
			assert.ok(names.includes('*') || agents.every((robot) => isOneOf(names, robot)), `closes to ${agents}`);
			for (const { b } of closed) assert.ok(copied.includes(b.text.trim()), `closes by ${b.text}`);
		};
	},
};

const MADE_UP = {
	'star-not-inherited': [
		'User-agent: *\nDisallow: /a\nDisallow: /b # c\n\nUser-agent: x\nDisallow: /c\n',
		'User-agent: x\nUser-agent: y\n\nDisallow: /c\nAllow: /a/b\nUser-agent: *\nDisallow: /a\n\nUser-agent: z\nDisallow: /a\n',
		'User-agent: *\nDisallow: /a\n\nUser-agent: x\nDisallow: /c\n\nUser-agent: *\nDisallow: /*.pdf$\n',
	],
	'agents-joined': [
		'User-agent: *\nCrawl-delay: 5\n\nUser-agent: bad\nDisallow: /\n',
		'User-agent: a\nCrawl-delay: 1\nUser-agent: b\nSitemap: https://h/s\nUser-agent: *\nDisallow: /x\nAllow: /x/y\n',
		'User-agent: one\nHost: h\nUser-agent: two\nkeep out\nUser-agent: *\n\nDisallow: /x\n\nUser-agent: three\nDisallow: /\n',
	],
};

// Files as the page has them: their octets are characters, and lines end in LF.
function load() {
	mkdirSync(`${folder}/texts`);
	const all = [];
	const add = (octets) => {
		const doc = new Doc(octets);
		const name = `${folder}/texts/${all.length}`;
		writeFileSync(name, doc.text, 'latin1');
		all.push({ doc });
	};
	Object.values(MADE_UP).flat().forEach(add);
	for (const text of texts) add(readFileSync(text, 'latin1'));
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

// Make every fix, each in a text of its own.
function make(all) {
	const made = [];
	const count = {};
	mkdirSync(`${folder}/a`);
	mkdirSync(`${folder}/b`);
	const lints = jsonl(run('lint', '--format=jsonl', '--error-on=never', `${folder}/texts`));
	for (const { file, findings } of lints.filter((lint) => lint.file)) {
		const { doc } = all[Number(file.slice(file.lastIndexOf('/') + 1))];
		for (const finding of findings.filter(({ id }) => FIXES[id])) {
			const from = doc.line(finding.line).from + finding.column - 1;
			const fix = fixOf({ ...finding, allLines: finding.all_lines, said: finding.said ?? '' }, doc, from, from + finding.length);
			const of = (count[finding.id] ??= { files: new Set(), remarks: 0, fixes: 0 });
			of.files.add(file);
			of.remarks++;
			if (!fix) continue;
			of.fixes++;
			let after = doc.text;
			for (const { from: at, to, insert } of [...fix.changes].reverse())
				after = after.slice(0, at) + insert + after.slice(to ?? at);
			writeFileSync(`${folder}/a/${made.length}`, doc.text, 'latin1');
			writeFileSync(`${folder}/b/${made.length}`, after, 'latin1');
			made.push({ id: finding.id, may: FIXES[finding.id](finding, doc), file, finding, doc, changes: 0 });
		}
	}
	return { made, count };
}

const { made, count } = make(load());
let wrong = 0;
for (const dialect of DIALECTS) {
	const results = jsonl(run('diff', '--format=jsonl', `--dialect=${dialect}`, `${folder}/a`, `${folder}/b`));
	for (const result of results.filter((line) => line.agents)) {
		const fix = made[Number(result.name)];
		fix.changes += result.answer === 'different';
		try {
			fix.may(result);
		} catch (e) {
			wrong++;
			console.log(`${fix.id}, ${dialect}, line ${fix.finding.line} of ${fix.file}: ${e.message}`);
			console.log(JSON.stringify(result));
		}
	}
}
for (const [id, { files, remarks, fixes }] of Object.entries(count))
	console.log(`${id}: ${remarks} in ${files.size} texts, ${fixes} fixes`);
for (const id of Object.keys(FIXES)) {
	assert.ok(count[id]?.fixes >= MADE_UP[id].length, `${id}: each text that was made up has a fix`);
	assert.ok(made.some((fix) => fix.id === id && fix.changes), `${id}: a fix changes something`);
}
assert.equal(wrong, 0);
