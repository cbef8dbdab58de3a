// policies.js - shared by both workers of the page: crawlers, policies and questions.
//
// SPDX-License-Identifier: Apache-2.0
import { selectAgent, urlProblem } from 'robotsc/reader';
import { askJson, compileQuietly, crawlersText } from 'robotsc/tools';
import { DIALECTS } from './dialects.js';
import { encode } from './octets.js';
import { ready } from './wasm.js';

// Compile without remarks: the page itself says if a text does not look like a robots.txt.
export const compile = (text, options) => compileQuietly(text, options).policy;

export const NAMES = DIALECTS.map((d) => d.id);

// ---- crawlers: CRAWLERS are those that the page puts before this script ------------

export const DESCRIBED = CRAWLERS.filter(({ onlyNamed }) => !onlyNamed);
const LIST = crawlersText(CRAWLERS);

// For each crawler's name: the tokens whose groups that crawler obeys, its own and its family's.
export const familiesOf = (names) => askJson('crawler_tokens', [LIST, ...names]);

// ---- policies, kept until the text changes ---------------------------------------

let kept = { text: null, encoding: null, octets: null, policies: new Map() };

export function keep({ text, encoding }) {
	if (kept.text !== text || kept.encoding !== encoding)
		kept = { text, encoding, octets: encode(text, encoding), policies: new Map() };
	return kept.octets;
}

export function policyOf(source, dialect) {
	const octets = keep(source);
	if (!kept.policies.has(dialect)) kept.policies.set(dialect, compile(octets, { dialect }));
	return kept.policies.get(dialect);
}

// Product tokens in a header that the file names; undefined if `name` is itself a product token.
export function headerTokens(source, dialect, [name]) {
	const policy = policyOf(source, dialect);
	try {
		if (name) policy.agent(name);
	} catch {
		return policy.agentForHeader(name).tokens;
	}
}

export const tokensIn = (source, dialect, tokens) => headerTokens(source, dialect, tokens) ?? tokens;

// The crawler's agent; null: it ignores "*" and no group names it, so it may fetch everything.
export function agentOf(source, dialect, { tokens, ignoresStar }) {
	const agent = selectAgent(policyOf(source, dialect), tokensIn(source, dialect, tokens));
	return ignoresStar && agent.token === '*' ? null : agent;
}

// ---- what is no URL and no path, and what was probably meant -----------------------

// A host without a scheme is no URL here, though Google reads it: other dialects are shown, too.
export const isUrl = (url) => !urlProblem(url);

// The URL that was probably meant: without quotes and the like, and with a scheme or slash added.
export function meantBy(url) {
	const bare = url.replace(/^[\s"'`<([{‘“«]+|[\s"'`>)\]}’”»]+$/g, '');
	const isHost = /^(?=[^/?#]*[.:])[a-z\d][a-z\d.-]*(:\d+)?([/?#]|$)/i.test(bare);
	return [
		bare,
		bare.replace(/^(https?|ftp):\/{0,2}/i, '$1://').replace(/^\/\//, 'https://'),
		isHost && `https://${bare}`,
		!/:/.test(bare) && `/${bare}`,
	].find((other) => other && isUrl(other));
}

// ---- how a worker is asked ---------------------------------------------------------

// A question about a crawler has its token; it is answered with all tokens of its family.
const withFamily = (input) => (input.token === undefined ? input : { ...input, tokens: familiesOf([input.token])[0] });

// Answer the questions that come in.  send(part) sends a part before the whole answer.
export const serve = (questions) =>
	(onmessage = async ({ data: { kind, input } }) => {
		try {
			await ready;
			const result = await questions[kind](withFamily(input), (part) => postMessage({ part }));
			postMessage({ result });
		} catch (error) {
			postMessage({ error: error.message });
		}
	});
