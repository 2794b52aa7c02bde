"""The Debian package, as far as it can be tested without building it."""

from __future__ import annotations

import configparser
import contextlib
import functools
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from edge_agent import __version__
from edge_agent.cli import command_parser
from edge_agent.config import Config, GoalDefaults, Inbox, check_settings, parse_config
from edge_agent.config_files import LIVE, MODEL_SETTINGS
from edge_agent.home import SWARM_KEY_CREDENTIAL
from edge_agent.places import SYSTEM_CONFIG, SYSTEM_HOME

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"
DEBIANS = {"numpy", "miniupnpc"}
"""Python packages that are taken from Debian, not brought along."""
SERVICE = ROOT / "systemd" / "swarm-agent.service"
USER_SERVICE = ROOT / "systemd" / "user" / "swarm-agent.service"


def run(*command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, timeout=120, env=environment, check=False
    )


@functools.cache
def written(name: str) -> str:
    done = run(sys.executable, PACKAGING / "manual.py", name)
    assert done.returncode == 0, done.stderr
    return done.stdout


def leaves(words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Every command that does something, found by asking for help as people do, with its options."""
    with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.suppress(SystemExit):
        command_parser().parse_args([*words, "--help"])
    text = printed.getvalue()
    below = re.search(r"^(?:positional arguments|commands):\n  (?:COMMAND|ACTION)\n((?:    .*\n)+)", text, re.M)
    if below is None:
        yield words, re.findall(r"(?<![\w-])--[a-z][a-z-]*", text.partition("options:")[2])
        return
    for name in re.findall(r"^    ([a-z][a-z-]*)", below[1], re.M):
        yield from leaves((*words, name))


@pytest.fixture(scope="module")
def commands() -> list[tuple[tuple[str, ...], list[str]]]:
    found = list(leaves())
    assert len(found) >= 11
    return found


# --- The manual -------------------------------------------------------------------------------------------------------


def test_every_command_and_option_is_in_the_manual(commands: list[tuple[tuple[str, ...], list[str]]]) -> None:
    page = written("command").replace("\\-", "-")
    shared = page.partition(".SH COMMANDS")[0]
    sections = {section.split("\\fR")[0]: section for section in page.split(".SS \\fB")[1:]}
    for words, options in commands:
        section = sections[" ".join(words)]
        for option in options:
            assert f"\\fB{option}\\fR" in section + shared, (words, option)


def test_every_setting_is_in_the_manual() -> None:
    page = written("configuration").replace("\\-", "-")
    top, goals, inbox = re.split(r"^\.SH TABLE \[(?:goals|inbox)\]$", page, flags=re.M)[:3]
    for owner, section in ((Config, top), (GoalDefaults, goals), (Inbox, inbox)):
        for field in msgspec.structs.fields(owner):
            if field.name not in ("goals", "inbox"):
                assert f"\n\\fB{field.name}\\fR = " in section, field.name
    assert 'Default: "majority".' in goals
    assert "whole number from 1 to 10000" in goals


def test_the_manual_tells_what_a_reload_takes_up_with_and_without_a_model() -> None:
    page = written("configuration")
    live, without_model = (
        re.findall(r"\\fB(\w+)\\fR", line)
        for line in re.findall(r"^(\\fB.*)[.;]", page.partition(".SH SETTINGS")[0], re.M)
    )
    assert set(live) == LIVE
    assert set(without_model) == MODEL_SETTINGS


def test_the_settings_file_shows_every_setting_with_its_default() -> None:
    text = written("settings")
    assert parse_config(text) == Config()
    shown, faults = check_settings(re.sub(r"^#(?=[a-z_]+ = )", "", text, flags=re.M), "config.toml")
    assert faults == []
    assert shown.pop("name") == "attic"
    expected = msgspec.to_builtins(Config())
    del expected["name"]
    assert shown == expected | {"peers": [], "roles": []}
    assert all(len(line) <= 120 for line in text.splitlines())


@pytest.mark.parametrize("name", ["command", "configuration"])
def test_the_manual_pages_are_well_formed(name: str) -> None:
    page = written(name)
    assert page.startswith(".TH SWARM\\-AGENT")
    for heading in ("NAME", "DESCRIPTION", "SEE ALSO"):
        assert f"\n.SH {heading}\n" in page
    # A line that begins with a dot is a request, and only these are meant.
    requests = set(re.findall(r"^\.(\S*)", page, re.M))
    assert requests <= {"TH", "SH", "SS", "TP", "PP", "B", "I", "IR", "BR", "RI", "RS", "RE", "nf", "fi"}
    if shutil.which("groff"):
        done = run("bash", "-c", 'groff -man -Tutf8 -ww -z <<<"$PAGE"', PAGE=page)
        assert done.stderr == ""


# --- The completion ---------------------------------------------------------------------------------------------------


def completed(script: Path, *words: str, directory: Path | None = None) -> list[str]:
    """What bash offers for the last of the words."""
    program = """
        cd -- "$2"; source "$1"; shift 2
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _swarm_agent
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    done = run("bash", "-c", program, "bash", script, directory or script.parent, "swarm-agent", *words)
    assert done.stderr == ""
    return done.stdout.split()


def test_the_completion_knows_all_commands(commands: list[tuple[tuple[str, ...], list[str]]], tmp_path: Path) -> None:
    script = tmp_path / "completion"
    script.write_text(written("completion"))
    for words, options in commands:
        *before, last = words
        assert last in completed(script, *before, "")
        assert completed(script, *before, last[:-1]).count(last) == 1
        offered = completed(script, *words, "--")
        assert set(options) <= set(offered), words
    assert completed(script, "config", "--home", "") == []  # folders only, and there are none


def test_the_completion_offers_files_where_files_are_meant(tmp_path: Path) -> None:
    script = tmp_path / "completion"
    script.write_text(written("completion"))
    folder = tmp_path / "here"
    (folder / "folder").mkdir(parents=True)
    (folder / "goal.md").touch()
    assert completed(script, "submit", "go", directory=folder) == ["goal.md"]
    assert completed(script, "results", "--export", "", directory=folder) == ["folder"]
    assert completed(script, "run", "--config", "g", directory=folder) == ["goal.md"]
    assert completed(script, "cancel", "--reason", "", directory=folder) == []


# --- The units --------------------------------------------------------------------------------------------------------


class Unit(configparser.RawConfigParser):
    """A unit file: keys keep their case and may come several times."""

    def __init__(self, path: Path) -> None:
        super().__init__(strict=False, delimiters=("=",), comment_prefixes=("#",))
        self.read_string(path.read_text())

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def test_the_service_restarts_watches_and_gives_way() -> None:
    service = Unit(SERVICE)["Service"]
    expected = {
        "Type": "notify",
        "User": "swarm",
        "StateDirectory": "swarm-agent",
        "OOMPolicy": "continue",
        "Restart": "on-failure",
    }
    assert {key: service[key] for key in expected} == expected
    assert service["LoadCredential"] == SWARM_KEY_CREDENTIAL
    assert int(service["WatchdogSec"]) >= 30
    assert int(service["TimeoutStartSec"]) > 90, "systemd's default: too short for small machines that are busy"
    assert service["ExecStart"] == f"/usr/bin/swarm-agent run --home {SYSTEM_HOME} --config {SYSTEM_CONFIG}"
    assert service["ExecReload"] == "/bin/kill -HUP $MAINPID"
    # Login users have to get through to their folders, and no further.
    assert service["StateDirectoryMode"] == "0711"
    assert int(service["Nice"]) > 0
    assert int(service["CPUWeight"]) < 100
    assert int(service["IOWeight"]) < 100
    assert re.fullmatch(r"\d+%", service["MemoryMax"])


def test_the_service_has_nothing_that_the_older_release_does_not_know() -> None:
    for path in (SERVICE, USER_SERVICE):
        assert not {"RestartSteps", "RestartMaxDelaySec", "ImportCredential"} & set(Unit(path)["Service"])
    assert {"RestartSteps", "RestartMaxDelaySec"} == set(
        Unit(SERVICE.parent / "swarm-agent.service.d/back-off.conf")["Service"]
    )


def test_the_services_arguments_are_the_programs() -> None:
    for path in (SERVICE, USER_SERVICE):
        program, *arguments = Unit(path)["Service"]["ExecStart"].split()
        assert program == "/usr/bin/swarm-agent"
        command_parser().parse_args(arguments)


@pytest.mark.parametrize("path", [SERVICE, USER_SERVICE], ids=["system", "user"])
def test_systemd_takes_the_units(path: Path, tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / path.name
    unit.write_text(path.read_text().replace("/usr/bin/swarm-agent", "/bin/true"))
    done = run("systemd-analyze", "verify", "--man=no", unit)
    assert "swarm-agent.service" not in done.stderr
    if path is SERVICE:
        rated = run("systemd-analyze", "security", "--offline=yes", "--threshold=15", unit)
        assert rated.returncode == 0, rated.stdout[-200:]


# --- What goes into the package ---------------------------------------------------------------------------------------


def make_package(
    site: Path, name: str, metadata: str = "License-Expression: MIT\n", files: dict[str, str] | None = None
) -> Path:
    """An installed Python package with its metadata."""
    (site / name).mkdir(parents=True)
    (site / name / "__init__.py").touch()
    about = site / f"{name}-1.0.dist-info"
    for path, text in {"METADATA": f"Name: {name}\nVersion: 1.0\n{metadata}", **(files or {})}.items():
        (about / path).parent.mkdir(parents=True, exist_ok=True)
        (about / path).write_text(text)
    (about / "RECORD").write_text(f"{name}/__init__.py,,\n{about.name}/METADATA,,\n../../bin/{name},,\n")
    return about


def copyright_of(site: Path) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, PACKAGING / "copyright.py", site)


def test_copyright_has_every_package_with_its_text(tmp_path: Path) -> None:
    make_package(tmp_path, "plain", files={"licenses/LICENSE": "Copyright (c) 2020 Ann\n\nDo as you like.\n"})
    apache = "   Apache License\n   Version 2.0, January 2004\n   and so on\n"
    make_package(tmp_path, "known", "License: Apache 2.0\nAuthor: Bo\n", {"LICENSE": apache})
    bill = {"components": [{"name": "crate", "version": "2", "author": "Cy", "licenses": [{"expression": "ISC"}]}]}
    make_package(tmp_path, "hybrid", files={"licenses/LICENSE": "As is.\n", "sboms/a.json": json.dumps(bill)})
    text = copyright_of(tmp_path).stdout
    assert text.startswith("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n")
    paragraphs = {words[1]: part for part in text.split("\n\n") if (words := part.split())[0] == "Files:"}
    plain = paragraphs["usr/lib/swarm-agent/plain/*"]
    assert "Copyright:\n Copyright (c) 2020 Ann\nLicense: MIT\n" in plain
    assert " .\n Do as you like." in plain
    known = paragraphs["usr/lib/swarm-agent/known/*"]
    assert "Copyright:\n Bo\nLicense: Apache-2.0\n" in known
    assert "/usr/share/common-licenses/Apache-2.0" in known
    assert "and so on" not in known
    assert "  crate 2: ISC, Cy" in paragraphs["usr/lib/swarm-agent/hybrid/*"]
    assert "\nLicense: ISC\n Permission to use, copy" in text


@pytest.mark.parametrize(
    ("metadata", "files", "complaint"),
    [
        ("", {}, "names no licence"),
        ("License-Expression: Own-1.0\n", {}, "no text is at hand for the licence 'Own-1.0'"),
        (
            "License-Expression: MIT\n",
            {"sboms/a.json": '{"components": [{"name": "crate", "licenses": [{"expression": "Own-1.0"}]}]}'},
            "no text is at hand for any of the licences 'Own-1.0'",
        ),
    ],
)
def test_copyright_fails_where_a_licence_is_missing(
    metadata: str, files: dict[str, str], complaint: str, tmp_path: Path
) -> None:
    make_package(tmp_path, "odd", metadata, files)
    done = copyright_of(tmp_path)
    assert done.returncode == 1
    assert complaint in done.stderr


def test_trimming_takes_what_nobody_runs(tmp_path: Path) -> None:
    about = make_package(tmp_path, "kept", files={"licenses/LICENSE": "x", "entry_points.txt": "x"})
    gone = [
        "kept/tests/test_a.py",
        "kept/fast.pyx",
        "kept/fast.pyi",
        "kept/include/a.h",
        "examples/a.py",
        "kept-stubs/a.pyi",
    ]
    stays = ["kept/fast.so", "kept/testing.py", "kept/data.txt", "kept/deep/__init__.py"]
    for name in [*gone, *stays]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "kept" / "testing.py").write_text("#!/usr/bin/env python\nprint()\n")
    (tmp_path / "kept" / "testing.py").chmod(0o755)
    (tmp_path / "certifi").mkdir()
    (tmp_path / "certifi" / "cacert.pem").touch()
    assert run(sys.executable, PACKAGING / "trim.py", tmp_path).returncode == 0
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if not path.is_dir()}
    assert left == {
        *stays,
        "kept/__init__.py",
        "certifi/cacert.pem",
        f"{about.name}/METADATA",
        f"{about.name}/entry_points.txt",
    }
    assert (tmp_path / "kept" / "testing.py").stat().st_mode & 0o777 == 0o644
    assert (tmp_path / "kept" / "testing.py").read_text() == "# /usr/bin/env python\nprint()\n"
    assert str((tmp_path / "certifi" / "cacert.pem").readlink()) == "/etc/ssl/certs/ca-certificates.crt"


