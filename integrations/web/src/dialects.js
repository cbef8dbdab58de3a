// dialects.js - the ways to read a robots.txt, in words.  docs/dialects.md
//
// SPDX-License-Identifier: Apache-2.0
export const DIALECTS = [
	{
		id: 'rfc9309',
		short: 'RFC 9309',
		name: 'the standard, RFC 9309',
		about: 'the standard of 2022, which most crawlers follow',
	},
	{ id: 'google', short: 'Google', name: 'Google’s parser', about: 'google/robotstxt, which Google’s crawlers use' },
	{ id: 'nexor1994', short: '1994', name: 'the rules of 1994', about: 'the first standard: Disallow only, no wildcards' },
	{
		id: 'koster1996',
		short: '1996',
		name: 'the draft of 1996',
		about: 'the first line that matches decides; no wildcards',
	},
	{ id: 'conner2', short: 'v2.0', name: 'version 2.0 of 1996', about: 'Robot-version 2.0: wildcards of the shell; rare' },
];
export const dialect = (id) => DIALECTS.find((d) => d.id === id) ?? DIALECTS[0];
