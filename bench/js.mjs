#!/usr/bin/env node
// js.mjs - measures the npm package beside robots-parser, host by host in one run.
//
//     node --expose-gc bench/js.mjs PACKAGE ROBOTS_PARSER HOSTS [--quick]
//
// PACKAGE and ROBOTS_PARSER are folders of the two packages; HOSTS is what bench/by_url.c writes.
// Prints a table in Markdown.  Both are asked in turn about the same 50 URLs of a host, again and
// again; a figure of a host is the median of its rounds.  What reads late is not sooner done, so a
// file is also read and asked about 1 and 10 URLs, each time anew.  Memory is what the process has
// more with policies of every tenth host, each of them asked.
//
// SPDX-License-Identifier: Apache-2.0
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const AGENT = 'ExampleBot';
const PATHS = 50;
const FIRST = [0, 1, 10]; // questions after a file was read
const SETTLED = 3; // times that all URLs are asked before checks are timed: policies of the package have changed by then
const EVERY = 10; // hosts whose memory is counted
const COPIES = 20; // of their policies

const [ours, theirs, file, option] = process.argv.slice(2);
const quick = option === '--quick';
const ROUNDS = quick ? 1 : 5;
const SLICE = quick ? 0.1 : 0.5; // milliseconds of a call and round

const require = createRequire(import.meta.url);
const { compile } = require(resolve(ours, 'cjs/index.cjs'));
const dropIn = require(resolve(ours, 'cjs/robots-parser.cjs'));
const robotsParser = require(resolve(theirs));

/** The name, the text, the URLs and the verdicts of each host. */
function* hosts(octets) {
	let at = 0;
	const line = () => {
		const end = octets.indexOf(10, at), found = octets.subarray(at, end);
		at = end + 1;
		return found;
	};
	while (at < octets.length) {
		const [, name, size] = line().toString('latin1').split(' ');
		const text = octets.subarray(at, at + Number(size));
		at += Number(size) + 1;
		const lines = Array.from({ length: PATHS }, line);
		yield { url: `https://${name}/robots.txt`, octets: text, text: text.toString(),
			urls: lines.map((l) => l.subarray(3).toString()), verdicts: lines.map((l) => l[0] === 97) };
	}
}

const sorted = (values) => values.slice().sort((a, b) => a - b);
const at = (values, part) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * part))];
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of each call the nanoseconds: the median of rounds in which all calls take turns. */
function timed(calls) {
	const turns = calls.map((call) => {
		for (let n = 1; ; n *= 2) {
			const start = process.hrtime.bigint();
			for (let i = 0; i < n; i++)
				call();
			if (Number(process.hrtime.bigint() - start) > SLICE * 5e5)
				return n;
		}
	});
	const rounds = calls.map(() => []);
	for (let round = 0; round < ROUNDS; round++)
		calls.forEach((call, k) => {
			const start = process.cpuUsage();
			for (let i = 0; i < turns[k]; i++)
				call();
			const { user, system } = process.cpuUsage(start);
			rounds[k].push((user + system) * 1e3 / turns[k]);
		});
	return rounds.map((times) => at(times, 0.5));
}

function each(urls, ask) {
	let allowed = 0;
	for (let i = 0; i < urls.length; i++)
		if (ask(urls[i]))
			allowed++;
	return allowed;
}

/** Octets that the process has more with copies of a policy that have been asked. */
function memory(make) {
	const used = () => {
		for (let i = 0; i < 3; i++)
			global.gc();
		const { heapUsed, external } = process.memoryUsage();
		return heapUsed + external;
	};
	const kept = new Array(COPIES).fill(null);
	make();
	const before = used();
	kept.forEach((_, i) => kept[i] = make());
	return Math.max(0, used() - before) / kept.length;
}

const READERS = {
	'`agent.allowed(url)`': {
		read: (host) => compile(host.octets).agent(AGENT),
		ask: (robot, urls) => () => each(urls, (url) => robot.allowed(url)),
		verdicts: (robot, urls) => urls.map((url) => robot.allowed(url)),
	},
	'`agent.allowedMany(urls)`': {
		ask: (robot, urls) => () => robot.allowedMany(urls),
		verdicts: (robot, urls) => robot.allowedMany(urls),
	},
	'`robotsc/robots-parser`': {
		read: (host) => dropIn(host.url, host.text),
		ask: (rules, urls) => () => each(urls, (url) => rules.isAllowed(url, AGENT)),
		verdicts: (rules, urls) => urls.map((url) => rules.isAllowed(url, AGENT)),
	},
	'robots-parser': {
		read: (host) => robotsParser(host.url, host.text),
		ask: (rules, urls) => () => each(urls, (url) => rules.isAllowed(url, AGENT)),
		verdicts: (rules, urls) => urls.map((url) => rules.isAllowed(url, AGENT)),
	},
};