def test_nothing_imports_what_the_package_leaves_out() -> None:
    listed = re.search(r"^unneeded=\(([^)]*)\)$", (ROOT / "scripts/lib/packages.sh").read_text(), re.M)
    assert listed is not None
    names = set(listed[1].split())
    assert names > DEBIANS
    modules = {"grpcio": "grpc", "mypy-protobuf": "mypy_protobuf", "mypy-extensions": "mypy_extensions"}
    blocked = sorted({modules.get(name, name) for name in names if not name.startswith("types-")} - DEBIANS)
    program = f"""
import importlib, pkgutil, sys
for name in {blocked!r}:
    sys.modules[name] = None
import edge_agent
for found in pkgutil.walk_packages(edge_agent.__path__, "edge_agent."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
"""
    done = run(sys.executable, "-c", program)
    assert done.returncode == 0, done.stderr


def test_what_debian_has_is_depended_on() -> None:
    depends = re.search(r"^Depends: (.*)$", (PACKAGING / "debian" / "control").read_text(), re.M)
    assert depends is not None
    assert {f"python3-{name}" for name in DEBIANS} <= set(depends[1].split(", "))


def test_the_packages_version_is_the_programs() -> None:
    first = (PACKAGING / "debian" / "changelog").read_text().splitlines()[0]
    assert first == f"swarm-agent ({__version__}) unstable; urgency=medium"


