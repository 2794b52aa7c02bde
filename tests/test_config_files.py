"""The settings in several files: what overrides what, which file is to blame, and what a running agent can change."""

from pathlib import Path

import msgspec
import pytest

from edge_agent.config import Config, ConfigError, GoalDefaults
from edge_agent.config_files import LIVE, MODEL_SETTINGS, change_of, faults_in, load_configuration


@pytest.fixture
def main(tmp_path: Path) -> Path:
    (tmp_path / "conf.d").mkdir()
    return tmp_path / "config.toml"


def put(main: Path, **files: str) -> None:
    """Write the main file (``config``) and files of conf.d, by their names without what TOML files end with."""
    for name, text in files.items():
        path = main if name == "config" else main.parent / "conf.d" / f"{name.strip('_').replace('_', '-')}.toml"
        path.write_text(text, encoding="utf-8")


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    found = load_configuration(tmp_path / "config.toml")
    assert (found.config, found.origins, found.files) == (Config(), {}, ())


def test_later_files_override_setting_by_setting(main: Path) -> None:
    put(main, config='name = "attic"\npeers = ["a:1", "b:2"]\n[goals]\nmax_tasks = 3\nmax_depth = 1\n')
    put(main, _20_late='peers = ["c:3"]\n', _10_early='name = "cellar"\npeers = []\n\n[goals]\nmax_tasks = 9\n')
    (main.parent / "conf.d" / ".hidden.toml").write_text("junk")
    (main.parent / "conf.d" / "note.txt").write_text("junk")
    found = load_configuration(main)
    assert (found.config.name, found.config.peers) == ("cellar", ("c:3",))
    assert (found.config.goals.max_tasks, found.config.goals.max_depth) == (9, 1)
    assert [file.name for file in found.files] == ["config.toml", "10-early.toml", "20-late.toml"]
    assert found.origins["goals.max_tasks"] == f"{main.parent}/conf.d/10-early.toml, line 5"
    assert found.origins["goals.max_depth"] == f"{main}, line 5"


def test_conf_d_alone_is_enough(main: Path) -> None:
    put(main, only='name = "attic"\n')
    assert load_configuration(main).config.name == "attic"


def test_the_file_at_fault_is_named(main: Path) -> None:
    put(main, config='name = "attic"\n', _10_bad='\nlog_level = "loud"\n')
    with pytest.raises(ConfigError, match=r"conf\.d/10-bad\.toml, line 2: log_level"):
        load_configuration(main)


def test_all_faults_are_told_each_on_its_line(main: Path) -> None:
    put(
        main,
        config='nam = "x"\nlisten = "here"\nroles = ["observer", "scorer"]\n[goals]\nmax_tasks = 0\nquorum = "most"\n',
        _10="threads = true\n",
        _20="name = \n",
    )
    faults = list(faults_in(main))
    assert [fault.partition(":")[0].replace(str(main.parent), "") for fault in faults] == [
        *(f"/config.toml, line {line}" for line in (1, 2, 3, 5, 6)),
        "/conf.d/10.toml, line 1",
        "/conf.d/20.toml is not valid TOML",
    ]
    assert all("\n" not in fault for fault in faults)
    with pytest.raises(ConfigError, match="and 4 more"):
        load_configuration(main)


def test_the_mark_that_editors_of_other_systems_write_is_passed_over(main: Path) -> None:
    main.write_text('name = "attic"\n', encoding="utf-8-sig")
    assert load_configuration(main).config.name == "attic"
    assert list(faults_in(main)) == []


def test_a_file_that_cannot_be_read_is_named(main: Path) -> None:
    (main.parent / "conf.d" / "odd.toml").write_bytes(b"name = '\xff'")
    assert ["odd.toml is no text in UTF-8" in fault for fault in faults_in(main)] == [True]
    (main.parent / "conf.d" / "odd.toml").unlink()
    (main.parent / "conf.d" / "folder.toml").mkdir()
    with pytest.raises(ConfigError, match=r"folder\.toml cannot be read"):
        load_configuration(main)


def test_what_a_running_agent_can_change() -> None:
    now = Config(name="attic", threads=1)
    wanted = Config(name="cellar", threads=2, listen="0.0.0.0:5000", goals=GoalDefaults(max_tasks=3), cover=False)
    change = change_of(now, wanted, has_model=True)
    assert change.applied == ("name", "goals")
    assert change.waiting == ("cover", "threads", "listen")
    assert change.config == msgspec.structs.replace(now, name="cellar", goals=wanted.goals)
    assert change_of(now, wanted, has_model=False).waiting == ("cover", "listen")
    assert change_of(now, now, has_model=True) == msgspec.structs.replace(change, config=now, applied=(), waiting=())


def test_the_named_settings_exist() -> None:
    assert set(Config.__struct_fields__) >= LIVE | MODEL_SETTINGS
