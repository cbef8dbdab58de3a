// robots_parser.test.mjs - compares robotsc/robots-parser with robots-parser, on each text of a
// folder.
//
// Where the two differ, robots-parser differs from RFC 9309, for one of the reasons below.  A
// reason is a change of the text, or of the URL, after which robots-parser gives our answer.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import ours from 'robotsc/robots-parser';

const theirs = createRequire(join(process.env.ROBOTSC_TOOLS, 'package.json'))('robots-parser');
const folder = process.env.ROBOTSC_TEXTS;
const ORIGIN = 'https://shop.example';
const PATHS = [
	'/', '/robots.txt', '/index.html', '/wp-admin/admin-ajax.php', '/search?q=a', '/admin', '/cgi-bin/x', '/a.pdf', '/private/',
	'/tag/a/feed', '/page/2/', '/cart?add-to-cart=1', '/%7Euser/', '/~user/', '/caf\u00e9', '/caf%C3%A9', '/%63afe', '/a$', '//a',
	'/a/b/c/d/e/f.html?x=1&y=2#z', '/../x', '/a/./b', '/a b', "/it's", '/a|b"c', '/?s=a', '/images/a.jpg', '/checkout', '/en/a?sort=b',
];
const AGENTS = ['ExampleBot', 'Googlebot/2.1', 'GPTBot', undefined];

/** Misspellings that RFC 9309 lets readers accept and we accept, and their corrections. */
const SPELLINGS = [[/^(\s*)user ?agent(?=\s*:)/i, '$1User-agent'], [/^(\s*)(user[- ]?agent)(?=\s+[^\s:])/i, '$1User-agent:'],
	[/^(\s*)(dissallow|dissalow|disalow|diasllow|disallaw)/i, '$1Disallow'], [/^(\s*)((?:dis)?allow)(?=\s+[^\s:])/i, '$1$2:']];

const linesOf = (text) => text.split(/\r\n?|\n/);

/** Only rules end a list of User-agent lines; so other lines in the list are moved behind it. */
function together(text) {
	const lines = [], held = [];
	let listed = false;
	for (const line of linesOf(text)) {
		const agent = /^\s*user-agent\s*:/i.test(line), rule = /^\s*(dis)?allow\s*:/i.test(line);
		if (agent || rule || !listed) {
			if (rule)
				lines.push(...held.splice(0));
			lines.push(line);
		} else {
			held.push(line);
		}
		listed = agent || (listed && !rule);
	}
	return [...lines, ...held].join('\n');
}

const spelled = (text) => linesOf(text).map((line) => SPELLINGS.reduce((now, [from, to]) => now.replace(from, to), line)).join('\n');

