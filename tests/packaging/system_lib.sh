# system_lib.sh - a new Debian in a folder, and the sources that go there; to be sourced.
#
# SPDX-License-Identifier: Apache-2.0

# copied FOLDER: copies the sources there, and nothing that was built.
copied() {
	mkdir -p "$1" &&
		tar --exclude=./.git --exclude=./build --exclude='./build-*' --exclude=./config.ninja --exclude=./edges.ninja \
			-cf - . | tar -C "$1" -xf -
}

# system [OPTION...] RELEASE FOLDER: makes debootstrap's smallest system, from apt's own mirror.
system() {
	mirror=$(apt-get indextargets --format '$(SITE)' 'Origin: Debian' | head -n 1)
	debootstrap --variant=minbase "$@" "$mirror"
}