# --- scripts/deb ------------------------------------------------------------------------------------------------------


def test_scripts_deb_tells_what_it_does() -> None:
    done = run(ROOT / "scripts" / "deb", "--help")
    assert done.returncode == 0
    for option in ("--release", "--arch", "--version", "--output"):
        assert option in done.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--arch", "m68k"], '--arch is amd64 or arm64, not "m68k"'),
        (["--release", "deb11"], '--release is deb12 or deb13, not "deb11"'),
        (["--release"], "--release needs a value"),
        (["--version", "1-2"], "A version begins with a digit"),
        (["everything"], 'does not know "everything"'),
    ],
)
def test_scripts_deb_refuses_wrong_arguments(arguments: list[str], complaint: str) -> None:
    done = run(ROOT / "scripts" / "deb", *arguments)
    assert done.returncode == 1
    assert complaint in done.stderr


def test_the_compiled_packages_are_pinned() -> None:
    program = """
        root=$1; source "$root/scripts/lib/packages.sh"
        requirement fastecdsa; echo ---; requirements_without fastecdsa numpy
    """
    done = run("bash", "-c", program, "bash", ROOT)
    own, rest = done.stdout.split("---\n")
    assert re.fullmatch(r"fastecdsa==\S+ .*\\\n(    --hash=sha256:[0-9a-f]{64} ?\\?\n)+", own)
    everything = (ROOT / "requirements" / "runtime.txt").read_text()
    names = set(re.findall(r"^([a-z0-9-]+)==", everything, re.M))
    assert set(re.findall(r"^([a-z0-9-]+)==", rest, re.M)) == names - {"fastecdsa", "numpy"}


