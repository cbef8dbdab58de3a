// agents.js - today's crawlers, by what the pages of their makers say.
//
// obeys and ignoresStar are as in cli/family.c; a test compares them.  Makers change what their
// crawlers do: source is where to look.  Read in November 2026.
//
// SPDX-License-Identifier: Apache-2.0
const GOOGLE = 'https://developers.google.com/crawling/docs/crawlers-fetchers/';
const COMMON = `${GOOGLE}google-common-crawlers`;
const SPECIAL = `${GOOGLE}google-special-case-crawlers`;
const APPLE = 'https://support.apple.com/en-us/119829';
const OPENAI = 'https://developers.openai.com/api/docs/bots';
const ANTHROPIC =
	'https://support.claude.com/en/articles/' +
	'8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler';
const PERPLEXITY = 'https://docs.perplexity.ai/guides/bots';
const META = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers/';
const AMAZON = 'https://developer.amazon.com/amazonbot';
const YANDEX = 'https://yandex.com/support/webmaster/en/robot-workings/user-agent';

export const PURPOSES = {
	search: 'Search',
	'ai-search': 'AI search',
	'ai-training': 'AI training',
	request: 'A person’s request',
	ads: 'Advertising',
	preview: 'Link previews',
};

// token, maker, purpose, source, and what else its maker says.
export const AGENTS = [
	{ token: 'Googlebot', maker: 'Google', purpose: 'search', source: COMMON, dialect: 'google' },
	{ token: 'Googlebot-Image', maker: 'Google', purpose: 'search', source: COMMON, dialect: 'google', obeys: 'Googlebot' },
	{ token: 'Googlebot-News', maker: 'Google', purpose: 'search', source: COMMON, dialect: 'google', obeys: 'Googlebot' },
	{ token: 'Googlebot-Video', maker: 'Google', purpose: 'search', source: COMMON, dialect: 'google', obeys: 'Googlebot' },
	{ token: 'Storebot-Google', maker: 'Google', purpose: 'search', source: COMMON, dialect: 'google' },
	{
		token: 'bingbot',
		maker: 'Microsoft',
		purpose: 'search',
		obeys: 'msnbot',
		source: 'https://blogs.bing.com/webmaster/June-2010/Bing-crawler-bingbot-on-the-horizon',
	},
	{
		token: 'DuckDuckBot',
		maker: 'DuckDuckGo',
		purpose: 'search',
		source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot',
	},
	{ token: 'YandexBot', maker: 'Yandex', purpose: 'search', source: YANDEX, obeys: 'Yandex' },
	{ token: 'Applebot', maker: 'Apple', purpose: 'search', source: APPLE, obeys: 'Googlebot' },
	{ token: 'OAI-SearchBot', maker: 'OpenAI', purpose: 'ai-search', source: OPENAI },
	{ token: 'Claude-SearchBot', maker: 'Anthropic', purpose: 'ai-search', source: ANTHROPIC },
	{ token: 'PerplexityBot', maker: 'Perplexity', purpose: 'ai-search', source: PERPLEXITY },
	{ token: 'Amzn-SearchBot', maker: 'Amazon', purpose: 'ai-search', source: AMAZON },
	{ token: 'meta-webindexer', maker: 'Meta', purpose: 'ai-search', source: META },
	{ token: 'GPTBot', maker: 'OpenAI', purpose: 'ai-training', source: OPENAI },
	{ token: 'ClaudeBot', maker: 'Anthropic', purpose: 'ai-training', source: ANTHROPIC },
	{
		token: 'Google-Extended',
		maker: 'Google',
		purpose: 'ai-training',
		source: COMMON,
		dialect: 'google',
		note: 'fetches nothing: a name for what may be done with pages that Google fetches',
	},
	{
		token: 'Applebot-Extended',
		maker: 'Apple',
		purpose: 'ai-training',
		source: APPLE,
		note: 'fetches nothing: a name for what may be done with pages that Applebot fetches',
	},
	{ token: 'meta-externalagent', maker: 'Meta', purpose: 'ai-training', source: META },
	{ token: 'Amazonbot', maker: 'Amazon', purpose: 'ai-training', source: AMAZON },
	{
		token: 'CCBot',
		maker: 'Common Crawl',
		purpose: 'ai-training',
		source: 'https://commoncrawl.org/ccbot',
		note: 'a public archive; many train models with it',
	},
	{
		token: 'ChatGPT-User',
		maker: 'OpenAI',
		purpose: 'request',
		source: OPENAI,
		note: 'robots.txt may not apply, says its maker',
	},
	{ token: 'Claude-User', maker: 'Anthropic', purpose: 'request', source: ANTHROPIC },
	{
		token: 'Perplexity-User',
		maker: 'Perplexity',
		purpose: 'request',
		source: PERPLEXITY,
		note: 'generally ignores robots.txt, says its maker',
	},
	{
		token: 'meta-externalfetcher',
		maker: 'Meta',
		purpose: 'request',
		source: META,
		note: 'may pass over robots.txt, says its maker',
	},
	{ token: 'Amzn-User', maker: 'Amazon', purpose: 'request', source: AMAZON },
	{ token: 'AdsBot-Google', maker: 'Google', purpose: 'ads', source: SPECIAL, dialect: 'google', ignoresStar: true },
	{
		token: 'AdsBot-Google-Mobile',
		maker: 'Google',
		purpose: 'ads',
		source: SPECIAL,
		dialect: 'google',
		ignoresStar: true,
	},
	{
		token: 'AdsBot-Google-Mobile-Apps',
		maker: 'Google',
		purpose: 'ads',
		source: SPECIAL,
		dialect: 'google',
		ignoresStar: true,
		obeys: 'AdsBot-Google',
	},
	{ token: 'APIs-Google', maker: 'Google', purpose: 'request', source: SPECIAL, dialect: 'google', ignoresStar: true },
	{
		token: 'Mediapartners-Google',
		maker: 'Google',
		purpose: 'ads',
		source: SPECIAL,
		dialect: 'google',
		ignoresStar: true,
	},
	{ token: 'facebookexternalhit', maker: 'Meta', purpose: 'preview', source: META },
];

// What is known of a crawler, or nothing but its name.
export function agentOf(name) {
	const token = name.trim();
	return AGENTS.find((a) => a.token.toLowerCase() === token.toLowerCase()) ?? { token };
}

// The names that select its group, in order.
export const tokensOf = (agent) => (agent.obeys ? [agent.token, agent.obeys] : agent.token ? [agent.token] : []);
