// vectors.test.mjs - the conformance vectors of tests/vectors.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { compile, open, page, robotsUrl } from 'robotsc';

const folder = `${process.env.ROBOTSC_TREE}/tests/vectors`;
const DIALECTS = ['rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2'];

/** The preferences of a field; labels without one are missing in vectors, too. */
function holdsUsage(vector, field, wanted) {
	const text = vector.robots ?? `User-agent: *\nContent-Usage: ${vector.value}\n`;
	const { allowed, preferences } = compile(text).agent(vector.agent ?? 'bot').usage(vector.url ?? '/');
	assert.equal(allowed, vector.allowed ?? true);
	assert.deepEqual(preferences[field] ?? {}, wanted ?? {});
}

/** The lines of a policy or of a robot, as vectors write them. */
const linesOf = (of) => of.records().map(({ field, value }) => `${field}: ${value}`).join(' | ');

function holdsLinks(vector) {
	const policy = compile(vector.robots);
	assert.equal(linesOf(policy), vector.file);
	assert.equal(policy.agent(vector.agent).allowed(vector.url), vector.allowed);
}

/** Names that a dialect compares whole, by RFC 9309 and docs/dialects.md. */
const TOKENS = {
	rfc9309: /^(\*|[\w.-]+)$/, google: /^(\*|[A-Za-z_-]*)$/, nexor1994: /^[^/]+$/, koster1996: /^[^/]+$/, conner2: /^[^/]+$/,
};

function holdsVerdict(vector, dialect) {
	const agent = new TextEncoder().encode(vector.agent), taken = TOKENS[dialect].test(vector.agent);
	const refused = (call) => assert.throws(call, { name: 'AgentError', message: /agentForHeader/ });
	for (const agents of [undefined, [vector.agent]]) {
		const compiled = () => compile(vector.robots, { dialect, agents });
		if (!taken && agents) {
			refused(compiled);
			continue;
		}
		const policy = compiled();
		for (const same of [policy, open(policy.blob)])
			if (taken)
				assert.equal(same.agent(agent).allowed(vector.url), vector.allowed);
			else
				refused(() => same.agent(agent));
	}
}

function holdsMeta(vector) {
	const html = vector.meta.map(([name, content]) => `<META NAME="${name}" CONTENT="${content}">`).join('\n');
	const { index, follow } = page({ html, agent: vector.agent });
	assert.deepEqual({ index, follow }, { index: vector.index, follow: vector.follow });
}

const written = (members, write) =>
	Object.entries(members).filter(([, value]) => value !== null).map(([name, value]) => write(name, value));

function holdsTdm(vector) {
	const headers = written(vector.field, (name, value) => [name, value]);
	const html = written(vector.meta, (name, value) => `<meta name="${name}" content="${value}">`).join('');
	const found = page({ headers, html });
	assert.equal(found['tdm-reservation'], vector.reservation === null ? null : Number(vector.reservation));
	assert.equal(found['tdm-policy'], vector.policy);
}

/** The pause of a robot, or its lines beside rules, by rules that keep groups apart. */
function holdsPause(vector) {
	for (const dialect of ['rfc9309', 'google'])
		for (const agents of [undefined, [vector.agent]]) {
			const policy = compile(vector.robots, { dialect, agents });
			for (const same of [policy, open(policy.blob)]) {
				const robot = same.agent(vector.agent);
				if ('pause' in vector)
					assert.equal(robot.crawlDelay, vector.pause);
				if ('lines' in vector)
					assert.equal(linesOf(robot), vector.lines);
				const { allowed, preferences } = robot.usage('/');
				assert.equal(allowed, vector.allowed ?? true);
				for (const [field, label] of [['Content-Signal', 'signal'], ['Content-Usage', 'usage']])
					assert.deepEqual(preferences[field] ?? {}, vector[label] ?? {});
			}
		}
}

const holds = {
	content_signal: (vector) => holdsUsage(vector, 'Content-Signal', vector.signal),
	content_usage: (vector) => holdsUsage(vector, 'Content-Usage', vector.usage),
	file_links: holdsLinks,
	meta: holdsMeta,
	pause: holdsPause,
	robots_url: (vector) => assert.equal(robotsUrl(vector.url), vector.robots_url),
	tdm: holdsTdm,
	...Object.fromEntries(DIALECTS.map((dialect) => [dialect, (vector) => holdsVerdict(vector, dialect)])),
};

describe('vectors', () => {
	for (const file of readdirSync(folder)) {
		const name = file.replace('.jsonl', ''), lines = readFileSync(`${folder}/${file}`, 'utf8').split('\n').filter(Boolean);
		it(`${name}: ${lines.length}`, () => {
			assert.ok(lines.length >= 7);
			for (const line of lines) {
				const vector = JSON.parse(line);
				try {
					holds[name](vector);
				} catch (error) {
					error.message = `${vector.id}: ${error.message}`;
					throw error;
				}
			}
		});
	}
});
