// editor.js - the editor of a robots.txt: colours, remarks, and the lines that decide.
//
// SPDX-License-Identifier: Apache-2.0
import {
	cursorCharLeft,
	cursorCharRight,
	cursorDocEnd,
	cursorDocStart,
	cursorGroupLeft,
	cursorGroupRight,
	cursorLineBoundaryBackward,
	cursorLineBoundaryForward,
	cursorLineDown,
	cursorLineUp,
	cursorPageDown,
	cursorPageUp,
	deleteGroupBackward,
	deleteGroupForward,
	deleteLine,
	history,
	historyKeymap,
	insertNewline,
	moveLineDown,
	moveLineUp,
	selectAll,
	selectCharLeft,
	selectCharRight,
	selectDocEnd,
	selectDocStart,
	selectGroupLeft,
	selectGroupRight,
	selectLineBoundaryBackward,
	selectLineBoundaryForward,
	selectLineDown,
	selectLineUp,
	selectPageDown,
	selectPageUp,
} from '@codemirror/commands';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import {
	Annotation,
	EditorSelection,
	EditorState,
	RangeSet,
	RangeSetBuilder,
	StateEffect,
	StateField,
} from '@codemirror/state';
import {
	Decoration,
	EditorView,
	GutterMarker,
	ViewPlugin,
	drawSelection,
	gutter,
	highlightActiveLine,
	highlightActiveLineGutter,
	highlightSpecialChars,
	keymap,
	lineNumbers,
	placeholder,
} from '@codemirror/view';

// ---- colours -------------------------------------------------------------------

const KINDS = [
	[/^user-?agent$/i, 'agent'],
	[/^allow$/i, 'allow'],
	[/^disallow$/i, 'disallow'],
	[/./, 'field'],
];
const marks = Object.fromEntries(
	['agent', 'allow', 'disallow', 'field', 'comment', 'star', 'value'].map((kind) => [
		kind,
		Decoration.mark({ class: `cm-${kind}` }),
	]),
);
const LONGEST = 2000; // characters of a line that get colours

