#!/usr/bin/env python3
"""js.py BUILDDIR - what 'ninja js' runs: the folder of the npm package, BUILDDIR/js/robotsc.

    esm/      modules, with the WebAssembly in them
    cjs/      the same for require
    workerd/  modules that import the .wasm files beside them, for workerd and edge-light

SPDX-License-Identifier: Apache-2.0
"""
import base64
import json
import os
import re
import shutil
import sys

SOURCES = 'bindings/js/src'
WASM = ('reader', 'tools')

INLINE = '''// The WebAssembly module, made once.
const text = '%s';

let made;

function decode() {
	if (typeof Uint8Array.fromBase64 === 'function')
		return Uint8Array.fromBase64(text);
	if (typeof Buffer === 'function')
		return Buffer.from(text, 'base64');
	return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

export function %sModule() {
	return made ??= new WebAssembly.Module(decode());
}
'''

BESIDE = '''// The WebAssembly module beside this file.
import made from './%s.wasm?module';

export function %sModule() {
	return made;
}
'''


def read(path, mode='r'):
    with open(path, mode, encoding=None if 'b' in mode else 'utf-8') as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def to_commonjs(text):
    """The same module for require.  Imports and exports must look like those in bindings/js/src."""
    exported = []

    def exporting(match):
        exported.append(match[2])
        return match[1] + match[2]

    def again(match):
        names = [name.strip() for name in match[1].split(',')]
        exported.extend(names)
        return f"const {{ {', '.join(names)} }} = require('{match[2]}.cjs');"

    default = re.search(r'^export default function (\w+)', text, re.M)
    text = re.sub(r"^import (\{[^}]*\}) from '(\..*)\.js';", r"const \1 = require('\2.cjs');", text, flags=re.M)
    text = re.sub(r"^export \{([^}]*)\} from '(\..*)\.js';", again, text, flags=re.M)
    text = text.replace('export default function', 'function')
    text = re.sub(r'^export ((?:class|(?:async )?function|const) )(\w+)', exporting, text, flags=re.M)
    if re.search(r'^(import|export)\b', text, re.M):
        sys.exit('js.py: an import or export that to_commonjs does not know')
    if default:
        text += f'\nmodule.exports = {default[1]};\nmodule.exports.default = {default[1]};\n'
    else:
        text += f"\nmodule.exports = {{ {', '.join(exported)} }};\n"
    return "'use strict';\n" + text


def types_for_commonjs(text):
    text = re.sub(r"from '(\..*)\.js'", r"from '\1.cjs'", text)
    default = re.search(r'^export default function (\w+)', text, re.M)
    if not default:
        return text
    # If the module is one function, its types stand in a namespace of the function's name.
    text = text.replace('export default function', 'declare function')
    types = re.search(r'^export interface .*?^}\n', text, re.M | re.S)[0]
    space = 'declare namespace %s {\n%s}\n' % (default[1], re.sub(r'^(?=.)', '\t', types, flags=re.M))
    text = re.sub(r'\): (\w+);\Z', rf'): {default[1]}.\1;', text.replace(types, space).rstrip())
    return text + f'\nexport = {default[1]};\n'


def main(builddir):
    package = os.path.join(builddir, 'js', 'robotsc')
    shutil.rmtree(package, ignore_errors=True)
    version = re.search(r'VERSION_STRING "(.*)"', read('include/robotsc/common.h'))[1]
    modules = {name: read(os.path.join(SOURCES, name)) for name in sorted(os.listdir(SOURCES))}
    inline = dict(modules)
    beside = {name: text for name, text in modules.items() if not name.endswith('.d.ts')}
    for name in WASM:
        octets = read(os.path.join(builddir, 'js', name + '.wasm'), 'rb')
        inline[name + '.wasm.js'] = INLINE % (base64.b64encode(octets).decode(), name)
        beside[name + '.wasm.js'] = BESIDE % (name, name)
    for name, text in inline.items():
        write(os.path.join(package, 'esm', name), text)
        if name.endswith('.d.ts'):
            write(os.path.join(package, 'cjs', name[:-5] + '.d.cts'), types_for_commonjs(text))
        else:
            write(os.path.join(package, 'cjs', name[:-3] + '.cjs'), to_commonjs(text))
    for name, text in beside.items():
        write(os.path.join(package, 'workerd', name), text)
    for name in WASM:
        shutil.copy(os.path.join(builddir, 'js', name + '.wasm'), os.path.join(package, 'workerd'))
    for path in ('LICENSE', 'bindings/js/README.md'):
        shutil.copy(path, package)
    manifest = json.loads(read('bindings/js/package.json'))
    manifest['version'] = version
    write(os.path.join(package, 'package.json'), json.dumps(manifest, indent=2) + '\n')


if __name__ == '__main__':
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
    main(sys.argv[1])
