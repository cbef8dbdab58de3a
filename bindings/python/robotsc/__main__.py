"""python -m robotsc - runs the command robotsc where it is installed.

SPDX-License-Identifier: Apache-2.0
"""
import os
import shutil
import signal
import sys


def find() -> str | None:
    """The path of the command: in PATH, or beside Python."""
    return shutil.which("robotsc") or shutil.which("robotsc", path=os.path.dirname(sys.executable))


def main() -> int:
    command = find()
    if command is None:
        print("python -m robotsc: there is no command robotsc in PATH or beside Python; Debian's package robotsc has it,\n"
              "or build it: ./configure && ninja install", file=sys.stderr)
        return 2
    sys.stdout.flush()
    # Python ignores these signals, and the command would inherit this.  Windows has none of them.
    for each in signal.Signals:
        if each.name in ("SIGPIPE", "SIGXFSZ"):
            signal.signal(each, signal.SIG_DFL)
    os.execv(command, ["robotsc", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
