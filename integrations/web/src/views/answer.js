// answer.js - whether the crawler may fetch the URL, and why: the first answer of the page.
//
// SPDX-License-Identifier: Apache-2.0
import { $, fill, h } from '../dom.js';
import { ranges, starLines } from '../groups.js';

const MOST = 100000; // characters of a text whose lines for all are looked for

export class Answer {
	constructor(app) {
		this.app = app;
		this.element = $('answer');
	}

	get crawler() {
		return this.app.state.agent.trim() || 'A crawler without a name';
	}

	line(number) {
		return h('button.link', { type: 'button', onclick: () => this.app.editor.goto(number) }, `line ${number}`);
	}

	showNothing(content) {
		fill(this.element, h('p', {}, content));
	}

	show(url, result) {
		const { allowed } = result;
		const reasons = [this.group(result.group), this.decides(result)].filter(Boolean);
		const verdict = h(`strong.badge.${allowed ? 'allowed' : 'blocked'}`, {}, allowed ? 'Yes' : 'No');
		const sentence = ` ${this.crawler} ${allowed ? 'may' : 'may not'} fetch `;
		fill(
			this.element,
			h('p.verdict-line', {}, verdict, sentence, h('span.break', {}, url), '.'),
			h('ul.because', {}, reasons.map((part) => h('li', {}, part))),
		);
	}

	// Whose group holds, and which lines do not hold.
	group(group) {
		const crawler = this.app.state.agent.trim() || 'a crawler without a name';
		if (group.kind === 'none')
			return group.passed
				? `No group names ${crawler}, and it ignores the lines for all crawlers, “*”.`
				: `No group is for ${crawler}, and none for all crawlers, “*”: nothing is closed to it.`;
		if (group.kind === 'star')
			return [`No group names ${crawler}, so the one for all crawlers, “*”, holds: `, this.line(group.line), '.'];
		const own = group.token.toLowerCase() === this.app.state.agent.trim().toLowerCase();
		const has = own ? `${crawler} has a group of its own, ` : `${crawler} obeys the group of ${group.token}, `;
		return [has, this.line(group.line), ...this.notHeld()];
	}

	notHeld() {
		const { text } = this.app.state;
		const lines = text.length > MOST ? [] : starLines(text);
		if (!lines.length) return ['.'];
		const [word, hold, are] = lines.length > 1 ? ['lines', 'do', 'are'] : ['line', 'does', 'is'];
		return [`, so ${word} ${ranges(lines)}, which ${are} for all others, ${hold} not hold for it.`];
	}

	decides({ deciding, implied, matches, group, precedence }) {
		if (implied) return 'Every crawler may fetch /robots.txt.';
		if (!deciding && !group.rules) return null;
		if (!deciding) return 'None of the lines that hold for it matches this address, so it is open.';
		const found = matches.find((m) => m.deciding);
		const others = matches.length - 1;
		const rule = precedence ? `: ${precedence}` : '';
		return [
			this.line(deciding),
			found ? [' decides, ', h('code', { class: found.allowed ? 'allow' : 'disallow' }, found.text)] : ' decides',
			others ? `; ${others === 1 ? 'another line matches' : `${others} other lines match`}, too${rule}` : null,
			'.',
		]
			.flat()
			.filter(Boolean);
	}
}
