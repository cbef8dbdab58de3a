#!/bin/sh
# hardening.sh - what was built has the protections against faults of memory that configure and its
# options chose.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

nm=$(config nm)
cc=$(config cc)
harden=$(config harden)
harden_ld=$(config harden_ld)
readelf=${nm%nm}readelf
cflags=$(config cflags)

has() { case " $1 " in *" $2"*) true ;; *) false ;; esac; }

relro() { "$readelf" -lW "$1" | grep -q GNU_RELRO; }
now() { "$readelf" -dW "$1" | grep -E '\((FLAGS|FLAGS_1|BIND_NOW)\)' | grep -qE 'NOW'; }
pie() { "$readelf" -hW "$1" | grep -q 'Type:.*DYN'; }
needs() { "$nm" $2 -u "$1" | grep -q "$3"; }

# The runtime archive needs no hardening functions.
runtime_is_plain() { ! "$nm" -u "$builddir/librobotsc_runtime.a" | grep -E '__stack_chk|_chk$'; }

# configured OPTION...: prints the flags that configure would choose.
configured() {
	rm -rf "$tmp/tree"
	mkdir -p "$tmp/tree/packaging" && cp configure "$tmp/tree" && cp packaging/edges "$tmp/tree/packaging" &&
		(cd "$tmp/tree" && CFLAGS='-O2 -g' LDFLAGS='' ./configure CC="$cc" "$@" >"$tmp/said") &&
		grep -E '^(harden|harden_ld|pie|pie_ld) =' "$tmp/tree/config.ninja"
}
setting() { sed -n "s/^$1 = *//p" "$tmp/tree/config.ninja"; }

# takes FLAG: the compiler takes it.  Flags that it takes must be used.
takes() {
	printf '%s\n' '#include <stdio.h>' '#include <string.h>' 'int main(void) { return 0; }' |
		$cc -O2 -Werror "$1" -x c -o "$tmp/taken" - 2>"$tmp/said"
}
what_is_taken() {
	configured || return 1
	found="$(setting harden) $(setting harden_ld)"
	for flag in -fstack-protector-strong -D_FORTIFY_SOURCE=2 -Wl,-z,relro -Wl,-z,now; do
		if takes "$flag"; then has "$found" "${flag%=2}" || return 1; fi
	done
	if takes -pie && takes -no-pie; then
		configured CC="$cc -fno-pie -no-pie" && [ "$(setting pie) $(setting pie_ld)" = '-fPIE -pie' ]
	fi
}

disabled() {
	configured --disable-hardening && [ -z "$(setting harden)$(setting harden_ld)$(setting pie)$(setting pie_ld)" ] &&
		grep -q '^configure_args = --disable-hardening ' "$tmp/tree/config.ninja"
}

# CFLAGS that name a level keep it; CFLAGS that do not optimize, or that watch memory, get no level.
fortify_yields() {
	for flags in -O0 '-O2 -D_FORTIFY_SOURCE=1' '-O1 -fsanitize=address'; do
		configured CFLAGS="$flags" || return 1
		! has "$(setting harden)" -D_FORTIFY_SOURCE || return 1
	done
}

# The flags that configure chose come before CFLAGS and LDFLAGS.
flags_come_first() {
	grep -qE '^  command = \$cc \$harden_ld \$pie_ld \$cflags .*\$ldflags$' build.ninja &&
		! grep -E '^  command = .*\$cflags.*\$(harden|pie)' build.ninja
}

if ! "$readelf" --version >"$tmp/version" 2>&1; then
	skip 'no readelf'
	check 'flags that are given come behind' flags_come_first
	finish
fi
if has "$harden_ld" -Wl,-z,relro; then
	check 'RELRO of the library' relro "$builddir/librobotsc.so"
	if [ "$store" = yes ]; then check 'RELRO of the store' relro "$builddir/librobotsc_store.so"; fi
	case " $(config ldflags) $cflags " in
	*' -static '*) skip 'RELRO of the command: it is static' ;;
	*) check 'RELRO of the command' relro "$builddir/robotsc" ;;
	esac
fi
if has "$harden_ld" -Wl,-z,now; then
	check 'BIND_NOW of the library' now "$builddir/librobotsc.so"
	case " $(config ldflags) $cflags " in
	*' -static '*) skip 'BIND_NOW of the command: it is static' ;;
	*) check 'BIND_NOW of the command' now "$builddir/robotsc" && check 'the command is a PIE' pie "$builddir/robotsc" ;;
	esac
fi
if has "$harden" -fstack-protector-strong; then
	check 'stack protector in the library' needs "$builddir/librobotsc.so" -D __stack_chk_fail
	check 'stack protector in the runtime of the libraries' needs "$builddir/hosted/runtime/match/check.o" '' __stack_chk_fail
	check 'stack protector in the compiler' needs "$builddir/librobotsc.a" '' __stack_chk_fail
	if [ "$store" = yes ]; then
		check 'stack protector in the store' needs "$builddir/librobotsc_store.a" '' __stack_chk_fail
	fi
	check 'stack protector in the command' needs "$builddir/cli/cli.a" '' __stack_chk_fail
fi
if has "$harden" -D_FORTIFY_SOURCE; then
	check '_FORTIFY_SOURCE in the command' needs "$builddir/cli/cli.a" '' '_chk$'
fi
check 'the runtime archive has none of it' runtime_is_plain
check 'flags that are given come behind' flags_come_first
check 'what the compiler takes is used' what_is_taken
check '--disable-hardening' disabled
case "$cc $cflags" in
*gcc*-O2*) check 'on Linux with gcc all of it' sh -c 'test -n "$1" && test -n "$2"' - "$harden" "$harden_ld" ;;
esac
check '_FORTIFY_SOURCE yields' fortify_yields
finish
