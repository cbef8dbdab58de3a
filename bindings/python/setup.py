"""setup.py - the C module of the package: its sources, with the amalgamation beside them.

'ninja python' puts them into one folder, and makes an archive of it.  docs/python.md

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import sys

from setuptools import Extension, setup

here = os.path.dirname(os.path.abspath(__file__))
if not os.path.exists(os.path.join(here, 'robotsc.h')):
    sys.exit("setup.py: there is no robotsc.h here; run 'ninja python' and install build/python/robotsc-*.tar.gz")
with open(os.path.join(here, 'robotsc.h'), encoding='utf-8') as header:
    version = re.search(r'VERSION_STRING "(.*)"', header.read())[1]

module = Extension(
    'robotsc._robotsc',
    sources=['_robotsc.c', 'answers.c', 'robotsc.c'],
    depends=['module.h', 'robotsc.h'],
    define_macros=[('Py_LIMITED_API', '0x030B0000'), ('ROBOTSC_API', '')],
    extra_compile_args=['-std=c11', '-O2', '-fvisibility=hidden'],
    py_limited_api=True,
)
setup(version=version, ext_modules=[module], options={'bdist_wheel': {'py_limited_api': 'cp311'}})
