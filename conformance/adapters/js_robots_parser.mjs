// js_robots_parser.mjs - robots-parser of npm.
//
// SPDX-License-Identifier: CC0-1.0
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const robotsParser = createRequire(`${process.cwd()}/`)('robots-parser');
const text = (data) => Buffer.from(data, 'base64').toString();
let robots = '';
for await (const line of createInterface({ input: process.stdin })) {
	const question = JSON.parse(line);
	const token = text(question.token), url = text(question.url);
	let verdict = 'refuse';
	if (question.robots !== '=')
		robots = text(question.robots);
	try {
		// It answers only for URLs that have the origin of its first argument.
		const allowed = robotsParser(new URL('/robots.txt', url).href, robots).isAllowed(url, token);
		if (allowed !== undefined)
			verdict = allowed ? 'allow' : 'disallow';
	} catch {
		verdict = 'refuse';
	}
	console.log(JSON.stringify({ verdict }));
}
