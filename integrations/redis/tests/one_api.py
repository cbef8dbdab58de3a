"""A server lacks a function of the interface: the module names the function, and is not loaded.

This program plays the server.

SPDX-License-Identifier: Apache-2.0
"""
import ctypes
import os
import re
import subprocess
import sys

from one_server import BUILD, MODULE, equal, run

HERE = os.path.dirname(os.path.abspath(__file__))
GET = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p))
LOG = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p)


def names():
    with open(os.path.join(HERE, '..', 'module_api.h'), encoding='utf-8') as file:
        return re.findall(r'^\tF\([^,]*, (\w+),', file.read(), re.M)


def load(missing):
    """The result of loading the module without these functions, and the lines of the log."""
    lines = []
    log = LOG(lambda ctx, level, sentence, name: lines.append((sentence.decode() % name.decode(), level.decode())))

    def get(name, function):
        if name.decode() in missing:
            return 1
        # The module may call no function but the log.
        function[0] = ctypes.cast(log, ctypes.c_void_p).value if name == b'RedisModule_Log' else 0xDEAD
        return 0
    getter = GET(get)
    context = (ctypes.c_void_p * 1)(ctypes.cast(getter, ctypes.c_void_p).value)
    module = ctypes.CDLL(MODULE)
    return module.RedisModule_OnLoad(context, None, 0), lines


def test_each_function():
    if 'fsanitize' in os.environ.get('ROBOTSC_REDIS_PREFIX', '') or 'LD_PRELOAD' in os.environ.get('ROBOTSC_REDIS_PREFIX', ''):
        return  # this program has no sanitizer
    assert len(names()) > 40
    for name in names():
        if name != 'Log':
            result, lines = load(['RedisModule_' + name])
            equal((name, result, len(lines), lines[0][1]), (name, 1, 1, 'warning'))
            assert f' RedisModule_{name};' in lines[0][0], lines
    # If the log is missing, the line is on standard error.
    program = f"import sys; sys.path.insert(0, {HERE!r}); sys.argv = ['x', {BUILD!r}]\n" \
        "import one_api; sys.exit(one_api.load(['RedisModule_Log'])[0])"
    done = subprocess.run([sys.executable, '-c', program], stderr=subprocess.PIPE, text=True)
    equal((done.returncode, 'no function RedisModule_Log;' in done.stderr), (1, True))


if __name__ == '__main__':
    run(globals())
