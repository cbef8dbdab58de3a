// js_robots_txt_guard.mjs - robots-txt-guard of npm, with its own reader robots-txt-parse.
//
// SPDX-License-Identifier: CC0-1.0
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

const require = createRequire(`${process.cwd()}/`);
const guard = require('robots-txt-guard'), parse = require('robots-txt-parse');
const text = (data) => Buffer.from(data, 'base64').toString();
let robots;
for await (const line of createInterface({ input: process.stdin })) {
	const question = JSON.parse(line);
	let verdict = 'refuse';
	try {
		if (question.robots !== '=')
			robots = guard(await parse(Readable.from([Buffer.from(question.robots, 'base64')])));
		const { pathname, search } = new URL(text(question.url));
		verdict = robots.isAllowed(text(question.token), pathname + search) ? 'allow' : 'disallow';
	} catch {
		verdict = 'refuse';
	}
	console.log(JSON.stringify({ verdict }));
}
