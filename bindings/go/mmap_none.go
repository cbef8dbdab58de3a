// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package robotsc

// openFile reads a file whole: the system has no mmap.
func openFile(path string, options *SnapshotOptions) (*Snapshot, error) {
	return openWhole(path, options)
}
