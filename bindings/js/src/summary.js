// summary.js - what a robots.txt means, for all crawlers at once.
//
// SPDX-License-Identifier: Apache-2.0
import { checked, toOctets } from './options.js';
import { lookAt, READ, summaryOf, tell } from './tools.js';

/** What a robots.txt means for crawlers of the list, robots that it names, and all others. */
export function summary(text, options = {}) {
	checked(options, [...READ, 'against', 'budget', 'name', 'oldName']);
	const found = summaryOf(text, undefined, options);
	for (const robots of options.against === undefined ? [text] : [text, options.against])
		tell(lookAt(toOctets(robots, 'the text')));
	return found;
}
