"""door.py - what drivers of doors share that are Python.

SPDX-License-Identifier: Apache-2.0
"""
import logging
import pathlib
import sys
import warnings

folder = pathlib.Path(sys.argv[1])


class Log(logging.Handler):
    """What was logged as a warning, or worse."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.said = []

    def emit(self, record):
        self.said.append(record.getMessage())


log = Log()
logging.getLogger().addHandler(log)


def rows(*kinds):
    """The rows of these kinds: their kind, name and input; of files their octets."""
    for line in (folder / 'rows').read_text().split('\n')[:-1]:
        kind, name, given = line.split('\t')
        if kind in kinds:
            yield kind, name, (folder / given).read_bytes() if kind in ('text', 'page', 'policy') else given


def say(row, call, ask, meant=None, told=None, contract=False):
    """Ask, and print what is said.

    meant  whether the answer is the one that is meant; None: there is none.
    told   whether the answer itself says what the input is.
    contract  the documentation says that the call answers so.
    """
    log.said.clear()
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter('always')
        try:
            answer = ask()
        except Exception as error:  # each tells
            if isinstance(error, AttributeError | NameError):
                raise
            print(row, call, 'error', sep='\t')
            return
    if said or log.said:
        class_ = 'warning'
    elif told and told(answer):
        class_ = 'answer'
    elif meant and meant(answer):
        class_ = 'right'
    else:
        class_ = 'contract' if contract else 'silent'
    print(row, call, class_, sep='\t')
