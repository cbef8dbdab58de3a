#!/usr/bin/env python3
"""java.py BUILDDIR [--classes] - what 'ninja java' runs: the archives of the Java package.

They stand in BUILDDIR/java, and in BUILDDIR/java/repository as Maven has them; COORDINATES names
them, a line each:

    robotsc.jar                  classes of release 11, the library in C: native/SYSTEM-PROCESSOR
    robotsc-crawler-commons.jar  the parser for users of crawler-commons, if that is there

NAME-sources.jar and NAME-javadoc.jar stand beside each.  The same sources and compilers give the
same octets.  With --classes only the first archive is made, without the library.

On Linux the library finds the functions of the C library that the program has, glibc or musl.  The
library for another processor needs PROCESSOR-linux-gnu-gcc; those for macOS and Windows need zig,
which config.ninja names, and ZIG_ENV.

SPDX-License-Identifier: Apache-2.0
"""
import concurrent.futures
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import zipfile

FROM = 'bindings/java'
HERE = platform.machine()
# ROBOTSC_JAVA_HERE asks for the library of this machine's processor alone.
PROCESSORS = [HERE] if os.environ.get('ROBOTSC_JAVA_HERE') else sorted({HERE, 'x86_64', 'aarch64'})
# FLAGS and LINK leave out what needs symbols that only one of glibc and musl has.
FLAGS = '-O2 -std=c11 -fvisibility=hidden -ffunction-sections -fdata-sections -DROBOTSC_API= -Iinclude -I. ' \
    '-fno-stack-protector -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=0 -w'.split()
LINK = '-shared -nostdlib -s -Wl,--gc-sections -Wl,--build-id=none -Wl,-z,relro -Wl,-z,now'.split()
# A folder's name is the first word of os.name, and os.arch.  No library contains a path.
LINK_MAC = '-shared -s -Wl,-dead_strip -Wl,-install_name,@rpath/librobotsc_jni.dylib'.split()
BY_ZIG = (
    ('mac-x86_64', 'x86_64-macos.11.0', 'librobotsc_jni.dylib', [], LINK_MAC),
    ('mac-aarch64', 'aarch64-macos.11.0', 'librobotsc_jni.dylib', [], LINK_MAC),
    ('windows-x86_64', 'x86_64-windows-gnu', 'robotsc_jni.dll', ['-DJNIEXPORT=__declspec(dllexport)'],
     '-shared -s -Wl,--gc-sections -Wl,/Brepro'.split()),
)
MANIFEST = ('Manifest-Version: 1.0\r\nAutomatic-Module-Name: %s\r\nImplementation-Title: %s\r\n'
            'Implementation-Version: %s\r\n\r\n')


def run(*command):
    subprocess.run(command, check=True)


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def version():
    return re.search(r'VERSION_STRING "(.*)"', read('include/robotsc/common.h'))[1]


def files(folder):
    found = []
    for at, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(at, name), folder) for name in names]
    return sorted(found)


def jar(path, folder, module):
    """Make an archive of a folder, after the manifest and the licence; all have one date."""
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        def add(name, octets):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o644 << 16, 3
            archive.writestr(entry, octets)
        add('META-INF/MANIFEST.MF', MANIFEST % (module, module, version()))
        for name, at in [('META-INF/LICENSE', 'LICENSE')] + [(name, os.path.join(folder, name)) for name in files(folder)]:
            with open(at, 'rb') as file:
                add(name, file.read())


# ---- the library in C -----------------------------------------------------------------


def headers_of_jni():
    """The options for JNI's headers, which stand in the JDK of this javac."""
    home = os.path.dirname(os.path.dirname(os.path.realpath(shutil.which('javac'))))
    return [f'-I{home}/include', f'-I{home}/include/linux']


def compiler_of(processor):
    if processor == HERE:
        return os.environ.get('CC', 'cc').split()
    cross = shutil.which(f'{processor}-linux-gnu-gcc')
    return [cross] if cross else None


def machines():
    """For each machine with a compiler: its folder, the library, how to compile, how to link."""
    for processor in PROCESSORS:
        compiler = compiler_of(processor)
        if compiler:
            outline = ['-mno-outline-atomics'] if processor == 'aarch64' else []
            yield 'linux-' + processor, 'librobotsc_jni.so', [*compiler, *outline, '-fPIC'], LINK
        else:
            print(f'note: no {processor}-linux-gnu-gcc, so the archive has no library for linux-{processor}')
    if 'ROBOTSC_JAVA_HERE' in os.environ:
        return
    if not os.environ.get('ZIG_ENV'):
        print('note: no zig, so the archive has no library for macOS and Windows: ./configure --install-deps=platforms')
        return
    for folder, target, library, compile_by, link_by in BY_ZIG:
        yield folder, library, ['sh', 'packaging/zig', target, *compile_by], link_by


