// SPDX-License-Identifier: Apache-2.0

//go:build !unix

package robotsc

// OpenSnapshot opens a snapshot file, which is read whole: the system has no mmap. Errors: as
// OpenSnapshotBytes, and those of the file.
func OpenSnapshot(path string, options *SnapshotOptions) (*Snapshot, error) {
	return openWhole(path, options)
}
