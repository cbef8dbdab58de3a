"""robotsc.compat - classes with the names and arguments of other readers of robots.txt.

    from robotsc.compat.protego import Protego
    from robotsc.compat.urllib import RobotFileParser

They answer as RFC 9309 says.  docs/python-dropins.md counts where the others differ, by cause.

SPDX-License-Identifier: Apache-2.0
"""
