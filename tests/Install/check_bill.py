#!/usr/bin/python3
"""Checks bills of materials against CycloneDX's own JSON schema: check_bill.py SCHEMAS BILL…

Fails as well when the schema accepts a bill that is spoiled: then it checked nothing.
"""
import copy, json, os, sys
from jsonschema import Draft7Validator, RefResolver


def main(schemas, *bills):
    load = lambda name: json.load(open(os.path.join(schemas, name), encoding="utf-8"))
    schema = load("bom-1.6.SNAPSHOT.schema.json")
    base = schema["$id"].rsplit("/", 1)[0]
    names = ("spdx", "jsf-0.82", "cryptography-defs")
    store = {f"{base}/{name}{middle}.schema.json": load(f"{name}.SNAPSHOT.schema.json") for name in names for middle in ("", ".SNAPSHOT")
             if os.path.exists(os.path.join(schemas, f"{name}.SNAPSHOT.schema.json"))}
    validator = Draft7Validator(schema, resolver=RefResolver(schema["$id"], schema, store={schema["$id"]: schema, **store}))
    for path in bills:
        bill = json.load(open(path, encoding="utf-8"))
        for error in validator.iter_errors(bill):
            sys.exit(f"{path}: {'/'.join(map(str, error.path))}: {error.message}")
        for spoil in (lambda one: one.pop("bomFormat"), lambda one: one["components"][0].pop("name"),
                      lambda one: one["components"][0].update(licence="MIT"), lambda one: one["metadata"]["component"].update(
                          licenses=[{"license": {"id": "No-Such-Licence"}}])):
            spoilt = copy.deepcopy(bill)
            spoil(spoilt)
            if validator.is_valid(spoilt):
                sys.exit(f"{path}: a spoilt bill is accepted")
        print(f"{path}: {len(bill['components'])} components, valid CycloneDX {bill['specVersion']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
