// compare.js - two versions, or one file in two readings: proved the same, or where they differ.
//
// SPDX-License-Identifier: Apache-2.0
import { DIALECTS, dialect } from '../dialects.js';
import { fill, h, plural } from '../dom.js';
import { makeEditor } from '../editor.js';
import { decode } from '../octets.js';

export function makeCompare(app) {
	const state = () => app.state.compare;
	const result = h('div', { id: 'compare-result', 'aria-live': 'polite' });
	const choice = (value, label) =>
		h(
			'label.choice',
			{},
			h('input', { type: 'radio', name: 'compare', value, onchange: () => set({ what: value }) }),
			label,
		);
	const other = h(
		'select',
		{ id: 'compare-dialect', 'aria-label': 'The other reading', onchange: () => set({ dialect: other.value }) },
		DIALECTS.map((d) => h('option', { value: d.id }, d.name)),
	);
	const all = h('input', { type: 'checkbox', onchange: () => set({ all: all.checked }) });
	const usual = h('input', { type: 'checkbox', onchange: () => set({ usual: usual.checked }) });
	const box = h('div.second', { id: 'second' });
	const file = h('input', {
		type: 'file',
		hidden: true,
		tabindex: '-1',
		'aria-hidden': 'true',
		onchange: async () => {
			if (!file.files[0]) return;
			editor.set(decode(new Uint8Array(await file.files[0].arrayBuffer())).text);
			set({ text: editor.text });
			file.value = '';
		},
	});
	const version = h(
		'div',
		{ id: 'compare-version' },
		h(
			'div.bar',
			{},
			h('h3', {}, 'The other version'),
			h(
				'button',
				{
					type: 'button',
					id: 'compare-copy',
					onclick: () => {
						editor.set(app.state.text);
						set({ text: app.state.text });
					},
				},
				'Copy from the left',
			),
			h('button', { type: 'button', onclick: () => file.click() }, 'Open a file'),
			file,
			h('button', { type: 'button', id: 'compare-swap', onclick: swap }, 'Swap'),
		),
		box,
	);
	const element = h(
		'div',
		{},
		h(
			'fieldset.bar',
			{},
			h('legend', {}, 'Compare the left one with'),
			choice('version', 'another version'),
			choice('dialect', 'itself, read by'),
			other,
		),
		h(
			'div.bar',
			{},
			h('label.choice', {}, all, 'for every crawler, not only the chosen one'),
			h('label.choice', {}, usual, 'only URLs as crawlers write them'),
		),
		version,
		result,
	);
	const editor = makeEditor({
		parent: box,
		label: 'The other version of robots.txt',
		text: '',
		changed: (text) => {
			state().text = text;
			app.change({}, 250);
		},
	});

	function set(changes) {
		Object.assign(state(), changes);
		show();
		app.refreshTab();
	}

	function swap() {
		const left = app.state.text;
		app.editor.set(editor.text);
		editor.set(left);
		state().text = left;
		app.change({ text: app.editor.text });
	}

	function show() {
		for (const radio of element.querySelectorAll('input[name=compare]'))
			radio.checked = radio.value === state().what;
		other.value = state().dialect;
		all.checked = state().all;
		usual.checked = state().usual;
		version.hidden = state().what !== 'version';
	}

	// ---- the answer

	function names(part, alone) {
		const { agents, others } = part;
		if (!agents.length) return others ? (alone ? 'All crawlers' : 'All others') : 'No crawler';
		const shown = agents.slice(0, 8).join(', ') + (agents.length > 8 ? ` and ${agents.length - 8} more` : '');
		return shown + (others ? ' and all others' : '');
	}

	function reason(side, in_) {
		if (in_.kind === 'line')
			return [
				h('button.link', { type: 'button', onclick: () => side.goto?.(in_.line) }, `line ${in_.line}`),
				' ',
				h('code', {}, in_.text),
			];
		return (
			{ 'no-rule': 'no rule matches', 'robots-txt': '/robots.txt may always be fetched' }[in_.kind] ??
			'too much to find out'
		);
	}

	function paths(title, list, sides) {
		if (!list.length) return null;
		return [
			h('h4', {}, title),
			h(
				'ul.paths',
				{},
				list.map((d) =>
					h(
						'li',
						{},
						h('code.path', {}, d.path),
						' ',
						h(
							'button.small',
							{
								type: 'button',
								onclick: () => {
									app.state.urls.push(d.path);
									app.state.selected = app.state.urls.length - 1;
									app.views.urls.restore();
									app.openTab('urls');
									app.refresh();
								},
							},
							'ask',
						),
						h(
							'div.sides',
							{},
							h('span.quiet', {}, `${sides[0].name}: `),
							reason(sides[0], d.a),
						),
						h(
							'div.sides',
							{},
							h('span.quiet', {}, `${sides[1].name}: `),
							reason(sides[1], d.b),
						),
					),
				),
			),
		];
	}

	const ANSWER = {
		same: ['same', 'Proved: the same'],
		different: ['different', 'Different'],
		unknown: ['unknown', 'Too much to find out here'],
	};

	function part(p, sides, alone) {
		const [kind, words] = ANSWER[p.answer];
		return h(
			'section.card',
			{},
			h('h3', {}, h(`span.badge.${kind}`, {}, words), ' ', names(p, alone)),
			paths(`Blocked by ${sides[1].short}, allowed by ${sides[0].short}`, p.newly_disallowed, sides),
			paths(`Allowed by ${sides[1].short}, blocked by ${sides[0].short}`, p.newly_allowed, sides),
			p.answer === 'different' && !p.complete
				? h('p.quiet', {}, 'Among others: the shortest and some that do not begin with it.')
				: null,
		);
	}

	function draw(answer, sides, only) {
		const urls = only ? ' that crawlers write' : '';
		const same = answer.results.every((p) => p.answer === 'same');
		const differ = answer.results.filter((p) => p.answer === 'different').length;
		fill(
			result,
			h(
				'p.summary',
				{},
				same
					? `Proved: no crawler is treated otherwise, whatever the URL${urls}.`
					: `${plural(differ, 'set')} of crawlers ${differ === 1 ? 'is' : 'are'} treated otherwise.`,
			),
			answer.results.map((p) => part(p, sides, answer.results.length === 1)),
		);
	}

	return {
		title: 'Compare',
		element,
		restore() {
			editor.set(state().text);
			show();
		},
		opened() {
			editor.view.requestMeasure();
		},
		refresh() {
			const { what, text, all: every, usual: only } = state();
			const mine = dialect(app.state.dialect);
			const there = what === 'dialect' ? dialect(state().dialect) : mine;
			if (what === 'version' && !text) {
				fill(
					result,
					h('p.quiet', {}, 'Paste the other version above, or copy this one and change it.'),
				);
				return;
			}
			const goto = (n) => app.editor.goto(n);
			const sides =
				what === 'version'
					? [
							{ name: 'on the left', short: 'the left one', goto },
							{
								name: 'the other version',
								short: 'the other one',
								goto: (n) => editor.goto(n),
							},
						]
					: [
							{ name: mine.name, short: mine.name, goto },
							{ name: there.name, short: there.name, goto },
						];
			const b =
				what === 'version'
					? { text, encoding: 'utf-8', dialect: mine.id }
					: { ...app.source, dialect: there.id };
			app.ask(
				'compare',
				{
					a: { ...app.source, dialect: mine.id },
					b,
					tokens: every ? null : app.asking.tokens,
					usual: only,
				},
				(answer) => {
					app.answers.compare = answer;
					draw(answer, sides, only);
				},
			);
		},
	};
}
