#!/bin/bash -eu
# build.sh - OSS-Fuzz calls it.
exec sh "$SRC/robotsc/fuzz/build.sh"
