"""The configuration: what is read, what is refused with which words, and what is written."""

import inspect
from pathlib import Path

import pytest

from edge_agent.config import (
    Config,
    ConfigError,
    GoalDefaults,
    config_text,
    load_config,
    parse_config,
    policy_of,
    with_effort,
    with_setting,
    write_config,
)
from edge_agent.effort import EFFORTS, effort_of
from edge_agent.records import Policy


def test_defaults_where_there_is_no_file(tmp_path: Path) -> None:
    assert load_config(tmp_path / "config.toml") == Config()


def test_written_and_read_again(tmp_path: Path) -> None:
    config = Config(name="attic", roles=("scorer",), goals=GoalDefaults(quorum=3, max_tasks=9))
    write_config(config, tmp_path / "config.toml")
    assert load_config(tmp_path / "config.toml") == config
    assert (tmp_path / "config.toml").stat().st_mode & 0o777 == 0o600
    assert "log_level" not in (tmp_path / "config.toml").read_text()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('name = "x"\nrole = ["scorer"]\n', ["line 2", "'role'", "did you mean 'roles'"]),
        ('name = "x"\nswarm = "5a"\n', ["line 2", "'swarm'", "is gone", "swarm-agent invite", "swarm-agent join"]),
        ("[goals]\n\nmax_task = 3\n", ["line 3", "'max_task'", "[goals]", "max_tasks"]),
        ('\nroles = ["boss"]\n', ["line 2", "roles", "decomposer, executor, observer, scorer"]),
        ("[goals]\nmax_tasks = 0\n", ["line 2", "goals.max_tasks", "from 1 to 10000"]),
        ('[goals]\nquorum = "most"\n', ["line 2", "all, majority, two-thirds"]),
        ('[inbox]\npolling = "yes"\n', ["line 2", "inbox.polling", "true, false"]),
        ('listen = "0.0.0.0:70000"\n', ["line 1", "65535"]),
        ('roles = ["observer", "scorer"]\n', ["line 1", "observer"]),
        ('listen = "4711"\n', ["line 1", 'write HOST:PORT in quotation marks, such as "0.0.0.0:4711"']),
        ("listen = 4711\n", ["line 1", "write HOST:PORT"]),
        ('roles = "executor"\n', ["line 1", 'such as ["scorer", "executor"]', "Allowed: decomposer"]),
        ('peers = "attic.local"\n', ["line 1", 'such as ["192.168.7.4:4711"]']),
        ("max_tasks = 3\n", ["line 1", "belongs below a line [goals]", "goals.max_tasks"]),
        ("name = \n", ["not valid TOML", "line 1"]),
        ("goals = 3\n", ["goals"]),
    ],
)
def test_a_mistake_is_named_with_its_line(text: str, words: list[str]) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_config(text)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("rule", "scorers", "quorum", "self_votes"),
    [
        ("majority", 0, 1, True),
        ("majority", 1, 1, True),
        ("majority", 2, 2, False),
        ("majority", 3, 2, False),
        ("two-thirds", 3, 2, False),
        ("two-thirds", 4, 3, False),
        ("all", 5, 5, False),
        (7, 3, 7, False),
    ],
)
def test_quorum_is_counted_from_the_living_scorers(
    rule: str | int, scorers: int, quorum: int, self_votes: bool
) -> None:
    policy = policy_of(GoalDefaults(), scorers, quorum=rule)
    assert (policy.quorum, policy.self_votes) == (quorum, self_votes)


def test_one_setting_is_changed_and_the_others_stay() -> None:
    config = Config(name="attic", goals=GoalDefaults(max_tasks=9))
    changed = with_setting(with_setting(config, "goals.max_depth", "3"), "name", "cellar room")
    assert (changed.name, changed.goals.max_tasks, changed.goals.max_depth) == ("cellar room", 9, 3)
    assert with_setting(config, "roles", '["scorer"]').roles == ("scorer",)
    assert parse_config(config_text(config)) == config


def test_an_effort_stands_for_numbers_and_what_is_set_beside_it_wins() -> None:
    assert parse_config("") == parse_config('[goals]\neffort = "normal"') == Config()
    quick = parse_config('[goals]\neffort = "quick"\nmax_tasks = 20').goals
    assert (quick.max_rounds, quick.max_depth, quick.min_proposals, quick.max_tasks) == (0, 1, 1, 20)
    assert parse_config('[goals]\neffort = "thorough"').goals == with_effort(GoalDefaults(), "thorough")


@pytest.mark.parametrize("text", ['effort = "quick"', 'effort = "thorough"\nmax_tasks = 20\nlease_seconds = 9.0'])
def test_an_effort_is_written_as_it_was_read(text: str) -> None:
    config = parse_config(f"[goals]\n{text}")
    assert config_text(config, all_settings=False).strip() == f"[goals]\n{text}"
    assert parse_config(config_text(config)) == config
    assert with_setting(config, "goals.max_depth", "2").goals.max_depth == 2
    assert with_setting(with_setting(config, "goals.max_tasks", "20"), "name", "attic").goals.max_tasks == 20


def test_a_goals_own_effort_is_nearer_than_the_settings_and_its_own_numbers_nearer_still() -> None:
    settings = parse_config('[goals]\neffort = "thorough"\nmax_rounds = 5').goals
    assert policy_of(settings, 3).max_rounds == 5
    policy = policy_of(settings, 3, effort="quick", max_tasks=9)
    assert (policy.max_rounds, policy.max_depth, policy.min_proposals, policy.max_tasks) == (0, 1, 1, 9)
    assert policy.proposal_window == 60_000
    assert policy_of(settings, 3, effort="normal") == policy_of(GoalDefaults(), 3)


def test_every_effort_is_told_from_the_policy_that_it_makes() -> None:
    for effort in EFFORTS:
        assert effort_of(policy_of(GoalDefaults(), 3, effort=effort)) == effort
    assert effort_of(Policy(max_rounds=7)) is None


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("goals.max_tasks", "many", "from 1 to 10000"),
        ("goals.effort", "much", "Allowed: normal, quick, thorough"),
        ("goal.max_tasks", "3", "no setting 'goal'"),
        ("goals.max_task", "3", "did you mean 'max_tasks'"),
        ("listen", "nowhere", "listen"),
        ("", "x", "no setting"),
    ],
)
def test_a_wrong_setting_is_refused(key: str, value: str, words: str) -> None:
    with pytest.raises(ConfigError, match=words) as error:
        with_setting(Config(), key, value)
    assert ", line " not in str(error.value), "of a text that nobody has seen"


def test_no_description_holds_marks_for_the_makers_of_documents() -> None:
    for owner in (Config, GoalDefaults):
        assert ":data:" not in inspect.getsource(owner)


def test_the_mark_that_editors_of_other_systems_write_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('name = "attic"\n', encoding="utf-8-sig")
    assert load_config(tmp_path / "config.toml").name == "attic"
