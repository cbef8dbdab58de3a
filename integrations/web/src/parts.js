// parts.js - what more.js needs of the editor's packages, which page.js has.
//
// SPDX-License-Identifier: Apache-2.0
export {
	CharCategory,
	EditorSelection,
	EditorState,
	Facet,
	Prec,
	RangeSetBuilder,
	StateEffect,
	StateField,
	codePointAt,
	codePointSize,
	combineConfig,
	findClusterBreak,
	fromCodePoint,
} from '@codemirror/state';
export { Decoration, EditorView, ViewPlugin, getPanel, keymap, runScopeHandlers, showPanel } from '@codemirror/view';
