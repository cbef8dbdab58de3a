#!/bin/sh
# action.sh - the steps of action.yml and the hooks for git, with the change that
# docs/site-owners.md makes.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

if ! command -v git >/dev/null; then
	skip 'action and hooks: there is no git'
	check 'the action is there' test -f action.yml
	finish
fi

tree=$PWD
here=$tmp/here
export GIT_CONFIG_GLOBAL="$tmp/gitconfig" GIT_CONFIG_NOSYSTEM=1
printf '[user]\n\tname = test\n\temail = test@test.example\n[init]\n\tdefaultBranch = main\n' >"$GIT_CONFIG_GLOBAL"

# A repository whose branch main has the example, and a clone of it with a changed file.
repositories() {
	git init -q "$tmp/origin" && cp examples/robots.txt "$tmp/origin" && git -C "$tmp/origin" add robots.txt &&
		git -C "$tmp/origin" commit -q -m first && git clone -q --depth 1 "file://$tmp/origin" "$here" &&
		sed 's,/private/,/priv,' examples/robots.txt >"$here/robots.txt" &&
		printf 'https://shop.example/\nhttps://shop.example/cart\n' >"$here/must-allow.txt"
}

# ---- the action ---------------------------------------------------------------

# A folder that stands for the action's own checkout.  What is called there is noted in $tmp/asked.
fake_action() {
	mkdir -p "$tmp/action/build" "$tmp/bin" && ln -s "$robotsc" "$tmp/action/build/robotsc" || return 1
	printf '#!/bin/sh\necho "configure $*" >>"%s"\n' "$tmp/asked" >"$tmp/action/configure"
	printf '#!/bin/sh\necho "ninja $*" >>"%s"\n' "$tmp/asked" >"$tmp/bin/ninja"
	chmod +x "$tmp/action/configure" "$tmp/bin/ninja"
}

# action BASE-REF INPUT=VALUE...: runs the action.  What its steps print goes to $tmp/out.
action() {
	base=$1
	shift
	rm -f "$tmp/summary"
	(cd "$here" && GITHUB_ACTION_PATH=$tmp/action GITHUB_BASE_REF=$base RUNNER_TEMP=$tmp PATH=$tmp/bin:$PATH \
		GITHUB_STEP_SUMMARY=$tmp/summary \
		python3 "$tree/integrations/github/tests/action.py" "$tree/action.yml" "$@") >"$tmp/out" 2>"$tmp/err"
}

builds() { action '' && printf 'configure --install-deps\nninja build/robotsc\n' | diff - "$tmp/asked"; }

# prints PATTERN: the steps print exactly those lines of printed.txt that match PATTERN.
prints() {
	sed "s,$tmp/,,g; /^::stop-commands::/d; /^::[0-9a-f]*::\$/d" "$tmp/out" >"$tmp/plain"
	grep -E "$1" integrations/github/tests/printed.txt | diff -u - "$tmp/plain"
}

marks_closed() {
	! action main robots=search,ExampleBot && sed -i '/^::error::if that is meant/d' "$tmp/out" && prints '^::'
}

must_allow() {
	! action '' must-allow=must-allow.txt && prints 'col=|^(dis)?allow' &&
		action '' must-allow=must-allow.txt agent=ExampleBot dialect=rfc9309 && grep '^allow.*/cart$' "$tmp/out"
}

sitemap() {
	cp "$tree/examples/sitemap.xml" "$here" && ! action '' sitemap=sitemap.xml robots=search,ExampleBot &&
		grep '^disallow.*/cartoons/.*3$' "$tmp/out" && action '' sitemap=sitemap.xml robots=ExampleBot &&
		! action '' sitemap=sitemap.xml robots=all && ! action '' sitemap=none.xml && grep 'none.xml: No such' "$tmp/out"
}

never_fails() { action main robots=all fail-on=never && grep '^::notice.*newly disallowed' "$tmp/out"; }
any_warning() { ! action main error-on=warning && ! grep newly "$tmp/out"; }
other_base() { ! action '' base=HEAD robots=ExampleBot && grep 'newly disallowed' "$tmp/out"; }
new_file() { action main file=must-allow.txt && ! grep newly "$tmp/out"; }

# closes NAME INPUT=VALUE...: the action fails when a new group shuts NAME out.
closes() {
	cp "$here/robots.txt" "$tmp/kept" && cp examples/robots.txt "$here/robots.txt"
	printf '\nUser-agent: %s\nDisallow: /\n' "$1" >>"$here/robots.txt"
	shift
	! action main "$@"
	closed=$?
	mv "$tmp/kept" "$here/robots.txt"
	return $closed
}

