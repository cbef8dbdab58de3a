// policy.test.mjs - compile, open, agents, and their answers.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';

import * as robotsc from 'robotsc';
import * as check from 'robotsc/check';

const { compile, open, origin, robotsUrl } = robotsc;

const SHOP = `
User-agent: ExampleBot
Disallow: /private/
Allow: /private/press/
Crawl-delay: 2.5
Crawl-delay: 1
Request-rate: 1/10m
Request-rate: 1/5s 0800-1000
Content-Usage: train-ai=n

User-agent: *
Disallow: /*.pdf$

Sitemap: https://shop.example/sitemap.xml
License: https://shop.example/license.xml
Odd-field: value
`;

describe('compile', () => {
	it('takes strings and octets, and gives the same blob', () => {
		const octets = new TextEncoder().encode(SHOP);
		const blob = compile(SHOP).blob;
		assert.deepEqual(compile(octets).blob, blob);
		assert.deepEqual(compile(octets.buffer).blob, blob);
		assert.deepEqual(compile(new DataView(octets.buffer)).blob, blob);
		assert.deepEqual(compile(Buffer.from(SHOP)).blob, blob);
	});

	it('takes options', () => {
		assert.equal(compile('User-agent: *\nDisallow: *x', { dialect: 'nexor1994' }).dialect, 'nexor1994');
		assert.ok(compile(SHOP, { extensions: false }).blob.length < compile(SHOP).blob.length);
		assert.deepEqual(compile(SHOP, { agents: ['ExampleBot'] }).agents, ['examplebot']);
		assert.deepEqual(compile(SHOP, { agents: new Set(['A', new TextEncoder().encode('B')]) }).agents, ['a', 'b']);
		const loose = 'User-agent: *\nDisalow: /x';
		assert.equal(compile(loose).agent().allowed('/x'), false);
		assert.equal(compile(loose, { strictFields: true }).agent().allowed('/x'), true);
	});

	it('refuses other arguments with a sentence', () => {
		assert.throws(() => compile(5), { name: 'TypeError', message: 'the text must be a string or a Uint8Array, not number' });
		assert.throws(() => compile('', { dialect: 'google2' }), { name: 'RangeError', message: /unknown dialect.*take rfc9309/ });
		assert.throws(() => compile('', { dialect: 'a very long name of one' }), RangeError);
		assert.throws(() => compile('', { agents: 'ExampleBot' }), TypeError);
		assert.throws(() => compile('', { agents: [] }), RangeError);
		assert.throws(() => compile('', { agents: [5] }), TypeError);
	});
});

describe('compile, later', () => {
	const lines = Array.from({ length: 60 }, (_, i) => `${i % 3 ? 'Disallow' : 'Allow'}: /${i % 7}/*${i}${i % 2 ? '$' : ''}`);
	const text = `${SHOP}User-agent: Other\nCrawl-delay: 7\n${lines.join('\n')}`;
	const urls = lines.map((_, i) => `/${i % 7}/${i}`), blob = compile(text, { agents: ['Other', 'ExampleBot'] }).blob;
	const expected = open(blob).agent('Other').allowedMany(urls);

	it('gives the verdicts of the blob, before it is there and after', () => {
		const policy = compile(text), robot = policy.agent('Other'), same = policy.agent('Other');
		assert.equal(same.allowed(urls[0]), expected[0]);
		for (let i = 0; i < 4; i++) {
			assert.deepEqual(robot.allowedMany(urls), expected);
			assert.equal(robot.crawlDelay, 7);
		}
		assert.deepEqual(same.allowedMany(urls), expected);
		assert.deepEqual([same.crawlDelay, same.token, same.usage(urls[1]).allowed], [7, 'Other', expected[1]]);
	});

	it('gives the same blob, whatever was asked before', () => {
		const fresh = compile(text).blob;
		for (const n of [1, 50, 100, 200]) {
			const policy = compile(text), robot = policy.agent('Other');
			for (let i = 0; i < n; i++)
				robot.allowed(urls[i % urls.length]);
			assert.deepEqual(policy.blob, fresh, String(n));
			assert.deepEqual(robot.allowedMany(urls), expected);
			assert.equal(robot.crawlDelay, 7);
		}
	});

	it('reads the octets that were there, and refuses what it refuses at once', () => {
		const octets = Buffer.from(text), policy = compile(octets);
		octets.fill(0);
		assert.deepEqual(policy.agent('Other').allowedMany(urls), expected);
		assert.throws(() => compile(text).agent('Other/1.0'), robotsc.AgentError);
		assert.throws(() => compile(text, { agents: ['Other'] }).agent('Third'), robotsc.AgentError);
		assert.equal(compile(new Uint8Array(600 << 20)).agent('Other').allowed('/'), true);
	});
});

