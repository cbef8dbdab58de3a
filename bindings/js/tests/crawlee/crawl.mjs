// crawl.mjs - a crawl by Crawlee from the URLs of the command line on.
//
//     node crawl.mjs SITEMAPS URL...
//
// Prints JSON: the pages, the URLs that robots.txt forbade, the URLs in the sitemaps of SITEMAPS,
// and for each host the milliseconds in isAllowed.
//
// SPDX-License-Identifier: Apache-2.0
import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio';
import { RobotsTxtFile } from '@crawlee/utils';

const AGENT = 'ExampleBot';
const [sitemaps, ...starts] = process.argv.slice(2);
const pages = [], forbidden = new Set(), time = {};

const isAllowed = RobotsTxtFile.prototype.isAllowed;
RobotsTxtFile.prototype.isAllowed = function (url, agent) {
	const start = performance.now(), answer = isAllowed.call(this, url, agent), { origin } = new URL(this.url);
	time[origin] = (time[origin] ?? 0) + performance.now() - start;
	return answer;
};

log.setLevel(log.LEVELS.ERROR);
const crawler = new CheerioCrawler({
	respectRobotsTxtFile: { userAgent: AGENT },
	minConcurrency: 5,
	maxRequestRetries: 0,
	onSkippedRequest: ({ url, reason }) => reason === 'robotsTxt' && forbidden.add(url),
	requestHandler: async ({ request, enqueueLinks }) => {
		pages.push(request.url);
		await enqueueLinks({ strategy: 'all' });
	},
	failedRequestHandler: ({ request }, error) => {
		throw new Error(`${request.url}: ${error.message}`);
	},
}, new Configuration({ persistStorage: false, availableMemoryRatio: 0.9 }));
await crawler.run(starts);

const listed = await (await RobotsTxtFile.find(sitemaps)).parseUrlsFromSitemaps({ enqueueStrategy: 'all' });
console.log(JSON.stringify({ pages: pages.sort(), forbidden: [...forbidden].sort(), listed: listed.sort(), time }));
