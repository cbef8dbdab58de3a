"""leaks.py - counts what calls keep: octets, blocks, open files, and references to objects that
outlive the calls.  A debug Python counts all references; their number may not grow.

SPDX-License-Identifier: Apache-2.0
"""
import array
import builtins
import ctypes
import gc
import importlib.util
import itertools
import os
import sys

import pytest

try:
    import _testcapi as testcapi
except ImportError:
    testcapi = None

CALLS = 80  # each of them counted
OWN = ["octets", "blocks", "files", "references"]


class Strange:
    """An argument that each call refuses."""


def broken(values):
    yield from values
    raise RuntimeError


def of_python(case):
    """A case in which Python itself keeps references, or crashes, when memory is refused."""
    leaks_of_python.append(case)
    return case


leaks_of_python = []
strange = Strange()

class HeapInfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks used free keep".split()]


def find_heap():
    """A function that returns how many octets of malloc, or of a sanitizer's, are in use."""
    process = ctypes.CDLL(None)
    if hasattr(process, "__sanitizer_get_current_allocated_bytes"):
        size = process.__sanitizer_get_current_allocated_bytes
        size.restype = ctypes.c_size_t
        return size
    info = process.mallinfo2
    info.restype = HeapInfo
    return lambda: (lambda found: found.used + found.hblkhd)(info())


heap = find_heap()
total_references = getattr(sys, "gettotalrefcount", None)
shared = [None, True, False, NotImplemented, (), "", b"", Ellipsis, strange]
shared += list(range(-5, 257)) + [chr(i) for i in range(256)] + [bytes([i]) for i in range(256)]
shared += [value for value in vars(builtins).values() if isinstance(value, type)]


def watch(modules, things):
    """Also counts references to these modules, their types and functions, and to other things."""
    shared.extend([*modules, *things, *(thing for module in modules for thing in vars(module).values() if callable(thing))])


def quietly(case):
    try:
        case()
    except Exception:  # pylint: disable=broad-except
        pass


def measure(values):
    """Fills an array with the numbers of OWN, and with the reference counts of shared objects."""
    gc.collect()
    sys._clear_type_cache()  # which keeps names
    values[0], values[1], values[2] = heap(), sys.getallocatedblocks(), len(os.listdir("/proc/self/fd"))
    values[3] = total_references() if total_references else 0
    for i, thing in enumerate(shared, len(OWN)):
        values[i] = sys.getrefcount(thing)


def grown(call, calls=CALLS, limits=None):
    """Makes calls, and returns what has grown: files, and references in all, by any number; octets,
    blocks, and references to one shared object by more than Python's caches may take.

    limits: others for the numbers of OWN."""
    few = calls // 4
    before, after = [array.array("q", bytes(8 * (len(shared) + len(OWN)))) for _ in range(2)]
    for _ in range(few):
        call()
    measure(before)
    for _ in range(calls):
        call()
    measure(after)
    limits = itertools.chain(limits or [8 * calls, few, 0, 0], itertools.repeat(few))
    return {repr(name)[:60]: b - a for name, a, b, limit in zip(itertools.chain(OWN, shared), before, after, limits)
            if b - a > limit or a - b > limit and name not in OWN[:2]}


def grows_again(call, calls=CALLS, limits=None):
    """What has grown in each of a dozen tries.  Other threads and caches do not grow so often, even
    on a busy machine."""
    gc.freeze()  # so that the collector looks at few objects
    for _ in range(12):
        changed = grown(call, calls, limits)
        if not changed:
            return {}
    return changed


def starved(case, at):
    """Makes a call with one allocation refused.  Returns whether the call got to it."""
    testcapi.set_nomemory(at, at + 1)
    try:
        case()
    except MemoryError:
        return True
    except Exception:  # pylint: disable=broad-except
        pass
    finally:
        testcapi.remove_mem_hooks()
    return False


def succeeds(case):
    try:
        case()
    except Exception:  # pylint: disable=broad-except
        return False
    return True


def cases(named):
    """Parameters for pytest, of lists of cases by name."""
    return [pytest.param(case, id=f"{name}-{i}") for name, each in named.items() for i, case in enumerate(each)]


def can_starve(params):
    """The cases in which each allocation can be refused."""
    return [each for each in params if each.values[0] not in leaks_of_python and succeeds(each.values[0])]


def check_case(case, calls=CALLS):
    changed = grows_again(lambda: quietly(case), calls)
    assert not changed, changed


def check_without_memory(case):
    """Each allocation of a call is refused once: it raises MemoryError, or works without."""
    refused = [at for at in range(150) if starved(case, at)]
    changed = grows_again(lambda: [starved(case, at) for at in refused], 16)
    assert not changed, changed


def maker(module):
    """A call that makes another module object from the same file."""
    spec = importlib.util.spec_from_file_location(module.__name__, module.__file__)

    def make():
        made = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(made)
        return made

    return make


def check_module(use):
    """A module without references is freed, with its types.  use: makes a module and calls it."""
    changed = grows_again(use, 40, [4000, 10, 0, 0])  # a type has more than 100 octets
    assert not changed, changed


def check_module_without_memory(make):
    """Python itself keeps dead entries in its lists of subclasses, which take many octets."""
    refused = [at for at in range(600) if starved(make, at)]
    assert len(refused) > 200
    changed = grows_again(lambda: [starved(make, at) for at in refused], 16, [sys.maxsize, 48, 0, 48])
    assert not changed, changed
