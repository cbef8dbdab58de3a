#!/bin/bash -eu
# build.sh - what OSS-Fuzz calls.
exec sh "$SRC/robotsc/fuzz/build.sh"
