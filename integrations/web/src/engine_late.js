// engine_late.js - the worker for tabs that are opened late, with robotsc.
//
// SPDX-License-Identifier: Apache-2.0
import { diff, dot } from 'robotsc';
import { selectAgent } from 'robotsc/reader';
import { askJson, compileQuietly, editQuietly, pageQuietly } from 'robotsc/tools';
import { NAMES, agentOf, compile, familiesOf, isUrl, keep, meantBy, serve, tokensIn } from './policies.js';
import { decode, encode, inserted } from './octets.js';
import { parts, trace } from './trace.js';

const MOST_DOT = 400; // states that are drawn
const BEGINNING = 2048; // octets that show what a file is
const BUDGET = 60000000; // steps of a comparison

// For a crawler that may fetch everything, the automaton of an empty file is drawn.
const drawnOf = (input) =>
	agentOf(input, input.dialect, input) ?? selectAgent(compile('', { dialect: input.dialect }), input.tokens);

serve({
	compare({ a, b, tokens, usual }) {
		const agents = tokens && tokensIn(a, a.dialect, tokens);
		const sides = [encode(a.text, a.encoding), encode(b.text, b.encoding)];
		const { policy, look: { phrase } } = compileQuietly(sides[1].subarray(0, BEGINNING));
		const found = diff(...sides, {
			dialect: [a.dialect, b.dialect],
			agents: agents ?? undefined,
			usual,
			most: 3,
			budget: BUDGET,
		});
		return { ...found, phrase: /text|empty/.test(policy.content) ? '' : phrase };
	},
	machine(input) {
		const agent = drawnOf(input);
		const found = parts(agent);
		const picture = found.nodes.length <= MOST_DOT ? dot(agent) : '';
		const globs = (picture.match(/^\tg\d+ \[/gm) ?? []).length;
		return {
			...found,
			blob: agent.policy.blob,
			count: Math.max(found.nodes.length, globs),
			dot: globs <= MOST_DOT ? picture : '',
			machine: found.machine.slice(1),
			filter: found.machine[2] > 0 && !found.nodes.length,
		};
	},
	trace(input) {
		return isUrl(input.url) ? trace(drawnOf(input), input.url) : { meant: meantBy(input.url) };
	},
	edit({ shutOut, letIn, ...source }) {
		const { text, ...found } = editQuietly(keep(source), CRAWLERS, { shutOut, letIn });
		return { ...found, text: text instanceof Uint8Array ? decode(text).text : text && inserted(text, source.encoding) };
	},
	sitemap({ map, names, ...source }) {
		return askJson('sitemap', [NAMES[0], keep(source), map, ...names], 0);
	},
	// For a crawler that ignores "*" and has no group, the robots.txt is taken as empty.
	page(input) {
		const { html, headers, names, url } = input;
		const tokens = familiesOf(names).flat();
		if (!isUrl(url)) return { ...pageQuietly(html, headers, tokens), meant: meantBy(url) ?? '' };
		const robots = agentOf(input, input.dialect, { ...input, tokens }) ? keep(input) : '';
		return pageQuietly(html, headers, tokens, {}, [input.dialect, robots, url]);
	},
});
