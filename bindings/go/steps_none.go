// SPDX-License-Identifier: Apache-2.0

//go:build !robotsc_steps

package robotsc

const counting = false

var steps int
