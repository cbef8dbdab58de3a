// corpus.test.mjs - verdicts are those of the command, in every dialect, for each text of a folder.
//
// ROBOTSC_TEXTS is the folder.  With ROBOTSC_CORPUS, the texts are those of the corpus.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { createInterface } from 'node:readline';

import { compile, open } from 'robotsc';
import robotsParser from 'robotsc/robots-parser';

const folder = process.env.ROBOTSC_TEXTS;
const DIALECTS = ['rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2'];
const PATHS = [
	'/', '/robots.txt', '/index.html', '/wp-admin/', '/wp-admin/admin-ajax.php', '/search?q=a', '/*', '/admin', '/cgi-bin/x',
	'/a.pdf', '/private/', '/tag/a/feed', '/page/2/', '/cart?add-to-cart=1', '/%7Euser/', '/~user/', '/caf\u00e9', '/caf%C3%A9',
	'/a/b/c/d/e/f/g.html?x=1&y=2#z', '/user/login', '/?s=a', '/a$', '/a//', '/node/add/', '/images/a.jpg', '/checkout', '/en/a?sort=b',
];

/** Asks for one text; returns the verdicts of each path, as the command prints them. */
function columns(text, agent) {
	const policies = DIALECTS.map((dialect) => compile(text, { dialect, extensions: false }));
	const robots = policies.map((policy) => policy.agent(agent));
	const soon = PATHS.map((path) => robots.map((robot) => robot.allowed(path)));
	const later = policies.map((policy) => open(policy.blob).agent(agent));
	// The first questions go to a quick blob, which has the same verdicts as the real one.
	assert.deepEqual(PATHS.map((path) => later.map((robot) => robot.allowed(path))), soon);
	return soon.map((verdicts) => verdicts.map((allowed) => allowed ? 'allow' : 'disallow').join('\t'));
}

/** The drop-in for robots-parser has the verdicts of rfc9309; it reads the text of one host. */
function dropIn(text, agent, lines) {
	const rules = robotsParser('http://h/robots.txt', text.toString());
	PATHS.forEach((path, i) => {
		const url = new URL(`http://h${path}`);
		if (url.pathname + url.search === path.split('#')[0])
			assert.equal(rules.isAllowed(`http://h${path}`, agent), lines[i].startsWith('allow'), path);
	});
}

for (const agent of ['ExampleBot', 'Googlebot'])
	it(`${agent}: verdicts of the command`, async () => {
		const args = ['check', '--dialect=all', '--table', folder, agent];
		const command = spawn(process.env.ROBOTSC, args, { stdio: ['pipe', 'pipe', 'inherit'] });
		const ended = new Promise((resolve) => command.once('close', resolve));
		let file = '', lines, at = 0, texts = 0, compared = 0, different = 0;
		command.stdin.end(PATHS.join('\n') + '\n');
		for await (const line of createInterface({ input: command.stdout })) {
			const fields = line.split('\t');
			if (fields[0] === DIALECTS[0])
				continue; // the names of the columns
			if (fields[5] !== file) {
				assert.ok(file === '' || at === PATHS.length, `${file} has ${at} lines`);
				[, , , , , file] = fields;
				const text = readFileSync(file);
				lines = columns(text, agent);
				if (texts++ % 10 === 0 && Buffer.from(text.toString()).equals(text))
					dropIn(text, agent, lines);
				at = 0;
			}
			compared += DIALECTS.length;
			if (fields.slice(0, 5).join('\t') !== lines[at] || fields[6] !== PATHS[at]) {
				console.log(`${file} ${PATHS[at]}: ${lines[at]}, the command: ${line}`);
				different++;
			}
			at++;
		}
		console.log(`${agent}: ${texts} texts, ${compared} verdicts, ${different} differ`);
		assert.ok(await ended < 2);
		assert.ok(texts >= 20);
		assert.equal(compared, texts * PATHS.length * DIALECTS.length);
		assert.equal(different, 0);
	});
