// SPDX-License-Identifier: Apache-2.0

//go:build unix

package robotsc

import (
	"os"
	"syscall"
)

// openFile maps a file.
func openFile(path string, options *SnapshotOptions) (*Snapshot, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	stat, err := file.Stat()
	if err != nil {
		return nil, err
	}
	size := stat.Size()
	if size < headSmallest || int64(int(size)) != size || !stat.Mode().IsRegular() {
		return openWhole(path, options)
	}
	octets, err := syscall.Mmap(int(file.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, &os.PathError{Op: "mmap", Path: path, Err: err}
	}
	s, err := OpenSnapshotBytes(octets, options)
	if err != nil {
		syscall.Munmap(octets)
		return nil, err
	}
	s.unmap = func() error { return syscall.Munmap(octets) }
	return s, nil
}