function colourLine(builder, line) {
	const text = line.text.slice(0, LONGEST);
	const hash = text.indexOf('#');
	const end = hash < 0 ? text.length : hash;
	const field = /^(\s*)([^\s:#]+)(\s*:)?/.exec(text.slice(0, end));
	if (field) {
		const kind = KINDS.find(([test]) => test.test(field[2]))[1];
		const at = line.from + field[1].length;
		builder.add(at, at + field[2].length, marks[kind]);
		const value = field[0].length;
		for (let i = value; i < end; i++)
			if (text[i] === '*' || (text[i] === '$' && /^\s*$/.test(text.slice(i + 1, end))))
				builder.add(line.from + i, line.from + i + 1, marks.star);
	}
	if (hash >= 0) builder.add(line.from + hash, line.from + text.length, marks.comment);
}

const colours = ViewPlugin.fromClass(
	class {
		constructor(view) {
			this.decorations = this.make(view);
		}
		update(update) {
			if (update.docChanged || update.viewportChanged) this.decorations = this.make(update.view);
		}
		make(view) {
			const builder = new RangeSetBuilder();
			for (const { from, to } of view.visibleRanges) {
				for (let at = from; at <= to;) {
					const line = view.state.doc.lineAt(at);
					colourLine(builder, line);
					at = line.to + 1;
				}
			}
			return builder.finish();
		}
	},
	{ decorations: (plugin) => plugin.decorations },
);

// ---- lines that stand out ------------------------------------------------------

// Value: {deciding: number, matching: [number], idle: [number], agent: number}, line numbers.
const setLines = StateEffect.define();
const classes = Object.fromEntries(
	['deciding', 'matching', 'idle', 'group'].map((kind) => [kind, Decoration.line({ class: `cm-line-${kind}` })]),
);

function lineDecorations(doc, lines) {
	const ranges = [];
	const add = (number, kind) => {
		if (number > 0 && number <= doc.lines) ranges.push(classes[kind].range(doc.line(number).from));
	};
	lines.idle.forEach((n) => add(n, 'idle'));
	lines.matching.forEach((n) => add(n, 'matching'));
	add(lines.agent, 'group');
	add(lines.deciding, 'deciding');
	return Decoration.set(ranges, true);
}

const linesField = StateField.define({
	create: () => Decoration.none,
	update(value, transaction) {
		for (const effect of transaction.effects)
			if (effect.is(setLines)) return lineDecorations(transaction.state.doc, effect.value);
		return value.map(transaction.changes);
	},
	provide: (field) => EditorView.decorations.from(field),
});

// ---- how many URLs a line decides ----------------------------------------------

class Count extends GutterMarker {
	constructor(count, allowed) {
		super();
		this.count = count;
		this.allowed = allowed;
	}
	eq(other) {
		return other.count === this.count && other.allowed === this.allowed;
	}
	toDOM() {
		const mark = document.createElement('span');
		mark.className = `count ${this.allowed ? 'allowed' : 'blocked'}`;
		mark.textContent = this.count > 99 ? '99+' : String(this.count);
		mark.title = `${this.allowed ? 'allows' : 'blocks'} ${this.count} of your URLs`;
		return mark;
	}
}

const setCounts = StateEffect.define();
const countsField = StateField.define({
	create: () => RangeSet.empty,
	update(value, transaction) {
		for (const effect of transaction.effects) {
			if (!effect.is(setCounts)) continue;
			const doc = transaction.state.doc;
			const ranges = [];
			for (const [number, { count, allowed }] of effect.value)
				if (number <= doc.lines) ranges.push(new Count(count, allowed).range(doc.line(number).from));
			return RangeSet.of(ranges, true);
		}
		return value.map(transaction.changes);
	},
});

// ---- keys ----------------------------------------------------------------------

// The package's own keymap knows languages, which a robots.txt does not have: a third of its size.
const deleteChar = (forward) => (view) => {
	if (view.state.readOnly) return false;
	const changes = view.state.changeByRange((range) => {
		const to = range.empty ? view.moveByChar(range, forward) : range;
		const [start, end] = [Math.min(range.from, to.from), Math.max(range.to, to.to)];
		return { changes: { from: start, to: end }, range: EditorSelection.cursor(start) };
	});
	view.dispatch(changes, { scrollIntoView: true, userEvent: forward ? 'delete.forward' : 'delete.backward' });
	return true;
};

const keys = [
	{ key: 'ArrowLeft', run: cursorCharLeft, shift: selectCharLeft, preventDefault: true },
	{ key: 'Mod-ArrowLeft', mac: 'Alt-ArrowLeft', run: cursorGroupLeft, shift: selectGroupLeft, preventDefault: true },
	{ key: 'ArrowRight', run: cursorCharRight, shift: selectCharRight, preventDefault: true },
	{ key: 'Mod-ArrowRight', mac: 'Alt-ArrowRight', run: cursorGroupRight, shift: selectGroupRight, preventDefault: true },
	{ key: 'ArrowUp', run: cursorLineUp, shift: selectLineUp, preventDefault: true },
	{ key: 'ArrowDown', run: cursorLineDown, shift: selectLineDown, preventDefault: true },
	{ key: 'PageUp', run: cursorPageUp, shift: selectPageUp },
	{ key: 'PageDown', run: cursorPageDown, shift: selectPageDown },
	{
		key: 'Home',
		mac: 'Cmd-ArrowLeft',
		run: cursorLineBoundaryBackward,
		shift: selectLineBoundaryBackward,
		preventDefault: true,
	},
	{
		key: 'End',
		mac: 'Cmd-ArrowRight',
		run: cursorLineBoundaryForward,
		shift: selectLineBoundaryForward,
		preventDefault: true,
	},
	{ key: 'Mod-Home', mac: 'Cmd-ArrowUp', run: cursorDocStart, shift: selectDocStart },
	{ key: 'Mod-End', mac: 'Cmd-ArrowDown', run: cursorDocEnd, shift: selectDocEnd },
	{ key: 'Enter', run: insertNewline },
	{ key: 'Mod-a', run: selectAll },
	{ key: 'Backspace', run: deleteChar(false), shift: deleteChar(false) },
	{ key: 'Delete', run: deleteChar(true) },
	{ key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteGroupBackward },
	{ key: 'Mod-Delete', mac: 'Alt-Delete', run: deleteGroupForward },
	{ key: 'Alt-ArrowUp', run: moveLineUp },
	{ key: 'Alt-ArrowDown', run: moveLineDown },
	{ key: 'Mod-Shift-k', run: deleteLine },
];

// ---- the editor ----------------------------------------------------------------

const theme = EditorView.theme({
	'&': { height: '100%', fontSize: '13.5px', backgroundColor: 'var(--panel)', color: 'var(--text)' },
	'.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
	'.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--faint)', border: 'none' },
	'.cm-activeLine': { backgroundColor: 'var(--active)' },
	'.cm-activeLineGutter': { backgroundColor: 'var(--active)', color: 'var(--text)' },
	'.cm-cursor': { borderLeftColor: 'var(--text)' },
	'&.cm-focused': { outline: 'none' },
	'&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
		backgroundColor: 'var(--selection) !important',
	},
});

