"""Which model is used, and the commands that list and fetch models."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from other_users import STRANGER, as_user, needs_root
from rich.console import Console
from scripted_model import ScriptedModel

from edge_agent.config import Config
from edge_agent.models import choice
from edge_agent.models.backend import ModelError, ModelUnavailable
from edge_agent.models.catalogue import CATALOGUE, Model, find
from edge_agent.places import SYSTEM_HOME

SMALL, MIDDLE, LARGE = sorted(CATALOGUE, key=lambda model: model.tier)[:3]


def here(monkeypatch: pytest.MonkeyPatch, *models: Model) -> None:
    """Have these models on the disk, and only these."""
    monkeypatch.setattr(
        choice, "path_of", lambda model, directory: directory / model.file_name if model in models else None
    )


@pytest.fixture(autouse=True)
def memory_for_the_middle_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "best_for", lambda memory: MIDDLE)
    monkeypatch.setattr(choice, "memory_limit", lambda: None)


def console() -> Console:
    return Console(file=io.StringIO(), force_terminal=False, width=200)


async def test_none_is_no_model() -> None:
    assert await choice.open_models(Config(model="none")) is None


def test_auto_takes_the_best_that_is_here_and_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    here(monkeypatch, SMALL, MIDDLE, LARGE)
    assert choice.find_model(Config())[0] is MIDDLE
    here(monkeypatch, SMALL, LARGE)
    assert choice.find_model(Config())[0] is SMALL, "the larger one does not fit into the memory"
    here(monkeypatch, LARGE)
    with pytest.raises(ModelUnavailable, match=f"swarm-agent model pull {MIDDLE.name}"):
        choice.find_model(Config())


@pytest.mark.parametrize(
    ("limit", "taken"),
    [(MIDDLE.ram_needed, MIDDLE), (MIDDLE.ram_needed - 1, SMALL), (SMALL.ram_needed - 1, SMALL)],
)
def test_auto_minds_how_much_memory_the_service_may_use(
    monkeypatch: pytest.MonkeyPatch, limit: int, taken: Model
) -> None:
    here(monkeypatch, SMALL, MIDDLE)
    monkeypatch.setattr(choice, "memory_limit", lambda: limit)
    assert choice.find_model(Config())[0] is taken
    assert choice.find_model(Config(model=MIDDLE.name))[0] is MIDDLE, "the owner's word"
    here(monkeypatch)
    with pytest.raises(ModelUnavailable, match=f"swarm-agent model pull {taken.name}"):
        choice.find_model(Config())


def test_a_named_model_is_taken_or_told_how_to_get(monkeypatch: pytest.MonkeyPatch) -> None:
    here(monkeypatch, LARGE)
    assert choice.find_model(Config(model=LARGE.name))[0] is LARGE
    with pytest.raises(ModelUnavailable, match=f"`swarm-agent model pull {SMALL.name}"):
        choice.find_model(Config(model=SMALL.name))
    monkeypatch.setenv("SWARM_MODELS", str(SYSTEM_HOME / "models"))
    with pytest.raises(ModelUnavailable, match=f"`sudo swarm-agent model pull {SMALL.name}"):
        choice.find_model(Config(model=SMALL.name))
    with pytest.raises(ModelUnavailable, match="gpt-9"):
        choice.find_model(Config(model="gpt-9"))


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "Mine.gguf"
    path.write_bytes(b"GGUF")
    model, found = choice.find_model(Config(model=str(path)))
    assert (model.name, model.size, found) == ("mine", 4, path)
    for missing in (str(tmp_path / "other.gguf"), "~nobody-here/model.gguf"):
        with pytest.raises(ModelUnavailable, match="there is no model file"):
            choice.find_model(Config(model=missing))


@needs_root
@pytest.mark.parametrize("closed", ["folder", "file"])
def test_a_file_that_may_not_be_read_is_no_model_and_why(
    machine: Path, closed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = machine / "anna" / "my.gguf"
    path.write_bytes(b"GGUF")
    path.chmod(0o644 if closed == "folder" else 0o600)
    path.parent.chmod(0o700 if closed == "folder" else 0o755)

    def look() -> str:
        try:
            choice.find_model(Config(model=str(path)))
        except ModelUnavailable as error:
            return str(error)
        return "it was found"

    monkeypatch.setenv("SWARM_MODELS", str(SYSTEM_HOME / "models"))
    told = as_user(STRANGER, look)
    assert f"{path} cannot be read (Permission denied)" in told
    assert "sees no home directories" in told
    assert "into the models folder, /var/lib/swarm-agent/models" in told
    monkeypatch.setenv("SWARM_MODELS", str(machine))
    told = as_user(STRANGER, look)
    assert "the right to read it" in told
    assert "service" not in told


@needs_root
@pytest.mark.parametrize("closed", ["folder", "file"])
def test_a_models_folder_that_may_not_be_read_is_not_one_without_a_model(
    machine: Path, closed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = machine / "anna" / "models"
    directory.mkdir(mode=0o755)
    path = directory / MIDDLE.file_name
    path.write_bytes(b"GGUF")
    path.chmod(0o644 if closed == "folder" else 0o600)
    directory.parent.chmod(0o700 if closed == "folder" else 0o755)
    config = Config(models_directory=str(directory))

    def look() -> str:
        try:
            choice.find_model(config)
        except ModelUnavailable as error:
            return str(error)
        return "it was found"

    named = f"folder {directory}" if closed == "folder" else f"file {path}"
    monkeypatch.setenv("SWARM_MODELS", str(machine))
    assert as_user(STRANGER, look) == (
        f"the model{'s' if closed == 'folder' else ''} {named} may not be read (Permission denied): give the user who "
        "runs the agent the right to read it"
    )
    monkeypatch.setenv("SWARM_MODELS", str(SYSTEM_HOME / "models"))
    told = as_user(STRANGER, look)
    assert f"{named} may not be read" in told
    assert "Leave models_directory out" in told
    assert "`sudo swarm-agent model pull` fetches one" in told
    assert "no model is here yet" in look(), "root may read it, and it is none"

    def list_them() -> str:
        choice.list_models(config, as_json=False)
        return capsys.readouterr().out

    (line,) = [line for line in as_user(STRANGER, list_them).splitlines() if line.startswith(MIDDLE.name)]
    assert ": may not be read" in line


class Failing(ScriptedModel):
    """A backend that does not start."""

    error: BaseException = ModelUnavailable("not enough memory")
    closed = 0

    async def start(self) -> None:
        raise Failing.error

    async def close(self) -> None:
        Failing.closed += 1


def failing(*_: object) -> Failing:
    return Failing()


@pytest.mark.parametrize(
    "error", [ModelUnavailable("not enough memory"), OSError(12, "Cannot allocate memory")], ids=repr
)
async def test_a_backend_that_does_not_start_is_closed_and_told(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Failing, "error", error)
    monkeypatch.setattr(Failing, "closed", 0)
    with pytest.raises(ModelError, match="memory"):
        await choice.open_models(Config(backend="test_models_choice:failing"))
    assert Failing.closed == 1


async def test_another_backend_is_loaded_by_its_name() -> None:
    models = await choice.open_models(Config(backend="scripted_model:make"))
    assert models is not None
    assert models.name == "scripted"
    await models.close()
    with pytest.raises(ModelUnavailable, match="nowhere:make"):
        await choice.open_models(Config(backend="nowhere:make"))


def test_where_models_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert choice.models_directory(Config(models_directory=str(tmp_path))) == tmp_path

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(choice, "default_models_directory", no_home)
    with pytest.raises(ModelUnavailable, match="models_directory"):
        choice.models_directory(Config())


def test_the_list(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    here(monkeypatch, SMALL)
    config = Config(models_directory=str(tmp_path))
    assert choice.list_models(config, as_json=False) == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert lines[SMALL.name].endswith(": here")
    assert lines[MIDDLE.name].endswith(": not here, best for this machine")
    assert choice.list_models(config, as_json=True) == 0
    facts = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert facts.keys() == {model.name for model in CATALOGUE}
    assert facts[SMALL.name]["path"] == str(tmp_path / SMALL.file_name)
    assert facts[MIDDLE.name]["path"] is None
    assert facts[MIDDLE.name]["best"]


async def fake_pull(model: Model, directory: Path, on_progress: Callable[[int, int, str], None]) -> Path:
    for share in (0, 0, 5, 11, 55, 100):
        on_progress(model.size * share // 100, model.size, "example.org")
    return directory / model.file_name


async def test_a_pull_tells_its_progress_in_a_few_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    here(monkeypatch)
    monkeypatch.setattr(choice, "pull", fake_pull)
    config, screen = Config(models_directory=str(tmp_path)), console()
    assert await choice.pull_model(config, None, screen) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert all(line.startswith(f"{MIDDLE.name}: ") and line.endswith("from example.org") for line in lines)
    assert isinstance(screen.file, io.StringIO)
    assert "is here and verified" in screen.file.getvalue()


async def test_a_pull_for_programs_prints_json_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(choice, "pull", fake_pull)
    config = Config(models_directory=str(tmp_path))
    for models, fetched in (((), True), ((SMALL,), False)):
        here(monkeypatch, *models)
        screen = console()
        assert await choice.pull_model(config, SMALL.name, screen, as_json=True) == 0
        assert json.loads(capsys.readouterr().out) == {
            "name": SMALL.name,
            "path": str(tmp_path / SMALL.file_name),
            "fetched": fetched,
        }
        assert isinstance(screen.file, io.StringIO)
        assert screen.file.getvalue() == ""
    with pytest.raises(ModelUnavailable, match="gpt-9"):
        await choice.pull_model(config, "gpt-9", console())


async def test_what_is_here_is_not_fetched_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def never(*arguments: object) -> Path:
        raise AssertionError("it was fetched")

    here(monkeypatch, SMALL)
    monkeypatch.setattr(choice, "pull", never)
    screen = console()
    assert await choice.pull_model(Config(models_directory=str(tmp_path)), SMALL.name, screen) == 0
    assert isinstance(screen.file, io.StringIO)
    assert "is here already" in screen.file.getvalue()


def test_the_catalogue_names_what_the_tests_use() -> None:
    assert [find(model.name) for model in (SMALL, MIDDLE, LARGE)] == [SMALL, MIDDLE, LARGE]
    assert msgspec.to_builtins(SMALL)["name"] == SMALL.name
