// module-info.java - the module, which needs nothing but java.base.
//
// SPDX-License-Identifier: Apache-2.0

/** Compiled policies of robots.txt: readers of blobs and of snapshots. */
module robotsc {
	exports robotsc;
}
