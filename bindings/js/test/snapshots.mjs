// snapshots.mjs - snapshots for tests, made by the command.
//
// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const run = (args, input) =>
	execFileSync(process.env.ROBOTSC, args, { input, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'pipe'] });

const text = (i, more) => `User-agent: *\nDisallow: /${i % 40}${more}\n\nUser-agent: b-bot\nDisallow: /b${i}\nAllow: /b${i}/x\n`;

/** Makes FOLDER/NAME of n hosts, and of captures with other outcomes. */
export function makeSnapshot(folder, name, n, more = '', options = [], agents = []) {
	const hosts = join(folder, `${name}.hosts`), store = join(folder, `${name}.store`);
	mkdirSync(hosts, { recursive: true });
	for (let i = 0; i < n; i++)
		writeFileSync(join(hosts, `h${i}.example`), text(i, more));
	const captures = join(process.env.ROBOTSC_TREE, 'examples/crawl.warc.gz');
	run(['import', '-q', ...agents, `--store=${store}`, hosts, captures]);
	run(['snapshot', 'make', '-q', ...options, '-o', join(folder, name), store]);
	return join(folder, name);
}

/** The entries of a snapshot, as the command lists them. */
export const list = (path) => run(['snapshot', 'list', '--format=jsonl', path]).trim().split('\n').map((line) => JSON.parse(line));

export const rootOf = (path) => /^root +(\w+)$/m.exec(run(['snapshot', 'stat', path]))[1];

/** Verdicts of the command: allow, disallow or unknown, for each URL. */
export const verdicts = (path, urls, agent) => {
	try {
		return parse(run(['filter', '-q', `--snapshot=${path}`, `--agent=${agent}`, '--print=all'], `${urls.join('\n')}\n`));
	} catch (error) {
		if (error.status !== 1)
			throw error;
		return parse(error.stdout);
	}
};

const parse = (out) => out.trim().split('\n').map((line) => line.split('\t')[0]);
