// memory.test.mjs - memory is bounded and given back, and hostile texts do no harm.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { compile, diff, explain, lint, open, OutOfMemoryError, verify } from 'robotsc';

import { fileOf, run } from './command.mjs';

const MANY = Number(process.env.ROBOTSC_POLICIES ?? 1e6);
const MIB = 1 << 20;

/** The memory of this process after a collection: heap, buffers and WebAssembly's memory. */
function resident() {
	globalThis.gc();
	return process.memoryUsage().rss;
}

const blobs = Array.from({ length: 100 }, (_, i) =>
	compile(`User-agent: *\n${Array.from({ length: 10 }, (_, k) => `Disallow: /${i}/${k}`).join('\n')}`).blob);

describe('memory', () => {
	for (const [name, drop] of [['with dispose', (policy) => policy.dispose()], ['without', () => {}]])
		it(`of ${MANY} policies, ${name}`, () => {
			let before = 0;
			for (let i = 0; i < MANY; i++) {
				const policy = i % 10 ? open(blobs[i % 100]) : compile(`User-agent: *\nDisallow: /${i % 100}/`);
				assert.equal(policy.agent('ExampleBot').allowed(`/${i % 100}/1`), false);
				drop(policy);
				if (i === MANY / 10)
					before = resident();
			}
			const grown = (resident() - before) / MIB;
			console.log(`${name}: ${grown.toFixed(1)} MiB more after ${MANY} policies`);
			assert.ok(grown < 64, `${grown} MiB`);
		});

	it('of policies that are kept holds all of them', () => {
		const kept = Array.from({ length: 40000 }, (_, i) => open(blobs[i % 100]).agent('ExampleBot'));
		for (const step of [1, 7919])
			for (let i = 0, n = 0; n < kept.length; n++, i = (i + step) % kept.length)
				assert.equal(kept[i].allowed(`/${i % 100}/3`) || !kept[i].allowed(`/${(i + 1) % 100}/3`), false);
	});

	it('of a text that is larger than an instance may be: what is read is copied', () => {
		const large = new Uint8Array(520 * MIB), before = resident();
		large.set(new TextEncoder().encode('User-agent: *\nDisallow: /a\n'));
		large.fill(35, 27, 520000); // a comment beyond what is read
		for (const text of [large, `User-agent: *\nDisallow: /a\n${'#'.repeat(520000)}`])
			assert.equal(compile(text).agent('ExampleBot').allowed('/a'), false);
		const grown = (resident() - before) / MIB;
		assert.ok(grown < 64, `${grown} MiB`);
	});

	it('of a policy that is larger than the cache', () => {
		const lines = Array.from({ length: 20000 }, (_, i) => `Sitemap: http://h/${i}${'x'.repeat(1000)}`);
		const text = `User-agent: *\nDisallow: /a\n${lines.join('\n')}`;
		const blob = run(['compile', '-q', '-o', '-', '--extensions', '--limit=40000000', fileOf(text)]);
		assert.ok(blob.length > 16 * MIB, `${blob.length} octets`);
		const small = open(blobs[3]).agent(), large = open(blob), robot = large.agent('ExampleBot');
		for (let i = 0; i < 3; i++) {
			assert.equal(robot.allowed('/a'), false);
			assert.equal(small.allowed('/3/3'), false);
			assert.equal(open(blobs[4]).agent().allowed('/4/3'), false);
			assert.equal(large.sitemaps.length, 20000);
		}
	});

	it('of very long URLs is given back', async () => {
		const robot = open(blobs[5]).agent(), other = open(blobs[6]).agent(), before = resident();
		const makers = [() => '/5/5' + 'x'.repeat(1e8), () => new Uint8Array(1e8).fill(47), () => '/' + '\u00e9'.repeat(5e7)];
		const ask = (make) => robot.allowed(make());
		for (const make of makers) {
			assert.equal(ask(make), make !== makers[0]);
			assert.deepEqual([robot.allowed('/5/5'), other.allowed('/6/6'), other.allowed('/5/5')], [false, false, true]);
		}
		let grown = (resident() - before) / MIB;
		for (let waits = 0; grown >= 128 && waits < 50; waits++) { // buffers are freed some time after a collection
			await sleep(20);
			grown = (resident() - before) / MIB;
		}
		assert.ok(grown < 128, `${grown} MiB`);
	});

	it('that is refused is an error, and the next question is answered', () => {
		const { grow } = WebAssembly.Memory.prototype, robot = open(blobs[7]).agent();
		const refused = (ask) => {
			WebAssembly.Memory.prototype.grow = () => {
				throw new RangeError('no memory');
			};
			try {
				assert.throws(ask, { name: 'OutOfMemoryError' });
			} finally {
				WebAssembly.Memory.prototype.grow = grow;
			}
			assert.deepEqual([robot.allowed('/7/7'), robot.allowed('/8')], [false, true]);
		};
		refused(() => robot.allowed('/' + 'x'.repeat(5e6)));
		robot.allowed('/' + 'x'.repeat(5e6)); // the next question needs a new instance
		refused(() => robot.allowed('/8'));
	});

	it('of the instance is not that of others while callers are asked for octets', () => {
		const robot = open(blobs[8]).agent();
		class Busy extends Uint8Array {
			get length() {
				for (let i = 0; i < 30000; i++)
					open(blobs[i % 100]);
				return 1 << 30;
			}
		}
		assert.equal(robot.allowed(new Busy(Buffer.from('/8/8'))), false);
		assert.equal(compile(new Busy(Buffer.from('User-agent: *\nDisallow: /a'))).agent().allowed('/a'), false);
		const view = new DataView(new ArrayBuffer(4));
		Object.defineProperty(view, 'buffer', { get: () => new Busy(4).length && Uint8Array.from(Buffer.from('/8/8')).buffer });
		assert.equal(robot.allowed(view), false);
	});

	it('of records and tokens of a policy that was pushed out', () => {
		const first = compile('User-agent: ExampleBot\nCrawl-delay: 3\nContent-Usage: train-ai=n\nSitemap: http://h/s');
		const name = Buffer.from('ExampleBot'), robot = first.agent('Other', name);
		name.fill(0);
		const push = () => {
			for (let i = 0; i < 30000; i++)
				open(blobs[i % 100]);
		};
		for (const ask of [() => robot.crawlDelay === 3, () => robot.token === name, () => first.sitemaps.length === 1,
			() => first.agents[0] === 'examplebot', () => first.dialect === 'rfc9309',
			() => robot.usage('/').preferences['Content-Usage']['train-ai'] === 'n', () => robot.records().length === 2]) {
			push();
			assert.ok(ask(), String(ask));
		}
	});
});

