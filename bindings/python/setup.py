"""setup.py - builds the C module of the package from its sources and the amalgamation beside them.

'ninja python' puts them into one folder, and makes an archive of it.  docs/python.md

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import shlex
import subprocess
import sys
import sysconfig

import setuptools
from setuptools import Extension, setup

here = os.path.dirname(os.path.abspath(__file__))
if not os.path.exists(os.path.join(here, 'robotsc.h')):
    sys.exit("setup.py: there is no robotsc.h here; run 'ninja python' and install build/python/robotsc-*.tar.gz")
with open(os.path.join(here, 'robotsc.h'), encoding='utf-8') as header:
    version = re.search(r'VERSION_STRING "(.*)"', header.read())[1]

# One binary for all versions from 3.11 on; a Python without the GIL has no limited API.
abi3 = not sysconfig.get_config_var('Py_GIL_DISABLED')
LIMITED = [('Py_LIMITED_API', '0x030B0000')] if abi3 else []
WINDOWS = sys.platform == 'win32'
FLAGS = ['/std:c11', '/O2'] if WINDOWS else ['-std=c11', '-fvisibility=hidden', *([] if 'CFLAGS' in os.environ else ['-O2'])]
# macOS hides functions that are not in POSIX.
SYSTEM = [('_POSIX_C_SOURCE', '200809L'), ('_DARWIN_C_SOURCE', '1'), ('_FILE_OFFSET_BITS', '64')]

# Only these files of the store's library: they open snapshots, and answer lines with them.
FILTER = [f'library/hosts/{name}.c' for name in ('store/filter_run', 'store/filter_snapshot', 'store/filter_worker',
                                                 'store/store_status', 'snapshot/files/open_files',
                                                 'snapshot/files/snapshot_settings', 'pipeline')]


def pkg_config(option):
    """The output of pkg-config for the library of stores, as words; None: there is no library."""
    try:
        found = subprocess.run([os.environ.get('PKG_CONFIG', 'pkg-config'), option, 'robotsc-store'], check=True, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return None
    return shlex.split(found.stdout)


def store_modules():
    """The module of stores, if its library is there."""
    cflags, libs = pkg_config('--cflags'), pkg_config('--libs')
    if cflags is None or libs is None:
        print('setup.py: robotsc.Store, import_warc and filters are left out: pkg-config does not find robotsc-store '
              "(Debian's librobotsc-dev)", file=sys.stderr)
        return []
    return [Extension(
        'robotsc._store',
        sources=['_store.c', 'py_texts.c', 'values.c', 'handles.c', 'sessions.c', 'filters.c', 'line_filter.c', 'imports.c'],
        depends=['line_filter.h', 'py_texts.h', 'store_module.h'],
        define_macros=[*LIMITED, *SYSTEM],
        extra_compile_args=[*FLAGS, *cflags],
        extra_link_args=libs,
        py_limited_api=abi3,
    )]


module = Extension(
    'robotsc._robotsc',
    sources=['_robotsc.c', 'py_access.c', 'py_agent.c', 'py_arguments.c', 'py_ask.c', 'py_audit.c', 'py_batches.c', 'py_compile.c',
             'py_decisions.c', 'py_objects.c', 'py_policy.c', 'py_records.c', 'py_snapshot.c',
             'py_snapshot_robot.c', 'py_texts.c', 'py_urls.c', 'line_filter.c', 'robotsc_audit.c', 'robotsc_bind.c', *FILTER],
    depends=['bind.h', 'flags.h', 'line_filter.h', 'module.h', 'py_texts.h', 'robotsc.c', 'robotsc.h'],
    include_dirs=['library', 'library/include'],
    define_macros=[*LIMITED, *SYSTEM, ('ROBOTSC_API', '')],
    extra_compile_args=FLAGS,
    extra_link_args=['ws2_32.lib'] if WINDOWS else ['-pthread'],
    py_limited_api=abi3,
)
# For pyproject.toml, setuptools before 77 refuses this text, and later ones deprecate a table.
LICENSE = 'license_expression' if int(setuptools.__version__.split('.')[0]) >= 77 else 'license'
setup(version=version, **{LICENSE: 'Apache-2.0'}, ext_modules=[module, *store_modules()],
      options={'bdist_wheel': {'py_limited_api': 'cp311'}} if abi3 else {})
