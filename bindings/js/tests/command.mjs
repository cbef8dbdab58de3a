// command.mjs - runs the command of the tree, for tests that compare with it.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'robotsc-js-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

let files = 0;

/** A file with these octets. */
export function fileOf(octets) {
	const path = join(folder, `file-${files++}`);
	writeFileSync(path, octets);
	return path;
}

/** The octets that the command prints.  Its exit status must be below 2. */
export function run(args, input = '') {
	const { status, stdout, stderr, error } = spawnSync(process.env.ROBOTSC, args, { input, maxBuffer: 1 << 30 });
	assert.ok(!error && status < 2, `robotsc ${args.join(' ')}: ${error ?? stderr}`);
	return stdout;
}

export const json = (args, input) => JSON.parse(run(args, input));

/** Random numbers below n, the same in every run. */
export function random(seed) {
	let state = seed * 2654435761 >>> 0 || 1;
	return (n) => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) % n;
	};
}

const PIECES = ['/', 'a', 'b', '*', '$', '%2F', '%', '\u00e9', '~', '?', '=', 'index.html', 'x'.repeat(70)];
const OTHERS = ['Crawl-delay: 2', 'Sitemap: http://h/s', 'junk', '', '# a comment', 'Disalow: /x', 'Content-Usage: train-ai=n'];

export function randomPath(below) {
	return '/' + Array.from({ length: below(6) }, () => PIECES[below(PIECES.length)]).join('');
}

export function randomText(below) {
	const lines = [], agents = ['*', 'ExampleBot', 'Other', 'third-bot'];
	for (let group = below(8) + 1; group; group--) {
		for (let n = below(2) + 1; n; n--)
			lines.push(`User-agent: ${agents[below(agents.length)]}`);
		for (let n = below(6); n; n--)
			lines.push(`${below(2) ? 'Allow' : 'Disallow'}: ${randomPath(below)}`);
		lines.push(OTHERS[below(OTHERS.length)]);
	}
	return lines.join('\n') + '\n';
}
