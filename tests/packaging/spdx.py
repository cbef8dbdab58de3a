#!/usr/bin/env python3
"""spdx.py FILE [SCHEMA] - checks a bill of materials of tags and values against SPDX 2.3.

The tags become the JSON document that they stand for, and that is checked: against RULES, which
has what SPDX' own schema says of the members that are used; for what no schema can say; and with
SCHEMA, the official one, against that.  Faults that are put into it must be found.

SPDX-License-Identifier: Apache-2.0
"""
import copy
import json
import pathlib
import re
import sys

ID = r'SPDXRef-[A-Za-z0-9.-]+'
AGENT = r'(Person|Organization): .+'
URI = r'(git\+)?https?://[^\s#]+'
LICENSE = r'[A-Za-z0-9][A-Za-z0-9.+-]*( (AND|OR|WITH) [A-Za-z0-9][A-Za-z0-9.+-]*)*'
UNSAID = '|NOASSERTION|NONE'
DIGITS = {'SHA1': 40, 'SHA256': 64, 'SHA384': 96, 'SHA512': 128}
WAYS = ('DESCRIBES', 'DEPENDENCY_OF', 'OPTIONAL_DEPENDENCY_OF', 'BUILD_DEPENDENCY_OF', 'CONTAINS')

# A rule: a pattern, a type, a list of one rule, or an object of rules.  'NAME?' may be absent.
RULES = {
    'SPDXID': 'SPDXRef-DOCUMENT',
    'spdxVersion': r'SPDX-2\.3',
    'dataLicense': r'CC0-1\.0',
    'name': '.+',
    'documentNamespace': URI,
    'creationInfo': {'created': r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ', 'creators': [r'(Person|Organization|Tool): .+']},
    'packages': [{
        'SPDXID': ID,
        'name': '.+',
        'downloadLocation': URI + UNSAID,
        'versionInfo': '.+',
        'supplier': AGENT + '|NOASSERTION',
        'filesAnalyzed': bool,
        'packageFileName?': '.+',
        'homepage?': URI + UNSAID,
        'licenseConcluded': LICENSE + UNSAID,
        'licenseDeclared': LICENSE + UNSAID,
        'copyrightText': '.+',
        'checksums?': [{'algorithm': '|'.join(DIGITS), 'checksumValue': '[0-9a-f]+'}],
    }],
    'relationships': [{'spdxElementId': ID, 'relationshipType': '|'.join(WAYS), 'relatedSpdxElement': ID}],
}

DOCUMENT = {'SPDXVersion': 'spdxVersion', 'DataLicense': 'dataLicense', 'SPDXID': 'SPDXID', 'DocumentName': 'name',
            'DocumentNamespace': 'documentNamespace'}
PACKAGE = {'PackageName': 'name', 'SPDXID': 'SPDXID', 'PackageVersion': 'versionInfo', 'PackageFileName': 'packageFileName',
           'PackageSupplier': 'supplier', 'PackageDownloadLocation': 'downloadLocation', 'PackageHomePage': 'homepage',
           'PackageLicenseConcluded': 'licenseConcluded', 'PackageLicenseDeclared': 'licenseDeclared',
           'PackageCopyrightText': 'copyrightText'}


def add_tag(document, tag, value):
    """Put a tag where JSON has it: into the document, or into the package that began last."""
    packages = document['packages']
    at = packages[-1] if packages else document
    if tag == 'PackageName':
        packages.append({'name': value})
    elif tag == 'Creator':
        document['creationInfo'].setdefault('creators', []).append(value)
    elif tag == 'Created':
        document['creationInfo']['created'] = value
    elif tag == 'FilesAnalyzed':
        at['filesAnalyzed'] = {'true': True, 'false': False}[value]
    elif tag == 'PackageChecksum':
        algorithm, digest = value.split(': ')
        at.setdefault('checksums', []).append({'algorithm': algorithm, 'checksumValue': digest})
    elif tag == 'Relationship':
        document['relationships'].append(
            dict(zip(('spdxElementId', 'relationshipType', 'relatedSpdxElement'), value.split(' '), strict=True)))
    else:
        name = (PACKAGE if packages else DOCUMENT)[tag]
        if name in at:
            raise ValueError(f'{tag} stands twice')
        at[name] = value


def document_of(text):
    """The document in JSON that tags and values stand for."""
    document = {'creationInfo': {}, 'packages': [], 'relationships': []}
    for line in text.splitlines():
        if line:
            tag, value = line.split(': ', 1)
            add_tag(document, tag, re.sub(r'^<text>(.*)</text>$', r'\1', value))
    return document


def faults(value, rule, at):
    """Says where a value breaks its rule."""
    if isinstance(rule, (dict, list)) and not isinstance(value, type(rule)):
        yield f'{at} is no {type(rule).__name__}'
    elif isinstance(rule, dict):
        known = {name.rstrip('?'): name for name in rule}
        yield from (f'{at}.{name}: SPDX has no such member' for name in value.keys() - known.keys())
        for name, written in known.items():
            if name in value:
                yield from faults(value[name], rule[written], f'{at}.{name}')
            elif name == written:
                yield f'{at}.{name} is missing'
    elif isinstance(rule, list):
        yield from (f'{at} is empty' for _ in range(not value))
        for i, item in enumerate(value):
            yield from faults(item, rule[0], f'{at}[{i}]')
    elif isinstance(rule, type):
        yield from (f'{at} is no {rule.__name__}' for _ in range(not isinstance(value, rule)))
    elif not isinstance(value, str) or not re.fullmatch(rule, value):
        yield f'{at}: {value!r} is not {rule}'


def strangers(document):
    """Faults that no schema sees: ids of nothing or of two things, digests of a wrong length."""
    ids = [document.get('SPDXID'), *(package.get('SPDXID') for package in document['packages'])]
    yield from (f'{name} stands for two things' for name in set(ids) if ids.count(name) > 1)
    ways = document['relationships']
    yield from (f'nothing is called {way[end]}' for way in ways for end in ('spdxElementId', 'relatedSpdxElement')
                if way.get(end) not in ids)
    described = {way.get('relatedSpdxElement') for way in ways if way.get('relationshipType') == 'DESCRIBES'}
    yield from ('the document describes nothing' for _ in range(not described))
    for package in document['packages']:
        yield from (f"{sum_['checksumValue']} is no {sum_['algorithm']}" for sum_ in package.get('checksums', [])
                    if len(sum_['checksumValue']) != DIGITS.get(sum_['algorithm']))


def all_faults(document):
    """The faults by RULES; if there are none, those that strangers finds."""
    found = list(faults(document, RULES, 'document'))
    return found or list(strangers(document))


def members(value, rule):
    """Each member of the document: its object, its name, and whether SPDX demands it."""
    for written, inner in rule.items():
        name = written.rstrip('?')
        if name in value:
            yield value, name, name == written
            below, inner = (value[name][0], inner[0]) if isinstance(inner, list) else (value[name], inner)
            if isinstance(inner, dict):
                yield from members(below, inner)


def spoiled(document):
    """The document with one fault after another; each is mended before the next."""
    for at, name, needed in list(members(document, RULES)):
        value = at.pop(name)
        if needed:
            yield f'{name} is gone', document
        at[name] = ' \n'
        yield f'{name} is blank', document
        at[name] = value
    for what, edit in {
            'a member of no name': lambda d: d.update(version='1'),
            'a relation to nothing': lambda d: d['relationships'][0].update(relatedSpdxElement='SPDXRef-other'),
            'a relation of no name': lambda d: d['relationships'][0].update(relationshipType='USES'),
            'a name for two': lambda d: d['packages'][1].update(SPDXID=d['packages'][0]['SPDXID']),
            'a digest cut short': lambda d: d['packages'][0]['checksums'][0].update(checksumValue='00'),
    }.items():
        other = copy.deepcopy(document)
        edit(other)
        yield what, other


def official(document, schema):
    """The faults that SPDX' own schema finds."""
    import jsonschema  # pylint: disable=import-outside-toplevel
    validator = jsonschema.Draft7Validator(json.loads(pathlib.Path(schema).read_text('utf-8')))
    yield from (f'{error.json_path}: {error.message}' for error in validator.iter_errors(document))
    for name in ('dataLicense', 'creationInfo'):
        if validator.is_valid({other: value for other, value in document.items() if other != name}):
            yield f'{schema} is no schema of SPDX 2.3: it allows a document without {name}'


def main(file, schema=None):
    """Print faults; exit with 1 if there are any."""
    document = document_of(pathlib.Path(file).read_text('utf-8'))
    found = all_faults(document)
    if not found:
        found = [f'not noticed: {what}' for what, other in spoiled(document) if not all_faults(other)]
    if schema:
        found += official(document, schema)
    sys.exit('\n'.join(found) or None)


main(*sys.argv[1:])
