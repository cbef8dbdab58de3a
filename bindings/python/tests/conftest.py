"""conftest.py - shared by the tests of the package.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import subprocess
import sys

import pytest

TREE = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(TREE / "conformance"))  # web_server
COMMAND = os.environ.get("ROBOTSC", str(TREE / "build" / "robotsc"))


@pytest.fixture(scope="session")
def examples():
    return TREE / "examples"


@pytest.fixture
def command(tmp_path):
    """Runs the command on a text, passed as a file; returns what it prints."""

    def run(verb, text, *arguments, lines=()):
        path = tmp_path / "robots.txt"
        path.write_bytes(text)
        asked = b"\n".join(lines) + b"\n" if lines else b""
        done = subprocess.run([COMMAND, verb, str(path), *arguments], input=asked, stdout=subprocess.PIPE, check=False)
        assert done.returncode in (0, 1)
        return done.stdout

    return run
