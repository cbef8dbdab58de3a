// save.js - saves answers as files.
//
// SPDX-License-Identifier: Apache-2.0

// Where a spreadsheet would read a formula: at a cell's beginning, and after characters that may
// separate cells in place of a comma.  An apostrophe is put there.
const FORMULA = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n][" ]*)(?=[=+\-@＝＋－＠])/g;

export const cell = (value) => {
	const text = String(value).replace(FORMULA, "'");
	return /[",;\t\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

// Let the user save a text as a file.
export function save(name, text) {
	const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
	const link = Object.assign(document.createElement('a'), { href: url, download: name });
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 1000);
}
