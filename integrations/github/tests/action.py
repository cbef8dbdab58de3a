#!/usr/bin/env python3
"""action.py ACTION [INPUT=VALUE...] - runs the steps of a composite action, as GitHub does.

The inputs are those of ACTION, an action.yml, with its defaults.  What a step adds to $GITHUB_PATH
stands in front of the next step's PATH.  The first step that fails is the last; its exit status is
that of the run.

SPDX-License-Identifier: Apache-2.0
"""
import os
import re
import subprocess
import sys
import tempfile

import yaml

# The only expressions of GitHub that the action may use.
INPUT = re.compile(r'\$\{\{ inputs\.([\w-]+) \}\}')


def inputs_of(action, given):
    values = {name: fields['default'] for name, fields in action['inputs'].items()}
    for name, value in given:
        if name not in values:
            sys.exit(f'action.py: no input {name}')
        values[name] = value
    return values


def run(step, values, path):
    """Run a step and return its exit status.  Inputs reach it only by its environment."""
    if step['shell'] != 'sh' or '${{' in step['run']:
        sys.exit(f'action.py: step "{step["name"]}" is not plain sh')
    env = {name: INPUT.sub(lambda match: values[match[1]], value) for name, value in step.get('env', {}).items()}
    return subprocess.run(['sh', '-e', '-c', step['run']], env={**os.environ, **env, 'PATH': path}, check=False).returncode


def main(path, *arguments):
    with open(path, encoding='utf-8') as file:
        action = yaml.safe_load(file)
    values = inputs_of(action, [argument.split('=', 1) for argument in arguments])
    with tempfile.NamedTemporaryFile('r') as added:
        os.environ['GITHUB_PATH'] = added.name
        for step in action['runs']['steps']:
            folders = added.read().split()
            os.environ['PATH'] = ':'.join(folders[::-1] + [os.environ['PATH']])
            status = run(step, values, os.environ['PATH'])
            if status:
                sys.exit(status)


if __name__ == '__main__':
    main(*sys.argv[1:])
