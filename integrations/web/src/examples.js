// examples.js - example files to begin with.
//
// SPDX-License-Identifier: Apache-2.0
export const EXAMPLES = [
	{
		name: 'A shop',
		text: `# A shop's robots.txt.
User-agent: *
Disallow: /cart
Disallow: /search
Allow: /search/about
Disallow: /*?sessionid=
Disallow: /*.pdf$
Crawl-delay: 2

User-agent: ExampleBot
User-agent: ExampleBot-Images
Disallow: /private/
Allow: /private/press/
Disallow: /*/draft/
Disallow: /*.php$
Disalow: /old-shop

User-agent: GPTBot
User-agent: CCBot
Disallow: /

Sitemap: https://shop.example/sitemap.xml
`,
		agent: 'ExampleBot',
		urls: [
			'https://shop.example/',
			'https://shop.example/private/accounts.html',
			'https://shop.example/private/press/2026/release.html',
			'https://shop.example/guides/draft/garden.html',
			'https://shop.example/%70rivate/accounts.html',
			'https://shop.example/index.php?page=2',
			'https://shop.example/old-shop/shoes',
		],
	},
	{
		name: 'AI crawlers: search yes, training no',
		text: `# Search may have everything. Training may not.
User-agent: *
Disallow: /account/
Content-Usage: train-ai=n
Content-Signal: search=yes, ai-train=no

User-agent: GPTBot
User-agent: ClaudeBot
User-agent: CCBot
User-agent: Google-Extended
User-agent: Applebot-Extended
User-agent: meta-externalagent
User-agent: Amazonbot
Disallow: /

License: https://news.example/license.xml
Sitemap: https://news.example/sitemap.xml
`,
		agent: 'GPTBot',
		urls: [
			'https://news.example/',
			'https://news.example/2026/story.html',
			'https://news.example/account/settings',
		],
	},
	{
		name: 'A file with mistakes',
		text: `Disallow: /early

User-agent: *
Disallow /tmp
Disalow: /old
Disallow: images/
Disallow: /search#results
Disallow: /shop**/cart*
Disallow: /
Disallow: /private/
Allow: /a/trackback/
Allow: /shop/help
Content-Usage: train-ai=no

User-agent: bingbot
`,
		agent: 'OtherBot',
		urls: [
			'https://www.example/',
			'https://www.example/images/logo.png',
			'https://www.example/shop/help',
			'https://www.example/search',
		],
	},
	{
		name: 'A magazine: delays, hours, licences',
		text: `# A magazine: what it says beside Allow and Disallow.
Sitemap: https://news.example/sitemap.xml
Host: news.example
License: https://news.example/license.xml

User-agent: *
Disallow: /never/
Crawl-delay: 2.5
Request-rate: 1/10m 1300-1659
Visit-time: 0600-1659
Noindex: /drafts/
Content-Usage: train-ai=n
Content-Usage: /open/ train-ai=y
Content-Signal: search=yes, ai-train=no

User-agent: ExampleBot
Disallow:
X-Contact: bots@news.example

Clean-param: ref&sid /forum/
`,
		agent: 'OtherBot',
		urls: [
			'https://news.example/open/a',
			'https://news.example/story',
			'https://news.example/drafts/b',
			'https://news.example/never/c',
		],
	},
	{
		name: 'Five rules, five readings',
		text: `User-agent: *
Disallow: /shop
Allow: /shop/help
Disallow: /*.pdf$
Allow: /list.pdf
Disallow: /caf%C3%A9
`,
		agent: 'AnyBot',
		urls: [
			'/shop/cart',
			'/shop/help',
			'/list.pdf',
			'/manual.pdf',
			'/manual.pdf?p=2',
			'/café',
			'/caf%c3%a9',
		],
	},
	{
		name: 'A shop, Googlebot and GPTBot',
		text: `# For all crawlers
User-agent: *
Disallow: /cart
Disallow: /search
Disallow: /*?sessionid=
Crawl-delay: 2

# Google has a group of its own
User-agent: Googlebot
Disallow: /private/
Allow: /private/press/

# No training of AI
User-agent: GPTBot
User-agent: CCBot
Disallow: /

Sitemap: https://shop.example/sitemap.xml
`,
		agent: 'Googlebot',
		dialect: 'google',
		selected: 0,
		urls: [
			'https://shop.example/cart',
			'https://shop.example/',
			'https://shop.example/private/accounts.html',
			'https://shop.example/private/press/2026.html',
			'https://shop.example/search?q=tea',
		],
	},
];

// The example that the page begins with.
export const FIRST = EXAMPLES.at(-1);
