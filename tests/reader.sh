#!/bin/sh
# reader.sh - the reader that was written from docs/format.md alone, in another language, against the runtime.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh

if [ -z "$(config python)" ]; then
	skip 'the reader in Python: there is no python3'
	check 'the reader is there' test -f tests/reader.py
	finish
fi
exec python3 tests/reader_compare.py "$robotsc"
