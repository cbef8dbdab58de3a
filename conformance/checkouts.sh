#!/bin/sh
# checkouts.sh - makes a reader of a checkout ready, in the folder OUT, and prints its version.
#
#	OUT=FOLDER checkouts.sh NAME
#
# readers.sh runs it, and says which variable names each checkout.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
adapters=$(cd "$(dirname "$0")" && pwd)/adapters

# Prints the last tag of a checkout, or its commit.
version() { git -C "$1" describe --tags --always 2>/dev/null || echo "of $1"; }

# of_google CHECKOUT STANDARD FLAGS: builds a reader from google/robotstxt or a fork of it.
of_google() {
	# shellcheck disable=SC2086 # flags
	${CXX-c++} -O1 "-std=$2" -I"$1" -o "$OUT/$name.run" "$adapters/cc_google.cc" "$1/robots.cc" $3
	version "$1"
}

name=$1
case $name in
google) of_google "${GOOGLE_ROBOTSTXT:?names no checkout}" c++17 "$(pkg-config --libs absl_strings)" ;;
nzrsky) of_google "${NZRSKY_ROBOTSTXT:?names no checkout}" c++20 '' ;;
protego)
	folder=${PROTEGO:?names no checkout}
	if [ -d "$folder/src" ]; then folder=$folder/src; fi
	ln -sfn "$folder" "$OUT/protego.path"
	PYTHONPATH=$folder python3 -c 'import protego'
	find "$folder" -name 'protego-*.dist-info' | sed 's/.*-\(.*\)\.dist-info/\1/' | grep . || version "$PROTEGO"
	;;
temoto)
	: "${TEMOTO:?names no checkout}"
	# The adapter becomes its own module, since it does not need what the checkout's tests need.
	rm -rf "$OUT/temoto.go" && mkdir "$OUT/temoto.go"
	sed '/^\/\/go:build ignore/d' "$adapters/go_temoto.go" >"$OUT/temoto.go/main.go"
	module=github.com/temoto/robotstxt
	printf 'module adapter\n\ngo 1.17\n\nrequire %s v0.0.0\n\nreplace %s => %s\n' \
		$module $module "$(cd "$TEMOTO" && pwd)" >"$OUT/temoto.go/go.mod"
	(cd "$OUT/temoto.go" && GOFLAGS=-mod=mod go build -o "$OUT/temoto.run" .)
	version "$TEMOTO"
	;;
crawler-commons)
	: "${CRAWLER_COMMONS:?names no class path}"
	mkdir -p "$OUT/crawler-commons.classes"
	javac -cp "$CRAWLER_COMMONS" -d "$OUT/crawler-commons.classes" "$adapters/JavaCrawlerCommons.java"
	echo "${CRAWLER_COMMONS_VERSION-of $CRAWLER_COMMONS}"
	;;
texting_robots)
	: "${TEXTING_ROBOTS:?names no checkout}"
	rm -rf "$OUT/texting_robots.cargo" && mkdir "$OUT/texting_robots.cargo"
	cat >"$OUT/texting_robots.cargo/Cargo.toml" <<-END
		[package]
		name = "adapter"
		version = "1.0.0"
		edition = "2021"
		[[bin]]
		name = "adapter"
		path = "$adapters/rs_texting_robots.rs"
		[dependencies]
		texting_robots = { path = "$(cd "$TEXTING_ROBOTS" && pwd)" }
	END
	(cd "$OUT/texting_robots.cargo" && cargo build -q)
	version "$TEXTING_ROBOTS"
	;;
libwget)
	# shellcheck disable=SC2046 # flags
	${CC-cc} -O1 -o "$OUT/libwget.run" "$adapters/c_libwget.c" $(pkg-config --cflags --libs libwget 2>/dev/null || echo -lwget)
	dpkg-query -Wf '${Version}' wget2-dev
	;;
esac
