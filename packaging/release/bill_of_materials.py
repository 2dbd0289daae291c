#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bill of materials of a release: what its files are and what they are built on, as SPDX 2.3 and CycloneDX 1.5.

What is linked is read in `materials.json`, which tests/packaging/release.sh holds against the build's find_package calls; versions are those
of the machine that builds, where pkg-config knows them."""
import argparse
import datetime
import hashlib
import json
import os
import subprocess
import uuid
from pathlib import Path

HERE = Path(__file__).resolve().parent


def installed_version(module):
    """The version that pkg-config has of a module; None where nobody can say."""
    try:
        done = subprocess.run(["pkg-config", "--modversion", module], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def materials():
    out = json.loads((HERE / "materials.json").read_text())
    return [dict(one, version=installed_version(one["pkg_config"])) for one in out]


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def spdx(version, files, parts, when, name):
    packages = [{"SPDXID": "SPDXRef-plimsoll", "name": "plimsoll", "versionInfo": version, "downloadLocation": "NOASSERTION",
                 "licenseDeclared": "GPL-3.0-or-later", "licenseConcluded": "GPL-3.0-or-later", "copyrightText": "NOASSERTION",
                 "filesAnalyzed": False}]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-plimsoll"}]
    for part in parts:
        identity = "SPDXRef-" + part["name"].replace("_", "-")
        package = {"SPDXID": identity, "name": part["name"], "downloadLocation": "NOASSERTION", "licenseDeclared": part["licence"],
                   "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION", "filesAnalyzed": False}
        if part["version"]:
            package["versionInfo"] = part["version"]
        packages.append(package)
        relations.append({"spdxElementId": "SPDXRef-plimsoll", "relationshipType": part["relation"], "relatedSpdxElement": identity})
    listed = []
    for index, path in enumerate(files):
        listed.append({"SPDXID": f"SPDXRef-File-{index}", "fileName": "./" + path.name, "licenseConcluded": "NOASSERTION",
                       "copyrightText": "NOASSERTION", "checksums": [{"algorithm": "SHA1", "checksumValue": hashlib.sha1(path.read_bytes()).hexdigest()},
                                                                      {"algorithm": "SHA256", "checksumValue": digest(path)}]})
        relations.append({"spdxElementId": f"SPDXRef-File-{index}", "relationshipType": "GENERATED_FROM", "relatedSpdxElement": "SPDXRef-plimsoll"})
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"plimsoll-{version}",
            "documentNamespace": f"https://spdx.org/spdxdocs/plimsoll-{version}-{name}",
            "creationInfo": {"created": when, "creators": ["Tool: plimsoll-bill-of-materials"]},
            "packages": packages, "files": listed, "relationships": relations}


def cyclonedx(version, files, parts, when, name):
    components = [{"type": "library", "bom-ref": part["name"], "name": part["name"], **({"version": part["version"]} if part["version"] else {}),
                   "licenses": [{"expression": part["licence"]}]} for part in parts]
    components += [{"type": "file", "bom-ref": "file:" + path.name, "name": path.name, "hashes": [{"alg": "SHA-256", "content": digest(path)}]}
                   for path in files]
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{name}", "version": 1,
            "metadata": {"timestamp": when, "component": {"type": "application", "bom-ref": "plimsoll", "name": "plimsoll", "version": version,
                                                          "licenses": [{"license": {"id": "GPL-3.0-or-later"}}]}},
            "components": components,
            "dependencies": [{"ref": "plimsoll", "dependsOn": [part["name"] for part in parts]}]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", required=True)
    parser.add_argument("--folder", required=True, type=Path, help="the release's files; both documents are written beside them")
    asked = parser.parse_args()
    files = sorted(path for path in asked.folder.iterdir() if path.is_file())
    when = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    # the same files are the same document
    name = str(uuid.uuid5(uuid.NAMESPACE_OID, asked.version + "".join(path.name + digest(path) for path in files)))
    parts = materials()
    for ending, document in (("spdx", spdx(asked.version, files, parts, when, name)), ("cdx", cyclonedx(asked.version, files, parts, when, name))):
        (asked.folder / f"plimsoll-{asked.version}.{ending}.json").write_text(json.dumps(document, indent=2) + "\n")


if __name__ == "__main__":
    main()
