"""schema_holds.py - each line of conformance/cases.jsonl has the shape of conformance/schema.json:
by python3-jsonschema where it is installed, else by its members alone.

SPDX-License-Identifier: Apache-2.0
"""
import json

with open("conformance/schema.json", encoding="ascii") as file:
    schema = json.load(file)
with open("conformance/cases.jsonl", encoding="ascii") as file:
    cases = [json.loads(line) for line in file]
try:
    from jsonschema import Draft202012Validator
except ImportError:
    Draft202012Validator = None
for case in cases:
    assert list(case) == schema["required"], case["name"]
    if Draft202012Validator:
        Draft202012Validator(schema).validate(case)
assert len(cases) > 100