# Search crawlers are guarded, even if they obey another crawler's group; ExampleBot is not.
guards_search() {
	action main && ! grep newly "$tmp/out" && closes Googlebot && grep 'newly disallowed.*Googlebot' "$tmp/out" &&
		closes Googlebot-Image && closes '*' && ! closes GPTBot && ! closes OtherBot
}
guards_others() {
	closes GPTBot robots=ai-training && closes GPTBot 'robots=search, ai-training' && closes OtherBot robots=OtherBot &&
		closes OtherBot robots=all && closes GPTBot robots=AI-Training && closes GPTBot 'robots=gptbot	search' &&
		! closes Googlebot robots=ai-training && ! closes GPTBot robots=bingbot
}

# If a word names no crawler or the base does not exist, nothing is compared: an error says so.
says_what_is_missing() {
	! action main robots=serach && grep -e '--crawlers=serach: no purpose, no crawler' "$tmp/err" &&
		grep "^::error::nothing was compared, maybe since 'robots'" "$tmp/out" &&
		! action '' base=0123456789012345678901234567890123456789 && grep '^::error::base: ' "$tmp/out"
}

# The job's page has the summary of the file, and tells what changed for which crawlers.
summary() {
	! closes CCBot || return 1
	{ cat examples/robots.txt && printf '\nUser-agent: CCBot\nDisallow: /\n'; } >"$tmp/robots.txt"
	(cd "$tmp" && "$robotsc" summary robots.txt | sed 's/^/    /') >"$tmp/expected"
	{ printf '### What robots.txt says\n\n' && cat "$tmp/expected"; } >"$tmp/first"
	head -n "$(wc -l <"$tmp/first")" "$tmp/summary" | diff -u "$tmp/first" - || return 1
	grep -E '^    Closed: .*\(CCBot\)' "$tmp/expected" &&
		grep -E '^      line 16 +warning: .*\[misspelt-field\]$' "$tmp/summary" && ! grep '^[^ #]' "$tmp/summary" &&
		grep -F '### What changed since main, for whom' "$tmp/summary" && grep -x '    ccbot: different' "$tmp/summary"
}

# Where the file or its folder is a symbolic link, the file that it leads to is compared.
links() {
	git init -q "$tmp/linked" && mkdir "$tmp/linked/static" "$tmp/linked/real" &&
		cp examples/robots.txt "$tmp/linked/real" && ln -s ../real/robots.txt "$tmp/linked/static/robots.txt" &&
		ln -s static "$tmp/linked/public" && ln -s nowhere "$tmp/linked/robots.txt" && git -C "$tmp/linked" add -A &&
		git -C "$tmp/linked" commit -q -m first && git clone -q --depth 1 "file://$tmp/linked" "$tmp/link" || return 1
	sed 's,/private/,/priv,' examples/robots.txt >"$tmp/link/real/robots.txt"
	cp "$tmp/link/real/robots.txt" "$tmp/link/new.txt" && rm "$tmp/link/robots.txt" &&
		cp "$tmp/link/new.txt" "$tmp/link/robots.txt" || return 1
	here=$tmp/link
	! action main file=public/robots.txt robots=all && grep -c '^::error.*newly disallowed::/priv' "$tmp/out" | grep -x 1 &&
		! action main file=static/robots.txt robots=all && grep 'newly disallowed' "$tmp/out" && action main file=new.txt &&
		! action main && grep '^::error::base: robots.txt of main is a link that leads to no file there' "$tmp/out"
	linked=$?
	here=$tmp/here
	return $linked
}

# URLs of a pull request are no commands to GitHub: their output stands between two lines that
# nobody can guess.
no_workflow_command() {
	printf '/a##[error]x\n::error::y\n##[set-env name=PATH]z\n::%%s::\n' >"$here/urls.txt"
	action '' must-allow=urls.txt agent=ExampleBot || cat "$tmp/out"
	token=$(sed -n 's/^::stop-commands::\([0-9a-f]\{32\}\)$/\1/p' "$tmp/out")
	[ -n "$token" ] && [ "$(tail -n 1 "$tmp/out")" = "::$token::" ] || return 1
	sed '/^::stop-commands::/,$d' "$tmp/out" "$tmp/err" | grep -F -e '##[' -e 'error::y' && return 1
	[ "$(grep -cF -e '##[' -e '::error::y' "$tmp/out")" -ge 3 ] || return 1
	action '' must-allow=urls.txt agent=ExampleBot
	! grep -F "$token" "$tmp/out"
}

# The text of an input is never run as a command.
no_command() {
	: >"$here/a;touch x" && action main 'file=a;touch x' && ! action main 'fail-on=any;touch x' || return 1
	grep 'any;touch x' "$tmp/err" && ! action main 'robots=a;touch x' && ! action main 'robots=$(touch x)' && [ ! -e "$here/x" ]
}

