#!/bin/sh
# commits.sh - the commits since the last tag, or else the last 50: a subject of up to 72 columns,
# and a body that gives the reason.  Merges, and commits from before the rule, need neither.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

since=2026-11-24T00:00:00Z

# offenders FOLDER: prints the commits of this repository that break the rule.
offenders() {
	tag=$(git -C "$1" describe --tags --abbrev=0 2>/dev/null)
	for commit in $(git -C "$1" rev-list --no-merges --max-count=50 --since=$since ${tag:+"$tag.."}HEAD); do
		subject=$(git -C "$1" log -1 --format=%s "$commit")
		columns=$(printf %s "$subject" | LC_ALL=C tr -d '\200-\277' | wc -c)
		if [ "$columns" -gt 72 ]; then echo "$commit has a subject of $columns columns: $subject"; fi
		if [ -z "$(git -C "$1" log -1 --format=%b "$commit" | tr -d '[:space:]')" ]; then
			echo "$commit has no body: $subject"
		fi
	done
}

follow() { ! offenders . | grep .; }

# commit DATE SUBJECT [BODY]: makes an empty commit.
commit() {
	GIT_COMMITTER_DATE=$1 git -C "$tmp/repository" -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m "$2" \
		${3:+-m "$3"}
}

long=$(printf '%072d' 0)
umlauts=$(printf '%070d\303\274\303\274' 0)

# Of six commits, those that break the rule are found; after a tag, only commits since the tag.
found() {
	git init -q "$tmp/repository" || return 1
	commit 2026-11-23T12:00:00Z 'an old one without a body' && commit 2026-12-01T12:00:00Z "$long" 'A reason.' &&
		commit 2026-12-01T12:00:00Z "$umlauts" 'A reason.' && commit 2026-12-01T12:00:00Z "1$long" 'A reason.' &&
		commit 2026-12-02T12:00:00Z 'no reason' && commit 2026-12-03T12:00:00Z "2$long" || return 1
	offenders "$tmp/repository" | sed 's/^[0-9a-f]* //' >"$tmp/found"
	printf '%s\n' "has a subject of 73 columns: 2$long" "has no body: 2$long" 'has no body: no reason' \
		"has a subject of 73 columns: 1$long" | diff -u - "$tmp/found" || return 1
	git -C "$tmp/repository" tag v1 && commit 2026-12-04T12:00:00Z 'since the tag'
	[ "$(offenders "$tmp/repository" | sed 's/^[0-9a-f]* //')" = 'has no body: since the tag' ]
}

if ! command -v git >/dev/null 2>&1; then
	skip 'commits: there is no git'
	check 'the rule is in CONTRIBUTING.md' grep -q 'up to 72 columns' CONTRIBUTING.md
	finish
fi
check 'commits that break the rule are found' found
if [ -e .git ]; then check 'the commits of this tree follow it' follow; else skip 'commits: there is no history here'; fi
finish
