// main.js - the page: its state, the questions after a change, and the parts that show answers.
//
// SPDX-License-Identifier: Apache-2.0
import * as agents from './agents.js';
import { Client, LATE } from './client.js';
import { makeBookmark, makeDrop, makeKeys, makeTheme } from './controls.js';
import * as dialects from './dialects.js';
import * as dom from './dom.js';
import * as editor from './editor.js';
import { EXAMPLES, FIRST } from './examples.js';
import * as octets from './octets.js';
import * as parts from './parts.js';
import { MOST, fromFragment, toFragment } from './permalink.js';
import { exampleState, merged } from './state.js';
import { Answer } from './views/answer.js';
import { exportMenu } from './views/export.js';
import { Later, loaded, missing } from './views/later.js';
import { Remarks } from './views/remarks.js';
import { Summary } from './views/summary.js';
import { Urls } from './views/urls.js';

// Other scripts of the page take these modules from here.
globalThis.workbenchShared = { agents, dialects, dom, editor, octets, parts };
const { AGENTS, LISTED, agentOf, readingOf, tokensOfHeader } = agents;
const { DIALECTS, dialect } = dialects;
const { $, copy, fill, h, plural, say } = dom;
const { byteLength, decode } = octets;

const LARGEST = 4 << 20; // octets of a file that is read

// WORKER is the text of the worker's script, which the build puts here.  CRAWLERS precedes it.
const urlOf = (script) =>
	URL.createObjectURL(new Blob([`const CRAWLERS = ${JSON.stringify(LISTED)};`, script], { type: 'text/javascript' }));
const workerUrl = urlOf(WORKER);
const makeWorker = () => new Worker(workerUrl);
let lateUrl; // of the script that late.js has
const makeLate = () => new Worker((lateUrl ??= urlOf(globalThis.lateWorker)));

const link = (text, onclick) => h('button.link', { type: 'button', onclick }, text);

// Tabs whose script is loaded when one of these tabs is opened.
const LATER = [
	['crawlers', 'Crawlers'],
	['make', 'Make'],
	['list', 'Sitemap'],
	['compare', 'Compare'],
	['machine', 'Automaton'],
	['records', 'Other lines'],
	['page', 'Page tags'],
];

class App {
	constructor(state) {
		this.state = state;
		this.version = 0;
		this.timer = 0; // of a pause before a question
		this.busyTimer = 0;
		this.waits = 0; // scripts that are being loaded
		this.header = null; // of a whole header: its tokens that the file names
		this.answers = {};
		this.client = new Client(makeWorker, makeLate, () => this.showBusy());
	}

	get agent() {
		return agentOf(this.state.agent);
	}

	// The crawler as the worker takes it.
	get asking() {
		const { token, ignoresStar = false } = this.agent;
		return { token, ignoresStar, dialect: this.state.dialect };
	}

	get source() {
		return { text: this.state.text, encoding: this.state.encoding };
	}

	async ask(kind, input, done, part) {
		const { version } = this;
		if (LATE.has(kind) && !globalThis.lateWorker) {
			if (!(await loaded(this, 'late.js'))) return say(missing('late.js'));
			if (version !== this.version) return;
		}
		this.client.ask(kind, version, input, {
			done: (result) => version === this.version && done(result),
			part: (result) => version === this.version && part?.(result),
			failed: (error) => {
				if (error !== 'cancelled') say(`That did not work: ${error}`);
			},
		});
	}

	start() {
		this.editor = new editor.Editor({
			parent: $('editor'),
			label: 'robots.txt',
			hint: 'Paste your robots.txt here, or drop the file.',
			text: this.state.text,
			counts: true,
			changed: (text) => this.change({ text }, 120),
			cursor: (line) => this.cursorAt(line),
			find: (view) => loaded(this, 'more.js').then((isThere) => isThere && globalThis.workbenchFind(view)),
		});
		this.makeControls();
		this.answer = new Answer(this);
		this.views = { summary: new Summary(this), urls: new Urls(this) };
		for (const [name, title] of LATER) this.views[name] = new Later(this, name, title, 'more.js');
		this.remarks = new Remarks(this);
		this.makeTabs();
		exportMenu(this);
		this.restore();
		makeBookmark();
	}

	// Show the whole state after it was replaced.
	restore() {
		this.header = null;
		this.editor.set(this.state.text);
		$('agent').value = this.state.agent;
		$('dialect').value = this.state.dialect;
		this.showReadings();
		for (const view of Object.values(this.views)) view.restore?.();
		this.openTab(Object.hasOwn(this.views, this.state.tab) ? this.state.tab : 'summary', false);
		this.refresh();
	}

	load(state) {
		this.state = state;
		this.restore();
	}