describe('policy', () => {
	const policy = compile(SHOP);

	it('says what the file says', () => {
		assert.deepEqual(policy.agents, ['examplebot']);
		assert.equal(policy.dialect, 'rfc9309');
		assert.deepEqual(policy.sitemaps, ['https://shop.example/sitemap.xml']);
		assert.deepEqual(policy.licenses, ['https://shop.example/license.xml']);
		assert.deepEqual(policy.records().map((record) => [record.field, record.line]), [['Sitemap', 14], ['License', 15]]);
		assert.deepEqual(compile('Odd: value').records()[0], {
			field: 'Odd', value: 'value', line: 1, group: 0, path: '', rest: 'value', delay: null, documents: null, seconds: null,
			start: null, end: null,
		});
	});

	it('says what its text looks like, and tells the console once', (t) => {
		const { mock } = t.mock.method(console, 'warn', () => {});
		const kinds = [['text', SHOP], ['empty', ''], ['html', '<html>'], ['gzip', Uint8Array.of(31, 139, 8, 0)], ['json', '{"a": 1}']];
		for (const [kind, text] of [...kinds, ...kinds])
			assert.equal(compile(text).content, kind);
		compile('{"a": 1}');
		const said = mock.calls.map((call) => call.arguments[0]);
		assert.deepEqual(said.map((text) => /^robotsc: this looks like .*(web page|JSON).*, not like a robots.txt$/.exec(text)?.[1]),
			['web page', 'JSON']);
		assert.equal(open(compile('').blob).content, null);
	});

	it('is readable in the console of Node', () => {
		const found = compile(SHOP);
		assert.equal(inspect(found), `<robotsc.Policy rfc9309, 1 agent, ${found.blob.length} octets>`);
		assert.equal(inspect(found.agent('ExampleBot', 'b')), '<robotsc.Agent "ExampleBot", "b">');
		found.dispose();
		assert.equal(inspect(found), '<robotsc.Policy, disposed of>');
	});

	it('is a blob, which open verifies', () => {
		const { blob } = policy, again = open(blob);
		assert.deepEqual(again.blob, blob);
		blob.fill(0); // a copy: neither policy changes
		assert.equal(policy.agent('ExampleBot').allowed('/private/'), false);
		assert.equal(again.agent('ExampleBot').allowed('/private/'), false);
		const buffer = Buffer.from(again.blob), copied = open(buffer);
		buffer.fill(0);
		assert.deepEqual(copied.blob, again.blob);
		assert.throws(() => open(blob), { name: 'BlobError', message: /^not a robotsc blob; compile the robots.txt again$/ });
		for (let i = 0; i < again.blob.length; i++) {
			const damaged = again.blob;
			damaged[i] ^= 1;
			assert.throws(() => open(damaged), robotsc.BlobError);
		}
		assert.throws(() => open(again.blob.subarray(1)), robotsc.BlobError);
		assert.throws(() => open('text'), TypeError);
		assert.equal(open(policy).agent('ExampleBot').allowed('/private/'), false);
	});

	it('says what is missing', () => {
		const small = compile(SHOP, { agents: ['ExampleBot'], extensions: false });
		assert.throws(() => small.agent('OtherBot'), { name: 'AgentError', message: /name this one in the option agents/ });
		for (const ask of [() => small.records(), () => small.sitemaps, () => small.agent('ExampleBot').crawlDelay,
			() => small.agent('ExampleBot').usage('/')])
			assert.throws(ask, { name: 'AbsentError', message: /compile without extensions: false$/ });
	});

	it('has no constructor', () => {
		assert.throws(() => new robotsc.Policy(), TypeError);
		assert.throws(() => new robotsc.Agent(), TypeError);
	});
});

