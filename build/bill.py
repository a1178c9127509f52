#!/usr/bin/python3
"""The bill of materials of a package, CycloneDX 1.6, and the notices of what it contains: bill.py NAME VERSION EPOCH FOLDER FROM [DEBIAN]

FROM is what a publish left: *.deps.json, or for a native program *.assets.json. DEBIAN is a directory of control files, for an image. Writes
FOLDER/sbom.cdx.json and FOLDER/THIRD-PARTY-NOTICES.txt. The same input gives the same bytes. Every package must be in packages.lock.json with
the same hash, or belong to the .NET runtime itself.
"""
import base64, datetime, glob, hashlib, json, os, re, sys, uuid
import xml.etree.ElementTree as xml

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGES = os.environ.get("NUGET_PACKAGES", os.path.expanduser("~/.nuget/packages"))
# Licences that a package has as a file, read by a person: docs/adr/0002-packages.md.
FILES = {"sqlite": "blessing", "pkcs11interop": "Apache-2.0"}


def locked():
    """(name, version) of every package in a lock file, with its hash."""
    found = {}
    for path in glob.glob(f"{ROOT}/*/packages.lock.json"):
        for packages in json.load(open(path, encoding="utf-8"))["dependencies"].values():
            for name, package in packages.items():
                if "contentHash" in package:
                    found[name.lower(), package["resolved"]] = package["contentHash"]
    return found


def published(path):
    """(name, version) of the packages that are in what was published; those of the runtime without a lock."""
    document = json.load(open(path, encoding="utf-8"))
    if path.endswith(".deps.json"):
        for name, library in list(document["targets"].values())[-1].items():
            if document["libraries"][name]["type"] == "package" and (library.get("runtime") or library.get("native")):
                yield (*name.split("/"), False)
            elif name.startswith("runtimepack."):
                yield (*name[len("runtimepack."):].split("/"), True)
        return
    framework = list(document["project"]["frameworks"].values())[0]
    target = next(target for target in document["targets"] if "/" in target)
    for name, library in document["targets"][target].items():
        include = framework["dependencies"].get(name.split("/")[0], {}).get("include", "Runtime")
        if library["type"] == "package" and "Runtime" in include and any(not path.endswith("_._") for path in library.get("runtime", {})):
            yield (*name.split("/"), False)
    for download in framework.get("downloadDependencies", []):
        # The compiler links its own libraries of the runtime into the program.
        if re.search(r"\.Runtime\.NativeAOT\.|^runtime\..*\.ILCompiler$", download["name"], re.I):
            yield download["name"], download["version"].strip("[]").split(",")[0], True


def nuget(name, version, runtime, locks):
    folder = f"{PACKAGES}/{name.lower()}/{version.lower()}"
    hash64 = json.load(open(f"{folder}/.nupkg.metadata", encoding="utf-8"))["contentHash"]
    if not runtime and locks.get((name.lower(), version)) != hash64:
        sys.exit(f"bill.py: {name} {version} is not in a packages.lock.json with the hash of {folder}: restore again, or run ./build.sh locks")
    details = xml.parse(glob.glob(f"{folder}/*.nuspec")[0]).getroot()
    value = lambda tag: next((one for one in details.iter() if one.tag.endswith("}" + tag)), None)
    licence, said = value("license"), value("copyright")
    named = licence.text if licence is not None and licence.get("type") == "expression" else FILES.get(name.lower())
    if named is None:
        sys.exit(f"bill.py: {name} {version} names no licence: read it, then name it here and in docs/adr/0002-packages.md")
    texts = sorted(path for path in glob.glob(f"{folder}/*") if re.match(r"(?i)(licen[cs]e|notice|third-party).*\.(txt|md)$", os.path.basename(path)))
    return {
        "type": "library",
        "name": name,
        "version": version,
        "licence": named,
        "purl": f"pkg:nuget/{name}@{version}",
        "hash": base64.b64decode(hash64).hex(),
        "copyright": said.text.strip() if said is not None and said.text else "",
        "texts": [open(path, encoding="utf-8-sig", errors="replace").read() for path in texts],
    }


