// js_robotsc.mjs - the npm package robotsc, or the folder in ROBOTSC_JS.
//
// SPDX-License-Identifier: CC0-1.0
import { createInterface } from 'node:readline';

const { compile } = await import(process.env.ROBOTSC_JS ?? 'robotsc');
const octets = (text) => Buffer.from(text, 'base64');
let policy;
for await (const line of createInterface({ input: process.stdin })) {
	const { robots, token, url } = JSON.parse(line);
	if (robots !== '=')
		policy = compile(octets(robots));
	const allowed = policy.agent(octets(token).toString()).allowed(octets(url));
	console.log(JSON.stringify({ verdict: allowed ? 'allow' : 'disallow' }));
}