def objects(compiler, amalgamation, folder):
    """The commands for jni.c and for objects older than their sources; the names of all."""
    commands, made = [], []
    os.makedirs(folder, exist_ok=True)
    for source in ('robotsc.c', 'robotsc_bind.c', 'jni.c'):
        own = source == 'jni.c'
        path, to = os.path.join(FROM if own else amalgamation, source), os.path.join(folder, source[:-1] + 'o')
        made.append(to)
        if own or not os.path.exists(to) or os.path.getmtime(to) < os.path.getmtime(path):
            more = headers_of_jni() if own else ['-I' + amalgamation]
            commands.append([*compiler, *FLAGS, *more, '-c', '-o', to, path])
    return commands, made


def natives(builddir):
    """Make the library for each machine; returns the folder that has them."""
    to, links, commands = os.path.join(builddir, 'java', 'natives'), [], []
    shutil.rmtree(to, ignore_errors=True)
    for machine, library, compiler, link in machines():
        folder = os.path.join(builddir, 'java', 'objects', machine)
        needed, made = objects(compiler, os.path.join(builddir, 'amalgamation'), folder)
        commands += needed
        links.append((machine, os.path.join(folder, library), [*compiler, *link], made))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda command: run(*command), commands))
    for machine, library, linker, made in links:
        run(*linker, '-o', library, *made)
        os.makedirs(os.path.join(to, 'native', machine))
        shutil.copy(library, os.path.join(to, 'native', machine))
    return to


# ---- archives -------------------------------------------------------------------------


def publish(to, name, group):
    """Puts the archives of a name into the repository, with the sums that Maven asks for."""
    folder = os.path.join(to, 'repository', *group.split('.'), name, version())
    os.makedirs(folder)
    stem = os.path.join(folder, f'{name}-{version()}')
    for end in ('', '-sources', '-javadoc'):
        if os.path.exists(os.path.join(to, name + end + '.jar')):
            shutil.copy(os.path.join(to, name + end + '.jar'), stem + end + '.jar')
    pom = re.sub(r'(<version>)[^<]*(</version><!-- of the library -->)', rf'\g<1>{version()}\2', read(f'{FROM}/{name}.pom'))
    with open(stem + '.pom', 'w', encoding='utf-8') as file:
        file.write(pom)
    for name_of in os.listdir(folder):
        path = os.path.join(folder, name_of)
        with open(path, 'rb') as file, open(path + '.sha1', 'w', encoding='ascii') as sums:
            sums.write(hashlib.sha1(file.read()).hexdigest())
    with open(os.path.join(to, 'COORDINATES'), 'a', encoding='utf-8') as file:
        file.write(f'{group}:{name}:{version()}\n')


def archives(to, name, module, sources, more, path=()):
    """Make three archives of a folder of sources.  more: a folder that the first one gets, too."""
    classes, pages = os.path.join(to, name, 'classes'), os.path.join(to, name, 'javadoc')
    paths = [os.path.join(sources, file) for file in files(sources)]
    options = ['--release', '11', *(['-cp', ':'.join(path)] if path else [])]
    run('javac', *options, '-Xlint:all', '-Werror', '-d', classes, *paths)
    if more:
        shutil.copytree(more, classes, dirs_exist_ok=True)
    stem = os.path.join(to, name)
    jar(stem + '.jar', classes, module)
    jar(stem + '-sources.jar', sources, module)
    if shutil.which('javadoc'):
        quiet = ['-quiet', '-notimestamp', '-noindex', '-nohelp', '-Xdoclint:all,-missing', '-Werror']
        run('javadoc', *quiet, *options, '-d', pages, *paths)
        jar(stem + '-javadoc.jar', pages, module)


def commons():
    """The path of crawler-commons in Maven's folder, if it has the digest in jars; or None."""
    line = next(line for line in read(f'{FROM}/jars').splitlines() if line.endswith('/crawler-commons-1.6.jar'))
    digest, name = line.split()
    path = os.path.join(os.path.expanduser('~'), '.m2', 'repository', name)
    if os.path.exists(path):
        with open(path, 'rb') as file:
            if hashlib.sha256(file.read()).hexdigest() == digest:
                return path
    return None


def main(builddir, option=''):
    to = os.path.join(builddir, 'java')
    os.makedirs(to, exist_ok=True)
    group = re.search(r'<groupId>(.*)</groupId>', read(f'{FROM}/robotsc.pom'))[1]
    libraries = None if option == '--classes' else natives(builddir)
    for name in os.listdir(to):
        path = os.path.join(to, name)
        if os.path.isfile(path):
            os.remove(path)
        elif name not in ('natives', 'objects'):
            shutil.rmtree(path)
    archives(to, 'robotsc', 'robotsc', f'{FROM}/src', libraries)
    if not libraries:
        return
    publish(to, 'robotsc', group)
    found = commons()
    if not found:
        print('note: no crawler-commons 1.6, so there is no parser for its users: ./configure --install-deps=java')
        return
    archives(to, 'robotsc-crawler-commons', 'robotsc.commons', f'{FROM}/commons', None, [f'{to}/robotsc.jar', found])
    publish(to, 'robotsc-crawler-commons', group)


if __name__ == '__main__':
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
    main(*sys.argv[1:])
