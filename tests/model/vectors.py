#!/usr/bin/env python3
"""vectors.py DIALECT FOLDER - conformance vectors as tests/model/model.sh needs them.

Writes to FOLDER: cases, wanted (a digit for each), and each text, also of the compiler's goldens,
as NUMBER.txt.

SPDX-License-Identifier: Apache-2.0
"""
import json
import pathlib
import re
import struct
import sys


def main():
    dialect, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir()
    cases, wanted, texts = [], '', {}
    for line in pathlib.Path(f'tests/vectors/{dialect}.jsonl').read_text().splitlines():
        vector = json.loads(line)
        parts = [vector[key].encode('utf-8', 'surrogateescape') for key in ('robots', 'agent', 'url')]
        cases += [struct.pack('<I', len(part)) + part for part in parts]
        wanted += '01'[vector['allowed']]
        texts[parts[0]] = None
    (folder / 'cases').write_bytes(b''.join(cases))
    (folder / 'wanted').write_text(wanted + '\n')
    for golden in sorted(pathlib.Path('tests/goldens').glob('*.golden')):
        for case in re.split(rb'^=== ', golden.read_bytes(), flags=re.M)[1:]:
            texts[case.split(b'\n---\n')[0].partition(b'\n')[2]] = None
    for number, text in enumerate(texts):
        (folder / f'{number}.txt').write_bytes(text)


main()
