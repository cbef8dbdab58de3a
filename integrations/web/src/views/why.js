// why.js - why a URL is allowed or blocked, and changes of the file that would change it.
//
// SPDX-License-Identifier: Apache-2.0
import { fill, h, plural, say } from '../dom.js';

const MOST = 20; // lines that match and do not decide

export class Why {
	constructor(editor) {
		this.editor = editor;
		this.element = h('section.card', { id: 'why', 'aria-live': 'polite', 'aria-label': 'Why' });
	}

	// Say what can be asked, if nothing is asked.
	showNothing(content) {
		fill(this.element, h('p', {}, content));
	}

	show(url, result) {
		const { allowed, matches, changes, usage } = result;
		const others = matches.filter((m) => !m.deciding);
		const deciding = matches.find((m) => m.deciding);
		fill(
			this.element,
			h(
				'h3',
				{},
				h(`span.badge.${allowed ? 'allowed' : 'blocked'}`, {}, allowed ? 'Allowed' : 'Blocked'),
				' ',
				h('span.break', {}, url),
			),
			h('p', {}, this.group(result.group), ' ', because(result)),
			deciding ? labelled('Decides', h('ul.lines', {}, this.match(deciding))) : null,
			others.length ? this.others(others, result.precedence) : null,
			changes.length
				? labelled(
						`To ${allowed ? 'block' : 'allow'} it`,
						h('ul.changes', {}, changes.map((change) => this.change(change, allowed))),
					)
				: null,
			usage?.length ? labelled('How it may be used', h('p', {}, usage.map(preference))) : null,
		);
	}

	line(number) {
		return h('button.link', { type: 'button', onclick: () => this.editor.goto(number) }, `line ${number}`);
	}

	group(group) {
		if (group.kind === 'none')
			return group.passed
				? 'No group names this crawler, and it ignores “*”.'
				: 'No group holds for this crawler.';
		const name = group.kind === 'star' ? '“*”, since no group names it' : `“${group.token}”`;
		return [`Its group is that of ${name}, `, this.line(group.line), `, with ${plural(group.rules, 'rule')}.`];
	}

	match(m) {
		return h(
			'li',
			{},
			this.line(m.line),
			' ',
			h('code', { class: m.allowed ? 'allow' : 'disallow' }, m.text),
			m.octets ? h('span.quiet', {}, ` length ${m.octets}`) : null,
		);
	}

	others(others, precedence) {
		return [
			...labelled('Matches, too', h('ul.lines', {}, others.slice(0, MOST).map((m) => this.match(m)))),
			others.length > MOST ? h('p.quiet', {}, `and ${others.length - MOST} more lines`) : null,
			precedence ? h('p.quiet', {}, `${precedence[0].toUpperCase()}${precedence.slice(1)}.`) : null,
		];
	}

	change(change, allowed) {
		const also = change.also ? `also ${allowed ? 'blocks' : 'allows'} URLs such as ${change.also}` : '';
		const removes = change.kind === 'remove';
		const then = !removes ? '' : change.then ? `then line ${change.then} decides` : 'then no rule matches';
		const only = !then && !also ? 'for this URL alone' : '';
		return h(
			'li',
			{},
			h(
				'span',
				{},
				changeText(change),
				removes ? null : [': ', h('code', {}, change.text.trim().replace(/\n/g, ' / '))],
				h('span.quiet', {}, ` (${[then, also, only].filter(Boolean).join('; ')})`),
			),
			' ',
			h('button.small.apply', { type: 'button', onclick: () => this.apply(change) }, 'Apply'),
		);
	}

	// Apply a change as edits of lines, so that one undo reverts it and the cursor stays.
	apply(change) {
		const { doc } = this.editor.view.state;
		if (change.kind === 'remove')
			this.editor.edit(
				change.lines.map(({ line }) => ({
					from: doc.line(line).from,
					to: Math.min(doc.length, doc.line(line).to + 1),
				})),
			);
		else if (change.kind === 'add-group')
			this.editor.edit({
				from: doc.length,
				insert: `${doc.length && !doc.line(doc.lines).text ? '\n' : '\n\n'}${change.text.trim()}\n`,
			});
		else this.editor.edit({ from: doc.line(change.line).from, insert: `${change.text}\n` });
		say('The file was changed. Ctrl+Z in the editor takes it back.');
	}
}

const labelled = (label, content) => [h('p.label', {}, label), content];

function because(result) {
	if (result.implied) return 'Every crawler may fetch /robots.txt.';
	if (result.deciding) return null;
	return result.group.rules ? 'No rule matches, so it is allowed.' : 'There is no rule for it, so it is allowed.';
}

function changeText({ kind, line, lines }) {
	if (kind === 'add-group') return 'Add at the end';
	if (kind !== 'remove') return `Add before line ${line}`;
	return `Remove ${lines.length > 1 ? 'lines' : 'line'} ${lines.map((l) => l.line).join(', ')}`;
}

const preference = (u) =>
	h(`span.chip.${u.no ? 'blocked' : 'allowed'}`, { title: u.field }, `${u.label}: ${u.value}`);