def test_a_source_that_was_cut_off_is_fetched_anew(tmp_path: Path) -> None:
    """The sources may come from another file system, so that moving them there takes a while."""
    program = """
        root=$1; source "$root/scripts/lib/packages.sh"
        building=$2; work=$2/work; make_work() { :; }; cd -- "$2"
        step() {
            case $1 in
            *": source") tar -czf "$work/source/a.tar.gz" a ;;
            *) "${@:2}" ;;
            esac
        }
        mkdir a new-source; touch a/whole new-source/half needed
        fetch_source a needed
        ls -- "$source_place"
    """
    done = run("bash", "-c", program, "bash", ROOT, tmp_path)
    assert (done.stdout, done.stderr) == ("whole\n", "")


def test_who_builds_for_others_is_the_maintainer(tmp_path: Path) -> None:
    program = """
        root=$1; source "$root/scripts/lib/packages.sh"
        cp -r -- "$root/packaging/debian" "$2/debian"; set_maintainer "$2/debian"
        grep -h -e ^Maintainer -e "^ -- " "$2/debian/control" "$2/debian/changelog"
    """
    nobody, somebody = tmp_path / "nobody", tmp_path / "somebody"
    for folder, variables in (
        (nobody, {"DEBEMAIL": "", "DEBFULLNAME": ""}),
        (somebody, {"DEBEMAIL": "a/b&c@example.net", "DEBFULLNAME": "Ana $1 Müller & Co"}),
    ):
        folder.mkdir()
        done = run("bash", "-c", program, "bash", ROOT, folder, **variables)
        name = f"{variables['DEBFULLNAME']} <{variables['DEBEMAIL']}>"
        wanted = name if variables["DEBEMAIL"] else "swarm-agent developers <swarm-agent@example.org>"
        assert re.fullmatch(rf"Maintainer: {re.escape(wanted)}\n -- {re.escape(wanted)}  \w.*\n", done.stdout), done
