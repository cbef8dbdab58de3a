// js_exclusion.mjs - exclusion of npm.
//
// SPDX-License-Identifier: CC0-1.0
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

// The file that require() finds does not load in Node 20; the file for import is one folder above.
const found = createRequire(`${process.cwd()}/`).resolve('exclusion');
const { RobotsTxt } = await import(new URL('../index.js', pathToFileURL(found)));
const text = (data) => Buffer.from(data, 'base64').toString();
let robots;
for await (const line of createInterface({ input: process.stdin })) {
	const question = JSON.parse(line);
	let verdict = 'refuse';
	try {
		if (question.robots !== '=')
			robots = new RobotsTxt(text(question.robots));
		// It wants a path.
		const { pathname, search } = new URL(text(question.url));
		verdict = robots.isPathAllowed(pathname + search, text(question.token)) ? 'allow' : 'disallow';
	} catch {
		verdict = 'refuse';
	}
	console.log(JSON.stringify({ verdict }));
}