# The workflow and the configuration that docs/site-owners.md shows use only what exists.
workflow() {
	python3 - <<'END'
import re
import yaml
blocks = [yaml.safe_load(b) for b in re.findall(r'^```yaml\n(.*?)^```', open('docs/site-owners.md').read(), re.M | re.S)]
steps = blocks[0]['jobs']['check']['steps']
given = [step['with'] for step in steps if 'robotsc@' in step['uses']]
assert len(given) == 1 and set(given[0]) <= set(yaml.safe_load(open('action.yml'))['inputs']), given
hooks = [hook['id'] for repository in blocks[1]['repos'] for hook in repository['hooks']]
assert hooks == [hook['id'] for hook in yaml.safe_load(open('.pre-commit-hooks.yaml'))], hooks
version = re.search(r'VERSION_STRING "(.*)"', open('include/robotsc/common.h').read())[1]
assert steps[1]['uses'].endswith('@v' + version) and blocks[1]['repos'][0]['rev'] == 'v' + version, version
END
}

# The workflow that publishes the page runs the commands of docs/web.md, and publishes their folder.
pages() {
	python3 - <<'END'
import re
import yaml
workflow = yaml.safe_load(open('.github/workflows/pages.yml'))
jobs = workflow['jobs']
job = jobs['build']
page = open('docs/web.md').read()
commands = [step['run'] for step in job['steps'] if 'run' in step]
assert commands == re.search(r'^```sh\n(.*?)^```', page, re.M | re.S)[1].splitlines()[:2], commands
folders = [step['with']['path'] for step in job['steps'] if 'upload' in step.get('uses', '')]
assert folders == ['build/web'] and f'into `{folders[0]}`' in page, folders
assert job['container'] == 'debian:12' and 'Debian 12' in page
# The job that runs code of others may not publish; the job that may publish does nothing else.
rights = {name: each['permissions'] for name, each in jobs.items()}
deploy = {'id-token': 'write', 'pages': 'write'}
assert workflow['permissions'] == {} and rights == {'build': {'contents': 'read'}, 'deploy': deploy}, rights
steps = [step['uses'].split('@')[0] for step in jobs['deploy']['steps']]
assert jobs['deploy']['needs'] == 'build' and steps == ['actions/deploy-pages'], steps
END
}

# ---- the hooks ----------------------------------------------------------------

commit() { git -C "$here" add -A && (cd "$here" && PATH=$builddir:$PATH git commit -q -m test); }

hook() {
	(cd "$here" && git reset -q --hard && git clean -qfd && ln -s "$tree" robotsc && echo robotsc >.gitignore &&
		sh -c "$(grep '^cp robotsc/integrations' "$tree/docs/site-owners.md")") || return 1
	echo '# only a comment' >>"$here/robots.txt" && commit || return 1
	# Shutting out a crawler of AI is no failure; shutting out all others is a failure.
	printf 'User-agent: GPTBot\nDisallow: /\n' >>"$here/robots.txt" && commit || return 1
	printf 'User-agent: *\nDisallow: /closed\n' >>"$here/robots.txt" && ! commit 2>"$tmp/said" &&
		grep -x 'pre-commit: robots.txt closes URLs to crawlers of search; if that is meant.*' "$tmp/said" ||
		return 1
	printf 'User-agent: *\nDisallow: closed\n' >"$here/robots.txt" && ! commit || return 1
	# The file is in a folder with an odd name; messages name the file.
	mkdir "$here/a b" && printf 'User-agent: *\nDisallow: closed\n' >"$here/a b/robots.txt" &&
		git -C "$here" checkout -q HEAD robots.txt && ! commit >"$tmp/said" 2>&1 &&
		grep '^a b/robots.txt:2:' "$tmp/said" && ! grep "$tmp" "$tmp/said" || return 1
	git -C "$here" rm -qf --cached 'a b/robots.txt' && rm -r "$here/a b" || return 1
	# A link in place of the file is followed; a link that leads nowhere stops the commit.
	git -C "$here" reset -q --hard && mkdir "$here/real" && mv "$here/robots.txt" "$here/real/site.txt" &&
		ln -s real/site.txt "$here/robots.txt" && commit || return 1
	printf 'User-agent: *\nDisallow: /closed\n' >"$here/real/new.txt" && ln -sf real/new.txt "$here/robots.txt" &&
		! commit >"$tmp/said" 2>&1 && grep -F 'HEAD:robots.txt: no rule matches' "$tmp/said" || return 1
	ln -sf nowhere "$here/robots.txt" && ! commit >"$tmp/said" 2>&1 &&
		grep -x 'pre-commit: robots.txt is a link that leads to no file here' "$tmp/said" &&
		git -C "$here" reset -q --hard || return 1
	git -C "$here" rm -q --cached robots.txt && (cd "$here" && PATH=$builddir:$PATH git commit -q -m 'without one')
}

