#!/bin/sh
# one_robot_google.sh - a robot with several names gets the verdicts that google/robotstxt gives for
# a list of names.  GOOGLE_ROBOTSTXT is a checkout of it; its headers need libabsl-dev.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

cxx=$(config cxx) checkout=${GOOGLE_ROBOTSTXT-}
if [ -z "$checkout" ] || [ -z "$cxx" ]; then
	skip 'google/robotstxt: set GOOGLE_ROBOTSTXT to a checkout of it'
	check 'the program is there' test -f tests/cpp/one_robot_google.cc
	finish
fi

# shellcheck disable=SC2046,SC2086 # lists of flags
holds() {
	$cxx -std=c++17 $(config cflags) -w -Iinclude -I. -I"$checkout" -o "$tmp/google" tests/cpp/one_robot_google.cc \
		"$checkout/robots.cc" "$builddir/tests/helpers.a" "$builddir/librobotsc.a" \
		$($(config pkg_config) --libs absl_strings) $(config zlib_libs) -lm $(config ldflags) && "$tmp/google"
}
check 'the verdicts of 5,000 texts' holds
finish
