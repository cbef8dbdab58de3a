// list_urls.js - the URLs of a sitemap or a list, and what they are.
//
// SPDX-License-Identifier: Apache-2.0
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescaped = (text) =>
	text
		.replace(/^<!\[CDATA\[(.*)\]\]>$/s, '$1')
		.replace(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/gi, (all, n, x, name) => {
			const code = n ? Number(n) : parseInt(x, 16);
			return name ? ENTITIES[name.toLowerCase()] : String.fromCodePoint(Math.min(code, 0x10ffff));
		});

// What stands between the tags of loc.  One pass, whatever the text.
function* locsOf(text) {
	const tag = /<((?:\w{1,64}:)?loc)\s{0,64}>/g;
	for (let found; (found = tag.exec(text)); ) {
		const end = text.indexOf(`</${found[1]}`, tag.lastIndex);
		if (end < 0)
			return;
		yield unescaped(text.slice(tag.lastIndex, end).trim());
		tag.lastIndex = end;
	}
}

// Of XML, what stands in loc; of anything else the first column of each line.
export function urlsOf(text) {
	const found = /<(urlset|sitemapindex)\b/.test(text)
		? [...locsOf(text)]
		: text.split(/[\r\n]+/).map((line) => line.trim().replace(/^"([^"]*)".*|\t.*/, '$1'));
	return [...new Set(found.filter(Boolean))];
}

const KINDS = [
	['CSS', /\.css$/],
	['JS', /\.m?js$/],
	['image', /\.(png|jpe?g|gif|webp|avif|svg|ico)$/],
	['font', /\.(woff2?|ttf|otf|eot)$/],
	['video or audio', /\.(mp4|webm|mov|mp3|ogg|wav|m4a)$/],
	['document', /\.(pdf|docx?|xlsx?|pptx?|odt|zip|gz)$/],
	['data', /\.(xml|json|txt|csv|rss)$/],
];

// What a URL is, by the end of its path.
export function kindOf(url) {
	const path = url.replace(/[?#].*/s, '').toLowerCase();
	return KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'page';
}
