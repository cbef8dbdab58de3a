// package-info.java - what the package is for.
//
// SPDX-License-Identifier: Apache-2.0

/**
 * Reads policies of robots.txt that robotsc has compiled: blobs, each of one origin, and snapshots
 * of many.
 *
 * <pre>
 * Group rules = Blob.open(octets).group("ExampleBot");
 * boolean allowed = rules.allowed("https://shop.example/private/");
 * </pre>
 */
package robotsc;
