// trace.js - shows how a policy works: the way of a path through the automaton that dot draws, and
// the parts of a policy's octets.
//
// SPDX-License-Identifier: Apache-2.0
import { octetsOf } from 'robotsc/reader';
import { askJson } from 'robotsc/tools';

/** Where a path is after each canonical octet: path, the octets, and steps of [octets, kind,
 * number, octets read there, verdict if it ends here].  Kinds: 0 start, 1 the node "prefixes", 2
 * the node "n" and the number, 3 "allow" or "disallow", 4 the glob "g" and the number, 5 no
 * glob. */
export function trace(agent, url) {
	const { path, steps } = askJson('trace', [octetsOf(agent.policy), url, ...agent.tokens]);
	return { path: Uint8Array.from(path), steps };
}

/** The parts of a policy as [part, begin, end], in order.  Parts: 0 header, 1 fields of a machine,
 * 2 prefix table, 3 skip tables, 4 literals, 5 code, 6 globs, 7 policies, 8 agents, 9 records, 10
 * other, 11 checksum.  Also nodes of the agent's automaton, [number, begin, end], and its machine,
 * [0, begin, end]. */
export function parts(agent) {
	return askJson('parts', [octetsOf(agent.policy), ...agent.tokens]);
}