	// Change a part of the state and ask again after `pause` milliseconds.
	change(changes, pause = 0) {
		Object.assign(this.state, changes);
		if (changes.text !== undefined) this.markOld();
		clearTimeout(this.timer);
		this.timer = 0;
		if (pause) this.timer = setTimeout(() => this.refresh(), pause);
		else this.refresh();
		this.showBusy();
	}

	markOld() {
		this.version++;
	}

	refresh() {
		clearTimeout(this.timer);
		this.timer = 0;
		this.version++;
		this.showNote();
		this.views.urls.refresh();
		this.remarks.refresh();
		if (this.state.tab !== 'urls') this.views[this.state.tab].refresh();
		this.saveLink();
	}

	// Ask only the question of the open tab.
	refreshTab() {
		this.views[this.state.tab].refresh();
		this.saveLink();
	}

	showFacts(facts) {
		const size = byteLength(this.state.text, this.state.encoding);
		const kib = size < 10000 ? plural(size, 'byte') : `${Math.round(size / 1000)} KB`;
		$('facts').textContent =
			`${plural(this.editor.view.state.doc.lines, 'line')}, ${kib}` +
			(facts ? `; compiled: ${plural(facts.blobOctets, 'byte')}` : '') +
			(this.state.encoding === 'latin-1' ? '; not UTF-8, shown as Latin-1' : '');
	}

	wait(by) {
		this.waits += by;
		this.showBusy();
	}

	// Say that answers are awaited, if that takes a while.
	showBusy() {
		const busy = this.timer !== 0 || this.waits > 0 || this.client.busy || this.views.urls.drawing;
		if (!busy) {
			clearTimeout(this.busyTimer);
			this.busyTimer = 0;
			$('busy').hidden = true;
		} else if (!this.busyTimer) {
			this.busyTimer = setTimeout(() => ($('busy').hidden = false), 300);
		}
		document.body.dataset.busy = busy ? 'yes' : 'no';
	}

	showNote() {
		const { agent } = this;
		const note = [];
		if (agent.maker) note.push(`${agent.maker}. `);
		if (agent.obeys) note.push(`Obeys the group of ${agent.obeys} where none names it. `);
		if (agent.ignoresStar) note.push('Ignores the group of “*”. ');
		if (agent.note) note.push(`${agent.note[0].toUpperCase()}${agent.note.slice(1)}. `);
		const reading = readingOf(agent);
		if (agent.maker && reading !== this.state.dialect)
			note.push(link(`Read by ${dialect(reading).name}`, () => this.setDialect(reading)), ' ');
		if (agent.source)
			note.push(h('a', { href: agent.source, target: '_blank', rel: 'noopener noreferrer' }, 'Source'));
		if (this.header) note.push(...this.offers());
		$('agent-note').classList.toggle('warn', !!this.header);
		fill(
			$('agent-note'),
			...(note.length
				? note
				: ['The name is the word that groups name, such as ExampleBot; or a whole User-Agent header.']),
		);
	}

	// If the crawler's name is a whole header: offer the product tokens in it.
	offers() {
		const tokens = tokensOfHeader(this.state.agent, this.header);
		const named = this.header.join(', ') || 'nobody';
		return [
			`This is no product token, so it is read as a header, in which the file names ${named}.`,
			tokens.length ? ' Ask as ' : '',
			tokens.map((token) => [link(token, () => this.setAgent(token)), ' ']),
		].flat(2);
	}

	showHeader(tokens) {
		this.header = tokens;
		this.showNote();
	}

	setDialect(id) {
		$('dialect').value = id;
		this.change({ dialect: id });
	}

	// Choose a crawler.  A known crawler sets the dialect, too.
	setAgent(name, pause = 0) {
		const agent = agentOf(name);
		this.header = null;
		if ($('agent').value !== name) $('agent').value = name;
		if (agent.maker) $('dialect').value = readingOf(agent);
		this.change({ agent: name, dialect: $('dialect').value }, pause);
	}

	// Show or hide the other dialects' readings: columns of the URLs, and the choice of one.
	showReadings() {
		const { readings } = this.state;
		$('readings').setAttribute('aria-expanded', String(readings));
		$('reads').hidden = !readings;
		document.body.classList.toggle('readings', readings);
	}

	cursorAt(line) {
		this.line = line;
		this.views?.urls.markLine();
	}

	// ---- controls