describe('tests/runtime/match/bad-blobs', () => {
	const folder = `${process.env.ROBOTSC_TREE}/tests/runtime/match/bad-blobs`;

	/** The files of a tar archive, by name. */
	function filesOf(archive) {
		const files = new Map();
		for (let at = 0; archive[at]; ) {
			const field = (from, to) => archive.toString('latin1', at + from, at + to).replace(/\0.*/s, '');
			const size = parseInt(field(124, 136), 8);
			files.set(field(0, 100).replace(/\.robots$/, ''), archive.subarray(at + 512, at + 512 + size));
			at += 512 + (size + 511 & ~511);
		}
		return files;
	}

	it('is refused as C refuses it, with any of its three calls', () => {
		const blobs = filesOf(readFileSync(`${folder}/blobs.tar`));
		const expected = readFileSync(`${folder}/expected.txt`, 'utf8').trim().split('\n').map((line) => line.split(' '));
		assert.deepEqual([...blobs.keys()].sort(), expected.map(([name]) => name).sort());
		assert.ok(blobs.has('record-line') && blobs.has('fetch-row'));
		for (const [name, , status] of expected)
			if (status === 'ok')
				assert.deepEqual(Buffer.from(open(blobs.get(name)).blob), blobs.get(name), name);
			else
				assert.throws(() => open(blobs.get(name)), robotsc.BlobError, name);
	});
});

