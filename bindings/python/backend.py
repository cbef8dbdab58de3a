"""backend.py - the build backend for pip: setuptools, or a sentence that says what is missing.

SPDX-License-Identifier: Apache-2.0
"""
import importlib.util
import sys

HELP = ("robotsc is built by setuptools and wheel, and this Python has no {}: run 'pip install setuptools wheel', or leave out "
        '--no-build-isolation, so that pip fetches them; offline, install python3-setuptools and python3-wheel of Debian and '
        'make the environment with --system-site-packages')


def need(missing):
    """End with a sentence if something is missing."""
    if missing:
        sys.exit(HELP.format(missing))


def has(name):
    """True if there is a module of this name."""
    return importlib.util.find_spec(name) is not None


need('' if has('setuptools') else 'setuptools')
# Since version 70.1, setuptools makes wheels itself.
need('' if has('setuptools.command.bdist_wheel') or has('wheel') else 'wheel')

from setuptools.build_meta import *  # noqa: E402,F401,F403  pylint: disable=wrong-import-position
