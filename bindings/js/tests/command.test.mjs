// command.test.mjs - the package answers as the command does.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { access, compile, diff, dot, edit, explain, generate, lint, origin, page, pageAnswer, summary, verify } from 'robotsc';

import { fileOf, json, random, randomPath, randomText, run } from './command.mjs';

const DIALECTS = ['rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2'];
const examples = `${process.env.ROBOTSC_TREE}/examples`;
const shop = readFileSync(`${examples}/robots.txt`);
const SEEDS = Array.from({ length: 25 }, (_, seed) => ({ seed, dialect: DIALECTS[seed % DIALECTS.length] }));

const verdicts = (printed) => printed.toString().trimEnd().split('\n').map((line) => line.startsWith('allow\t'));

describe('compile and check', () => {
	for (const { seed, dialect } of SEEDS)
		it(`of a random file, ${dialect}, ${seed}`, () => {
			const below = random(seed + 1), text = randomText(below), file = fileOf(text);
			const paths = Array.from({ length: 200 }, () => randomPath(below).replace(/^\/\//, 'http://h//'));
			const policy = compile(text, { dialect });
			assert.deepEqual(Buffer.from(policy.blob), run(['compile', '-q', '-o', '-', '--extensions', `--dialect=${dialect}`, file]));
			for (const name of ['ExampleBot', 'fourth']) {
				const expected = verdicts(run(['check', `--dialect=${dialect}`, file, name], paths.join('\n')));
				assert.equal(expected.length, paths.length);
				assert.deepEqual(policy.agent(name).allowedMany(paths), expected);
			}
		});

	it('of options', () => {
		const odd = 'User-agent: a\nDisalow: /a\nUser-agent: b\nContent-Usage: train-ai=n\nUser-agent: c\nAllow: /a\nDisallow: /';
		const same = (options, ...args) =>
			assert.deepEqual(Buffer.from(compile(odd, options).blob), run(['compile', '-q', '-o', '-', ...args, fileOf(odd)]), args);
		same({}, '--extensions');
		same({ extensions: false });
		same({ strictFields: true }, '--extensions', '--strict-fields');
		same({ aiprefRule: true }, '--extensions', '--aipref-rule');
		same({ dialect: 'conner2', conner2RestDeny: true }, '--extensions', '--dialect=conner2', '--conner2-rest=deny');
		same({ agents: ['b', 'a'] }, '--extensions', '--agent=b', '--agent=a');
	});
});

describe('explain', () => {
	const without = (explanation) => ({ ...explanation, changes: explanation.changes.map(({ with: text, ...change }) => change) });
	const same = (text, url, agent, dialect) => {
		const [first, ...others] = agent;
		const args = ['explain', '--json', `--dialect=${dialect}`, ...others.map((name) => `--fallback=${name}`), fileOf(text), first, url];
		assert.deepEqual(without(explain(text, url, { agent, dialect })), json(args));
	};

	it('of the example', () => {
		for (const dialect of DIALECTS)
			for (const path of ['/', '/private/accounts', '/private/press/', '/robots.txt', '/a.pdf', 'https://shop.example/x/draft/'])
				for (const agent of [['ExampleBot'], ['Other', 'GreedyBot'], ['x']])
					same(shop, path, agent, dialect);
	});

	for (const { seed, dialect } of SEEDS)
		it(`of a random file, ${dialect}, ${seed}`, () => {
			const below = random(seed + 100), text = randomText(below).replaceAll('\u00e9', 'e');
			same(text, randomPath(below).replaceAll('\u00e9', 'e').replace(/^\/\//, 'http://h//'), ['ExampleBot'], dialect);
		});

	it('says what the file is after a change', () => {
		const { changes } = explain('User-agent: *\nDisallow: /a\n', '/ab');
		assert.deepEqual(changes.map(({ kind, with: text }) => [kind, text]), [
			['add', 'User-agent: *\nAllow: /ab$\nDisallow: /a\n'], ['remove', 'User-agent: *\n'],
			['shortest', 'User-agent: *\nAllow: /a\nDisallow: /a\n']]);
		for (const change of changes)
			assert.equal(compile(change.with).agent().allowed('/ab'), true);
		assert.deepEqual(explain('User-agent: *\nDisallow: /a\n', '/ab', { changes: false }).changes, []);
	});
});

describe('lint', () => {
	const same = (text, dialect) => {
		const [{ file, ...expected }] = json(['lint', '--format=json', `--dialect=${dialect}`, fileOf(text)]).files;
		assert.deepEqual(lint(text, { dialect }), expected);
	};

	it('of the example', () => DIALECTS.forEach((dialect) => same(shop, dialect)));
	for (const { seed, dialect } of SEEDS)
		it(`of a random file, ${dialect}, ${seed}`, () => same(randomText(random(seed + 200)), dialect));
	it('takes a budget', () => assert.ok(lint(shop, { steps: 100 }).undecided > 0));
	it('knows a site that is to be found', () => {
		const ids = [false, true].map((open) => lint('User-agent: *\nDisallow: /', { public: open }).findings[0].id);
		assert.deepEqual(ids, ['star-closed', 'site-closed']);
	});
});

describe('summary', () => {
	const same = (text, options, ...args) => {
		const { file, ...expected } = json(['summary', '--format=json', ...args, fileOf(text)]);
		delete expected.against?.file;
		assert.deepEqual(summary(text, options), expected);
	};

	it('of the example', () => {
		for (const dialect of DIALECTS)
			same(shop, { dialect }, `--dialect=${dialect}`);
		same(shop, { budget: 1000 }, '--budget=1000');
		same('', {});
		// Crawlers: one of the list, one that only files name, one that obeys another's
		// group, one without "*".
		same('User-agent: GPTBot\nUser-agent: Sogou web spider\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /a\n', {});
	});

	for (const { seed, dialect } of SEEDS)
		it(`of a random file, ${dialect}, ${seed}`, () => {
			const text = randomText(random(seed + 700)).replaceAll('\u00e9', 'e');
			same(text, { dialect }, `--dialect=${dialect}`);
		});

	it('says what changed', () => {
		const old = 'User-agent: *\nDisallow: /cart\nCrawl-delay: 1\n\nSitemap: https://shop.example/old.xml\n';
		same(shop, { against: old }, `--against=${fileOf(old)}`);
		same(shop, { against: '' }, `--against=${fileOf('')}`);
		same(shop, { against: shop }, `--against=${fileOf(shop)}`);
		assert.equal('against' in summary(shop), false);
		assert.ok(summary(shop, { against: old }).against.changes.length > 1);
	});

	it('refuses what it does not know', () => {
		assert.throws(() => summary(shop, { most: 1 }), TypeError);
		assert.throws(() => summary(shop, { against: 1 }), TypeError);
		assert.throws(() => summary(shop, { dialect: 'nosuch' }), RangeError);
		assert.throws(() => summary(shop, { budget: -1 }), RangeError);
	});
});

/** A comparison without the members that the command does not print. */
const printed = ({ text, results, ...pair }) => ({ ...pair, results: results.map(({ states, ...result }) => result) });

describe('diff and verify', () => {
	const same = (a, b, options, ...args) => {
		const [{ name, ...expected }] = json(['diff', '--format=json', ...args, fileOf(a), fileOf(b)]).pairs;
		delete expected.a.file;
		delete expected.b.file;
		assert.deepEqual(printed(diff(a, b, options)), expected);
	};

	it('of the example', () => {
		const other = 'User-agent: *\nDisallow: /p\nUser-agent: GreedyBot\nAllow: /x';
		same(shop, other, {});
		same(shop, shop, {});
		same(shop, other, { agents: ['GreedyBot', 'x'] }, '--agent=GreedyBot', '--agent=x');
		same(shop, other, { budget: 100 }, '--budget=100');
		same(shop, other, { usual: true }, '--usual');
		same(shop, shop, { dialect: ['rfc9309', 'google'] }, '--dialect-a=rfc9309', '--dialect-b=google');
		same(shop, other, { dialect: 'koster1996' }, '--dialect=koster1996');
	});

	for (const { seed, dialect } of SEEDS)
		it(`of random files, ${dialect}, ${seed}`, () => {
			const below = random(seed + 300), a = randomText(below).replaceAll('\u00e9', 'e');
			same(a, a.replace('Disallow', 'Allow'), { dialect }, `--dialect=${dialect}`);
		});

	it('of texts with what the command spells', () => {
		const text = 'User-agent: a\\x41\nDisallow: /\\x41\\x5C\u00e9\u202e\u0007"$\n';
		const { results } = diff(text, '', { dialect: 'nexor1994' });
		assert.deepEqual(results[0].agents, ['a\\x41']);
		assert.equal(results[0].newly_allowed[0].a.text, text.split('\n')[1]);
		const octets = Uint8Array.from(Buffer.from('User-agent: *\nDisallow: /\xe2\x80a', 'latin1'));
		assert.equal(diff(octets, '').results[0].newly_allowed[0].a.text, 'Disallow: /\ufffda');
	});

	it('of policies', () => {
		const policy = compile(shop), other = compile('User-agent: *\nDisallow: /p', { dialect: 'google' });
		assert.equal(diff(policy, shop).answer, 'same');
		const found = diff(shop, other);
		assert.equal(found.b.dialect, 'google');
		assert.equal(found.answer, 'different');
		assert.deepEqual(found.results[0].newly_disallowed[0].b, { kind: 'blob' });
	});

	it('proves', () => {
		for (const { seed, dialect } of SEEDS) {
			const text = randomText(random(seed + 400)), policy = compile(text, { dialect }), file = fileOf(policy.blob);
			const lines = run(['verify', file, fileOf(text)]).toString().trimEnd().split('\n');
			const found = verify(policy, text);
			assert.equal(found.proved, true);
			assert.equal(lines.pop(), `${found.results.length} of ${found.results.length} proved`);
			assert.deepEqual(found.results.map((result) => result.states), lines.map((line) => Number(/\((\d+) states\)/.exec(line)[1])));
		}
	});

	it('takes names of one robot, in one dialect or two', () => {
		const names = { agents: ['a', 'b'], oneRobot: true }, both = 'User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /b';
		for (const dialect of ['rfc9309', 'google', ['rfc9309', 'google']]) {
			const { results } = diff('', both, { ...names, dialect });
			assert.deepEqual(results.map(({ agents }) => agents), [['a', 'b']]);
			assert.equal(results[0].newly_disallowed[0].path, '/a');
		}
		assert.ok(verify(compile(both, names), both, names).proved);
		assert.equal(explain(both, '/b', { agent: ['a', 'b'], oneRobot: true }).verdict, 'disallow');
		for (const dialect of ['nexor1994', ['rfc9309', 'conner2']])
			assert.throws(() => diff('', both, { ...names, dialect }), { name: 'RangeError', message: /^oneRobot is for/ });
	});

	it('keeps letters that look like an octet', () =>
		assert.equal(diff('User-agent: *\nDisallow: /\\xE9', '').results[0].newly_allowed[0].a.text, 'Disallow: /\\xE9'));

	it('finds what differs', () => {
		const policy = compile('User-agent: *\nDisallow: /a');
		const { proved, results: [{ states, ...found }] } = verify(policy, 'User-agent: *\nDisallow: /ab');
		assert.equal(proved, false);
		assert.deepEqual(found, { agents: [], others: true, answer: 'different', path: '/a', allowed: false });
		assert.equal(verify(policy, shop, { budget: 1 }).proved, false);
		assert.throws(() => verify(shop, shop), TypeError);
	});
});

describe('generate and dot', () => {
	it('give the paths of the command', () => {
		const given = (args) => run(['gen', '--tsv', ...args]).toString().trimEnd().split('\n').map((line) => {
			const columns = line.split('\t');
			return { path: columns.at(-1).replace(/^http:\/\/h(?=\/\/)/, ''), allowed: columns[0] === 'allow' };
		});
		const file = fileOf(shop);
		assert.deepEqual(generate(shop, { agent: 'ExampleBot', count: 1000 }).paths, given(['--count=1000', file, 'ExampleBot']));
		assert.deepEqual(generate(compile(shop), { agent: 'ExampleBot', seed: 7 }).paths,
			given(['--seed=7', '--count=100', fileOf(compile(shop).blob), 'ExampleBot']));
		assert.deepEqual(generate(shop, { agent: 'x', allowed: false, count: 9 }).paths,
			given(['--only=disallow', '--count=9', file, 'x']));
		assert.equal(generate(shop, { budget: 1 }).complete, false);
	});

	it('draw as the command', () => {
		for (const name of ['ExampleBot', 'GreedyBot', 'x'])
			assert.equal(dot(compile(shop).agent(name)), run(['inspect', '--dot', fileOf(shop), name]).toString());
		assert.match(dot(compile(shop).agent(), { name: 'a"name' }), /digraph "a\\"name"/);
		assert.throws(() => dot(compile(shop)), TypeError);
	});
});

describe('page', () => {
	const same = (options, html, ...args) => {
		const expected = json(['page', '--json', '-q', ...args, fileOf(html)]);
		const { ignored, ignored_at, unavailable_after: until, ...found } = page({ html, ...options });
		const { unavailable_after: time, ...rest } = expected;
		assert.deepEqual(found, rest);
		assert.equal(until, time === null ? null : Date.parse(time) / 1000);
	};

	it('says what the command says', () => {
		same({}, '');
		same({}, '<meta name=robots content="noindex, nofollow, max-snippet: 20, max-image-preview: large">');
		same({ agent: ['ExampleBot', 'b'] }, '<meta name=examplebot content="noarchive,noai">', '--agent=ExampleBot', '--agent=b');
		same({}, '<meta name=robots content="unavailable_after: 2026-01-31, max-video-preview: 0, noml">');
		same({ headers: new Headers({ 'X-Robots-Tag': 'nosnippet' }) }, '', '--header=X-Robots-Tag: nosnippet');
		same({ headers: ['X-Robots-Tag: a: none'], agent: 'a' }, '', '--header=X-Robots-Tag: a: none', '--agent=a');
		same({ headers: { 'tdm-reservation': '1', 'tdm-policy': 'http://h/p' } }, '', '--header=tdm-reservation: 1',
			'--header=tdm-policy: http://h/p');
		const late = '<body><meta name=robots content=noindex>';
		same({}, late);
		same({ body: true }, late, '--body');
		same({ robotsTag: true, headers: ['Robots-Tag: *=noindex;'] }, '', '--robots-tag', '--header=Robots-Tag: *=noindex;');
	});

	it('says what it does not know', () => {
		const { ignored, ignored_at } = page({ html: '<meta name=robots content="noindex, nosuch, other">' });
		assert.deepEqual({ ignored, ignored_at }, { ignored: 2, ignored_at: 36 });
		assert.equal(page().ignored_at, null);
	});
});

describe('access', () => {
	const same = (fetch, ...args) => assert.deepEqual(access({ at: new Date('2026-01-31T12:00:00Z'), ...fetch }),
		json(['access', '--json', '--fetched=2026-01-31T12:00:00Z', ...args]), args);

	it('says what the command says', () => {
		for (const profile of ['rfc9309', 'google', '1996', 'draft2019']) {
			for (const status of [200, 301, 304, 403, 404, 429, 500, 600])
				same({ status, profile }, `--status=${status}`, `--profile=${profile}`);
			for (const failure of ['dns', 'connect', 'tls', 'timeout', 'truncated', 'malformed', 'loop', 'no-location'])
				same({ failure, profile }, `--failure=${failure}`, `--profile=${profile}`);
		}
		for (const dialect of DIALECTS)
			same({ status: 403, dialect }, '--status=403', `--dialect=${dialect}`);
		same({ status: 200, headers: { 'Cache-Control': 'max-age=60' } }, '--status=200', '--header=Cache-Control: max-age=60');
		same({ status: 200, headers: ['cache-control: no-cache'] }, '--status=200', '--header=cache-control: no-cache');
		same({ status: 304, cachedAge: 100 }, '--status=304', '--cached-age=100');
		same({ status: 500, unreachable: 40 * 86400 }, '--status=500', `--unreachable=${40 * 86400}`);
		same({ status: 302, redirects: 5 }, '--status=302', '--redirects=5');
		for (const fields of [[], ['Date: x'], ['Location: '], ['location: /x', 'Date: x']])
			for (const status of [200, 301, 304])
				same({ status, headers: fields }, `--status=${status}`, ...fields.map((field) => `--header=${field}`));
		assert.equal(access({ status: 302, headers: { Date: 'x' } }).end, 'no-location');
		same({ status: 404, empty: true }, '--status=404', '--empty');
		same({ status: 503, siteUp: true, profile: 'google', unreachable: 4e6 }, '--status=503', '--site-up', '--profile=google',
			'--unreachable=4000000');
		same({ status: 429, allow429: true }, '--status=429', '--allow-429');
		for (const challenge of ['parse', 'unavailable', 'unreachable']) {
			same({ status: 202, challenge }, '--status=202', `--challenge=${challenge}`);
			same({ status: 200, page: true, challenge }, '--status=200', '--page', `--challenge=${challenge}`);
		}
	});

	it('needs an end, and knows the present', () => {
		assert.throws(() => access({}), TypeError);
		assert.throws(() => access({ failure: 'nosuch' }), { name: 'RobotscError' });
		assert.throws(() => access({ status: 202, challenge: 'nosuch' }), { name: 'RobotscError' });
		assert.ok(Math.abs(access({ status: 200 }).fetched - Date.now() / 1000) < 5);
		assert.equal(access({ status: 302, headers: { Location: '/x' } }).outcome, 'follow');
		assert.equal(access({ status: 302 }).end, 'no-location');
		assert.notEqual(access({ status: 302, refused: true }).outcome, 'follow');
	});

	it('takes what node:http gives', () => {
		const headers = { 'set-cookie': ['a=1', 'b=2'], 'cache-control': 'max-age=60', 'x-robots-tag': ['noindex', 'noai'], age: undefined };
		same({ status: 200, headers }, '--status=200', '--header=Cache-Control: max-age=60');
		const { index, noai } = page({ headers });
		assert.deepEqual({ index, noai }, { index: false, noai: true });
		assert.throws(() => page({ headers: 'X-Robots-Tag: noindex' }), { name: 'TypeError', message: /^headers must be/ });
		assert.throws(() => access({ status: 200, headers: null }), TypeError);
	});

	it('refuses numbers that are none', () => {
		for (const odd of [{ status: NaN }, { status: -1 }, { status: 200.5 }, { status: 1e9 },
			{ status: 200, at: new Date(NaN) }, { status: 200, at: 1e300 }, { status: 200, at: Date.now() }, { status: 301, redirects: -1 }, { status: 503, unreachable: NaN },
			{ status: 503, cachedAge: -1 }, { status: 200, dialect: 'constructor' }, { status: 200, dialect: 'rfc' }])
			assert.throws(() => access(odd), RangeError, JSON.stringify(odd));
		assert.throws(() => access({ status: '200' }), TypeError);
		assert.throws(() => access({ status: 200, at: 'x' }), { name: 'TypeError', message: /^at, in seconds since 1970 or a Date,/ });
		assert.equal(access({ status: 503, cachedAge: 1.5, at: 0 }).outcome, 'cached');
		assert.match(String(access({ status: 200, at: new Date(8e15) })), /holds until/);
		assert.equal(access({ status: 200, at: 1800000000.5 }).fetched, 1800000000);
		assert.equal(access({ status: 200, at: new Date(1800000000500) }).fetched, 1800000000);
	});
});

describe('origin', () => {
	it('is that of the command', () => {
		for (const url of ['HTTP://A.example:80/x', 'https://[::1]:8443/', 'ftp://b\u00fccher.example', 'http://h/%zz'])
			assert.equal(origin(url), run(['url', url]).toString().split('\t')[0]);
	});
});

describe('options', () => {
	const policy = compile(shop), calls = {
		compile: (options) => compile(shop, options), explain: (options) => explain(shop, '/', options),
		lint: (options) => lint(shop, options), diff: (options) => diff(shop, policy, options),
		verify: (options) => verify(policy, shop, options), generate: (options) => generate(shop, options),
		dot: (options) => dot(policy.agent(), options), page, access: (options) => access({ status: 200, ...options }),
	};

	it('have known names', () => {
		for (const [name, call] of Object.entries(calls))
			assert.throws(() => call({ dialct: 'google' }), { name: 'TypeError', message: /^there is no option dialct; there are/ }, name);
		assert.throws(() => explain(shop, '/', { agents: ['ExampleBot'] }), /no option agents; .* agent,/);
		assert.throws(() => compile(shop, { agent: 'ExampleBot' }), /no option agent;/);
		assert.throws(() => explain(shop, '/', 'ExampleBot'), { name: 'TypeError', message: 'options must be an object, not string' });
		assert.throws(() => compile(shop, null), { name: 'TypeError', message: 'options must be an object, not null' });
		assert.deepEqual(compile(shop, { agents: undefined, dialect: undefined }).blob, policy.blob);
	});

	it('are never rounded, and no budget proves nothing', () => {
		for (const budget of [0, -1, NaN, Infinity, 0.5, 2 ** 64])
			for (const call of [calls.diff, calls.verify, calls.generate])
				assert.throws(() => call({ budget }), { name: 'RangeError', message: /^budget must be a whole number from 1 to/ });
		assert.throws(() => diff(shop, shop, { budget: '5' }), TypeError);
		for (const odd of [{ steps: 0 }, { steps: NaN }, { most: -1 }])
			assert.throws(() => lint(shop, odd), RangeError);
		for (const odd of [{ count: 0 }, { count: 2 ** 32 }, { seed: -1 }, { seed: 0.5 }])
			assert.throws(() => generate(shop, odd), RangeError);
		assert.throws(() => diff(shop, '', { most: 0 }), RangeError);
		assert.throws(() => diff(shop, '', { most: 2 ** 32 }), RangeError);
	});
});

describe('edit and pageAnswer', () => {
	it('write and say what the command does', () => {
		const made = edit(shop, { shutOut: ['ai-training'], letIn: ['CCBot'] });
		assert.equal(made.outcome, 'proved');
		assert.equal(made.text, run(['edit', '--shut-out=ai-training', '--let-in=CCBot', fileOf(shop)]).toString());
		assert.deepEqual(made.robots.filter(({ effect }) => effect !== 'closed').map(({ token }) => token), ['CCBot']);
		const latin = Buffer.from('User-agent: *\nDisallow: /caf\xe9\n', 'latin1');
		assert.deepEqual(Buffer.from(edit(latin, { shutOut: ['GPTBot'] }).text), run(['edit', '--shut-out=GPTBot', fileOf(latin)]));
		assert.equal(edit(shop, { shutOut: ['GPTBot'], budget: 1 }).text, null);
		assert.throws(() => edit(shop, { shutOut: ['GPTBot'], letIn: ['gptbot'] }));
		const text = 'User-agent: *\nDisallow: /cart\n', html = '<meta name=robots content=noindex>';
		const said = pageAnswer(text, 'https://shop.example/cart', { html });
		assert.deepEqual([said.verdict, said.line, said.indexed, said.never_read], ['disallow', 2, false, true]);
		assert.equal(`${said}`, run(['page', `--robots=${fileOf(text)}`, '--url=https://shop.example/cart', '-'], html).toString());
	});
});
