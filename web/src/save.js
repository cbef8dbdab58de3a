// save.js - answers as files.
//
// SPDX-License-Identifier: Apache-2.0

// As spreadsheets read it: what they would take for a formula is text.
export const cell = (value) => {
	const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
	return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
};

// Offer a text as a file.
export function save(name, text) {
	const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
	const link = Object.assign(document.createElement('a'), { href: url, download: name });
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 1000);
}
