// snapshot_view.js - looks up a URL in a snapshot on this page's server, or in a file.  A script of
// its own, with what it needs of the package.
//
// SPDX-License-Identifier: Apache-2.0
import { fetchSnapshot, RobotscError } from 'robotsc/snapshot';
import { fill, h, plural } from './dom.js';
import { ready } from './snapshot_wasm.js';

const time = (seconds) => new Date(seconds * 1000).toISOString().replace('.000', '');

// A host alone is looked up as https.
const urlOf = (text) => (/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);

// The rules for what is a product token, or a whole header.
function agentOf(policy, tokens) {
	const [name] = tokens;
	return name && /[\s/;(]/.test(name) ? policy.agentForHeader(name) : policy.agent(...tokens);
}

class View {
	constructor(app) {
		this.app = app;
		this.from = null; // the address or the file of the snapshot
		this.number = 0; // of the last question
		this.asked = []; // octets of each request of a question
		this.address = this.field('snapshot-from', 'crawl.snapshot');
		this.url = this.field('snapshot-url', 'https://example.com/private/');
		this.file = h('input', { type: 'file', id: 'snapshot-file', onchange: () => this.choose() });
		this.result = h(
			'section.card',
			{ id: 'snapshot-result', 'aria-live': 'polite', 'aria-label': 'What the snapshot says' },
			h('p.quiet', {}, 'Nothing was looked up yet.'),
		);
		this.element = h('div', { id: 'snapshots' }, this.about(), this.form(), this.result);
	}

	field(id, placeholder) {
		const off = { spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off' };
		return h('input', { id, placeholder, type: 'text', ...off });
	}

	about() {
		return h(
			'p.quiet',
			{},
			'A snapshot has the policies of many hosts in one file. Name one that stands on the server of this ',
			'page, or the manifest of a folder of shards; or choose a file. Only the parts that an answer needs ',
			'are read: that server sees which.',
		);
	}

	form() {
		const onsubmit = (event) => {
			event.preventDefault();
			this.look();
		};
		return h(
			'form',
			{ id: 'snapshot-form', onsubmit },
			h('label.area', {}, 'Address of the snapshot', this.address),
			h('label.area', {}, 'or a file on this computer', this.file),
			h('label.area', {}, 'URL, or a host', this.url),
			h('button', { type: 'submit' }, 'Look up'),
		);
	}

	choose() {
		this.address.value = '';
	}

	// The crawler has changed.
	refresh() {
		if (this.found !== undefined) this.draw();
	}

	async open() {
		const [file] = this.file.files;
		const from = this.address.value.trim() ? new URL(this.address.value.trim(), document.baseURI).href : file;
		if (!from) throw new TypeError('Name a snapshot, or choose a file.');
		if (from !== this.from) {
			this.from = null;
			this.snapshot = await fetchSnapshot(from, { fetch: (url, init) => this.ask(url, init) });
			this.from = from;
		}
	}

	async ask(url, init) {
		let response;
		try {
			response = await fetch(url, init);
		} catch (error) {
			const text = `${url} could not be fetched: it must be there, and on the server of this page`;
			throw new RobotscError(text, { cause: error });
		}
		this.asked.push(Number(response.headers.get('content-length')));
		return response;
	}

	async look() {
		const number = ++this.number;
		const url = urlOf(this.url.value.trim());
		this.asked = [];
		this.found = undefined;
		fill(this.result, h('p.quiet', {}, 'Looking it up…'));
		let found, head;
		try {
			await ready;
			await this.open();
			head = this.asked.splice(0).length;
			found = await this.snapshot.find(url);
		} catch (error) {
			if (number === this.number) fill(this.result, h('p.warn.break', {}, String(error.message)));
			return;
		}
		if (number !== this.number) return;
		Object.assign(this, { found, head, shown: url });
		this.draw();
	}

	draw() {
		const { info } = this.snapshot;
		const octets = this.asked.reduce((sum, n) => sum + n, 0);
		const requests = `${plural(this.asked.length, 'request')}, ${plural(octets, 'octet')}`;
		const cost = this.from instanceof Blob ? 'read from the file' : requests;
		fill(
			this.result,
			this.found ? this.entry(this.found) : this.missing(),
			h('p.quiet', { id: 'snapshot-cost' }, `${cost}${this.head ? ', after the head' : ''}. `, this.facts(info)),
		);
	}

	missing() {
		return h('p.break', {}, `${this.shown} has an origin that is not in the snapshot.`);
	}

	facts({ entries, time: at, dialect }) {
		const reading = dialect ? `, is read by ${dialect}` : '';
		return `The snapshot has ${plural(entries, 'origin')}${reading}, and is of ${time(at)}.`;
	}

	verdict({ policy }) {
		const { tokens, ignoresStar } = this.app.asking;
		const agent = agentOf(policy, tokens);
		return (ignoresStar && agent.token === '*') || agent.allowed(this.shown);
	}

	entry(found) {
		const who = this.app.state.agent.trim() || 'a crawler that no group names';
		let verdict;
		try {
			const word = this.verdict(found) ? 'allowed' : 'blocked';
			verdict = [
				h(`span.badge.${word}`, { id: 'snapshot-verdict' }, word),
				` for ${who}: ${this.shown}`,
			];
		} catch (error) {
			verdict = error.message; // the snapshot is made for other robots
		}
		const { agents } = found.policy;
		const status = found.end === 'response' ? `, status ${found.status}` : '';
		const named = agents.slice(0, 20).join(', ');
		return [
			h('p.break', {}, verdict),
			h(
				'ul',
				{ id: 'snapshot-entry' },
				h('li.break', {}, `Origin: ${found.origin}`),
				h('li', {}, `Outcome: ${found.outcome}: ${found.reason}${status}`),
				h('li', {}, `Fetched ${time(found.fetched)}, holds until ${time(found.expires)}`),
				h('li.break', {}, `Robots with rules of their own: ${named || 'none'}`),
			),
		];
	}
}

globalThis.workbenchViews = { ...globalThis.workbenchViews, snapshots: View };