/** Octets of RFC 3986's unreserved set are the same with and without percent-encoding. */
const UNRESERVED = /%(2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

/** '|', which no valid URL has, becomes %7C; escaped unreserved octets are decoded. */
const escaped = (text) => text.replace(UNRESERVED, (escape) => decodeURIComponent(escape)).replaceAll('|', '%7C');

/** The last group may have no rules; then it allows. */
const ended = (text) => `${text}\nDisallow:`;

/** Each reason: robots-parser answers as we do after these changes. */
const REASONS = {
	'/robots.txt may always be fetched': { text: () => '', only: (path) => path === '/robots.txt' },
	'only rules end a list of User-agent lines': { text: together },
	'misspelt fields count': { text: spelled },
	'a group without rules allows': { text: ended },
	'octets are the same with and without percent-encoding': { text: escaped, url: escaped },
	'several of these': { text: (text) => escaped(ended(together(spelled(text)))), url: escaped },
};

const same = (value) => value;

function reasonOf(text, path, ask, answer) {
	return Object.keys(REASONS).find((name) => {
		const { text: change = same, url = same, only = () => true } = REASONS[name];
		return only(path) && ask(theirs(`${ORIGIN}/robots.txt`, change(text)), ORIGIN + url(path)) === answer;
	});
}

/** Of several delays, we have the longest, they the last; we read decimals, up to milliseconds. */
function delayReason(text, agent, answer) {
	const read = linesOf(ended(together(spelled(text))));
	const delayOf = (line) => /^\s*crawl-delay\s*:([^#]*)/i.exec(line)?.[1].trim();
	const alone = (value) => theirs(`${ORIGIN}/robots.txt`, read.filter((line) => [undefined, value].includes(delayOf(line))).join('\n'));
	const values = new Set(read.map(delayOf).filter((value) => /^(\d+\.?\d*|\.\d+)$/.test(value)));
	const known = [...values].filter((value) => alone(value).getCrawlDelay(agent) !== undefined).map(Number);
	const explained = known.length ? Math.abs(answer - Math.max(...known)) < 0.001 : answer === undefined;
	return explained ? 'the longest readable delay counts' : undefined;
}

// Rows that the page leaves out.
const MORE = String.raw`
| ~/a:b~ | ~/a%3Ab~ | disallowed | allowed |
| ~/a%3ab~ | ~/a%3Ab~ | disallowed | disallowed |
| ~/a$b~ | ~/a$b~ | disallowed | disallowed |
| ~/a$~ | ~/a$~ | allowed | allowed |
| ~/a$~ | ~/a~ | disallowed | disallowed |
`.replaceAll('~', '`');

describe('escapes, $ and lone surrogates', () => {
	it('differ as docs/javascript.md says', () => {
		const page = readFileSync(join(process.env.ROBOTSC_TREE, 'docs', 'javascript.md'), 'utf8') + MORE;
		const rows = [...page.matchAll(/^\| `(\/\S*)` \| `(\/\S*)` \| (\w+) \| (\w+) \|$/gm)];
		assert.ok(rows.length >= 12 && ['%3A', '%24', '$', '\\ud800'].every((sign) => rows.some(([row]) => row.includes(sign))));
		for (const [row, ...cells] of rows) {
			const [rule, url] = cells.map((cell) => cell.replace('\\ud800', '\ud800')), text = `User-agent: *\nDisallow: ${rule}`;
			const said = [ours, theirs].map((parser) => parser(`${ORIGIN}/robots.txt`, text).isAllowed(ORIGIN + url, 'ExampleBot'));
			assert.deepEqual(said.map((allowed) => allowed ? 'allowed' : 'disallowed'), cells.slice(2), row);
		}
	});
});

describe('the console', () => {
	it('is told nothing, as by robots-parser', (t) => {
		const { mock } = t.mock.method(console, 'warn', () => {});
		const rules = ours(`${ORIGIN}/robots.txt`, '<html>');
		for (const url of ['', 'x', `${ORIGIN}//a`, '//a', ' /x', 'mailto:x'])
			rules.isAllowed(url, 'ExampleBot');
		ours('', '').isAllowed('x', 'ExampleBot');
		assert.equal(mock.callCount(), 0);
	});
});

describe('isExplicitlyDisallowed', () => {
	it('leaves out the group of *, unless * is asked for', () => {
		const rules = ours(`${ORIGIN}/robots.txt`, 'User-agent: *\nDisallow: /\n\nUser-agent: Example\nDisallow: /a\nAllow: /a/b');
		const said = (path, agent) => rules.isExplicitlyDisallowed(ORIGIN + path, agent);
		assert.deepEqual(['/a', '/a/b', '/c'].map((path) => said(path, 'example/1.0')), [true, false, false]);
		assert.deepEqual([said('/a', 'Other'), said('/a', '*'), said('/a')], [false, true, true]);
		assert.equal(rules.isDisallowed(`${ORIGIN}/a`, 'Other'), true);
		assert.equal(rules.isExplicitlyDisallowed('https://other.example/a', 'Example'), undefined);
		assert.equal(ours(`${ORIGIN}/robots.txt`, '').isExplicitlyDisallowed(`${ORIGIN}/a`, 'Example'), false);
	});
});

describe('names of several words', () => {
	it('are taken as robots-parser takes them', () => {
		const text = 'User-agent: example\nDisallow: /x', url = `${ORIGIN}/x`;
		for (const agent of ['Example Bot', ' example', '/1'])
			assert.equal(ours(`${ORIGIN}/robots.txt`, text).getMatchingLineNumber(url, agent),
				ours(`${ORIGIN}/robots.txt`, text).isAllowed(url, agent) ? -1 : 2);
	});
});

describe('robots-parser', () => {
	it('and the drop-in, on every text', () => {
		const reasons = {}, unexplained = [];
		let asked = 0, texts = 0;
		const note = (reason, what) => {
			if (reason)
				reasons[reason] = (reasons[reason] ?? 0) + 1;
			else
				unexplained.push(what);
		};
		for (const name of readdirSync(folder)) {
			const text = readFileSync(join(folder, name), 'utf8');
			const a = ours(`${ORIGIN}/robots.txt`, text), b = theirs(`${ORIGIN}/robots.txt`, text);
			texts++;
			assert.deepEqual(a.getSitemaps(), b.getSitemaps(), name);
			assert.equal(a.getPreferredHost(), b.getPreferredHost(), name);
			for (const agent of AGENTS) {
				for (const path of PATHS) {
					const allowed = a.isAllowed(ORIGIN + path, agent);
					asked++;
					assert.equal(a.isDisallowed(ORIGIN + path, agent), !allowed);
					if (allowed !== b.isAllowed(ORIGIN + path, agent))
						note(reasonOf(text, path, (rules, url) => rules.isAllowed(url, agent), allowed), `${name} ${agent} ${path} ${allowed}`);
				}
				const delay = a.getCrawlDelay(agent);
				if (delay !== b.getCrawlDelay(agent))
					note(delayReason(text, agent, delay), `${name} ${agent} Crawl-delay ${delay}`);
			}
		}
		console.log(`robots-parser: ${texts} texts, ${asked} URLs`);
		for (const [reason, n] of Object.entries(reasons))
			console.log(`robots-parser: ${n} differ: ${reason}`);
		assert.deepEqual(unexplained, []);
	});

	it('says which line', () => {
		for (const name of readdirSync(folder).slice(0, 40)) {
			const text = readFileSync(join(folder, name), 'utf8');
			const a = ours(`${ORIGIN}/robots.txt`, text), b = theirs(`${ORIGIN}/robots.txt`, together(spelled(text)));
			for (const path of PATHS.filter((one) => one !== '/robots.txt')) {
				const line = a.getMatchingLineNumber(ORIGIN + path, 'ExampleBot');
				const decides = line > 0 ? linesOf(text)[line - 1] : '';
				assert.equal(/^\W*d/i.test(decides), a.isAllowed(ORIGIN + path, 'ExampleBot') === false, `${name} ${path} ${decides}`);
				assert.ok(line === -1 || line > 0);
				if (b.getMatchingLineNumber(ORIGIN + path, 'ExampleBot') === -1 && !/[~%]/.test(path))
					assert.equal(line, -1, `${name} ${path}`);
			}
		}
	});

	it('knows origins and agents', () => {
		const text = 'User-agent: ExampleBot\nDisallow: /a\nCrawl-delay: 2\nHost: Shop.Example # x\nSitemap: /s.xml\nsitemap : b:c#d\n';
		for (const at of [`${ORIGIN}/robots.txt`, `${ORIGIN}:443/robots.txt`, 'http://shop.example:80/robots.txt', '/robots.txt', '', 'not:a url',
			'http://[::1]:8080/robots.txt', 'http://shop.example:8080/robots.txt']) {
			const a = ours(at, text), b = theirs(at, text);
			for (const url of [`${ORIGIN}/a`, `${ORIGIN}:443/a`, 'HTTPS://SHOP.example/a', 'http://shop.example/a', 'http://shop.example:80/a',
				'http://shop.example:8080/a', 'http://[::1]:8080/a', '/a', 'a', '', 'http://', `${ORIGIN}`, `${ORIGIN}?/a`, `${ORIGIN}/x/../a`,
				`${ORIGIN}/%2e/a`, `${ORIGIN}\\a`, ` ${ORIGIN}/a`, `${ORIGIN}.example/a`, 'https://user@shop.example/a', 'null/a'])
				for (const agent of ['ExampleBot', 'EXAMPLEBOT/2.0 (x)', ' examplebot ', 'Example', '*', '', undefined]) {
					assert.equal(a.isAllowed(url, agent), b.isAllowed(url, agent), `${at} ${url} ${agent}`);
					assert.equal(a.isDisallowed(url, agent), b.isDisallowed(url, agent));
					assert.equal(a.getMatchingLineNumber(url, agent), b.getMatchingLineNumber(url, agent), `${at} ${url} ${agent}`);
					assert.equal(a.getCrawlDelay(agent), b.getCrawlDelay(agent));
					if (b.isExplicitlyDisallowed)
						assert.equal(a.isExplicitlyDisallowed(url, agent), b.isExplicitlyDisallowed(url, agent), `${at} ${url} ${agent}`);
				}
			assert.deepEqual(a.getSitemaps(), b.getSitemaps());
			assert.equal(a.getPreferredHost(), b.getPreferredHost());
		}
		assert.equal(ours(ORIGIN, undefined).isAllowed(`${ORIGIN}/`), true);
		const many = ours(ORIGIN, text);
		for (let i = 0; i < 1000; i++)
			assert.equal(many.isAllowed(`${ORIGIN}/a`, `bot${i}`), true);
		assert.equal(many.isAllowed(`${ORIGIN}/a`, 'ExampleBot'), false);
	});
});