describe('agent', () => {
	const policy = compile(SHOP), robot = policy.agent('ExampleBot'), other = policy.agent('OtherBot');

	it('answers', () => {
		assert.equal(robot.allowed('https://shop.example/private/x'), false);
		assert.equal(robot.allowed('https://shop.example/private/press/x'), true);
		assert.equal(robot.allowed(Buffer.from('/private/x')), false);
		assert.equal(robot.allowed(''), true);
		assert.equal(other.allowed('/a.pdf'), false);
		assert.equal(other.allowed('/a.pdf?x'), true);
		assert.equal(policy.agent().allowed('/a.pdf'), false);
		assert.throws(() => robot.allowed(5), { name: 'TypeError', message: /^a URL must be a string or a Uint8Array/ });
		assert.throws(() => robot.allowed(undefined), TypeError);
	});

	it('answers for strings of every length and alphabet', () => {
		const rules = compile('User-agent: *\nDisallow: /*z$\nDisallow: /*\u00e9$\nDisallow: /*\u{1f916}$').agent();
		for (let n = 0; n < 300; n++)
			for (const [end, allowed] of [['z', false], ['y', true], ['\u00e9', false], ['\u00e8', true], ['\u{1f916}', false]])
				assert.equal(rules.allowed('/' + 'x'.repeat(n) + end), allowed, `${n} ${end}`);
		assert.equal(rules.allowed('/' + '\u00e9'.repeat(1e6) + 'z'), false);
		assert.equal(rules.allowed('/' + '\u00e9'.repeat(1e6) + 'y'), true);
		assert.equal(rules.allowed('/' + 'x'.repeat(3e6) + 'z'), false);
		assert.equal(rules.allowed(new Uint8Array(3e6).fill(120)), true);
		assert.equal(rules.allowed('/\ud800'), true); // a lone surrogate is U+FFFD, as everywhere
	});

	it('answers for many', () => {
		assert.deepEqual(robot.allowedMany(['/', '/private/x']), [true, false]);
		assert.deepEqual(robot.allowedMany(new Set(['/private/x'])), [false]);
		const asked = [new URL('http://shop.example/private/\u00e9'), new URL('http://shop.example/')];
		assert.deepEqual(robot.allowedMany(asked), [false, true]);
		assert.deepEqual([robot.usage(asked[0]).allowed, robotsc.origin(asked[0])], [false, 'http://shop.example']);
		const { verdict, deciding } = robotsc.explain('User-agent: *\nDisallow: /private', asked[0]);
		assert.deepEqual([verdict, deciding], ['disallow', 2]);
		assert.throws(() => robot.allowed({ href: 5 }), TypeError);
		assert.deepEqual(robot.allowedMany([]), []);
		assert.throws(() => robot.allowedMany('/private'), TypeError);
		assert.throws(() => robot.allowedMany(Buffer.from('/private')), TypeError);
		assert.throws(() => robot.allowedMany([5]), TypeError);
	});

	it('knows who it is', () => {
		assert.equal(robot.token, 'ExampleBot');
		assert.equal(other.token, '*');
		assert.equal(compile('').agent('X').token, null);
		assert.equal(policy.agent('A', 'ExampleBot').token, 'ExampleBot');
		assert.deepEqual(policy.agent('A', 'ExampleBot').tokens, ['A', 'ExampleBot']);
		assert.equal(robot.policy, policy);
		assert.throws(() => policy.agent(...Array(65).fill('x')), RangeError);
		assert.throws(() => policy.agent(5), TypeError);
	});

	it('is not cut out of a header', () => {
		for (const name of ['Mozilla/5.0 (compatible; ExampleBot/2.1)', 'ExampleBot/1.0', 'Example Bot', ' ExampleBot', '',
			Buffer.from('ExampleBot/1')])
			assert.throws(() => policy.agent('A', name),
				{ name: 'AgentError', message: /is no product token of rfc9309; agentForHeader takes/ }, String(name));
		assert.equal(policy.agent('*').token, '*');
		assert.equal(compile(SHOP, { dialect: 'nexor1994' }).agent('my bot').token, '*');
		assert.throws(() => compile(SHOP, { dialect: 'google' }).agent('bot2'), robotsc.AgentError);
	});

	it('is not cut in any call', () => {
		const { diff, explain, generate, page, verify } = robotsc;
		const calls = [
			(agent, dialect) => compile(SHOP, { agents: ['A', agent], dialect }),
			(agent, dialect) => explain(SHOP, '/', { agent, dialect }),
			(agent, dialect) => explain(SHOP, '/', { agent: ['A', agent], dialect }),
			(agent, dialect) => diff(SHOP, SHOP, { agents: ['A', agent], dialect }),
			(agent, dialect) => diff(SHOP, compile(SHOP, { dialect }), { agents: [agent], dialect }),
			(agent, dialect) => verify(compile(SHOP, { dialect }), SHOP, { agents: ['A', agent] }),
			(agent, dialect) => generate(SHOP, { agent, dialect, count: 1 }),
			(agent, dialect) => generate(compile(SHOP, { dialect }), { agent: ['A', agent], count: 1 }),
		];
		for (const call of calls) {
			for (const dialect of ['rfc9309', 'google', 'conner2'])
				for (const agent of ['Mozilla/5.0 (compatible; ExampleBot/2.1)', Buffer.from('ExampleBot/1'), 'x/'.repeat(1e6)])
					assert.throws(() => call(agent, dialect),
						{ name: 'AgentError', message: new RegExp(`is no product token of ${dialect}; agentForHeader takes`) });
			for (const agent of ['', 'Example Bot', 'ExampleBot '])
				assert.throws(() => call(agent, 'rfc9309'), { name: 'AgentError' });
			for (const [agent, dialect] of [['ExampleBot', 'rfc9309'], ['*', 'rfc9309'], ['', 'google'], ['a b', 'conner2']])
				call(agent, dialect);
			assert.throws(() => call('ExampleBot', 'other'), RangeError);
		}
		assert.throws(() => diff(SHOP, SHOP, { agents: ['a2'], dialect: ['rfc9309', 'google'] }), { message: /of google/ });
		for (const agent of ['Mozilla/5.0 (compatible; ExampleBot/2.1)', '', ['A', 'a b']])
			assert.throws(() => page({ html: '', agent }), { name: 'AgentError' });
		page({ html: '', agent: 'ExampleBot' });
	});

	it('is found in a header', () => {
		const whole = 'Mozilla/5.0 (compatible; ExampleBot/2.1; +https://h.example/bot)';
		for (const header of ['ExampleBot', whole, Buffer.from(whole), ' '.repeat(3e6) + whole]) {
			const found = policy.agentForHeader(header);
			assert.deepEqual([found.token, found.tokens, found.allowed('/private/x')], ['ExampleBot', ['ExampleBot'], false]);
		}
		for (const header of ['', 'Other/1.0', 'curl (+https://h.example/ExampleBot)'])
			assert.deepEqual([policy.agentForHeader(header).token, policy.agentForHeader(header).tokens], ['*', []]);
		const small = compile(SHOP, { agents: ['A', 'ExampleBot'] });
		assert.deepEqual(small.agentForHeader('a/1 examplebot/2').tokens, ['examplebot', 'a']);
		assert.throws(() => small.agentForHeader('OtherBot/1.0'), { name: 'AgentError', message: /option agents/ });
		assert.throws(() => policy.agentForHeader(5), { name: 'TypeError', message: /^a User-Agent header must be/ });
		const name = Uint8Array.of(98, 0xff), text = Buffer.concat([Buffer.from('User-agent: '), name, Buffer.from('\nDisallow: /')]);
		const odd = compile(text, { dialect: 'conner2' });
		assert.deepEqual(odd.agentForHeader(name).tokens, [name]); // no UTF-8
	});

	it('knows what stands beside rules', () => {
		assert.equal(robot.crawlDelay, 2.5);
		assert.deepEqual(robot.requestRate, { documents: 1, seconds: 600 });
		assert.equal(other.crawlDelay, null);
		assert.equal(other.requestRate, null);
		const night = { at: new Date('2026-01-31T02:00:00Z') }, day = { at: Date.parse('2026-01-31T09:00:00Z') / 1000 };
		assert.deepEqual(robot.pause(night), { pause: 600, reason: 'request-rate', cut: null });
		assert.deepEqual(robot.pause({ ...day, atLeast: 6 }), { pause: 6, reason: 'request-rate', cut: 'at-least' });
		assert.deepEqual(robot.pause({ ...night, atMost: 60.5 }), { pause: 60.5, reason: 'request-rate', cut: 'at-most' });
		assert.deepEqual(other.pause({ took: 7 }), { pause: 14, reason: 'no-record', cut: null });
		assert.throws(() => robot.pause({ atLeast: 2, atMost: 1 }), { name: 'RangeError' });
		assert.throws(() => robot.pause({ at: new Date(NaN) }), { name: 'RangeError' });
		assert.throws(() => robot.pause({ atleast: 1 }), { name: 'TypeError' });
		assert.throws(() => compile(SHOP, { extensions: false }).agent('a').pause(), { name: 'AbsentError' });
		assert.deepEqual(robot.usage('/page'), { allowed: true, preferences: { 'Content-Usage': { 'train-ai': 'n' } } });
		assert.deepEqual(other.usage('/x.pdf'), { allowed: false, preferences: {} });
		const rates = robot.records().filter((record) => record.field === 'Request-rate');
		assert.deepEqual(rates.map(({ documents, seconds, start, end }) => [documents, seconds, start, end]),
			[[1, 600, null, null], [1, 5, 480, 600]]);
	});

	it('is let go of', () => {
		const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
		const mine = compile(SHOP), agent = mine.agent('ExampleBot');
		mine[dispose]();
		assert.throws(() => mine.agent(), { name: 'RobotscError', message: /was disposed of/ });
		assert.throws(() => mine.blob, robotsc.RobotscError);
		assert.equal(agent.allowed('/private/'), false);
		agent[dispose]();
		assert.throws(() => agent.allowed('/private/'), robotsc.RobotscError);
		assert.throws(() => agent.crawlDelay, robotsc.RobotscError);
		agent.dispose();
	});
});

