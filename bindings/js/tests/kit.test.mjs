// kit.test.mjs - the package answers the questions of the kit: tests/kit/README.md
//
// ROBOTSC_KIT names its folder.  What the package has no call for is passed over: paths that no URL
// is, the numbers of "fetch", snapshots.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { AgentError, BlobError, open, origin, OriginError } from 'robotsc';

const FIELDS = { 9: 'Noindex', 10: 'Content-Signal', 11: 'Content-Usage' };
const seen = {};
console.warn = () => {}; // of URLs that are odd

/** A text of the kit as octets. */
function octets(text) {
	const found = Buffer.from(text.replace(/\\(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16))), 'latin1');
	return new Uint8Array(found);
}

const base64 = (text) => new Uint8Array(Buffer.from(text, 'base64'));
const string = (text) => Buffer.from(octets(text)).toString('latin1');

/** The lines of a file, each an array of fields; heads are the words that begin a part. */
function parts(name, ...heads) {
	const lines = readFileSync(join(process.env.ROBOTSC_KIT, name), 'latin1').split('\n').map((line) => line.split('\t'));
	assert.deepEqual(lines[0], ['kit', '1']);
	assert.deepEqual(lines.at(-2), ['end', String(lines.length - 2)]);
	const found = [];
	for (const line of lines.slice(1, -2)) {
		seen[line[0]] = (seen[line[0]] ?? 0) + 1;
		if (heads.includes(line[0]))
			found.push([]);
		found.at(-1).push(line);
	}
	return found;
}

/** What a call gives, or the class of its error. */
function outcome(call, ...errors) {
	try {
		return call();
	} catch (error) {
		const known = errors.find((one) => error instanceof one);
		if (!known)
			throw error;
		return known;
	}
}

// ---- blobs

function selected(agent) {
	return agent.token === null ? 'none' : agent.token === '*' ? 'star' : 'token';
}

/** "group" and "names": null where the names are refused. */
function group(policy, [word, wanted, which, ...texts]) {
	const tokens = texts.map(octets), agent = outcome(() => policy.agent(...tokens), AgentError);
	if (wanted === 'unanswered' || (word === 'names' && agent === AgentError)) {
		assert.equal(agent, AgentError);
		return null;
	}
	assert.equal(selected(agent), wanted);
	if (which !== '-')
		assert.equal(tokens.indexOf(agent.token), Number(which));
	return agent;
}

function header(policy, [, wanted, token, text]) {
	const agent = policy.agentForHeader(octets(text));
	assert.equal(selected(agent), wanted);
	if (wanted === 'token')
		assert.equal(Buffer.from(agent.token).toString('latin1'), string(token));
	return agent;
}

function usage(agent, labels, [, verdict, field, label, number, url]) {
	const { allowed, preferences } = agent.usage(octets(url));
	const values = labels.find((one) => one[1] === field && one[2] === label).slice(3).map(string);
	const word = preferences[FIELDS[field]]?.[string(label)];
	assert.equal(allowed, verdict === '1');
	if (number === '0' || values.length > 0)
		assert.equal(word, values[number - 1]);
	else
		assert.ok(word !== undefined);
}

function sameRecords(found, lines) {
	assert.deepEqual(found.map(({ line, group }) => [line, group]), lines.map((one) => [Number(one[2]), Number(one[3])]));
	found.forEach((record, i) => {
		const [, , , , , , delay, documents, seconds, from, to] = lines[i].map((field) => field === '-' ? null : Number(field));
		assert.equal(record.delay, delay === null ? null : delay / 1000);
		assert.deepEqual([record.documents, record.seconds, record.start, record.end], [documents, seconds, from, to]);
	});
}

/** A path that is read as a URL is read: as it stands. */
const isUrl = (path) => path.startsWith('/') && !path.startsWith('//');

function ask(policy, lines) {
	const labels = lines.filter(([word]) => word === 'label');
	let agent = null, asked = 0;
	lines.forEach((line, i) => {
		const [word, ...fields] = line;
		if (word === 'group' || word === 'names')
			agent = group(policy, line);
		else if (word === 'header')
			agent = header(policy, line);
		else if (word === 'url')
			agent && assert.equal(agent.allowed(octets(fields[1])), fields[0] === '1', fields[1]);
		else if ((word === 'path' || word === 'steps') && isUrl(fields.at(-1)))
			agent && assert.equal(agent.allowed(octets(fields.at(-1))), fields.at(-2) === '1', fields.at(-1));
		else if (word === 'usage')
			agent && usage(agent, labels, line);
		else if (word === 'records' && (agent || fields[0] === 'whole'))
			sameRecords((fields[0] === 'whole' ? policy : agent).records(), lines.slice(i + 1, i + 1 + Number(fields[1])));
		asked++;
	});
	return asked;
}

const MASK = (1n << 64n) - 1n;
const mix = (h, word) => {
	const mixed = (h ^ word) * 0xD6E8FEB86659FD93n & MASK;
	return mixed ^ mixed >> 32n;
};

/** Puts the checksum of docs/format.md right. */
function seal(bytes) {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), n = bytes.length - 8;
	const padded = new DataView(new ArrayBuffer(n + 16 - n % 16));
	bytes.subarray(0, n).forEach((octet, i) => padded.setUint8(i, octet));
	let a = 0x9E3779B97F4A7C15n, b = a ^ MASK;
	for (let at = 0; at < padded.byteLength; at += 16) {
		a = mix(a, padded.getBigUint64(at, true));
		b = mix(b, padded.getBigUint64(at + 8, true));
	}
	view.setBigUint64(n, mix(mix(a, b), BigInt(n)), true);
}

/** A blob with one octet changed. */
function holdsChange(bytes, [, status, at, octet, ...beside], name) {
	bytes[at] = Number(octet);
	seal(bytes);
	const policy = outcome(() => open(bytes), BlobError);
	assert.equal(policy !== BlobError, status === 'ok' && !beside.includes('corrupt'), `${name}, ${at}: ${octet}`);
	policy.dispose?.();
}

/** A blob that a reader refuses, or one whose sections it refuses: the package verifies all at once. */
function holdsBlob([[, name, status, text], ...lines]) {
	const good = status === 'ok' && !lines.some(([word, found]) => found === 'corrupt' && word !== 'change');
	const policy = outcome(() => open(base64(text)), BlobError);
	assert.equal(policy !== BlobError, good, name);
	for (const line of lines.filter(([word]) => word === 'change'))
		holdsChange(base64(text), line, name);
	if (!good)
		return 1;
	const asked = ask(policy, lines);
	policy.dispose();
	return 1 + asked;
}

function holdsOrigin([word, status, ...fields]) {
	const url = octets(fields.at(-1));
	if (word === 'origin')
		assert.equal(outcome(() => origin(url), OriginError), status === 'ok' ? string(fields[0]) : OriginError);
}

describe('the kit', () => {
	for (const name of ['blobs.kit', 'edges.kit', 'layout.kit', 'bad-blobs.kit'])
		it(name, () => {
			const asked = parts(name, 'blob').map(holdsBlob).reduce((a, b) => a + b);
			assert.ok(asked > 200);
		});
	it('origins', () => {
		for (const [line] of parts('snapshots.kit', 'origin', 'shard', 'snapshot', 'manifest'))
			holdsOrigin(line);
	});
	it('has all that was asked', () => {
		for (const word of ['blob', 'group', 'names', 'header', 'url', 'path', 'usage', 'record', 'origin'])
			assert.ok(seen[word] > 10, word);
	});
});
