// print.test.mjs - answers as strings are the text that the command prints for people.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { access, compile, diff, explain, lint, page, summary, verify } from 'robotsc';

import { fileOf, random, randomPath, randomText, run } from './command.mjs';

const DIALECTS = ['rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2'];
const shop = readFileSync(`${process.env.ROBOTSC_TREE}/examples/robots.txt`);
const printed = (...args) => run(args).toString();

/** Random texts, and texts with octets that are hard to print. */
const TEXTS = [
	...Array.from({ length: 20 }, (_, seed) => randomText(random(seed + 500))), shop.toString(),
	'\ufeffUser-agent: *\r\nDisallow: /\u0007\u00e9\\x41\u202e\rDisallow /b\nNosuch: \u{1f916} x\n\nDisalow: /c$d\n',
	`User-agent: *\nDisallow: /${'y'.repeat(400)}$z\n${'Disalow: /x\n'.repeat(15)}\u00e9${'\u00e9x'.repeat(200)} junk`,
	'User-agent: :: a\nDisallow: /\nUser-agent: 1\nUser-agent: 2\nUser-agent: 3\nUser-agent: 4\nUser-agent: 5\nUser-agent: 6\n' +
		'User-agent: 7\nAllow: /a\'b\nDisallow: /a',
];

describe('texts', () => {
	it('lint, of octets that are no UTF-8', () => {
		const octets = Uint8Array.from(Buffer.from('User-agent: *\nDisalow: /%d\xff\xe9\n\xe9%s\xc3\nAllow: /\xed\xa0\x80', 'latin1'));
		const file = fileOf(octets), expected = printed('lint', file);
		assert.ok(expected.includes('/%d\\xFF\\xE9'));
		assert.equal(String(lint(octets, { name: file })), expected);
	});

	it('explain and page, of octets that are no UTF-8', () => {
		const octets = Uint8Array.from(Buffer.from('User-agent: *\nDisallow: /\xff\nAllow: /%d\xe9\\x41', 'latin1')), file = fileOf(octets);
		const expected = printed('explain', file, 'a', '/%d%E9\\x41');
		assert.ok(expected.includes('Allow: /%d\\xE9\\x5Cx41'));
		const found = explain(octets, '/%d%E9\\x41', { agent: 'a' });
		assert.equal(String(found), expected);
		assert.equal(found.url, '/%d%E9\\x41');
		const policy = 'tdm-policy: https://h/\u202e\\x41';
		assert.equal(String(page({ headers: [policy] })), printed('page', `--header=${policy}`));
	});

	for (const [i, text] of TEXTS.entries()) {
		const dialect = DIALECTS[i % DIALECTS.length], below = random(i + 600), file = fileOf(text);

		it(`explain, ${i}`, () => {
			const paths = [randomPath(below), randomPath(below)].map((path) => path.replace(/^\/\//, 'http://h//'));
			for (const url of ['/', '/robots.txt', '/private/accounts', '/ab', 'http://h//b', paths[0], paths[1]])
				for (const agent of dialect === 'google' ? ['ExampleBot', 'x'] : ['ExampleBot', '2'])
					assert.equal(String(explain(text, url, { agent, dialect })), printed('explain', `--dialect=${dialect}`, file, agent, url));
		});

		it(`lint, ${i}`, () => {
			for (const most of [10, 0, 1]) {
				const expected = printed('lint', `--dialect=${dialect}`, `--most=${most}`, file);
				assert.equal(String(lint(text, { dialect, name: file, most })), expected);
			}
		});

		it(`summary, ${i}`, () => {
			const old = fileOf(text.replace('Disallow', 'Allow')), options = { dialect, name: file };
			assert.equal(String(summary(text, options)), printed('summary', `--dialect=${dialect}`, file));
			assert.equal(String(summary(text, { ...options, against: readFileSync(old), oldName: old })),
				printed('summary', `--dialect=${dialect}`, `--against=${old}`, file));
		});

		it(`diff, ${i}`, () => {
			const other = fileOf(text.replace(/Disallow: .*/, 'Disallow: /a\'b$').replace('Allow', 'Disallow')), names = [file, other];
			const same = (options, ...args) =>
				assert.equal(String(diff(text, readFileSync(other), { names, ...options })), printed('diff', ...args, file, other));
			same({ dialect }, `--dialect=${dialect}`);
			same({ dialect: ['rfc9309', 'google'], usual: true }, '--dialect-a=rfc9309', '--dialect-b=google', '--usual');
			same({ budget: 20 }, '--budget=20');
		});

		it(`verify, ${i}`, () => {
			const policy = compile(text, { dialect }), blob = fileOf(policy.blob), other = text.replace(/isallow: .*/, 'isallow: /a\'b');
			for (const robots of [text, other])
				assert.equal(String(verify(policy, robots)), printed('verify', blob, fileOf(robots)));
			assert.equal(String(verify(policy, text, { budget: 20 })), printed('verify', '--budget=20', blob, file));
		});
	}

	it('page', () => {
		for (const html of ['', '<meta name=robots content="none, noarchive, nocache, nosnippet, noai, noml, max-video-preview: 0">',
			'<meta name=robots content="max-snippet: 20, max-image-preview: large, unavailable_after: 2026-01-31, noindex, indexifembedded">',
			'<meta name=robots content="max-snippet: 0"><meta name=tdm-reservation content=1><meta name=tdm-policy content="http://h/p">'])
			assert.equal(String(page({ html })), printed('page', '-q', fileOf(html)));
	});

	it('access', () => {
		const at = new Date('2026-01-31T12:00:00Z'), present = '--fetched=2026-01-31T12:00:00Z';
		for (const status of [200, 302, 404, 503])
			assert.equal(String(access({ at, status })), printed('access', present, `--status=${status}`));
		for (const challenge of ['parse', 'unavailable', 'unreachable'])
			assert.equal(String(access({ at, status: 202, challenge })), printed('access', present, '--status=202', `--challenge=${challenge}`));
		assert.equal(String(access({ at, failure: 'dns', cachedAge: 50 })), printed('access', present, '--failure=dns', '--cached-age=50'));
		assert.equal(String(access({ at, status: 200, headers: { 'Cache-Control': 'no-cache' } })),
			printed('access', present, '--status=200', '--header=Cache-Control: no-cache'));
	});

	it('are no members', () => {
		const found = explain(shop, '/');
		assert.ok(!Object.keys(found).includes('toString'));
		assert.deepEqual(structuredClone(found), found);
	});
});
