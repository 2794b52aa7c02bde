"""Writes the copyright file (DEP 5) from what the bundled packages say of themselves: ``copyright.py DIRECTORY``.

The directory holds the installed Python packages with their metadata: licence files, and bills of materials of what
their compiled modules hold. A package that brings no licence text is an error, not a gap in the file.
"""

from __future__ import annotations

import email
import json
import re
import sys
import tomllib
from email.message import Message
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent

HEADER: Final = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: swarm-agent
Comment:
 The program's own files, and the packages that it needs, which lie beside it in /usr/lib/swarm-agent. Written when the
 package is built, from what each of them says of itself.

Files: *
Copyright: 2026 the swarm-agent developers
License: Apache-2.0
"""

LIBRARY: Final = "usr/lib/swarm-agent"

COMMON: Final = {
    "Apache-2.0": re.compile(r"Apache License\s+Version 2\.0, January 2004", re.I),
    "MPL-2.0": re.compile(r"Mozilla Public License,? (?:Version|v\.) ?2\.0", re.I),
    "LGPL-2.1": re.compile(r"GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1", re.I),
    "CC0-1.0": re.compile(r"CC0 1\.0 Universal\s+.*Statement of Purpose", re.I | re.S),
    "Artistic": re.compile(r"The \"?Artistic License\"?\s+Preamble", re.I),
}
"""Licences whose text every Debian system has, and what their text is known by."""

PREFERRED: Final = ("Apache-2.0", "MIT", "ISC", "BSD-3-Clause", "CC0-1.0", "Unicode-3.0")
"""Where compiled-in parts leave the choice of a licence, the first of these."""

SAME: Final = {"Apache-2.0 WITH LLVM-exception": "Apache-2.0", "Unicode-DFS-2016": "Unicode-3.0"}
"""Licences that only grant more than another one, or that are an older wording of it."""

CLASSIFIED: Final = {
    "MIT License": "MIT",
    "BSD License": "BSD-3-Clause",
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "MIT -or- Apache License 2.0": "MIT OR Apache-2.0",
    "CC0 1.0 Universal (CC0 1.0) Public Domain Dedication": "CC0-1.0",
    "Artistic License": "Artistic",
}
"""Licences by their classifier or by the names that packages give them."""


class Unlicensed(Exception):
    """A package says nothing usable of its licence."""


def copyright_file(directory: Path) -> str:
    """The whole file for the packages in the directory."""
    compiled_in = tomllib.loads((HERE / "compiled-in.toml").read_text(encoding="utf-8"))
    needed = {"Apache-2.0"}
    stanzas = [HEADER]
    for metadata in sorted(directory.glob("*.dist-info"), key=lambda path: path.name.lower()):
        stanza, licences = _stanza(metadata, compiled_in)
        stanzas.append(stanza)
        needed |= licences
    stanzas += [f"License: {name}\n{_folded(_text_of(name))}" for name in sorted(needed)]
    return "\n".join(stanza.rstrip("\n") + "\n" for stanza in stanzas)


def _stanza(metadata: Path, compiled_in: dict[str, list[dict[str, str]]]) -> tuple[str, set[str]]:
    """A package's paragraph, and the licences that it names without giving their text."""
    about = email.message_from_string((metadata / "METADATA").read_text(encoding="utf-8"))
    name = str(about["Name"])
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in _licence_files(metadata)]
    named = licence_of(about, texts)
    parts = _bill_of_materials(metadata) + compiled_in.get(name.lower(), [])
    known = {part["name"] for part in parts if part.get("licence")}
    parts = [part for part in parts if part.get("licence") or part["name"] not in known]
    chosen = {licence for part in parts for licence in choose(part["licence"])}
    lines = [
        f"Files: {' '.join(_files(metadata))}",
        "Copyright:",
        *(f" {holder}" for holder in _holders(about, texts)),
        f"License: {_short(named)}",
        _folded("\n\n".join(_shortened(text) for text in texts) if texts else _text_of(named)),
    ]
    if parts:
        lines.append("Comment:")
        lines.append(" Compiled into it, under licences whose texts are below:")
        lines += sorted({f"  {_part(part)}" for part in parts})
    return "\n".join(lines) + "\n", chosen


def licence_of(about: Message, texts: list[str]) -> str:
    """The licence's name, as the metadata has it. Unlicensed where there is neither a name nor a text."""
    expression = str(about["License-Expression"] or "").strip()
    if expression:
        return expression
    classified = [str(line).rpartition(" :: ")[2] for line in about.get_all("Classifier", []) if "License" in str(line)]
    free_text = str(about["License"] or "").strip()
    for given in (free_text, *classified):
        given = CLASSIFIED.get(given, given)
        if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 .()+-]{1,60}", given) and given != "OSI Approved":
            return given
    if texts:
        return "as-it-says"
    raise Unlicensed(f"{about['Name']} names no licence and brings no text of one")


