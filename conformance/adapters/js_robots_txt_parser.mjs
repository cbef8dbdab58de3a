// js_robots_txt_parser.mjs - robots-txt-parser of npm.
//
// SPDX-License-Identifier: CC0-1.0
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const robotsTxtParser = createRequire(`${process.cwd()}/`)('robots-txt-parser');
const text = (data) => Buffer.from(data, 'base64').toString();
let robots = '';
for await (const line of createInterface({ input: process.stdin })) {
	const question = JSON.parse(line);
	const url = text(question.url);
	let verdict = 'refuse';
	if (question.robots !== '=')
		robots = text(question.robots);
	try {
		const parser = robotsTxtParser({ userAgent: text(question.token), allowOnNeutral: true });
		parser.parseRobots(url, robots);
		await parser.useRobotsFor(url); // it is there already: nothing is fetched
		verdict = parser.canCrawlSync(url) ? 'allow' : 'disallow';
	} catch {
		verdict = 'refuse';
	}
	console.log(JSON.stringify({ verdict }));
}
