// crawlee.test.mjs - the same crawl by Crawlee twice: with robots-parser, and with robotsc.
//
// ROBOTS_PARSER and ROBOTSC_INSIDE are the folders in which npm has installed these two.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, it } from 'node:test';

/** 500 KiB of patterns; most of them nearly match a path of many letters a. */
function hostile() {
	const last = 'Allow: /*a*a*a*a*a*a*z9$\nDisallow: /*a*a*a*a*a*z\n', lines = ['User-agent: *\n'];
	for (let size = lines[0].length + last.length, i = 0; ; i++) {
		const line = `Disallow: /*a*a*a*${i}*a*b$\n`;
		size += line.length;
		if (size > 500 << 10)
			return lines.join('') + last;
		lines.push(line);
	}
}

const A = '/' + 'a'.repeat(40);

/** What is at each host: its robots.txt, a path to be redirected to, or null; and its pages. */
const HOSTS = {
	shop: {
		robots: `# A shop
User-agent: *
Disallow: /

User-agent: ExampleBot
User-agent: OtherBot
Disallow: /cart
Disallow: /*?sort=
Disallow: /private/
Allow: /private/press/
Disallow: /*.pdf$
Disallow: /caf\u00e9/
Disallow:

User-agent: examplebot/2.0
Disallow: /second-group/

Sitemap: http://HOST/sitemap.xml
`,
		pages: ['/', '/cart', '/cart/add', '/carton', '/list/', '/list/1', '/list/2', '/list/?sort=price', '/list/?page=2', '/private/',
			'/private/press/', '/private/press/a', '/private/x', '/a.pdf', '/a.pdf?x=1', '/A.PDF', '/caf%C3%A9/', '/caf%c3%a9/x',
			'/second-group/', '/second-group'],
		forbidden: 10,
	},
	missing: { robots: null, pages: ['/', '/private/', '/private/x'], forbidden: 0 },
	redirecting: { robots: { to: '/moved.txt' }, pages: ['/', '/moved/', '/moved/x', '/open/'], forbidden: 2 },
	elsewhere: { robots: { to: 'http://SHOP/robots.txt' }, pages: ['/', '/private/', '/private/press/', '/open/'], forbidden: 1 },
	empty: { robots: '', pages: ['/', '/a'], forbidden: 0 },
	hostile: { robots: hostile(), pages: ['/', A, A + 'b', A + 'z', A + 'z9', A + 'z99', '/0/' + A, A + '0' + A + 'b'], forbidden: 3 },
	odd: {
		robots: `User-agent: ExampleBot
Crawl-delay: 1
User-agent: OtherBot
Disallow: /one-group/
Disalow: /misspelt/
Disallow: /%7Ejoe/

User-agent: ExampleBot (of examples)
Disallow: /comment/
`,
		pages: ['/', '/one-group/', '/misspelt/', '/~joe/', '/comment/', '/open/'],
		forbidden: 0,
	},
};
const MOVED = 'User-agent: *\nDisallow: /moved/\n';

/** What robotsc forbids and robots-parser does not, with the reason. */
const DIFFERENT = {
	'odd/one-group/': 'RFC 9309 section 2.2.1: a line of another field does not end a group',
	'odd/misspelt/': 'misspelt fields are read, as google/robotstxt reads them',
	'odd/~joe/': 'RFC 9309 section 2.2.2: an encoded octet that needs no encoding is that octet',
	'odd/comment/': 'RFC 9309 section 2.2.1: the product token decides, not what stands after it',
};

const servers = {}, seen = [];
const nameOf = (url) => Object.entries(servers).reduce((text, [name, { host }]) => text.replace(`http://${host}`, name), url);
const atHost = (text, name) => text.replace('HOST', servers[name].host).replace('SHOP', servers.shop.host);