/** Texts of 500 KiB that are hard to compile, to lint, or to compare. */
const hostile = (make) => {
	const lines = ['User-agent: *'];
	for (let size = 0, i = 0; size < 500 * 1024; i++) {
		lines.push(make(i));
		size += lines.at(-1).length + 1;
	}
	return lines.join('\n').slice(0, 500 * 1024);
};

const HOSTILE = {
	'many stars': hostile((i) => `Disallow: /*${i.toString(36)}*${(i * 7919).toString(36)}*x`),
	'one line': `User-agent: *\nDisallow: /${'*a'.repeat(250000)}`.slice(0, 500 * 1024),
	'many agents': hostile((i) => `User-agent: bot${i}\nDisallow: /${i}\nSitemap: http://h/${i}`),
	'octets': new Uint8Array(500 * 1024).map((_, i) => i * 31 + (i >> 8) & 255),
	'deep': hostile((i) => `Allow: /${'a'.repeat(i % 2000)}*b$`),
};

describe('hostile texts of 500 KiB', () => {
	for (const [name, text] of Object.entries(HOSTILE))
		it(name, () => {
			const policy = compile(text), robot = policy.agent('ExampleBot');
			assert.equal(typeof robot.allowed('/' + 'a'.repeat(100000)), 'boolean');
			assert.equal(open(policy.blob).agent('ExampleBot').allowed('/x'), robot.allowed('/x'));
			assert.ok(policy.records().length <= 512000);
			assert.ok(lint(text, { steps: 1e6 }).findings.length >= 0);
			assert.equal(explain(text, '/aab', { changes: false }).verdict === 'allow', robot.allowed('/aab'));
			assert.ok(['same', 'different', 'unknown'].includes(diff(text, 'User-agent: *', { budget: 1e6 }).answer));
			assert.equal(typeof verify(policy, text, { budget: 1e6 }).proved, 'boolean');
		});

	it('leave nothing behind', () => {
		const before = resident();
		for (let i = 0; i < 10; i++)
			compile(HOSTILE['many stars']).agent('ExampleBot').allowed('/x');
		compile('').agent().allowed('/');
		const grown = (resident() - before) / MIB;
		console.log(`after 10 hostile texts: ${grown.toFixed(1)} MiB more`);
		assert.ok(grown < 64, `${grown} MiB`);
	});

	it('of more than an instance can hold are refused, and the next is answered', () => {
		const huge = new Uint8Array(600 * MIB);
		assert.throws(() => lint(huge), OutOfMemoryError);
		assert.equal(compile('User-agent: *\nDisallow: /').agent().allowed('/'), false);
	});
});