function measure() {
	const readers = Object.values(READERS);
	for (const reader of readers)
		Object.assign(reader, { checks: [], reads: FIRST.map(() => []), octets: [], different: 0 });
	let number = 0;
	for (const host of hosts(readFileSync(file))) {
		let made;
		const policies = readers.map((reader) => made = reader.read ? reader.read(host) : made);
		for (let i = 0; i < SETTLED; i++)
			readers.forEach((reader, k) => reader.ask(policies[k], host.urls)());
		const checks = timed(readers.map((reader, k) => reader.ask(policies[k], host.urls)));
		const reading = readers.filter((reader) => reader.read);
		const few = FIRST.map((n) => host.urls.slice(0, n));
		const reads = few.map((urls) => timed(reading.map((reader) => () => reader.ask(reader.read(host), urls)())));
		readers.forEach((reader, k) => {
			reader.checks.push(checks[k] / PATHS);
			const said = reader.verdicts(policies[k], host.urls);
			reader.different += host.verdicts.filter((verdict, i) => verdict !== said[i]).length;
		});
		reading.forEach((reader, k) => {
			reads.forEach((times, i) => reader.reads[i].push(times[k]));
			if (number % EVERY === 0)
				reader.octets.push(memory(() => {
					const policy = reader.read(host);
					reader.ask(policy, host.urls)();
					return policy;
				}));
		});
		number++;
	}
	return number;
}

function figure(value) {
	const rounded = value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0);
	return rounded.replace(/\B(?=(\d{3})+$)/, ',');
}

function print(number) {
	const theirs = READERS['robots-parser'];
	const points = (values) => [at(values, 0.5), mean(values), at(values, 0.99)];
	console.log(`${number} hosts, ${PATHS} URLs each; Node ${process.versions.node}, ${cpus()[0].model}\n`);
	console.log(`| ${['', 'ns a check: median host, mean, 99th percentile', 'times faster', 'µs to read a file: median, mean',
		...FIRST.slice(1).map((n) => `and ask ${n}`), 'octets of a policy, median', 'other verdicts'].join(' | ')} |`);
	console.log(`| --- |${' ---: |'.repeat(5 + FIRST.length - 1)}`);
	for (const [name, reader] of Object.entries(READERS)) {
		const times = points(theirs.checks).map((ns, i) => figure(ns / points(reader.checks)[i]));
		const pair = (times) => reader.read ? [at(times, 0.5), mean(times)].map((ns) => figure(ns / 1e3)).join(', ') : '';
		const read = reader.reads.map(pair);
		const octets = reader.read ? figure(at(reader.octets, 0.5)) : '';
		const faster = reader === theirs ? '' : times.join(', ');
		const checks = points(reader.checks).map(figure).join(', ');
		console.log(`| ${[name, checks, faster, ...read, octets, reader.different].join(' | ')} |`);
	}
	console.log('\n|  | octets | gzipped |\n| --- | ---: | ---: |');
	const OTHERS = /^robots-parser\.js$/, CHECK = ['errors', 'reader', 'reader.wasm'];
	const ESM = { 'robotsc/check': ['check', ...CHECK], robotsc: readdirSync(join(ours, 'esm'))
		.filter((name) => name.endsWith('.js') && !OTHERS.test(name)).map((name) => name.slice(0, -3)) };
	const files = Object.entries(ESM).map(([entry, names]) => [`\`${entry}\``, names.map((name) => `esm/${name}.js`)]);
	for (const name of ['reader.wasm', 'tools.wasm'])
		files.push([`\`${name}\``, [`workerd/${name}`]]);
	for (const [name, parts] of files) {
		const octets = Buffer.concat(parts.map((part) => readFileSync(join(ours, part))));
		console.log(`| ${name} | ${octets.length} | ${gzipSync(octets, { level: 9 }).length} |`);
	}
}

print(measure());
