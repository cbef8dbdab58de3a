"""protego_suite.py CHECKOUT FOLDER - runs the tests of a checkout of Protego with robotsc's class.

FOLDER gets a package protego with robotsc.compat.protego in it.  protego_suite.txt has the tests
that differ, each with a reason; all others must pass, and those must fail.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = """from robotsc.compat.protego import *

__path__.append({!r})  # its private modules
"""
SUITE = ["tests/test_protego.py", "tests/test_on_google_spec.py"]


def differing():
    lines = (HERE / "protego_suite.txt").read_text().splitlines()
    return {line.split(" ", 1)[0] for line in lines if line.startswith("tests/")}


def main():
    checkout, folder = map(pathlib.Path, sys.argv[1:])
    package = folder / "protego"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(PACKAGE.format(str(checkout.resolve() / "src" / "protego")))
    path = os.pathsep.join([str(folder), os.environ["PYTHONPATH"]])
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "--tb=no", "-p", "no:cacheprovider", *SUITE]
    done = subprocess.run(command, cwd=checkout, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True)
    words = [line.split(" ", 1) for line in done.stdout.splitlines() if line.startswith(("PASSED ", "FAILED ", "ERROR "))]
    found = {word: {rest.split(" - ")[0] for which, rest in words if which == word} for word in ("PASSED", "FAILED", "ERROR")}
    print(f"{len(found['PASSED'])} passed, {len(found['FAILED'])} differ")
    wrong = found["ERROR"] | found["FAILED"] ^ differing()
    if wrong or len(found["PASSED"]) < 50:
        sys.exit(f"{done.stdout[-2000:]}{done.stderr[-2000:]}\nnot as protego_suite.txt says: {sorted(wrong)}")


main()
