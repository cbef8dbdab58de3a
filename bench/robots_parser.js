#!/usr/bin/env node
// robots_parser.js - measures robots-parser, a reader of robots.txt for Node.
//
//     node --expose-gc bench/robots_parser.js FOLDER HOSTS [--quick]
//
// FOLDER is where npm installed it; HOSTS is what bench/by_url.c writes.  Prints the lines that it
// prints.  The octets of a policy are what the heap grows by, for every tenth host; others have 0.
// With --version in place of HOSTS, the version is printed.
//
// SPDX-License-Identifier: Apache-2.0
'use strict';
const fs = require('fs');
const path = require('path');

const AGENT = 'ExampleBot';
const PATHS = 50;
const ROUNDS = 5;
const EVERY = 10; // hosts whose memory is counted
const SLICE = 500; // microseconds for a host and round

const [folder, file, option] = process.argv.slice(2);
const home = path.resolve(folder, 'node_modules', 'robots-parser');
const robotsParser = require(home);

// The host, the text, the URLs and the verdicts of each host.
function* hosts(octets) {
	let at = 0;
	const line = () => {
		const end = octets.indexOf(10, at);
		const found = octets.subarray(at, end);
		at = end + 1;
		return found;
	};

	while (at < octets.length) {
		const [, name, size] = line().toString('latin1').split(' ');
		const text = octets.subarray(at, at + Number(size)).toString('utf8');
		at += Number(size) + 1;
		const lines = Array.from({ length: PATHS }, line);
		const urls = lines.map((l) => l.subarray(3).toString('utf8'));
		yield { name, text, urls, verdicts: [0, 1].map((k) => lines.map((l) => l[k] === 97)) };
	}
}

function median(values) {
	return values.sort((a, b) => a - b)[values.length >> 1];
}

// Nanoseconds of a call, of the processor, repeated until it takes a slice: the median round.
function timed(call, rounds) {
	let turns = 1;
	const turn = () => {
		const start = process.cpuUsage();
		for (let t = 0; t < turns; t++)
			call();
		const { user, system } = process.cpuUsage(start);
		return user + system;
	};

	while (turn() < SLICE / 2)
		turns *= 2;
	return median(Array.from({ length: rounds }, () => turn() * 1e3 / turns));
}

const read = (host) => robotsParser(`https://${host.name}/robots.txt`, host.text);
const ask = (policy, urls) => urls.map((url) => policy.isAllowed(url, AGENT));

// What the heap grows by with a policy that has been asked.
function memory(host) {
	global.gc();
	const before = process.memoryUsage().heapUsed;
	const policies = Array.from({ length: 20 }, () => read(host));
	policies.forEach((policy) => ask(policy, host.urls));
	global.gc();
	return Math.max(0, Math.round((process.memoryUsage().heapUsed - before) / policies.length));
}

function main() {
	const rounds = option === '--quick' ? 1 : ROUNDS;
	let number = 0;

	if (file === '--version') {
		console.log(`${require(path.join(home, 'package.json')).version}, Node ${process.versions.node}`);
		return;
	}
	for (const host of hosts(fs.readFileSync(file))) {
		const policy = read(host);
		const said = ask(policy, host.urls).map((v) => v === true);
		const check = timed(() => ask(policy, host.urls), rounds) / PATHS;
		const build = timed(() => read(host), rounds);
		const octets = number++ % EVERY === 0 ? memory(host) : 0;
		const different = host.verdicts.map((v) => v.filter((verdict, i) => verdict !== said[i]).length);
		console.log(`${check.toFixed(1)} ${build.toFixed(0)} ${octets} ${PATHS} ${different.join(' ')}`);
	}
}

main();
