// client.js - questions to workers.  Outdated questions are cancelled.
//
// Quick questions and slow ones have a worker each, so that a proof never delays a verdict.  A
// third is for late tabs; its script is loaded for its first question.  A worker cannot be
// interrupted: if it still works on an old question, it is ended and replaced.
//
// SPDX-License-Identifier: Apache-2.0
const PATIENCE = 250; // milliseconds that an old question may still take

class Lane {
	constructor(makeWorker, changed) {
		this.makeWorker = makeWorker;
		this.changed = changed;
		this.waiting = new Map(); // kind of question -> question
		this.running = null;
		this.ended = 0; // workers that were ended
		this.begin();
	}

	begin() {
		this.worker = this.makeWorker();
		this.worker.onmessage = ({ data }) => this.receive(data);
		this.worker.onerror = (event) => this.receive({ error: event.message || 'the worker failed' });
	}

	// Ask; forget a waiting question of the same kind, and cancel an old one that runs.
	ask(question) {
		this.waiting.delete(question.kind);
		this.waiting.set(question.kind, question);
		if (!this.running) {
			this.next();
		} else if (this.running.kind === question.kind || this.running.version !== question.version) {
			this.running.stale = true;
			const left = this.running.since + PATIENCE - performance.now();
			clearTimeout(this.timer);
			this.timer = setTimeout(() => this.cancel(), Math.max(0, left));
		}
	}

	cancel() {
		if (!this.running?.stale) return;
		this.worker.terminate();
		this.ended++;
		this.begin();
		this.running = null;
		this.next();
	}

	next() {
		clearTimeout(this.timer);
		const [question] = this.waiting.values();
		if (question) {
			this.waiting.delete(question.kind);
			this.running = question;
			question.since = performance.now();
		}
		this.changed();
		if (!question) return;
		this.worker.postMessage({ kind: question.kind, input: question.input });
	}

	receive(message) {
		const question = this.running;
		if (!question) return;
		if (message.part !== undefined) {
			if (!question.stale) question.part?.(message.part);
			return;
		}
		this.running = null;
		this.next();
		if (question.stale) return;
		if (message.error !== undefined) question.failed(message.error);
		else question.done(message.result);
	}
}

const SLOW = new Set(['lint', 'summary', 'changed']);
export const LATE = new Set(['compare', 'machine', 'trace', 'edit', 'sitemap', 'page']);

export class Client {
	// changed(): called when a question begins or ends.
	constructor(makeWorker, makeLate, changed) {
		this.makeLate = () => new Lane(makeLate, changed);
		this.lanes = [new Lane(makeWorker, changed), new Lane(makeWorker, changed)];
	}

	// version: of the text and settings; questions about another version are out of date.
	ask(kind, version, input, { done, failed, part }) {
		const lane = LATE.has(kind) ? (this.lanes[2] ??= this.makeLate()) : this.lanes[SLOW.has(kind) ? 1 : 0];
		lane.ask({ kind, version, input, done, failed, part });
	}

	get busy() {
		return this.lanes.some((lane) => lane.running || lane.waiting.size);
	}

	// How many workers were ended because their questions were out of date.
	get cancelled() {
		return this.lanes.reduce((n, lane) => n + lane.ended, 0);
	}
}
