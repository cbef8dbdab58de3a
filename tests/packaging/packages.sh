#!/bin/sh
# packages.sh - the Debian packages build, and lintian finds nothing.  A step of .ci/run, and not of
# 'ninja test'.
#
# PACKAGES=all also builds them twice and compares, reads the log with blhc, and installs, uses and
# removes them in a new system.  That needs root, blhc, debootstrap and the mirror of apt-get.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh
. tests/packaging/system_lib.sh

built=$tmp/built/robotsc

# package FOLDER [COMMAND...]: copies the sources there, with debian/ at the top, and builds their
# packages into the folder above; COMMAND, if it is given, runs the build.
package() {
	folder=$1
	shift
	copied "$folder" && cp -R packaging/debian "$folder/debian" || return 1
	(cd "$folder" && "$@" dpkg-buildpackage -us -uc -b >../log 2>&1) || { tail -n 50 "$folder/../log" && return 1; }
}

version_agrees() {
	version=$(sed -n 's/^.define ROBOTSC_VERSION_STRING "\(.*\)"/\1/p' include/robotsc/common.h)
	head -n 1 packaging/debian/changelog | grep "^robotsc ($version-"
}

found_nothing() {
	(cd "$built/.." && lintian --allow-root -I --pedantic ./*.changes) >"$tmp/found"
	cat "$tmp/found" && [ ! -s "$tmp/found" ]
}

# The unpacked Python package answers, with the libraries and the command beside it.
root=$tmp/root
python_answers() {
	for deb in "$built"/../*.deb; do dpkg -x "$deb" "$root" || return 1; done
	LD_LIBRARY_PATH=$(dirname "$root"/usr/lib/*/librobotsc.so.1) PYTHONPATH=$root/usr/lib/python3/dist-packages \
		PYTHONDONTWRITEBYTECODE=1 PATH=$root/usr/bin:/usr/bin:/bin sh packaging/debian/tests/python
}

java_answers() {
	deb=$(echo "$built"/../librobotsc-java_*.deb)
	dpkg-deb -c "$deb" | grep -q ' ./usr/share/maven-repo/.*/robotsc-[0-9.]*\.pom$' &&
		LD_LIBRARY_PATH=$(dirname "$root"/usr/lib/*/librobotsc.so.1) PATH=$root/usr/bin:/usr/bin:/bin \
			JAR=$root/usr/share/java/robotsc.jar JNI=$(echo "$root"/usr/lib/*/jni) sh packaging/debian/tests/java
}

# A server loads the unpacked module for nginx and enforces rules with it.
nginx_denies() {
	depends=$tmp/depends
	grep -qx 'load_module modules/ngx_http_robots_module.so;' "$root/usr/share/nginx/modules-available/mod-http-robots.conf" &&
		dpkg -f "$built"/../libnginx-mod-http-robots_*.deb Depends >"$depends" && grep librobotsc1 "$depends" &&
		grep nginx-abi- "$depends" || return 1
	mkdir "$tmp/nginx" && LD_LIBRARY_PATH=$(dirname "$root"/usr/lib/*/librobotsc.so.1) BUILD="$root/usr/bin" \
		MODULE=$root/usr/lib/nginx/modules/ngx_http_robots_module.so PYTHONDONTWRITEBYTECODE=1 \
		python3 integrations/nginx/tests/nginx_rules.py "$tmp/nginx"
}

# Packages built again, in another folder and without a network, have the same octets.
same_octets() {
	package "$tmp/again/of-another-length/robotsc" unshare --net || return 1
	for deb in "$built"/../*.deb; do cmp "$deb" "$tmp/again/of-another-length/${deb##*/}" || return 1; done
}

# ---- a new system -------------------------------------------------------------

new=$tmp/new
in_new() { DEBIAN_FRONTEND=noninteractive LC_ALL=C chroot "$new" "$@"; }

new_system() {
	system "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$new" &&
		in_new apt-get -q -y install --no-install-recommends gcc libc6-dev pkg-config cmake make python3 \
			default-jdk-headless &&
		mkdir "$new/packages" && cp -r "$built"/../*.deb examples packaging/debian "$new/packages" &&
		files_of_new >"$tmp/before"
}

# The files of the new system, without caches, logs, lists of packages and the kernel's own files.
files_of_new() {
	(cd "$new" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./var/cache -o \
		-path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./packages \) -prune -o -print | sort)
}

used() {
	in_new sh -c 'apt-get -q -y install --no-install-recommends /packages/*.deb' || return 1
	for script in packaging/debian/tests/*; do
		[ ! -x "$script" ] || in_new sh -c "cd /packages && debian/tests/${script##*/}" || return 1
	done
	in_new sh -c 'cd /packages/examples && robotsc import --quiet --store=/tmp/store --agent=ExampleBot crawl.warc.gz &&
		robotsc filter --store=/tmp/store --agent=ExampleBot <frontier.txt | grep "^http"' &&
		[ -f "$new/usr/share/man/man1/robotsc.1.gz" ] && [ -f "$new/usr/share/man/man3/robotsc.3.gz" ]
}

removed() {
	in_new sh -c 'apt-get -q -y purge --auto-remove "*robotsc*"' && files_of_new >"$tmp/after" &&
		diff -u "$tmp/before" "$tmp/after" && ! in_new dpkg -l '*robotsc*' | grep '^[^u|+D]'
}

# ---- all ----------------------------------------------------------------------

check 'the version of the packages is that of the library' version_agrees
for needed in dpkg-buildpackage dh javac pybuild dh_nginx lintian; do
	command -v $needed >/dev/null || { skip "no $needed; ./configure --install-deps=all installs it" && finish; }
done
check 'dpkg-buildpackage' package "$built"
check 'lintian finds nothing' found_nothing
check 'python3-robotsc answers as the command does' python_answers
check 'librobotsc-java answers as the command does' java_answers
check 'libnginx-mod-http-robots enforces' nginx_denies
if [ "${PACKAGES-}" = all ]; then
	check 'the same packages from another folder' same_octets
	check 'blhc finds every flag' blhc --all --debian "$built/../log"
	check 'a new system' new_system
	check 'the packages work in it' used
	check 'nothing is left of them' removed
fi
finish
