"""sarif.py - checks that standard input is a SARIF 2.1.0 log.

The rules are those of the schema for the parts that robotsc writes.

SPDX-License-Identifier: Apache-2.0
"""
import json
import re
import sys

LEVELS = ('none', 'note', 'warning', 'error')


def need(holds, what):
    if not holds:
        sys.exit(f'sarif.py: {what}')


def only(at, **types):
    """Requires an object with just these members, of these types; CAPITALS must be there."""
    need(isinstance(at, dict), f'{at} is no object')
    known = {name.lower(): (name.isupper(), kind) for name, kind in types.items()}
    for name, value in at.items():
        need(name.lower() in known, f'{name} is not known')
        kind = known[name.lower()][1]
        need(type(value) is kind, f'{name} is {value}, no {kind.__name__}')
    for name, (required, _) in known.items():
        need(not required or name in (n.lower() for n in at), f'{name} is missing in {list(at)}')
    return at


def message(at):
    need(only(at, TEXT=str)['text'], 'an empty message')


def place(at):
    physical = only(only(at, PHYSICALLOCATION=dict)['physicalLocation'], ARTIFACTLOCATION=dict, REGION=dict)
    uri = only(physical['artifactLocation'], URI=str)['uri']
    need(re.fullmatch(r"([\w.~!$&'()*+,;=:@/-]|%[0-9A-F]{2})+", uri, re.ASCII), f'{uri} is no reference to a URI')
    need(not re.match(r'[^/]*:', uri), f'{uri} has a scheme')
    region = only(physical['region'], STARTLINE=int, startColumn=int)
    need(min(region.values()) >= 1, f'{region}: places are counted from 1')


def main():
    log = only(json.load(sys.stdin), **{'$schema': str}, VERSION=str, RUNS=list)
    need(log['version'] == '2.1.0', 'not version 2.1.0')
    for run in log['runs']:
        only(run, TOOL=dict, columnKind=str, RESULTS=list, invocations=list, properties=dict)
        need(run['columnKind'] in ('utf16CodeUnits', 'unicodeCodePoints'), 'columnKind')
        driver = only(only(run['tool'], DRIVER=dict)['driver'], NAME=str, version=str, rules=list)
        for rule in driver['rules']:
            only(rule, ID=str, shortDescription=dict, help=dict, defaultConfiguration=dict)
            message(rule['shortDescription'])
            message(rule['help'])
            need(only(rule['defaultConfiguration'], level=str)['level'] in LEVELS, 'level of a rule')
        ids = [rule['id'] for rule in driver['rules']]
        need(len(set(ids)) == len(ids), 'a rule is there twice')
        for invocation in run['invocations']:
            only(invocation, EXECUTIONSUCCESSFUL=bool)
        for result in run['results']:
            only(result, ruleId=str, level=str, MESSAGE=dict, locations=list, relatedLocations=list)
            need(result['ruleId'] in ids and result['level'] in LEVELS, f'{result["ruleId"]}: {result["level"]}')
            message(result['message'])
            related = result['relatedLocations']
            need(all(a not in related[:i] for i, a in enumerate(related)), 'a location is there twice')
            for at in result['locations'] + related:
                place(at)


main()