# Runs the hook as pre-commit does: its entry, with the files that match.
framework() {
	python3 - >"$tmp/hook" <<'END' || return 1
import os
import re
import yaml
hook = yaml.safe_load(open('.pre-commit-hooks.yaml'))[0]
assert hook['language'] == 'script' and os.access(hook['entry'], os.X_OK)
names = ['robots.txt', 'site/robots.txt', 'robots.txt.old', 'norobots.txt']
assert [name for name in names if re.search(hook['files'], name)] == names[:2]
print(hook['entry'])
END
	mkdir "$here/site" && printf 'User-agent: *\nDisallow: closed\n' >"$here/site/robots.txt" && git -C "$here" add -A &&
		! (cd "$here" && PATH=$builddir:$PATH "$tree/$(cat "$tmp/hook")" site/robots.txt)
}

# For pre-commit itself: a repository of the hook and a repository of a site.
site() {
	mkdir -p "$tmp/hooks/integrations/github" "$tmp/site/public" && git init -q "$tmp/hooks" && git init -q "$tmp/site" &&
		cp .pre-commit-hooks.yaml "$tmp/hooks" && cp integrations/github/pre-commit "$tmp/hooks/integrations/github" &&
		git -C "$tmp/hooks" add -A &&
		git -C "$tmp/hooks" commit -q -m hooks && git -C "$tmp/hooks" tag v0.1.0 &&
		cp examples/robots.txt "$tmp/site/public" || return 1
	printf 'repos:\n  - repo: file://%s\n    rev: v0.1.0\n    hooks:\n      - id: robotsc\n' "$tmp/hooks" \
		>"$tmp/site/.pre-commit-config.yaml"
	git -C "$tmp/site" add -A && git -C "$tmp/site" commit -q -m first
}

pre_commit() {
	(cd "$tmp/site" && PATH=$builddir:$PATH HOME=$tmp PRE_COMMIT_HOME=$tmp/cache pre-commit run --color=never "$@") \
		>"$tmp/said" 2>&1
}

all_files() {
	site && pre_commit --all-files || return 1
	printf 'User-agent: GreedyBot\nDisallow: closed\n' >>"$tmp/site/public/robots.txt"
	! pre_commit --all-files && git -C "$tmp/site" commit -q -a -m mistake && ! pre_commit --all-files &&
		grep '^public/robots.txt:[0-9]*:11: error' "$tmp/said" && ! grep "$tmp" "$tmp/said"
}

from_ref() {
	printf 'User-agent: *\nDisallow: /closed\n' | cat examples/robots.txt - >"$tmp/site/public/robots.txt"
	git -C "$tmp/site" commit -q -a -m closed && ! pre_commit --from-ref HEAD~2 --to-ref HEAD &&
		grep 'HEAD~2:public/robots.txt: ' "$tmp/said" && ! grep "$tmp" "$tmp/said" || return 1
	echo '# no rule' >>"$tmp/site/public/robots.txt"
	git -C "$tmp/site" commit -q -a -m comment && pre_commit --from-ref HEAD~1 --to-ref HEAD && grep Passed "$tmp/said"
}

check 'two repositories' repositories
if python3 -c 'import yaml' 2>/dev/null; then
	check 'a checkout of the action' fake_action
	check 'the first step builds robotsc' builds
	check 'lines with closed URLs are marked' marks_closed
	check 'URLs that must stay open' must_allow
	check 'URLs of a sitemap' sitemap
	check 'fail-on' never_fails
	check 'error-on' any_warning
	check 'base' other_base
	check 'a file that was not there before' new_file
	check 'robots of search are guarded' guards_search
	check 'others are guarded where they are named' guards_others
	check 'a purpose or a base that there is not fails' says_what_is_missing
	check 'the summary in the page of the job' summary
	check 'files that are symbolic links' links
	check 'lines of a file are no commands' no_workflow_command
	check 'inputs are no commands' no_command
	check 'the workflow and the configuration of the page' workflow
	check 'the workflow that publishes the page' pages
	check 'the hook of pre-commit' framework
else
	skip 'the action: there is no python3-yaml'
fi
check 'the hook' hook
if command -v pre-commit >/dev/null; then
	check 'pre-commit run --all-files' all_files
	check 'pre-commit run --from-ref' from_ref
else
	skip 'there is no pre-commit'
fi
finish
