// groups.js - the groups of a file and their lines, for explanations.  No verdict comes from here.
//
// SPDX-License-Identifier: Apache-2.0
const FIELD = /^\s*([\w-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/;

// Groups of a text: agents as {name, line}, rules as {path, line, closes}, others: line numbers.
export function groupsOf(text) {
	const groups = [];
	let group = null; // that of the lines that follow
	let naming = false; // its list of names goes on
	text.split(/\r\n|\r|\n/).forEach((content, i) => {
		const [, field, value] = FIELD.exec(content) ?? [];
		const line = i + 1;
		if (/^user-?agent$/i.test(field)) {
			if (!naming) groups.push((group = { agents: [], rules: [], others: [] }));
			group.agents.push({ name: value, line });
			naming = true;
		} else if (/^(dis)?allow$/i.test(field)) {
			group?.rules.push({ path: value, line, closes: /^d/i.test(field) });
			naming = false;
		} else if (field) {
			group?.others.push(line);
		}
	});
	return groups;
}

export const names = (group, token) => group.agents.some(({ name }) => name.toLowerCase() === token.toLowerCase());

// Line numbers of the rules in groups for "*"; rules without a path are left out.
export const starLines = (text) =>
	groupsOf(text)
		.filter((group) => names(group, '*'))
		.flatMap(({ rules }) => rules.filter(({ path }) => path))
		.map(({ line }) => line);

// Line numbers in order, as "2–4, 7 and 9".
export function ranges(lines) {
	const runs = [];
	for (const n of lines) {
		if (n === runs.at(-1)?.[1] + 1) runs.at(-1)[1] = n;
		else runs.push([n, n]);
	}
	const texts = runs.slice(0, 4).map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`));
	if (runs.length > 4) texts.push('others');
	return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