def debian(path):
    fields = dict(line.split(": ", 1) for line in open(path, encoding="utf-8") if re.match(r"[A-Z][\w-]*: ", line))
    name, version = fields["Package"].strip(), fields["Version"].strip()
    purl = f"pkg:deb/debian/{name}@{version.replace(':', '%3A').replace('+', '%2B').replace('~', '~')}?arch={fields['Architecture'].strip()}"
    return {"type": "library", "name": name, "version": version, "licence": "", "purl": purl, "hash": "", "copyright": "", "texts": []}


def htmx():
    """The one script of others that the console has, as npm publishes it."""
    text = open(f"{ROOT}/docs/adr/0002-packages.md", encoding="utf-8").read()
    version = re.search(r"\*\*htmx ([\d.]+)\*\* \(0BSD\)", text)[1]
    content = open(glob.glob(f"{ROOT}/Server/Console/wwwroot/lib/htmx*.min.js")[0], "rb").read()
    return {"type": "library", "name": "htmx.org", "version": version, "licence": "0BSD", "purl": f"pkg:npm/htmx.org@{version}",
            "hash": hashlib.sha512(content).hexdigest(), "copyright": "", "texts": []}


def component(one):
    made = {"type": one["type"], "bom-ref": one["purl"], "name": one["name"], "version": one["version"], "purl": one["purl"]}
    if one["hash"]:
        made["hashes"] = [{"alg": "SHA-512", "content": one["hash"]}]
    if one["licence"]:
        made["licenses"] = [{"license": {"id": one["licence"]}}]
    if one["copyright"]:
        made["copyright"] = one["copyright"]
    return made


def bill(name, version, epoch, components):
    made = [component(one) for one in components]
    own = f"pkg:generic/{name}@{version}"
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, own + json.dumps(made, sort_keys=True))}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "application", "bom-ref": own, "name": name, "version": version, "purl": own,
                          "licenses": [{"license": {"id": "MIT"}}]},
        },
        "components": made,
        "dependencies": [{"ref": own, "dependsOn": [one["bom-ref"] for one in made]}],
    }


def notices(name, components):
    lines, shown = [f"{name} contains software of others. Its own licence is MIT.", ""], {}
    for one in components:
        lines += ["-" * 100, f"{one['name']} {one['version']}   {one['licence'] or 'see usr/share/doc/' + one['name'] + '/copyright'}"]
        lines += [one["copyright"]] if one["copyright"] else []
        lines += [""]
        for text in one["texts"]:
            # Packages of one author bring the same text again and again.
            lines += [f"The text is that of {shown[text]}.\n" if text in shown else text.replace("\r\n", "\n").strip() + "\n"]
            shown.setdefault(text, f"{one['name']} {one['version']}")
    lines += ["-" * 100]
    for licence in sorted({one["licence"] for one in components if one["licence"] and not one["texts"]}):
        lines += [licence, "", open(f"{ROOT}/build/licences/{licence}.txt", encoding="utf-8").read().strip(), "", "-" * 100]
    return "\n".join(lines) + "\n"


def main(name, version, epoch, folder, source, status=""):
    locks = locked()
    components = [nuget(*package, locks) for package in published(source)]
    components += [debian(path) for path in glob.glob(f"{status}/*")] if status else []
    components += [htmx()] if name.startswith("iwtune-server") else []
    components = sorted({one["purl"]: one for one in components}.values(), key=lambda one: one["purl"].lower())
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/sbom.cdx.json", "w", encoding="utf-8") as file:
        file.write(json.dumps(bill(name, version, epoch, components), indent=1, ensure_ascii=False) + "\n")
    with open(f"{folder}/THIRD-PARTY-NOTICES.txt", "w", encoding="utf-8") as file:
        file.write(notices(name, components))


if __name__ == "__main__":
    main(*sys.argv[1:])
