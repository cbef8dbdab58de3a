// SPDX-License-Identifier: Apache-2.0

//go:build robotsc_steps

package robotsc

// Tests count the steps of checks. docs/format.md, "What a check costs"
const counting = true

var steps int