	makeControls() {
		fill($('agents'), ...AGENTS.map((a) => h('option', { value: a.token }, a.maker)));
		$('agent').addEventListener('input', () => this.setAgent($('agent').value, 80));
		$('url').addEventListener('input', () => this.views.urls.replaceSelected($('url').value));
		$('readings').addEventListener('click', () => {
			this.state.readings = !this.state.readings;
			this.showReadings();
			this.saveLink();
		});
		fill($('dialect'), ...DIALECTS.map((d) => h('option', { value: d.id, title: d.about }, d.name)));
		$('dialect').addEventListener('change', () => this.change({ dialect: $('dialect').value }));
		fill(
			$('examples'),
			h('option', { value: '' }, 'Examples…'),
			...EXAMPLES.map((e, i) => h('option', { value: String(i) }, e.name)),
		);
		$('examples').addEventListener('change', () => {
			const example = EXAMPLES[$('examples').value];
			if (example) this.load({ ...exampleState(example), tab: this.state.tab, readings: this.state.readings });
			$('examples').value = '';
		});
		$('clear').addEventListener('click', () => this.clear());
		$('open').addEventListener('click', () => $('open-file').click());
		$('open-file').addEventListener('change', () => {
			const [file] = $('open-file').files;
			if (file) this.read(file);
			$('open-file').value = '';
		});
		makeDrop(this);
		makeTheme();
		makeKeys(this);
		$('help').addEventListener('click', () => $('help-dialog').showModal());
		$('share').addEventListener('click', () => this.share());
		window.addEventListener('hashchange', async () => {
			if (location.hash === this.hash) return;
			const state = await fromFragment(location.hash);
			if (state) this.load(merged(state));
		});
	}

	// Empty the editor for a text that is to be pasted.
	clear() {
		this.editor.edit({ from: 0, to: this.editor.view.state.doc.length, insert: '' });
		this.change({ encoding: 'utf-8' });
		this.editor.view.focus();
	}

	async read(file) {
		if (file.size > LARGEST) {
			say(`${file.name} is too large: at most 4 MiB are read.`);
			return;
		}
		const { text, encoding } = decode(new Uint8Array(await file.arrayBuffer()));
		this.editor.set(text);
		this.change({ text: this.editor.text, encoding });
		say(`${file.name} was read.`);
	}

	makeTabs() {
		const names = Object.keys(this.views);
		for (const name of names) {
			const view = this.views[name];
			const tab = h(
				'button',
				{
					type: 'button',
					role: 'tab',
					id: `tab-${name}`,
					'aria-controls': `panel-${name}`,
					onclick: () => this.openTab(name, false),
				},
				view.title,
			);
			tab.addEventListener('keydown', (event) => {
				const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
				const at = names.indexOf(name);
				const to = step
					? names[(at + step + names.length) % names.length]
					: { Home: names[0], End: names.at(-1) }[event.key];
				if (!to) return;
				event.preventDefault();
				this.openTab(to);
			});
			$('tabs').append(tab);
			$('panels').append(
				h(
					'div.panel',
					{
						id: `panel-${name}`,
						role: 'tabpanel',
						'aria-labelledby': `tab-${name}`,
						hidden: true,
					},
					view.element,
				),
			);
		}
	}

	openUrls() {
		this.openTab('urls', false);
		this.views.urls.focus();
	}

	openTab(name, focus = true) {
		this.state.tab = name;
		for (const other of Object.keys(this.views)) {
			const tab = $(`tab-${other}`);
			tab.setAttribute('aria-selected', String(other === name));
			tab.tabIndex = other === name ? 0 : -1;
			$(`panel-${other}`).hidden = other !== name;
		}
		if (focus) $(`tab-${name}`).focus();
		$(`tab-${name}`).scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
		this.views[name].opened?.();
		if (this.version) this.refreshTab();
	}

	// ---- links

	// Update the address of the page, a moment after the last change.
	saveLink() {
		clearTimeout(this.linkTimer);
		this.linkTimer = setTimeout(() => this.writeLink(), 400);
	}

	async writeLink() {
		const version = this.version;
		const fragment = this.state.text.length > 5 * MOST ? '' : await toFragment(this.state);
		if (version !== this.version) return false;
		this.hash = fragment && fragment.length <= MOST ? `#${fragment}` : '';
		try {
			history.replaceState(null, '', this.hash || location.pathname + location.search);
		} catch {
			location.replace(this.hash || '#');
		}
		return this.hash !== '';
	}

	async share() {
		if (!(await this.writeLink())) {
			say('This is too much for a link. Export it, or save the file.');
			return;
		}
		await copy(location.href, 'The link was copied. It holds the file and the questions.');
	}
}

async function main() {
	const state = await fromFragment(location.hash);
	const app = new App(state ? merged(state) : exampleState(FIRST));
	// The app is reachable for tests and the curious.
	window.workbench = Object.assign(app, { agents: AGENTS, decode });
	app.start();
}

main();