const quiet = Annotation.define(); // a change that is not the user's

// Calls changed and cursor when the text or the cursor changes.
const tells = ({ changed, cursor }) =>
	EditorView.updateListener.of((update) => {
		if (update.docChanged && !update.transactions.some((t) => t.annotation(quiet)))
			changed?.();
		if (update.selectionSet || update.docChanged)
			cursor?.(update.state.doc.lineAt(update.state.selection.main.head).number);
	});

const extensions = ({ label, hint, find, counts = false, readOnly = false, ...told }) => [
	lineNumbers(),
	counts ? [countsField, gutter({ class: 'counts', markers: (v) => v.state.field(countsField) })] : [],
	history(),
	drawSelection(),
	highlightSpecialChars(),
	highlightActiveLine(),
	highlightActiveLineGutter(),
	hint ? placeholder(hint) : [],
	keymap.of([...keys, ...historyKeymap, ...lintKeymap, { key: 'Mod-f', run: (view) => (find?.(view), true) }]),
	EditorState.readOnly.of(readOnly),
	EditorView.contentAttributes.of({
		'aria-label': label,
		spellcheck: 'false',
		autocapitalize: 'off',
		tabindex: '0',
	}),
	EditorView.lineWrapping,
	colours,
	linesField,
	theme,
	tells(told),
];

export class Editor {
	// changed(text), cursor(line): called when the user acts; counts: show numbers beside
	// lines; hint: shown in an empty editor; find(view): opens the search in the text.
	constructor({ parent, text, changed, ...options }) {
		this.view = new EditorView({
			parent,
			state: EditorState.create({
				doc: text,
				extensions: extensions({ ...options, changed: () => changed?.(this.text) }),
			}),
		});
		this.keep(text);
	}

	// The document ends each line with LF; a text that nobody has edited keeps its line ends.
	keep(text) {
		this.kept = { text, doc: this.view.state.doc };
	}

	get text() {
		const { doc } = this.view.state;
		return doc.eq(this.kept.doc) ? this.kept.text : doc.toString();
	}

	// Replace the text without calling changed.
	set(text) {
		this.view.dispatch({
			changes: { from: 0, to: this.view.state.doc.length, insert: text },
			annotations: quiet.of(true),
		});
		this.keep(text);
	}

	// Edit as the user would, so that changed is called and undo works.
	edit(changes) {
		this.view.dispatch({ changes, scrollIntoView: true, userEvent: 'input.fix' });
	}

	// The offset of a line; undefined: there is no such line.
	from(number) {
		const { doc } = this.view.state;
		return number >= 1 && number <= doc.lines ? doc.line(number).from : undefined;
	}

	goto(number) {
		const from = this.from(number);
		if (from !== undefined) this.select(from, from);
	}

	select(from, to) {
		this.view.dispatch({
			selection: { anchor: from, head: to },
			effects: EditorView.scrollIntoView(from, { y: 'center' }),
		});
		this.view.focus();
	}

	reveal(number) {
		const from = this.from(number);
		if (from === undefined) return;
		this.view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 40 }) });
	}

	lines(lines) {
		this.view.dispatch({ effects: setLines.of({ deciding: 0, matching: [], idle: [], agent: 0, ...lines }) });
	}

	counts(map) {
		this.view.dispatch({ effects: setCounts.of(map) });
	}

	remarks(diagnostics) {
		this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
	}
}
