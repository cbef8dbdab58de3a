#!/usr/bin/env python3
"""wheels.py BUILDDIR - what 'ninja wheels' runs: wheels of the Python package for other systems.

zig compiles what 'ninja python' put into BUILDDIR/python/src, with the sources and flags of its
setup.py.  BUILDDIR/wheels gets the wheels; their octets depend on the sources, on zig, and on
SOURCE_DATE_EPOCH.

SPDX-License-Identifier: Apache-2.0
"""
import base64
import concurrent.futures
import glob
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import time
import zipfile

import setuptools  # noqa: F401  pylint: disable=unused-import; its distutils are those below

from distutils.core import run_setup  # pylint: disable=deprecated-module,wrong-import-order

HERE = os.path.dirname(os.path.abspath(__file__))
ZIG = os.path.join(HERE, 'zig')

OF_MACOS = ['-Wl,-undefined,dynamic_lookup', '-Wl,-install_name,@rpath/_robotsc.abi3.so']

# For the platforms of a wheel: zig's target, and the options of its linker.
TARGETS = {
    'manylinux_2_17_x86_64.manylinux2014_x86_64': ['x86_64-linux-gnu.2.17'],
    'manylinux_2_17_aarch64.manylinux2014_aarch64': ['aarch64-linux-gnu.2.17'],
    'musllinux_1_2_x86_64': ['x86_64-linux-musl'],
    'musllinux_1_2_aarch64': ['aarch64-linux-musl'],
    'macosx_11_0_x86_64': ['x86_64-macos.11.0', *OF_MACOS],
    'macosx_11_0_arm64': ['aarch64-macos.11.0', *OF_MACOS],
    'win_amd64': ['x86_64-windows-gnu', '-lws2_32', 'python3.lib'],
}


def run(*command, **keywords):
    subprocess.run(command, check=True, **keywords)


def read(path):
    with open(path, 'rb') as file:
        return file.read()


def compile_module(module, platform, folder):
    """Compile the C module for a platform, without symbols; returns its name and its octets."""
    target, *linker = TARGETS[platform]
    name = 'robotsc/_robotsc' + ('.pyd' if platform.startswith('win') else '.abi3.so')
    path = os.path.join(folder, platform, os.path.basename(name))
    os.mkdir(os.path.dirname(path))
    macros = [f'-D{macro}={value}' for macro, value in module.define_macros]
    includes = [f'-I{include}' for include in (*module.include_dirs, os.path.join(folder, 'include'))]
    libraries = [os.path.join(folder, word) if word.endswith('.lib') else word for word in linker]
    run(ZIG, target, '-shared', '-s', '-O2', '-Werror', '-pthread', '-ffunction-sections', '-fdata-sections', '-Wl,--gc-sections',
        *module.extra_compile_args, *macros, *includes, '-o', path, *module.sources, *libraries)
    return name, read(path)


def prepare(folder):
    """Put CPython's headers, with our pyconfig.h, and its library for Windows into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(sysconfig.get_path('include'), os.path.join(folder, 'include'))
    shutil.copy(os.path.join(HERE, 'wheels', 'pyconfig.h'), os.path.join(folder, 'include'))
    zig = read(os.path.join(HERE, '..', 'config.ninja')).decode().partition('\nzig_env = ')[2].partition('\n')[0]
    run(os.path.join(zig, 'bin', 'python'), '-m', 'ziglang', 'dlltool', '-m', 'i386:x86-64',
        '-d', os.path.join(HERE, 'wheels', 'python3.def'), '-l', os.path.join(folder, 'python3.lib'))


def package():
    """The files that every wheel has, but the module: octets by name."""
    files = {path: read(path) for path in sorted(glob.glob('robotsc/**', recursive=True)) if os.path.isfile(path)}
    return {path: octets for path, octets in files.items() if path.endswith(('.py', '.pyi', '.typed'))}


def row(path, octets):
    """A row of RECORD for a file."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(octets).digest()).rstrip(b'=').decode()
    return f'{path},sha256={digest},{len(octets)}\n'


def write_wheel(wheel, name, platform, files):
    """Write a wheel; name: the package's name with its version."""
    tags = ''.join(f'Tag: cp311-abi3-{each}\n' for each in platform.split('.'))
    info, metadata = f'{name}.dist-info', read('robotsc.egg-info/PKG-INFO')
    files = files | {
        f'{info}/METADATA': metadata,
        f'{info}/{"licenses/" if b"License-Expression:" in metadata else ""}LICENSE': read('LICENSE'),
        f'{info}/WHEEL': f'Wheel-Version: 1.0\nGenerator: {name}\nRoot-Is-Purelib: false\n{tags}'.encode(),
        f'{info}/top_level.txt': b'robotsc\n',
    }
    record = f'{info}/RECORD'
    files[record] = (''.join(row(*each) for each in sorted(files.items())) + f'{record},,\n').encode()
    when = time.gmtime(int(os.environ.get('SOURCE_DATE_EPOCH', 315532800)))[:6]
    with zipfile.ZipFile(wheel, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, octets in sorted(files.items()):
            entry = zipfile.ZipInfo(path, when)
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o100644 << 16
            archive.writestr(entry, octets)


def main():
    build = os.path.abspath(sys.argv[1])
    made, work = os.path.join(build, 'wheels'), os.path.join(build, 'wheels', 'made')
    os.makedirs(made, exist_ok=True)
    prepare(work)
    # Work on a copy, since the test of pip makes that folder anew.
    shutil.copytree(os.path.join(build, 'python', 'src'), os.path.join(work, 'src'))
    os.chdir(os.path.join(work, 'src'))
    os.environ['PKG_CONFIG'] = 'false'  # no module of stores
    os.environ['CFLAGS'] = ''  # whose flags setup.py leaves alone
    distribution = run_setup('setup.py', stop_after='init')
    module, name = distribution.ext_modules[0], f'robotsc-{distribution.get_version()}'
    files = package()
    for old in glob.glob(os.path.join(made, '*.whl')):
        os.remove(old)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        modules = list(pool.map(lambda platform: compile_module(module, platform, work), TARGETS))
    for platform, (path, octets) in zip(TARGETS, modules):
        write_wheel(os.path.join(made, f'{name}-cp311-abi3-{platform}.whl'), name, platform, files | {path: octets})
    shutil.rmtree(work)


if __name__ == '__main__':
    main()
