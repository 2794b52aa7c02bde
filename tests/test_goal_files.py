"""Goal files: read where they are text, else refused in words that their owner understands (case 5)."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge_agent import goal_files
from edge_agent.goal_files import BadGoalFile, GoalFile, GoalOptions, goal_of_bytes, goal_of_text, title_of
from edge_agent.records import MAX_GOAL_TEXT, MAX_TITLE, Clock, Goal, Policy, Reprioritise, Signer, SwarmId, sign_record

SIGNER = Signer(bytes(32))


def good(data: bytes | str, name: str = "goal.md") -> GoalFile:
    found = goal_of_bytes(data if isinstance(data, bytes) else data.encode(), name=name)
    assert isinstance(found, GoalFile), found
    return found


def reason(data: bytes | str) -> str:
    found = goal_of_bytes(data if isinstance(data, bytes) else data.encode(), name="goal.md")
    assert isinstance(found, BadGoalFile), found
    return found.reason


# Encodings

GERMAN = "# Reise\n\nPlan für zwei Wochen in Köln, nicht über 500 €\n"


@pytest.mark.parametrize(
    "data",
    [
        GERMAN.encode(),
        GERMAN.encode("utf-8-sig"),
        GERMAN.encode("utf-16"),
        b"\xfe\xff" + GERMAN.encode("utf-16-be"),
        GERMAN.encode("utf-16-le"),
        GERMAN.encode("utf-16-be"),
        GERMAN.encode("utf-32"),
        GERMAN.encode("cp1252"),
        GERMAN.replace("\n", "\r\n").encode(),
        GERMAN.replace("\n", "\r").encode(),
        GERMAN.replace("\n", "\r\n").encode("utf-16"),
        GERMAN.replace("ü", "u\u0308").replace("ö", "o\u0308").encode(),
    ],
)
def test_the_same_text_in_any_encoding(data: bytes) -> None:
    found = good(data)
    assert found.text == GERMAN.strip()
    assert found.title == "Reise"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Préparer un dîner à Orléans", "latin-1"),
        ("Smörgåsbord för tjugo gäster", "latin-1"),
        ("Ein Fest für Großmutter im Frühling planen", "cp1252"),
        ("Спланировать поездку в Москву на две недели", "cp1251"),
        ("Спланировать поездку в Москву на две недели", "koi8-r"),
        ("日本への二週間の旅行を計画する", "shift_jis"),
        ("计划一次为期两周的日本之旅", "gb18030"),
        ("일본으로 2주간의 여행을 계획하세요", "euc_kr"),
        ("Σχεδιάστε ένα ταξίδι δύο εβδομάδων", "cp1253"),
    ],
)
def test_older_encodings(text: str, encoding: str) -> None:
    assert good(text.encode(encoding)).text == text


def test_new_emoji_and_letters_of_any_script_are_text() -> None:
    for text in ("Plan a party 🫩🪉🎉", "خطط لرحلة إلى اليابان", "תכנן טיול", "日本", "a"):
        assert good(text).text == text


def test_control_characters_are_dropped_and_lines_kept() -> None:
    found = good(
        "Plan a \x1b[31mred\x1b[0m trip\n\tindented   \n\n\nwith a list\u2028and a separator " + "more text " * 20
    )
    assert "\x1b" not in found.text
    assert found.text.startswith("Plan a [31mred[0m trip\n\tindented\n\n\nwith a list\nand a separator")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(500), "PNG image"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(500), "JPEG image"),
        (b"%PDF-1.7\nsome text", "PDF"),
        (b"PK\x03\x04\x14\x00", "office document"),
        (b"{\\rtf1 hello}", "RTF"),
        (b"Plan a trip\x00\x00\x00 to Japan\x00", "binary data"),
        (bytes(4_096), "binary data"),
        (b"\x01\x02\x03\x04\x05\x06\x07 text", "binary data"),
        (bytes(range(1, 256)) * 8, "binary data"),
        (b"\xff\xfePla", "UTF-16 but is damaged"),
        (b"\xef\xbb\xbfPlan f\xfcr", "UTF-8 but is damaged at byte"),
        (b"Plan a trip. " * 400_000, "too large"),
        (b"Plan a trip. " * 2_000, "too long: 25,999 characters"),
        (b"", "no text"),
        (b" \r\n\t\n ", "no text"),
        (b"\xef\xbb\xbf", "no text"),
        (b"+++\n+++\n \n", "no text"),
    ],
)
def test_what_is_no_goal_is_refused_with_the_reason(data: bytes, said: str) -> None:
    assert re.search(said, reason(data)), reason(data)


def test_text_that_is_short_in_letters_but_long_in_bytes_is_refused_not_published() -> None:
    assert "64,000 bytes" in reason("🎉" * 16_000)
    assert good("🎉" * 15_000).text


# Front matter


def test_settings_are_read() -> None:
    found = good(
        '\ufeff\r\n+++\r\ntitle = "Two weeks in Japan"\r\nquorum = "two-thirds"\r\nmax_depth = 2\r\nmax_tasks = 20\r\n'
        'priority = -5\r\nlanguage = "pt-BR"\r\neffort = "quick"\r\n+++\r\n\r\nPlan a trip\r\n+++\r\nnot settings\r\n'
    )
    assert found.title == "Two weeks in Japan"
    assert found.text == "Plan a trip\n+++\nnot settings"
    assert found.options == GoalOptions(
        effort="quick", quorum="two-thirds", max_depth=2, max_tasks=20, priority=-5, language="pt-br"
    )


def test_without_settings_the_defaults_hold() -> None:
    assert good("Plan a trip").options == GoalOptions()
    assert good("+++\n+++\nPlan a trip").options == GoalOptions()
    assert good("+++\nquorum = 2\n+++\nPlan a trip").options.quorum == 2


def test_a_title_alone_is_the_goal() -> None:
    found = good('+++\ntitle = "Plan a  trip"\n+++\n')
    assert (found.title, found.text) == ("Plan a trip", "Plan a trip")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("quorom = 2", r"^line 2: there is no setting 'quorom' \(did you mean 'quorum'\?\). There are: title, quorum,"),
        ("title = 'x'\n\nquorum = 0", r'^line 4: quorum must be a whole number from 1 to 1000, or "majority", "two-th'),
        ("quorum = 'most'", "it is 'most'"),
        ("effort = 'much'", '^line 2: effort must be one of "quick", "normal", "thorough"; it is \'much\''),
        ("effort = 3", "line 2: effort must be"),
        ("effort = ['quick']", "line 2: effort must be"),
        ("quorum = true", "line 2: quorum must be"),
        ("quorum = 1.5", "line 2: quorum must be"),
        ("max_depth = 9", "max_depth must be a whole number from 0 to 8; it is 9"),
        ("max_depth = [1]", "max_depth must be"),
        ("max_tasks = 0", "max_tasks must be a whole number from 1 to 10000"),
        ("priority = 1000", "priority must be a whole number from -100 to 100"),
        ("language = 'Klingon language'", 'language must be a language code in quotation marks, such as "en"'),
        ("language = 5", "language must be"),
        ("title = ''", "title must be text in quotation marks of 1 to 200 characters"),
        (f"title = '{'x' * 201}'", "title must be"),
        ("title = 7", "title must be"),
        ("[quorum]\nvalue = 1", "line 2: quorum must be"),
        ("title = Trip", r"^line 2: the settings between \+\+\+ are not valid TOML"),
        ("max_depth = 1\nmax_depth = 2", "^line 3: the settings"),
        ("[" * 5_000, "not valid TOML"),
        ("priority = " + "9" * 5_000, "not valid TOML|must be"),
        ("x = " + "[" * 5_000, "not valid TOML"),
    ],
)
def test_wrong_settings_are_named_with_line_and_allowed_values(settings: str, said: str) -> None:
    found = reason(f"+++\n{settings}\n+++\nPlan a trip\n")
    assert re.search(said, found), found
    assert len(found) < 400


def test_settings_that_never_end_are_refused() -> None:
    assert reason("\n+++\nquorum = 2\nPlan a trip") == (
        "line 2: the settings begin with +++ but no second line of +++ ends them"
    )


def test_the_ranges_are_those_of_the_records() -> None:
    for key in ("quorum", "max_depth", "max_tasks"):
        low, high = goal_files.RANGES[key]
        for value in (low, high):
            msgspec.convert({key: value}, Policy)
        for value in (low - 1, high + 1):
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert({key: value}, Policy)
    low, high = goal_files.RANGES["priority"]
    for value in (low, high):
        msgspec.convert({"type": "reprioritise", "goal": "0" * 64, "priority": value}, Reprioritise)
    for value in (low - 1, high + 1):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"type": "reprioritise", "goal": "0" * 64, "priority": value}, Reprioritise)


# Titles


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# A *nice* `trip` #\n\ntext", "A nice trip"),
        ("Plan a trip\n\n## Budget\n500", "Plan a trip"),
        ("Notes first\n\n# The goal\n\ntext", "The goal"),
        ("```\n# comment\n```\nPlan a trip", "Plan a trip"),
        ("- [Plan](http://example.org) a trip", "Plan a trip"),
        ("---\n***\n> Plan a trip", "Plan a trip"),
        ("#hashtag goal", "#hashtag goal"),
        ("日本への旅行", "日本への旅行"),
        ("...\n!!!", ""),
        ("word " * 40, "word " * 15 + "word…"),
        ("x" * 300, "x" * 79 + "…"),
        ("# " + "x" * 300, "x" * 199 + "…"),
    ],
)
def test_titles(text: str, title: str) -> None:
    assert title_of(text) == title


def test_a_text_without_words_is_named_after_its_file() -> None:
    assert good("???", name="spring_clean.md").title == "spring clean"
    assert good("🍕🎉", name="").title == "Goal"


def test_a_file_name_that_is_no_text_is_shown_all_the_same() -> None:
    name = b"caf\xe9\n\xf0\x9f\x8e\x89 ".decode("utf-8", "surrogateescape") + "x" * 250 + ".md"
    found = good("Plan a trip", name=name)
    assert found.source_name.startswith("caf\ufffd 🎉 xxx")
    assert len(found.source_name) == 200


# Whatever comes


def fits_a_record(found: GoalFile) -> None:
    assert found.text.strip()
    assert 1 <= len(found.title) <= MAX_TITLE
    assert len(found.text) <= MAX_GOAL_TEXT
    limits = {key: getattr(found.options, key) for key in ("quorum", "max_depth", "max_tasks")}
    policy = {key: value for key, value in limits.items() if isinstance(value, int)}
    body = Goal(
        title=found.title,
        text=found.text,
        policy=msgspec.convert(policy, Policy),
        origin_name="\U0001f389" * 200,
        source_name=found.source_name,
        source_hash="ab" * 32,
        language=found.options.language,
        priority=found.options.priority,
    )
    sign_record(body, clock=Clock(1), swarm=SwarmId("ab" * 16), signer=SIGNER)


any_text = st.text(st.characters(), max_size=400)
encoded = st.builds(
    lambda text, encoding: text.encode(encoding, "ignore"),
    any_text,
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le", "cp1252", "shift_jis", "koi8-r"]),
)
any_value = st.sampled_from(['"majority"', '"x"', "true", "[]", "{}", "1.5", "1979-05-27"])
settings_line = st.builds(
    lambda key, value: f"{key} = {value}",
    st.sampled_from([*goal_files.KEYS, "other"]),
    st.one_of(
        st.integers().map(str),
        st.sampled_from(['"majority"', '"x"', "true", "[]", "{}", "1.5", "1979-05-27"]),
        any_text,
    ),
)
with_settings = st.builds(
    lambda lines, body: ("+++\n" + "\n".join(lines) + "\n+++\n" + body).encode("utf-8", "ignore"),
    st.lists(settings_line, max_size=4),
    any_text,
)


@given(st.one_of(st.binary(max_size=600), encoded, with_settings), any_text)
def test_any_bytes_are_a_goal_that_fits_a_record_or_a_reason(data: bytes, name: str) -> None:
    found = goal_of_bytes(data, name=name)
    if isinstance(found, GoalFile):
        fits_a_record(found)
    else:
        assert found.reason
        assert "\n" not in found.reason


@given(any_text, any_text)
def test_any_command_line_is_a_goal_that_fits_a_record_or_a_reason(text: str, name: str) -> None:
    found = goal_of_text(text, name=name)
    if isinstance(found, GoalFile):
        fits_a_record(found)


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: Japan\neffort: quick\n---\nPlan a trip",
        "\n---\ntags:\n  - travel\n- x\n# note\n\n---\nPlan",
        "---\ndate: 3\n...\nx",
    ],
)
def test_settings_as_other_programs_write_them_are_refused(text: str) -> None:
    assert "between two lines of +++" in reason(text)


@pytest.mark.parametrize(
    "text", ["---\nPlan a trip\n---\nto Japan", "---\n\n---\nPlan", "---\nGoal: a trip", "---\nAt 5: tea\n---\nPlan"]
)
def test_a_line_drawn_across_begins_no_settings(text: str) -> None:
    assert "Plan" in good(text).text or "trip" in good(text).text


def test_the_largest_goal_fits_a_record() -> None:
    fits_a_record(good("+++\ntitle = '" + "🎉" * 200 + "'\n+++\n" + "🎉" * 15_000, name="🎉" * 250 + ".md"))


@pytest.mark.parametrize("text", ["?", "...", "- \n- ", "+++\ntitle = '!'\n+++\n?"])
def test_signs_alone_are_no_goal(text: str) -> None:
    found = goal_of_text(text, name="+.md")
    assert isinstance(found, BadGoalFile)
    assert "holds no words" in found.reason
