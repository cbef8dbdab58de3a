#!/bin/sh
# hooks_door.sh FOLDER - what the hook for git and the steps of action.yml say to the inputs of
# inputs.sh.  Nothing that they print counts as said where they pass: nobody reads it.
#
# SPDX-License-Identifier: Apache-2.0
set -u
inputs=$1 tree=$(cd "$(dirname "$0")/../.." && pwd)
. "$tree/tests/doors/door.sh"
mkdir "$tmp/bin" "$tmp/site" "$tmp/runner"
ln -s "$ROBOTSC" "$tmp/bin/robotsc"
cd "$tmp/site" || exit 1
export PATH="$tmp/bin:$PATH" GIT_CONFIG_GLOBAL="$tmp/gitconfig" GIT_CONFIG_NOSYSTEM=1
printf '[user]\n\tname = test\n\temail = test@test.example\n[init]\n\tdefaultBranch = main\n' >"$GIT_CONFIG_GLOBAL"
git init -q . && cp "$inputs/robots.txt" . && git add robots.txt && git commit -q -m first

# passes ROW CALL COMMAND...: what fails stops the commit or the build.
passes() {
	row=$1 call=$2 class=error
	shift 2
	if "$@" >/dev/null 2>&1; then class=silent; fi
	# An empty file allows everything, and that it closes nothing is what the hooks ask.
	[ "$class" = error ] || [ -s robots.txt ] || class=right
	printf '%s\t%s\t%s\n' "$row" "$call" $class
}

# The step of the action that has this name, with inputs.
step() {
	name=$1
	shift
	python3 - "$tree/action.yml" "$name" >"$tmp/step" <<'PYTHON'
import sys, yaml
steps = yaml.safe_load(open(sys.argv[1]))['runs']['steps']
print(next(step['run'] for step in steps if step['name'] == sys.argv[2]))
PYTHON
	env GITHUB_BASE_REF= RUNNER_TEMP="$tmp/runner" "$@" sh -e "$tmp/step"
}

rows text | while IFS=$tab read -r _ row name; do
	cp "$inputs/$name" robots.txt && git add robots.txt
	passes "$row" pre-commit sh "$tree/pkg/pre-commit"
	passes "$row" 'pre-commit --all-files' sh "$tree/pkg/pre-commit" robots.txt
	passes "$row" action step mistakes FILE=robots.txt ERROR_ON=error
done
cp "$inputs/robots.txt" robots.txt
rows agent | while IFS=$tab read -r _ row agent; do
	echo https://shop.example/ >urls.txt
	passes "$row" 'action: agent' step 'URLs that must stay open' FILE=robots.txt MUST_ALLOW=urls.txt AGENT="$agent" \
		DIALECT=rfc9309
done
rows url | while IFS=$tab read -r _ row url; do
	printf '%s\n' "$url" >urls.txt
	passes "$row" 'action: must-allow' step 'URLs that must stay open' FILE=robots.txt MUST_ALLOW=urls.txt AGENT=OtherBot \
		DIALECT=rfc9309
done
