# js_lib.sh - shared by the tests of the npm package; to be sourced after lib.sh.
#
# If the package cannot be built or there is no Node 18, says so and finishes.
#
#	package    npm pack, and an installation of the archive into $site
#	tools      npm ci of package-lock.json beside this into $tools; false: they cannot be had
#	dependencies FROM TO   the same for another folder
#	node_test FILE...   run tests of bindings/js/tests beside the installation
#
# SPDX-License-Identifier: Apache-2.0
export ROBOTSC="$robotsc" ROBOTSC_TREE="$PWD"

if [ "$(config js)" != yes ]; then
	skip 'npm package: configure has not found clang, lld, wasi-libc and python3'
	check 'its source is there' test -f bindings/js/wasm_reader.c
	finish
fi
if ! command -v npm >/dev/null || ! node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2>/dev/null; then
	skip 'npm package: there is no npm, or no Node 18'
	check 'it was built' test -f "$builddir/js/robotsc/package.json"
	finish
fi
site=$tmp/site tools=$builddir/js/tools

quiet_npm() { npm --no-audit --no-fund --no-update-notifier --loglevel=error "$@"; }

archive() { (cd "$builddir/js/robotsc" && quiet_npm pack --pack-destination "$tmp") && ls "$tmp"/robotsc-*.tgz; }

installs() {
	mkdir -p "$site" && echo '{ "private": true, "type": "module" }' >"$site/package.json" &&
		(cd "$site" && quiet_npm install --offline "$tmp"/robotsc-*.tgz) && ls "$site/node_modules/robotsc/package.json"
}

package() {
	prepare 'npm pack' archive
	prepare 'npm installs it' installs
}

# Tests run at the same time, so one installs and the others wait.
dependencies() {
	mkdir -p "$2" || return 1
	(
		flock 9
		if ! cmp -s "$1/package-lock.json" "$2/installed"; then
			cp "$1/package.json" "$1/package-lock.json" "$2" &&
				(cd "$2" && quiet_npm ci --ignore-scripts) >"$tmp/tools.log" 2>&1 &&
				cp "$1/package-lock.json" "$2/installed"
		fi
	) 9>"$2/lock"
}

tools() { dependencies bindings/js/tests "$tools"; }

node_test() {
	cp bindings/js/tests/*.mjs "$site" &&
		(cd "$site" && NODE_PATH=$tools/node_modules node --expose-gc --test --test-reporter=spec "$@")
}
