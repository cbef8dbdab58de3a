#!/bin/sh
# js_package.sh - tests what npm would publish: its files and sizes, its declarations, its
# WebAssembly.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/js/tests/js_lib.sh

made=$builddir/js/robotsc

# The archive has the files of the folder, and the folder has only the expected names.
files() {
	(cd "$made" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) >"$tmp/folder"
	tar tzf "$tmp"/robotsc-*.tgz | sed 's|^package/||' | LC_ALL=C sort | diff "$tmp/folder" - &&
		! grep -vE '^(LICENSE|README\.md|package\.json|(esm|cjs|workerd)/[a-z.-]+\.(c?js|d\.c?ts|wasm))$' "$tmp/folder"
}

# Platforms that make modules when a program is deployed get the files that import .wasm files.
deployed() {
	for condition in edge-light workerd; do
		for entry in robotsc robotsc/check robotsc/robots-parser; do
			echo "console.log(import.meta.resolve('$entry'))" >"$site/resolve.mjs"
			node --conditions="$condition" "$site/resolve.mjs" | grep "/workerd/[a-z-]*\.js$" || return
		done
	done
	for name in reader tools; do grep "from './$name.wasm?module'" "$made/workerd/$name.wasm.js" || return; done
}

version() { [ "$(node -p "require('$made/package.json').version")" = "$("$robotsc" --version | awk '{ print $NF }')" ]; }

# The package depends on nothing, and its WebAssembly modules import nothing.
alone() {
	node -e "
		const manifest = require('$made/package.json'), fs = require('fs');
		for (const name of Object.keys(manifest)) if (/dependencies|scripts/i.test(name)) throw new Error(name);
		for (const name of ['reader', 'tools']) {
			const module = new WebAssembly.Module(fs.readFileSync('$made/workerd/' + name + '.wasm'));
			if (WebAssembly.Module.imports(module).length) throw new Error(name + ' imports');
		}" && ! grep -hoE "(from|require\()[ (]*'[^.'][^']*'" "$made"/*/*js
}

# When a binaryen is installed, though its wasm-opt fails, clang makes the same module.
binaryen() {
	mkdir "$tmp/bin" && printf '#!/bin/sh\nexit 1\n' >"$tmp/bin/wasm-opt" && chmod +x "$tmp/bin/wasm-opt" &&
		ninja -t commands "$(config builddir)/js/reader.wasm" | tail -n 1 |
		sed "s|-o $(config builddir)/js/reader.wasm|-o $tmp/reader.wasm|" >"$tmp/link.sh" &&
		PATH=$tmp/bin:$PATH sh "$tmp/link.sh" && cmp "$tmp/reader.wasm" "$builddir/js/reader.wasm"
}

# at_most LIMIT FILE...: the files, compressed by gzip, have at most LIMIT octets.
at_most() {
	limit=$1
	shift
	octets=$(cat "$@" | gzip -9c | wc -c)
	echo "$octets octets of $limit: $*" | sed "s|$made/||g" | tee -a "$tmp/sizes"
	[ "$octets" -le "$limit" ]
}

declarations() {
	cp bindings/js/tests/types.ts "$site/types.mts" && cp bindings/js/tests/types.ts "$site/types.cts" &&
		cat >"$site/tsconfig.json" <<END &&
{
	"compilerOptions": {
		"strict": true, "noEmit": true, "target": "es2022", "lib": ["es2022", "dom", "dom.iterable", "esnext.disposable"],
		"module": "nodenext", "types": ["node"], "typeRoots": ["$tools/node_modules/@types"], "esModuleInterop": true
	},
	"files": ["types.mts", "types.cts"]
}
END
		node "$tools/node_modules/typescript/bin/tsc" -p "$site"
}

# bundled MODULE RESOLUTION: the declarations, read as bundlers read them.
bundled() {
	node "$tools/node_modules/typescript/bin/tsc" --noEmit --strict --target es2022 \
		--lib es2022,dom,dom.iterable,esnext.disposable --module esnext --moduleResolution bundler \
		--typeRoots "$tools/node_modules/@types" "$site/types.mts"
}

# A project without Node's types and without the lib for "using", with old settings and new ones.
plain() {
	cat >"$site/plain.ts" <<'END' && cp "$site/plain.ts" "$site/plain.mts" && cp "$site/plain.ts" "$site/plain.cts" || return 1
import { access, compile } from 'robotsc';
import { open, Policy } from 'robotsc/check';
import robotsParser, { Robot } from 'robotsc/robots-parser';
declare const headers: { [name: string]: string | string[] | undefined };
const policy: Policy = open(compile('').blob);
const robot: Robot = robotsParser('http://h/robots.txt', '');
const { revalidate } = access({ status: 200, headers });
export const found: (boolean | undefined)[] = [policy.agent().allowed('/'), robot.isAllowed('/'), revalidate];
END
	for options in '"module": "commonjs", "moduleResolution": "node10"' \
		'"module": "esnext", "moduleResolution": "bundler"' '"module": "node16"'; do
		case $options in *node16*) files='"plain.mts", "plain.cts"' ;; *) files='"plain.ts"' ;; esac
		common='"strict": true, "noEmit": true, "target": "es2020", "types": []'
		echo "{ \"compilerOptions\": { $common, $options }, \"files\": [$files] }" >"$site/plain.json"
		node "$tools/node_modules/typescript/bin/tsc" -p "$site/plain.json" || return 1
	done
}

# Exported names and declared names are the same.
names() {
	for entry in index check; do
		node -e "
			const ts = require('$tools/node_modules/typescript');
			const program = ts.createProgram(['$made/esm/$entry.d.ts'], { lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'] });
			const checker = program.getTypeChecker(), source = program.getSourceFile('$made/esm/$entry.d.ts');
			const all = checker.getExportsOfModule(checker.getSymbolAtLocation(source));
			const target = (s) => s.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(s) : s;
			const values = all.filter((s) => target(s).flags & ts.SymbolFlags.Value).map((s) => s.name).sort().join();
			const exported = Object.keys(require('$made/cjs/$entry.cjs')).sort().join();
			if (values !== exported) throw new Error(values + ' are declared, exported ' + exported);" || return 1
	done
}

publint() {
	node "$tools/node_modules/publint/src/cli.js" --strict "$made" >"$tmp/publint" 2>&1
	status=$?
	cat "$tmp/publint"
	[ $status -eq 0 ] && grep -q 'All good' "$tmp/publint"
}

package
check 'its files' files
check 'its version' version
check 'its modules for edge-light and workerd' deployed
check 'no dependency, no import' alone
check 'where binaryen is installed' binaryen
check 'robotsc/check' at_most 46000 "$made"/esm/check.js "$made"/esm/errors.js "$made"/esm/reader.js "$made"/esm/reader.wasm.js
# shellcheck disable=SC2046,SC2010 # names without spaces
check 'robotsc' at_most 289500 "$made"/esm/*.js
check 'reader.wasm' at_most 29320 "$made/workerd/reader.wasm"
check 'tools.wasm' at_most 180600 "$made/workerd/tools.wasm"
check 'the archive' at_most 813000 "$tmp"/robotsc-*.tgz
cat "$tmp/sizes"
if tools; then
	check 'the declarations, with import and require' declarations
	check 'the declarations, as bundlers read them' bundled
	check 'the declarations, in projects of other settings' plain
	check 'the declarations name what there is' names
	check 'publint' publint
else
	skip 'types, publint: npm ci has not got the tools'
fi
finish
