// list_urls.js - the kinds of URLs, by their ends.
//
// SPDX-License-Identifier: Apache-2.0
const KINDS = [
	['CSS', /\.css$/],
	['JS', /\.m?js$/],
	['image', /\.(png|jpe?g|gif|webp|avif|svg|ico)$/],
	['font', /\.(woff2?|ttf|otf|eot)$/],
	['video or audio', /\.(mp4|webm|mov|mp3|ogg|wav|m4a)$/],
	['document', /\.(pdf|docx?|xlsx?|pptx?|odt|zip|gz)$/],
	['data', /\.(xml|json|txt|csv|rss)$/],
];

// The kind of a URL, by the end of its path.
export function kindOf(url) {
	const path = url.replace(/[?#].*/s, '').toLowerCase();
	return KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'page';
}
