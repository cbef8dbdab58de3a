// meant.js - what is no URL and no path, and what was probably meant.
//
// SPDX-License-Identifier: Apache-2.0
import { origin } from 'robotsc/reader';

export function isUrl(url) {
	if (/^\/(?!\/)/.test(url)) return true;
	try {
		return !!origin(url);
	} catch {
		return false;
	}
}

// The same without what stands around it, with the scheme or the slash that is missing.
export function meantBy(url) {
	const bare = url.replace(/^[\s"'`<([{‘“«]+|[\s"'`>)\]}’”»]+$/g, '');
	const isHost = /^(?=[^/?#]*[.:])[a-z\d][a-z\d.-]*(:\d+)?([/?#]|$)/i.test(bare);
	return [
		bare,
		bare.replace(/^(https?|ftp):\/*/i, '$1://').replace(/^\/\//, 'https://'),
		isHost && `https://${bare}`,
		!/:/.test(bare) && `/${bare}`,
	].find((other) => other && isUrl(other));
}
