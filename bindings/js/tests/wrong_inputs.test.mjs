// wrong_inputs.test.mjs - the rows of tests/support/wrong_inputs.tsv: no answer misleads in silence.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { compile, diff, explain, lint, open, origin, urlProblem, verify } from 'robotsc';

const ROBOTS = 'User-agent: ExampleBot\nDisallow: /private/\n\nUser-agent: *\nDisallow:\n';
const URL_ = 'https://shop.example/private/';
const policy = compile(ROBOTS), partial = compile(ROBOTS, { agents: ['ExampleBot', 'SomeBot'] });
const text = (octets) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(octets);
const octetsOf = (given) =>
	Uint8Array.from(given.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(parseInt(octal, 8))), (c) => c.charCodeAt(0));

/** Each call of a kind: what it says of an input, if it does not throw. */
const CALLS = {
	agent: [
		(given) => policy.agent(text(given)),
		(given) => explain(ROBOTS, URL_, { agent: text(given) }),
		(given) => compile(ROBOTS, { agents: [text(given)] }),
		(given) => diff(ROBOTS, ROBOTS, { agents: [text(given)] }),
		(given) => verify(policy, ROBOTS, { agents: [text(given)] }),
	],
	header: [(given) => (policy.agentForHeader(text(given)).token === '*' ? 'told' : 'right')],
	partial: [(given) => partial.agentForHeader(text(given)).token === 'ExampleBot' && 'right'],
	compile: [
		(given) => (!given.length || compile(given).content === 'text' ? 'right' : 'told'),
		(given) => (lint(given).findings.length ? 'told' : 'right'),
	],
	open: [(given) => (open(given).agent('ExampleBot').allowed(URL_) ? 'silent' : 'right')],
	fresh: [], // the package reads no decision of a blob
	url: [
		(given) => (urlProblem(text(given)) ? 'told' : 'right'),
		(given) => origin(text(given)) && 'right',
	],
};

describe('a wrong input', () => {
	const lines = readFileSync(`${process.env.ROBOTSC_TREE}/tests/support/wrong_inputs.tsv`, 'utf8').split('\n');
	for (const line of lines.slice(0, -1).filter((line) => !line.startsWith('#'))) {
		const [call, answer, name, given] = line.split('\t');
		it(`${call}: ${name}`, () => {
			for (const ask of CALLS[call]) {
				let found;
				try {
					found = ask(octetsOf(given));
				} catch (error) {
					assert.ok(!(error instanceof ReferenceError) && !/is not a function/.test(error.message), error);
					found = 'told';
				}
				assert.equal(found, answer);
			}
		});
	}
});
