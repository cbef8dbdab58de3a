"""protego_suite.py CHECKOUT FOLDER - runs the tests of a checkout of Protego with robotsc's class.

FOLDER gets a package protego with robotsc.compat.protego in it.  The tests in DIFFERENT must fail,
and all others must pass.

SPDX-License-Identifier: Apache-2.0
"""
import os
import pathlib
import subprocess
import sys

PACKAGE = """from robotsc.compat.protego import *

__path__.append({!r})  # its private modules
"""
SUITE = ["tests/test_protego.py", "tests/test_on_google_spec.py"]


# Tests of versions 0.3 to 0.6 that the class fails, and why: causes of docs/python-dropins.md,
# "Where they differ".
METHOD = "tests/test_protego.py::TestProtego::"
DIFFERENT = {
    "test_request_rate": "the slowest of several rates, not the last",
    "test_request_rate_bare_number": "the slowest of several rates, not the last",
    "test_no_request_rate": "only rules end a list of User-agent lines",
    "test_grouping_unknown_keys": "only rules end a list of User-agent lines",
    "test_visit_time": "only rules end a list of User-agent lines",
    "test_unicode_url_and_useragent": "product tokens are of ASCII",
    "test_generosity": "product tokens have no spaces",
    "test_index_html_is_directory": "Allow: /d/index.html is no Allow: /d/$",
    "test_special_symbols_dual_behaviour": "$ at the end is not the character, too",
    "test_with_absolute_urls": "a pattern begins with a slash",
    "test_line_endings": "asks for a private attribute",
    "tests/test_on_google_spec.py::test_user_agent_precedence[/group1-hedwig-news2]": "tokens are compared as a whole",
    "tests/test_on_google_spec.py::test_user_agent_precedence[/group3-hedwig-new]": "tokens are compared as a whole",
    "tests/test_on_google_spec.py::test_user_agent_precedence[/group3-hedwig-images]": "tokens are compared as a whole",
}


def main():
    checkout, folder = map(pathlib.Path, sys.argv[1:])
    different = {name if "/" in name else METHOD + name for name in DIFFERENT}
    package = folder / "protego"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(PACKAGE.format(str(checkout.resolve() / "src" / "protego")))
    path = os.pathsep.join([str(folder), os.environ["PYTHONPATH"]])
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "--tb=no", "-p", "no:cacheprovider", *SUITE]
    done = subprocess.run(command, cwd=checkout, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True)
    words = [line.split(" ", 1) for line in done.stdout.splitlines() if line.startswith(("PASSED ", "FAILED ", "ERROR "))]
    found = {word: {rest.split(" - ")[0] for which, rest in words if which == word} for word in ("PASSED", "FAILED", "ERROR")}
    print(f"{len(found['PASSED'])} passed, {len(found['FAILED'])} differ")
    wrong = found["ERROR"] | found["FAILED"] ^ different
    if wrong or len(found["PASSED"]) < 50:
        sys.exit(f"{done.stdout[-2000:]}{done.stderr[-2000:]}\nnot as DIFFERENT says: {sorted(wrong)}")


main()
