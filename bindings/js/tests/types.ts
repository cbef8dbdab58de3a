// types.ts - what the declarations accept and refuse; compiled, not run.
//
// SPDX-License-Identifier: Apache-2.0
import {
	access, AbsentError, Agent, compile, Decision, diff, Diff, dot, explain, Explanation, generate, lint, Lint, open, origin, page, records as recordsOf,
	Policy, Record, RobotscError, robotsUrl, summary, Summary, Usage, verify, version,
} from 'robotsc';
import * as check from 'robotsc/check';
import robotsParser from 'robotsc/robots-parser';

const octets = new Uint8Array(4);
const policy: Policy = compile('text', { agents: ['a', octets], dialect: 'google', extensions: false, strictFields: true });
const again: Policy = open(policy.blob);
const same: check.Policy = check.open(octets.buffer);
const robot: Agent = policy.agent('ExampleBot', octets);
const visitor: Agent = policy.agentForHeader('ExampleBot/1.0') ?? policy.agentForHeader(octets);
const allowed: boolean = robot.allowed('/') && robot.allowed(octets) && robot.allowed(new URL('http://h/'));
const mask: boolean[] = robot.allowedMany(new Set(['/', '/b']));
const delay: number | null = robot.crawlDelay;
const usage: Usage = robot.usage('/');
const preference: string | undefined = usage.preferences['Content-Usage']?.['train-ai'];
const records: Record[] = [...policy.records(), ...robot.records()];
const absolute: string[] = recordsOf('', { url: new URL('http://h/'), agent: ['a', 'b'], oneRobot: true })
	.filter(({ resolved }) => resolved).map(({ value }) => value);
const texts: string[] = [...policy.sitemaps, ...policy.licenses, ...policy.agents, origin('http://h/'), robotsUrl('http://h/')];

const explanation: Explanation = explain('text', '/x', { agent: ['a', 'b'], changes: false });
const found: Lint = lint(octets, { steps: 100 });
const means: Summary = summary(octets, { against: 'text', budget: 9, name: 'a', oldName: 'b', dialect: 'google' });
const extents: string[] = means.robots.map((r) => `${r.token}: ${means.answers[r.answer].extent}`);
const turned: string | null | undefined = means.against?.changes[0].newly_allowed;
const difference: Diff = diff('a', policy, { dialect: ['rfc9309', 'google'], most: 9, usual: true, agents: ['x'] });
const proved: boolean = verify(policy, 'text').proved;
const paths: { path: string; allowed: boolean }[] = generate(policy, { seed: 1, count: 2, allowed: true }).paths;
const graph: string = dot(robot, { name: 'x' }) + version();
const until: number | null = page({ html: octets, headers: new Headers(), agent: 'a', body: true }).unavailable_after;
const decision: Decision = access({ status: 200, at: new Date(), headers: { a: 'b' } });
const crawlable: boolean | undefined = robotsParser('http://h/robots.txt', '').isAllowed('http://h/', 'a');

policy.dispose();
again[Symbol.dispose]();
function release() {
	using mine = compile('');
	using agent = mine.agent();
	return agent.allowed('/');
}
try {
	release();
} catch (error) {
	if (error instanceof AbsentError || error instanceof RobotscError)
		error.message.toLowerCase();
}

// @ts-expect-error a number is no text
compile(5);
// @ts-expect-error there is no such dialect
compile('', { dialect: 'googel' });
// @ts-expect-error agents is a list
compile('', { agents: 5 });
// @ts-expect-error compile and open make policies
new Policy();
// @ts-expect-error agents are of policies
dot(policy);
// @ts-expect-error a string is no blob
open('text');
// @ts-expect-error there is no such failure
access({ failure: 'weather' });
// @ts-expect-error read-only
robot.crawlDelay = 5;

export { absolute, allowed, crawlable, decision, delay, difference, explanation, found, graph, mask, paths, preference, proved, records, same, texts, until };