def choose(expression: str) -> set[str]:
    """The licences under which a part is used: of each alternative the preferred one."""
    chosen: set[str] = set()
    for group in re.split(r"\s+AND\s+", expression):
        offered = {SAME.get(name, name) for name in re.split(r"\s+OR\s+", group.strip("() "))}
        usable = [name for name in PREFERRED if name in offered]
        if not usable:
            raise Unlicensed(f"no text is at hand for any of the licences {group!r}: add one to {HERE / 'licences'}")
        chosen.add(usable[0])
    return chosen


def _licence_files(metadata: Path) -> list[Path]:
    found = [path for path in (metadata / "licenses").rglob("*") if path.is_file()]
    found += [path for path in metadata.glob("*") if path.is_file()]
    pattern = re.compile(r"licen[cs]e|copying|notice|unlicense", re.I)
    return sorted(path for path in found if pattern.search(path.name))


def _bill_of_materials(metadata: Path) -> list[dict[str, str]]:
    """What the CycloneDX files in the metadata list: name, version, licence, holder."""
    parts = []
    for path in sorted(metadata.glob("sboms/*.json")):
        for component in json.loads(path.read_text(encoding="utf-8")).get("components", []):
            parts.append(
                {
                    "name": str(component["name"]),
                    "version": str(component.get("version", "")),
                    "licence": _component_licence(component),
                    "holder": str(component.get("author") or ""),
                }
            )
    return parts


def _component_licence(component: dict[str, Any]) -> str:
    named = []
    for licence in component.get("licenses", []):
        named.append(licence.get("expression") or licence.get("license", {}).get("id") or "")
    return " AND ".join(f"({name})" if " OR " in name and len(named) > 1 else name for name in named if name)


def _part(part: dict[str, str]) -> str:
    title = " ".join(filter(None, (part["name"], part.get("version"))))
    return ", ".join(filter(None, (f"{title}: {_short(part['licence'])}", part.get("holder"))))


def _files(metadata: Path) -> list[str]:
    """The package's own files and directories, as they are installed."""
    tops = set()
    for line in (metadata / "RECORD").read_text(encoding="utf-8").splitlines():
        first, slash, _ = line.rpartition(",")[0].rpartition(",")[0].strip('"').partition("/")
        if first and first != ".." and not first.endswith(".dist-info"):
            tops.add(f"{LIBRARY}/{first}/*" if slash else f"{LIBRARY}/{first}")
    return sorted(tops) or [f"{LIBRARY}/{metadata.name}/*"]


def _holders(about: Message, texts: list[str]) -> list[str]:
    """The lines of the licence texts that say whose the work is; else who the metadata says wrote it."""
    pattern = re.compile(r"^\W*((?:copyright\b|\(c\)|©).*(?:\d{4}).*)$", re.I | re.M)
    lines = [re.sub(r"\s+", " ", line).strip() for text in texts for line in pattern.findall(text)]
    holders = [line for line in dict.fromkeys(lines) if "[yyyy]" not in line and "Free Software Foundation" not in line]
    author = about["Author"] or about["Author-email"] or about["Maintainer"] or f"the authors of {about['Name']}"
    return holders or [re.sub(r"\s+", " ", str(author))]


def _shortened(text: str) -> str:
    """A licence's text, or where every Debian system has it."""
    for name, pattern in COMMON.items():
        if pattern.search(text):
            return _text_of(name)
    return text.replace("\r\n", "\n").replace("\f", "\n")


def _text_of(name: str) -> str:
    if name in COMMON:
        return f"On Debian systems the text of the licence {name} is in /usr/share/common-licenses/{name}."
    path = HERE / "licences" / f"{name}.txt"
    names = [found.stem for found in path.parent.iterdir() if re.search(rf"\b{re.escape(found.stem)}\b", name)]
    if path.exists():
        return path.read_text(encoding="utf-8")
    if names:
        return _text_of(names[0])
    raise Unlicensed(f"no text is at hand for the licence {name!r}: add one to {HERE / 'licences'}")


def _short(expression: str) -> str:
    """A licence's name in the form of DEP 5: alternatives in small letters, no spaces in names."""
    expression = re.sub(r"\s+(?:OR|-or-)\s+", " or ", re.sub(r"\s+AND\s+", " and ", expression))
    expression = re.sub(r"\s+WITH\s+", " with ", expression)
    names = re.split(r"( or | and | with )", expression)
    return "".join(name if index % 2 else re.sub(r"[\s,]+", "-", name.strip()) for index, name in enumerate(names))


def _folded(text: str) -> str:
    """A text as the continuation of a field: each line begins with a space, empty ones are a dot."""
    return "\n".join(f" {line.rstrip()}" if line.strip() else " ." for line in text.strip("\n").splitlines())


if __name__ == "__main__":
    try:
        sys.stdout.write(copyright_file(Path(sys.argv[1])))
    except Unlicensed as error:
        sys.exit(f"copyright.py: {error}")
