// urls.js - the list of URLs, their verdicts in each dialect, and why.
//
// SPDX-License-Identifier: Apache-2.0
import { DIALECTS, dialect } from '../dialects.js';
import { fill, h, plural, say } from '../dom.js';

const MOST = 500;

const mark = (allowed) =>
	allowed == null
		? h('span.quiet', {}, '…')
		: h(
				`span.verdict.${allowed ? 'allowed' : 'blocked'}`,
				{},
				h('span', { 'aria-hidden': 'true' }, allowed ? '✓' : '✕'),
				h('span.hidden', {}, allowed ? 'allowed' : 'blocked'),
			);

export function makeUrls(app) {
	const rows = h('tbody');
	const head = h('tr');
	const summary = h('p.summary', { id: 'summary', role: 'status' });
	const why = h('section.card', { id: 'why', 'aria-live': 'polite', 'aria-label': 'Why' });
	const table = h(
		'table.urls',
		{ 'aria-describedby': 'summary' },
		h('caption.hidden', {}, 'URLs and whether the crawler may fetch them'),
		h('thead', {}, head),
		rows,
	);
	const element = h(
		'div',
		{},
		summary,
		h('div.scroll', {}, table),
		h(
			'p.row',
			{},
			h('button', { type: 'button', id: 'add-url', onclick: () => add(['']) }, 'Add a URL'),
			' ',
			h('span.quiet', {}, 'or paste many, one a line'),
		),
		why,
	);

	let answer = null; // verdicts and lines of the URLs, by number

	// ---- rows

	function add(urls, at = app.state.urls.length) {
		const room = MOST - app.state.urls.length;
		if (urls.length > room) say(`At most ${MOST} URLs; the rest was left out.`);
		app.state.urls.splice(at, 0, ...urls.slice(0, Math.max(0, room)));
		app.state.selected = Math.min(at, app.state.urls.length - 1);
		draw();
		app.change({});
		rows.children[app.state.selected]?.querySelector('input').focus();
	}

	function remove(i) {
		app.state.urls.splice(i, 1);
		app.state.selected = Math.max(0, Math.min(app.state.selected, app.state.urls.length - 1));
		draw();
		app.change({});
		(
			rows.children[Math.min(i, rows.children.length - 1)]?.querySelector('input') ??
			element.querySelector('#add-url')
		).focus();
	}

	function select(i) {
		if (app.state.selected === i) return;
		app.state.selected = i;
		drawSelected();
		explain();
		app.saveLink();
	}

	function paste(event, i) {
		const lines = event.clipboardData
			.getData('text')
			.split(/[\r\n]+/)
			.map((line) => line.trim())
			.filter(Boolean);
		if (lines.length < 2) return;
		event.preventDefault();
		if (!app.state.urls[i]) {
			app.state.urls.splice(i, 1);
			add(lines, i);
		} else {
			add(lines, i + 1);
		}
	}

	function key(event, i) {
		const to = { ArrowDown: i + 1, ArrowUp: i - 1 }[event.key];
		if (to !== undefined && rows.children[to]) {
			event.preventDefault();
			rows.children[to].querySelector('input').focus();
		} else if (event.key === 'Enter') {
			add([''], i + 1);
		} else if (event.key === 'Backspace' && !event.target.value && app.state.urls.length > 1) {
			event.preventDefault();
			remove(i);
		}
	}

	function row(url, i) {
		return h(
			'tr',
			{
				'data-url': String(i),
				onclick: () => select(i),
				onmouseenter: () => hover(i),
				onmouseleave: () => hover(null),
			},
			h(
				'td.url',
				{},
				h('input', {
					value: url,
					'aria-label': `URL ${i + 1}`,
					spellcheck: 'false',
					autocapitalize: 'off',
					autocomplete: 'off',
					placeholder: 'https://www.example/page, or /page',
					oninput: (event) => {
						app.state.urls[i] = event.target.value;
						app.change({}, 60);
					},
					onfocus: () => select(i),
					onpaste: (event) => paste(event, i),
					onkeydown: (event) => key(event, i),
				}),
			),
			DIALECTS.map((d) => h('td.v', { 'data-dialect': d.id })),
			h('td.decides', {}),
			h(
				'td',
				{},
				h(
					'button.small',
					{
						type: 'button',
						'aria-label': `Remove URL ${i + 1}`,
						title: 'Remove',
						onclick: (event) => {
							event.stopPropagation();
							remove(i);
						},
					},
					'×',
				),
			),
		);
	}

	function drawHead() {
		fill(
			head,
			h('th', { scope: 'col' }, 'URL'),
			DIALECTS.map((d) =>
				h(
					`th.v${d.id === app.state.dialect ? '.chosen' : ''}`,
					{ scope: 'col' },
					h(
						'button.head',
						{
							type: 'button',
							title: d.about,
							'aria-pressed': String(d.id === app.state.dialect),
							onclick: () => app.setDialect(d.id),
						},
						d.short,
					),
				),
			),
			h('th', { scope: 'col' }, 'Decided by'),
			h('th', { scope: 'col' }, h('span.hidden', {}, 'Remove')),
		);
	}

	function draw() {
		drawHead();
		fill(rows, app.state.urls.map(row));
		drawSelected();
	}

	function drawSelected() {
		[...rows.children].forEach((tr, i) => tr.classList.toggle('selected', i === app.state.selected));
	}

	// ---- answers

	const chosen = () => DIALECTS.findIndex((d) => d.id === app.state.dialect);

	function decidedBy(line) {
		if (line === undefined) return '…';
		if (line === -1) return h('span.quiet', {}, 'always allowed');
		if (line === 0) return h('span.quiet', {}, 'no rule');
		return h('button.link', { type: 'button', onclick: () => app.editor.goto(line) }, `line ${line}`);
	}

	function drawAnswers() {
		const d = chosen();
		[...rows.children].forEach((tr, i) => {
			const verdicts = answer.verdicts[i];
			tr.classList.toggle('blocked', verdicts?.[d] === false);
			[...tr.querySelectorAll('td.v')].forEach((td, k) => {
				const other = verdicts?.[k] != null && verdicts[k] !== verdicts[d];
				td.className = `v${k === d ? ' chosen' : ''}${other ? ' other' : ''}`;
				fill(td, mark(verdicts?.[k]));
				td.title = `${DIALECTS[k].name}: ${verdicts?.[k] ? 'allowed' : 'blocked'}`;
			});
			fill(tr.querySelector('td.decides'), decidedBy(answer.lines[i]?.[d]));
		});
		const all = answer.verdicts.length;
		const allowed = answer.verdicts.filter((v) => v[d]).length;
		const differ = answer.verdicts.filter((v) => v.some((x) => x === false) && v.includes(true)).length;
		const known = answer.verdicts.every((v) => !v.includes(null));
		summary.textContent =
			all === 0
				? 'No URL yet.'
				: `${app.state.agent.trim() || 'A crawler without a name'} may fetch ` +
					`${allowed} of ${plural(all, 'URL')}.` +
					(!known
						? ''
						: differ
							? ` The readings differ about ${differ}.`
							: ' All readings agree.');
		drawCounts(d);
	}

	function drawCounts(d) {
		const counts = new Map();
		answer.lines.forEach((lines, i) => {
			const line = lines?.[d];
			if (!(line > 0)) return;
			const entry = counts.get(line) ?? { count: 0, allowed: answer.verdicts[i][d] };
			entry.count++;
			counts.set(line, entry);
		});
		app.editor.counts(counts);
		markLine(app.line ?? 0);
	}

	// Mark the URLs that a line decides.
	function markLine(line) {
		const d = chosen();
		[...rows.children].forEach((tr, i) =>
			tr.classList.toggle('by-line', line > 0 && answer?.lines[i]?.[d] === line),
		);
	}

	function hover(i) {
		const line = i === null ? undefined : answer?.lines[i]?.[chosen()];
		if (i === null) showLines();
		else if (line > 0) app.editor.lines({ ...shown, deciding: line, matching: [] });
	}

	// ---- why

	let shown = { deciding: 0, matching: [], agent: 0 };
	function showLines() {
		app.editor.lines({ ...shown, idle: app.remarks?.idle ?? [] });
	}

	function groupText(group) {
		if (group.kind === 'none')
			return group.passed
				? 'No group names this crawler, and it ignores “*”.'
				: 'No group holds for this crawler.';
		const name = group.kind === 'star' ? '“*”, since no group names it' : `“${group.token}”`;
		return [
			`Its group is that of ${name}, `,
			h('button.link', { type: 'button', onclick: () => app.editor.goto(group.line) }, `line ${group.line}`),
			`, with ${plural(group.rules, 'rule')}.`,
		];
	}

	function becauseText(result) {
		if (result.implied) return 'Every crawler may fetch /robots.txt.';
		if (!result.deciding)
			return result.group.rules
				? 'No rule matches, so it is allowed.'
				: 'There is no rule for it, so it is allowed.';
		return null;
	}

	function changeItem(change) {
		const numbers = change.lines?.map((l) => l.line);
		const text =
			{
				remove: () => `Remove ${numbers.length > 1 ? 'lines' : 'line'} ${numbers.join(', ')}`,
				'add-group': () => 'Add at the end',
			}[change.kind]?.() ?? `Add before line ${change.line}`;
		const then =
			change.kind === 'remove'
				? change.then
					? `then line ${change.then} decides`
					: 'then no rule matches'
				: '';
		const also = change.also
			? `also ${app.answers.why.allowed ? 'blocks' : 'allows'} URLs such as ${change.also}`
			: '';
		const only = !then && !also ? 'for this URL alone' : '';
		return h(
			'li',
			{},
			h(
				'span',
				{},
				text,
				then ? null : [': ', h('code', {}, change.text.trim().replace(/\n/g, ' / '))],
				h('span.quiet', {}, ` (${[then, also, only].filter(Boolean).join('; ')})`),
			),
			' ',
			h('button.small.apply', { type: 'button', onclick: () => apply(change) }, 'Apply'),
		);
	}

	// As edits of lines, so that one undo takes it back and the cursor stays.
	function apply(change) {
		const { doc } = app.editor.view.state;
		if (change.kind === 'remove')
			app.editor.edit(
				change.lines.map(({ line }) => ({
					from: doc.line(line).from,
					to: Math.min(doc.length, doc.line(line).to + 1),
				})),
			);
		else if (change.kind === 'add-group')
			app.editor.edit({
				from: doc.length,
				insert: `${doc.length && !doc.line(doc.lines).text ? '\n' : '\n\n'}${change.text.trim()}\n`,
			});
		else app.editor.edit({ from: doc.line(change.line).from, insert: `${change.text}\n` });
		say('The file was changed. Ctrl+Z in the editor takes it back.');
	}

	function drawWhy(url, result) {
		app.answers.why = result;
		shown = {
			deciding: result.deciding,
			matching: result.matches.filter((m) => !m.deciding).map((m) => m.line),
			agent: result.group.line,
		};
		showLines();
		if (result.deciding) app.editor.reveal(result.deciding);
		const others = result.matches.filter((m) => !m.deciding);
		const deciding = result.matches.find((m) => m.deciding);
		const line = (m) =>
			h(
				'li',
				{},
				h('button.link', { type: 'button', onclick: () => app.editor.goto(m.line) }, `line ${m.line}`),
				' ',
				h('code', { class: m.allowed ? 'allow' : 'disallow' }, m.text),
				m.octets ? h('span.quiet', {}, ` length ${m.octets}`) : null,
			);
		fill(
			why,
			h(
				'h3',
				{},
				h(
					`span.badge.${result.allowed ? 'allowed' : 'blocked'}`,
					{},
					result.allowed ? 'Allowed' : 'Blocked',
				),
				' ',
				h('span.break', {}, url),
			),
			h('p', {}, groupText(result.group), ' ', becauseText(result)),
			deciding ? [h('p.label', {}, 'Decides'), h('ul.lines', {}, line(deciding))] : null,
			others.length
				? [
						h('p.label', {}, 'Matches, too'),
						h('ul.lines', {}, others.slice(0, 20).map(line)),
						others.length > 20
							? h('p.quiet', {}, `and ${others.length - 20} more lines`)
							: null,
					]
				: null,
			others.length && result.precedence
				? h('p.quiet', {}, `${result.precedence[0].toUpperCase()}${result.precedence.slice(1)}.`)
				: null,
			result.changes.length
				? [
						h('p.label', {}, `To ${result.allowed ? 'block' : 'allow'} it`),
						h('ul.changes', {}, result.changes.map(changeItem)),
					]
				: null,
			result.usage?.length
				? [
						h('p.label', {}, 'How it may be used'),
						h(
							'p',
							{},
							result.usage.map((u) =>
								h(
									`span.chip.${u.no ? 'blocked' : 'allowed'}`,
									{ title: u.field },
									`${u.label}: ${u.value}`,
								),
							),
						),
					]
				: null,
		);
	}

	function explain() {
		const url = app.state.urls[app.state.selected];
		if (url === undefined || url === '') {
			shown = { deciding: 0, matching: [], agent: 0 };
			showLines();
			fill(why, h('p.quiet', {}, `Write a URL, and see what ${dialect(app.state.dialect).name} says of it.`));
			return;
		}
		app.ask('explain', { ...app.source, ...app.asking, url }, (result) => drawWhy(url, result));
	}

	function refresh() {
		if (rows.children.length !== app.state.urls.length) draw();
		else drawHead();
		const urls = [...app.state.urls];
		app.ask(
			'check',
			{ ...app.source, ...app.asking, urls },
			(result) => {
				app.answers.version = result.version;
				app.showFacts(result.facts);
			},
			(part) => {
				if (part.verdicts) {
					answer = { verdicts: part.verdicts, lines: part.verdicts.map(() => undefined) };
					app.answers.check = answer;
					drawAnswers();
				} else {
					part.lines.forEach((lines, i) => (answer.lines[part.from + i] = lines));
					drawAnswers();
				}
			},
		);
		explain();
	}

	return {
		title: 'URLs',
		element,
		refresh,
		restore: draw,
		markLine,
		showLines,
		focus: () => rows.querySelector('input')?.focus(),
	};
}
