#!/bin/sh
# cpp.sh - robotsc.hpp with each C++ compiler that is there, as C++17 and C++20, with and without
# exceptions; a program of the runtime alone; the example.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

cxx=$(config cxx)
cflags=$(config cflags)
warn='-Wall -Wextra -Wpedantic -Wconversion -Werror'

if [ -z "$cxx" ]; then reason='configure found no C++ compiler'; else reason=$(no_cpp17 "$cxx"); fi
if [ -n "$reason" ]; then
	skip "robotsc.hpp: $reason"
	check 'the header is there' test -f include/robotsc/robotsc.hpp
	finish
fi

# The C++ compiler of this build and, unless this build has flags of its own, the other one.
compilers=$cxx
case "$cxx $cflags" in
*-fsanitize* | *-flto* | *--coverage* | *-fprofile* | *-m32*) skip 'another C++ compiler: this build has its own flags' ;;
*clang++*) if command -v g++ >/dev/null; then compilers="$cxx
g++"; else skip 'g++: it is not there'; fi ;;
*) if command -v clang++ >/dev/null; then compilers="$cxx
clang++"; else skip 'clang++: it is not there'; fi ;;
esac

# compile COMPILER OPTION...
# shellcheck disable=SC2086 # flags are words
compile() {
	compiler=$1
	shift
	$compiler $cflags $warn -Iinclude "$@"
}

# holds COMPILER OPTION...: compile hpp.cc, and run it.
holds() { compile "$@" -o "$tmp/hpp" tests/cpp/hpp.cc "$builddir/librobotsc.a" && "$tmp/hpp"; }

# The program links the runtime and nothing of the compiler or the store.
runtime_alone() {
	cat >"$tmp/alone.cc" <<'END'
#include "robotsc/robotsc.hpp"

int main()
{
	auto open = robotsc::policy::constant(ROBOTSC_RFC9309, ROBOTSC_ALLOW);
	auto none = robotsc::policy::open("");
	return open && open->select("ExampleBot")->allowed("/") && !none && none.message()[0] ? 0 : 1;
}
END
	compile "$cxx" -std=c++17 -o "$tmp/alone" "$tmp/alone.cc" "$builddir/librobotsc_runtime.a" && "$tmp/alone"
}

# A result that nobody looks at, and a policy that is copied, do not compile.
refused() {
	printf '#include "robotsc/robotsc.hpp"\nint main()\n{\n\tauto p = robotsc::compile("");\n\t%s;\n}\n' "$1" >"$tmp/refused.cc"
	! compile "$cxx" -std=c++17 -fsyntax-only "$tmp/refused.cc"
}

example() {
	compile "$cxx" -std=c++17 -o "$tmp/frontier" examples/frontier.cc "$builddir/librobotsc.a" || return 1
	# A text is as old as its file.
	cp examples/robots.txt "$tmp/robots.txt" && printf 'https://shop.example\t%s\n' "$tmp/robots.txt" >"$tmp/list"
	"$robotsc" import -q --store="$tmp/store" "$tmp/list" || return 1
	"$robotsc" snapshot make -q -o "$tmp/hosts" "$tmp/store" || return 1
	printf '%s\n' https://shop.example/ https://shop.example/private/accounts.html http://b.example:8080/x none |
		"$tmp/frontier" "$tmp/hosts" ExampleBot >"$tmp/out" 2>"$tmp/err"
	printf '%s\t%s\n' fetch https://shop.example/ leave https://shop.example/private/accounts.html \
		robots http://b.example:8080/robots.txt | diff -u - "$tmp/out" && grep '^frontier: none: ' "$tmp/err"
}

names() { "$tmp/frontier" 2>"$tmp/err" || [ $? -eq 2 ] && grep -q '^usage: frontier ' "$tmp/err"; }

while IFS= read -r compiler; do
	for standard in c++17 c++20; do check "$compiler, $standard" holds "$compiler" -std=$standard; done
	check "$compiler without exceptions" holds "$compiler" -std=c++17 -fno-exceptions -fno-rtti
done <<END
$compilers
END
check 'a program of the runtime alone' runtime_alone
check 'what is made below compiles by itself' eval '! refused "(void)p"'
check 'a result is looked at' refused 'robotsc::compile("")'
check 'a policy is not copied' refused 'auto q = *p; (void)q'
if [ "$store" = yes ]; then
	check 'examples/frontier.cc answers by a snapshot' example
	check 'it says how to call it' names
fi
finish