describe('URLs', () => {
	const robot = compile('User-agent: *\nDisallow: /x').agent('A'), google = compile('', { dialect: 'google' }).agent('A');
	const GOOD = ['/', '/x//y', 'http://h', 'https://shop.example/x', 'HTTPS://h/', 'ftp://h/', 'http://[::1]/', 'https://7.example',
		'https://h:8080/x', 'http://a-b.c:?x', 'https://h:65535'];
	const WRONG = {
		'': 'nothing in it', 'shop.example/x': 'no scheme', ' /x': 'white space', '\ufeffhttps://h/': 'byte order mark',
		"'/x'": 'quotation', '//h/x': 'a host and no scheme', 'mailto:a@h': 'http, https and ftp only', '<https://h/>': 'bracket',
		'https:/h/x': "'//' is missing", 'https:///x': 'no host', 'https://a..b/': 'no host', 'https://a<b/x': 'no host',
		'https://h:99999/': 'its port', 'https://h:8o/x': 'its port', '?q': "no scheme and no '/'",
	};

	it('that are none have a problem', () => {
		for (const url of GOOD)
			assert.deepEqual([robotsc.urlProblem(url), robotsc.urlProblem(Buffer.from(url))], [null, null]);
		for (const [url, problem] of Object.entries(WRONG))
			assert.ok(robotsc.urlProblem(url).includes(problem) && check.urlProblem(Buffer.from(url)).includes(problem), url);
		assert.equal(robotsc.urlProblem('shop.example'), "it has no scheme; write 'https://' before a host, or '/' before a path");
		assert.equal(robotsc.urlProblem('shop.example', 'google'), null);
		assert.equal(robotsc.urlProblem(new URL('https://h/')), null);
		assert.throws(() => robotsc.urlProblem('/', 'other'), RangeError);
		assert.throws(() => robotsc.urlProblem(5), TypeError);
	});

	it('that are none are told once for each caller', (t) => {
		const { mock } = t.mock.method(console, 'warn', () => {});
		const said = () => {
			const texts = mock.calls.map((call) => call.arguments[0]);
			mock.resetCalls();
			return texts;
		};
		for (const call of [(url) => robot.allowed(url), (url) => robot.usage(url), (url) => robot.allowedMany(['/', url, url]),
			(url) => robotsc.explain('', url)]) {
			for (const url of GOOD)
				call(url);
			assert.deepEqual(said(), []);
			for (const url of ['shop.example/x', ...Object.keys(WRONG), Buffer.from('x')])
				call(url);
			const [text, ...more] = said();
			assert.match(text, /^robotsc: .*'shop.example\/x',? is no URL and no path: it has no scheme; write 'https:/);
			assert.equal(more.length, 0);
		}
		robot.allowedMany(['/', 'y'.repeat(200), '/', ' z']);
		assert.match(said()[0], /^robotsc: the URL at index 1, 'y{100}\.\.\.', is no URL .* path; 1 more of these are none$/);
		google.allowedMany(['//h/x', 'shop.example/x']);
		assert.deepEqual(said(), []);
		google.allowed('mailto:x');
		assert.equal(said().length, 1);
		robot.allowed('https://h:99999/');
		robot.allowed('https://a<b/x');
		assert.equal(said().length, 2);
	});

	it('that are none have the verdict of a path', (t) => {
		t.mock.method(console, 'warn', () => {});
		for (const url of Object.keys(WRONG)) {
			assert.equal(robot.allowed(url), robot.usage(url).allowed);
			assert.deepEqual(robot.allowedMany([url, Buffer.from(url)]), [robot.allowed(url), robot.allowed(url)]);
		}
		assert.equal(robot.allowed('x/y'), false);
	});

	it('have an origin and a robots.txt', () => {
		assert.equal(origin('HTTPS://Shop.Example:443/a'), 'https://shop.example');
		assert.equal(robotsUrl('http://shop.example:8080/a'), 'http://shop.example:8080/robots.txt');
		assert.equal(origin('http://b\u00fccher.example/'), 'http://xn--bcher-kva.example');
		assert.throws(() => origin('mailto:x'), { name: 'OriginError', message: /such a URL has no robots.txt$/ });
		assert.throws(() => robotsUrl('http://'), robotsc.OriginError);
		assert.throws(() => origin('http://h:99999/'), robotsc.OriginError);
	});
});

describe('the package', () => {
	it('has entries that share their classes', () => {
		assert.equal(check.Policy, robotsc.Policy);
		assert.equal(check.open, robotsc.open);
		assert.equal(robotsc.compile('').agent() instanceof check.Agent, true);
	});

	it('can be required', () => {
		const require = createRequire(import.meta.url), old = require('robotsc'), reader = require('robotsc/check');
		assert.deepEqual(Object.keys(old).sort(), Object.keys(robotsc).sort());
		assert.equal(old.compile(SHOP).agent('ExampleBot').allowed('/private/'), false);
		assert.equal(reader.open(compile(SHOP).blob).agent('ExampleBot').allowed('/private/'), false);
		assert.equal(old.Policy, reader.Policy);
	});
});
