# base.sh - what tests, .ci/run and packaging/edges share: which tests there are, from which commit
# a change is counted, and processor seconds; to be sourced, from the top of the tree.
#
# SPDX-License-Identifier: Apache-2.0

# The test programs of the core, many hosts, the command and bindings/c.
test_sources() { find tests bindings/c/tests -name '*_test.c' 2>/dev/null | sort; }

# True for a test, harness or case that needs a build with a store.
is_of_store() {
	case ${1##*/} in
	store* | import* | filter*) true ;;
	*) false ;;
	esac
}

# base_commit: prints $ROBOTSC_BASE, else where HEAD left origin's main, else HEAD's first parent.
# False, with a reason, where there is none: no git, a first commit, a name that is no commit.
base_commit() {
	if ! head=$(git rev-parse -q --verify HEAD 2>/dev/null); then
		echo 'no base: this is no checkout of git' >&2
		return 1
	elif [ -n "${ROBOTSC_BASE-}" ]; then
		git rev-parse -q --verify "$ROBOTSC_BASE^{commit}" ||
			{ echo "no base: ROBOTSC_BASE=$ROBOTSC_BASE is no commit" >&2 && return 1; }
	elif left=$(git merge-base HEAD origin/main 2>/dev/null) && [ "$left" != "$head" ]; then
		echo "$left"
	else
		git rev-parse -q --verify 'HEAD^' || { echo 'no base: HEAD has no parent here' >&2 && return 1; }
	fi
}

# processor_seconds FILE: user and system time of what "times" wrote there, as 12.34.
processor_seconds() {
	awk '{ for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } } END { printf("%.2f\n", s) }' "$1"
}
