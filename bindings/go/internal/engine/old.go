// SPDX-License-Identifier: Apache-2.0

package engine

// engine.go needs these functions, which are built in since Go 1.21; go.mod says 1.19.

func min[T int | uint64](a, b T) T {
	if a < b {
		return a
	}
	return b
}

func clear(b []byte) {
	for i := range b {
		b[i] = 0
	}
}
