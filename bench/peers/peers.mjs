#!/usr/bin/env node
// peers.mjs - measures readers of robots.txt in Node.
//
//     node bench/peers/peers.mjs HOSTS [--quick] NAME=PACKAGE...
//
// NAME is robotsc, or any for what has the calls of robots-parser.  HOSTS is a file that
// bench/by_url.c writes, and this prints lines of the same form.  The readers take turns host by
// host.  A policy that is compiled at its first question counts as ready after that question.
//
// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const AGENT = 'ExampleBot';
const PATHS = 50;
const SLICE = 100e3; // nanoseconds; the clock counts in microseconds

const quick = process.argv.includes('--quick');
const [file, ...named] = process.argv.slice(2).filter((word) => word !== '--quick');
const require = createRequire(import.meta.url);

const ours = ({ compile }) => ({ octets }) => {
	const robot = compile(octets).agent(AGENT);
	return (url) => robot.allowed(url);
};
const theirs = (robotsParser) => ({ site, octets }) => {
	const rules = robotsParser(site, octets.toString());
	return (url) => rules.isAllowed(url, AGENT);
};

/** The octets, the URLs and the verdicts of each host. */
function* hosts(all) {
	let at = 0;
	const line = () => {
		const end = all.indexOf(10, at), found = all.subarray(at, end);
		at = end + 1;
		return found;
	};
	while (at < all.length) {
		const [, name, size] = line().toString('latin1').split(' ');
		const octets = all.subarray(at, at + Number(size));
		at += Number(size) + 1;
		const lines = Array.from({ length: PATHS }, line), urls = lines.map((l) => l.subarray(3).toString());
		yield { site: `https://${name}/robots.txt`, octets, urls, verdicts: lines.map((l) => l[0] === 97) };
	}
}

/** Nanoseconds of a call, which is repeated while a slice lasts: the median of three rounds, since
 * other threads compile and collect meanwhile. */
function timed(call) {
	const round = (turns) => {
		const start = process.cpuUsage();
		for (let i = 0; i < turns; i++)
			call();
		const { user, system } = process.cpuUsage(start);
		return (user + system) * 1e3;
	};
	let turns = 1;
	while (!quick && round(turns) < SLICE)
		turns *= 2;
	return [0, 1, 2].map(() => round(turns) / turns).sort((a, b) => a - b)[1];
}

function ask(may, urls, n) {
	for (let i = 0; i < n; i++)
		may(urls[i % PATHS]);
}

/** Comes before all other checks, so that no other policies are collected meanwhile. */
function checks(read, host) {
	const may = read(host);
	const different = host.urls.filter((url, i) => (may(url) === true) !== host.verdicts[i]).length;
	ask(may, host.urls, 3 * PATHS); // a policy that has been asked often changes its form
	return { different, check: timed(() => ask(may, host.urls, PATHS)) / PATHS };
}

const readers = named.map((pair) => pair.split('='))
	.map(([name, folder]) => [name, (name === 'robotsc' ? ours : theirs)(require(resolve(folder)))]);

function measure(list, print) {
	for (const host of list) {
		const found = readers.map(([, read]) => checks(read, host));
		readers.forEach(([name, read], i) => {
			const [ready, some, many] = [1, 58, 350].map((n) => timed(() => ask(read(host), host.urls, n)).toFixed(0));
			print(name, ready, found[i].check.toFixed(1), some, many, found[i].different);
		});
	}
}

const all = [...hosts(readFileSync(file))];
measure(all.slice(0, quick ? 0 : 100), () => {}); // what V8 has compiled by then
measure(all, console.log);