function answer(name, request, response) {
	const { robots, pages } = HOSTS[name], { url } = request;
	const send = (status, type, body) => response.writeHead(status, { 'Content-Type': type }).end(body);
	seen.push(name + url);
	if (url === '/robots.txt' && robots?.to)
		response.writeHead(302, { Location: atHost(robots.to, name) }).end();
	else if (url === '/robots.txt' && robots !== null)
		send(200, 'text/plain; charset=utf-8', atHost(robots, name));
	else if (url === '/moved.txt')
		send(200, 'text/plain', MOVED);
	else if (url === '/sitemap.xml')
		send(200, 'application/xml', '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
			`<url><loc>http://${servers[name].host}/list/1</loc></url></urlset>`);
	else if (pages.includes(url)) {
		const others = name === 'shop' && url === '/' ? Object.values(servers).map(({ host }) => `http://${host}/`) : [];
		const found = [...pages, ...others].map((to) => `<a href="${to}">${to}</a>`);
		send(200, 'text/html', `<!DOCTYPE html><title>${url}</title>${found.join('\n')}`);
	} else
		send(404, 'text/plain', '');
}

/** The crawl with the packages that npm has installed in a folder. */
async function crawl(folder) {
	seen.length = 0;
	const start = `http://${servers.shop.host}/`;
	const child = spawn(process.execPath, ['crawl.mjs', start, start], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
	const ended = once(child, 'close');
	let text = '';
	for await (const piece of child.stdout)
		text += piece;
	assert.deepEqual(await ended, [0, null]);
	const { pages, forbidden, listed, time } = JSON.parse(text.slice(text.lastIndexOf('{"pages"')));
	return {
		pages: pages.map(nameOf), forbidden: forbidden.map(nameOf), listed: listed.map(nameOf), seen: seen.slice(),
		time: Object.fromEntries(Object.entries(time).map(([url, ms]) => [nameOf(url), ms])),
	};
}

let theirs, ours;

before(async () => {
	for (const name of Object.keys(HOSTS)) {
		const server = createServer((request, response) => answer(name, request, response)).listen(0, '127.0.0.1');
		await once(server, 'listening');
		servers[name] = { server, host: `127.0.0.1:${server.address().port}` };
	}
	theirs = await crawl(process.env.ROBOTS_PARSER);
	ours = await crawl(process.env.ROBOTSC_INSIDE);
});

after(() => Object.values(servers).forEach(({ server }) => server.close()));

const every = Object.entries(HOSTS).flatMap(([name, { pages }]) => pages.map((path) => name + path));

it('each page is fetched in both crawls or in none, apart from differences with a reason', () => {
	let fetched = 0;
	for (const page of every) {
		const [with_theirs, with_ours] = [theirs, ours].map((crawled) => crawled.pages.includes(page));
		assert.deepEqual([with_theirs, with_ours], page in DIFFERENT ? [true, false] : [with_theirs, with_theirs], page);
		for (const crawled of [theirs, ours]) {
			assert.notEqual(crawled.forbidden.includes(page), crawled.pages.includes(page), page);
			assert.equal(crawled.seen.includes(page), crawled.pages.includes(page), page);
		}
		fetched += with_ours;
	}
	assert.equal(fetched, ours.pages.length);
	assert.equal(theirs.pages.length - fetched, Object.keys(DIFFERENT).length);
	console.log(`${every.length} pages: ${theirs.pages.length} fetched with robots-parser, ${ours.pages.length} with robotsc`);
});

it('each robots.txt forbids what it is written for', () => {
	for (const [name, { forbidden }] of Object.entries(HOSTS))
		assert.equal(theirs.forbidden.filter((page) => page.startsWith(`${name}/`)).length, forbidden, name);
});

it('sitemaps', () => {
	assert.deepEqual(ours.listed, ['shop/list/1']);
	assert.deepEqual(theirs.listed, ours.listed);
});

it('each robots.txt is fetched, also after redirects', () => {
	for (const name of Object.keys(HOSTS))
		assert.ok(ours.seen.includes(`${name}/robots.txt`), name);
	assert.ok(ours.seen.includes('redirecting/moved.txt'));
});

it('a hostile robots.txt holds the crawl up for less time', () => {
	console.log(`hostile: isAllowed took ${theirs.time.hostile.toFixed(1)} ms with robots-parser, ${ours.time.hostile.toFixed(1)} with robotsc`);
	assert.ok(ours.time.hostile < theirs.time.hostile);
});
