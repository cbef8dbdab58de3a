// save.js - answers as files.
//
// SPDX-License-Identifier: Apache-2.0

// What a spreadsheet would take for a formula is text, with an apostrophe before it: at the
// beginning, and after what separates cells where a comma does not.
const FORMULA = /^(?=[=+\-@\t\r\n＝＋－＠])|(?<=[;\t\r\n][" ]*)(?=[=+\-@＝＋－＠])/g;

export const cell = (value) => {
	const text = String(value).replace(FORMULA, "'");
	return /[",;\t\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

// Offer a text as a file.
export function save(name, text) {
	const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
	const link = Object.assign(document.createElement('a'), { href: url, download: name });
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 1000);
}
