// parts.js - exports of the editor's packages in page.js, for more.js.
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
