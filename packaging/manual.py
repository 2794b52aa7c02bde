"""Writes manual pages, shell completion and the documented ``config.toml`` from the program itself.

Usage: ``manual.py command|configuration|completion|settings``.

Commands, options and settings come from the parser and from the types of the configuration, so none can be missing and
none be described that is not there. Only what neither says of itself is written here.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec.inspect as kinds

from edge_agent import __version__
from edge_agent.cli import command_parser
from edge_agent.config import Config
from edge_agent.config_files import LIVE, MODEL_SETTINGS

BEFORE_COMMANDS: Final = """\
The service of the package runs
.B swarm\\-agent run
for this machine, with its home in
.IR /var/lib/swarm\\-agent .
What it does is seen with
.B systemctl status swarm\\-agent
and
.BR "journalctl \\-u swarm\\-agent" .
The commands below speak to a running agent through a socket in its home. For root that is the service's, for others
their own,
.IR ~/.swarm :
it belongs to an agent of their own, or to the service where root has added them with
.BR "swarm\\-agent user add" .
"""

AFTER_COMMANDS: Final = """\
.SH FILES
.TP
.I HOME/goals
The watched folder. A text file that is dropped here becomes a goal and moves to
.IR taken ,
or to
.I rejected
beside a file that says why.
.TP
.I HOME/results
A folder for each goal:
.I RESULT.md
is the answer,
.I plan.md
tells how it came about.
.TP
.I HOME/config.toml
The settings, see
.BR swarm\\-agent.toml (5).
.TP
.IR /etc/swarm\\-agent/config.toml ", " /etc/swarm\\-agent/conf.d/*.toml
The settings of the service.
.TP
.I /var/lib/swarm\\-agent/users
The goals and results of login users, see
.BR "swarm\\-agent user add" ;
their
.I ~/.swarm
are links to here.
.TP
.I HOME/state
The machine's key and its records. They are worth a backup only together, and never on two machines.
.TP
.I /var/lib/swarm\\-agent
The home of the service.
.TP
.I /var/lib/swarm\\-agent/models
The models of the service.
.SH ENVIRONMENT
.TP
.B SWARM_MODELS
Where model files are kept, in place of
.I ~/.cache/swarm\\-agent/models
(the service sets it).
.SH EXIT STATUS
.TP
.B 0
It was done.
.TP
.B 1
It could not be done; the reason is on standard error.
.TP
.B 2
The command line was wrong.
.TP
.B 130
It was interrupted.
.SH EXAMPLES
Fetch a model for the service; it is taken up within a minute:
.PP
.RS 4
.nf
sudo swarm\\-agent model pull
.fi
.RE
.PP
Give the machine a goal and read the answer:
.PP
.RS 4
.nf
sudo swarm\\-agent submit "Plan a picnic"
sudo swarm\\-agent tree
sudo swarm\\-agent results "Plan a picnic"
.fi
.RE
.SH SEE ALSO
.BR swarm\\-agent.toml (5),
.BR systemctl (1),
.BR journalctl (1)
"""

CONFIGURATION: Final = """\
The settings of an agent, in TOML. The file is
.I /etc/swarm\\-agent/config.toml
for the service,
.I ~/.swarm/config.toml
for an agent of a user. It need not exist: every setting has a default, and a file holds what differs. Files in
.I conf.d
beside it
.RI ( *.toml ,
in the order of their names) override it, setting by setting; a list is replaced as a whole.
A setting that does not exist, or that has a wrong value, is an error that names file and line; then the agent does
not start.
.PP
.B swarm\\-agent config check
says all that is wrong,
.B swarm\\-agent config show \\-\\-origin
prints all settings in force and where they come from,
.B swarm\\-agent config set KEY VALUE
changes one: for the service in
.IR conf.d/99\\-set.toml .
.PP
The service sees no home directories: a model file of your own belongs into
.IR /var/lib/swarm\\-agent/models .
.PP
.B systemctl reload swarm\\-agent
(or
.BR "swarm\\-agent config reload" )
has a running agent read them again. At once it takes up
RELOADED; while a model is wanted and none was found, also
MODEL_SETTINGS.
The others wait for a restart; the agent's status names them. Where the new settings are wrong the former ones hold.
"""

CONFIGURATION_EXAMPLE: Final = """\
.SH EXAMPLE
.nf
name = "attic"
roles = ["executor"]
.PP
[goals]
max_tasks = 12
.fi
.SH SEE ALSO
.BR swarm\\-agent (1)
"""


SHARED: Final = ("--home", "--config", "--json")
"""Options that are described once."""


class Command:
    """One command: its words (such as ``config``, ``set``), its parser, and what it is for."""

    def __init__(self, words: tuple[str, ...], parser: argparse.ArgumentParser, purpose: str) -> None:
        self.words = words
        self.options = [
            action for action in parser._actions if action.option_strings and action.help != argparse.SUPPRESS
        ]
        self.arguments = [
            action
            for action in parser._actions
            if not action.option_strings and not isinstance(action, argparse._SubParsersAction)
        ]
        self.steps = [step for action in _choices(parser) for step in action.choices]
        self.purpose = purpose

    def shared(self) -> dict[str, argparse.Action]:
        """The options that most commands have, by name."""
        return {name: action for action in self.options for name in action.option_strings if name in SHARED}


def commands(parser: argparse.ArgumentParser, words: tuple[str, ...] = (), purpose: str = "") -> Iterator[Command]:
    """The parser's command, then all below it."""
    yield Command(words, parser, purpose)
    for action in _choices(parser):
        purposes = {choice.dest: choice.help or "" for choice in action._choices_actions}
        for name, below in action.choices.items():
            yield from commands(below, (*words, name), purposes.get(name, ""))


def _choices(parser: argparse.ArgumentParser) -> list[argparse._SubParsersAction[argparse.ArgumentParser]]:
    return [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]


def roff(text: str) -> str:
    """A text for a line of roff: nothing in it is a request, a hyphen stays one, ``code`` is bold."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"``?([^`]+)``?", r"\\fB\1\\fR", text)
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def command_page() -> str:
    """swarm-agent(1)."""
    parser = command_parser()
    top, *below = commands(parser)
    below = [command for command in below if not command.steps]
    shared = {name: action for command in below for name, action in command.shared().items()}
    page = [
        f'.TH SWARM\\-AGENT 1 "" "swarm\\-agent {__version__}" "User Commands"',
        ".SH NAME",
        "swarm\\-agent \\- answers goals on the machines of a home, with local models",
        ".SH SYNOPSIS",
        ".B swarm\\-agent",
        ".I COMMAND",
        "[\\fIOPTIONS\\fR]",
        ".SH DESCRIPTION",
        roff(str(parser.description)),
        roff(str(parser.epilog)),
        ".PP",
        BEFORE_COMMANDS.rstrip("\n"),
        ".SH OPTIONS",
        *_described([action for action in top.options if not set(SHARED) & set(action.option_strings)], top),
        ".PP",
        "Most commands take these as well, before their name or after it:",
        *_described(list(shared.values()), top),
        ".SH COMMANDS",
    ]
    for command in below:
        page += _command_lines(command)
    return "\n".join(page) + "\n" + AFTER_COMMANDS


def _command_lines(command: Command) -> Iterator[str]:
    usage = " ".join(_usage(action) for action in command.arguments)
    yield f".SS \\fB{roff(' '.join(command.words))}\\fR [\\fIOPTIONS\\fR] {usage}".rstrip()
    yield roff(_sentence(command.purpose))
    own = [action for action in command.options if not {"--help", *SHARED} & set(action.option_strings)]
    yield from _described([*command.arguments, *own], command)


def _described(actions: list[argparse.Action], command: Command) -> Iterator[str]:
    for action in actions:
        yield ".TP"
        yield _usage(action) if not action.option_strings else _spelled(action)
        if not action.help:
            raise SystemExit(f"manual.py: {' '.join(command.words)}: {_name(action)} has no help")
        yield roff(_sentence(action.help))


def _usage(action: argparse.Action) -> str:
    name = f"\\fI{roff(_name(action))}\\fR"
    return f"[{name}]" if action.nargs == "?" else name


def _spelled(action: argparse.Action) -> str:
    spelled = ", ".join(f"\\fB{roff(name)}\\fR" for name in action.option_strings)
    return spelled if action.nargs == 0 else f"{spelled} \\fI{roff(_name(action))}\\fR"


def _name(action: argparse.Action) -> str:
    return str(action.metavar or action.dest.upper())


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _names(settings: Iterable[str]) -> str:
    return ", ".join(f"\\fB{roff(name)}\\fR" for name in sorted(settings))


def configuration_page() -> str:
    """swarm-agent.toml(5)."""
    page = [
        f'.TH SWARM\\-AGENT.TOML 5 "" "swarm\\-agent {__version__}" "File Formats"',
        ".SH NAME",
        "swarm\\-agent.toml \\- the settings of swarm\\-agent",
        ".SH DESCRIPTION",
        CONFIGURATION.rstrip("\n").replace("RELOADED", _names(LIVE)).replace("MODEL_SETTINGS", _names(MODEL_SETTINGS)),
        ".SH SETTINGS",
        *_setting_lines(),
    ]
    return "\n".join(page) + "\n" + CONFIGURATION_EXAMPLE


def _setting_lines() -> Iterator[str]:
    for table, settings in tables_of(Config):
        if table:
            yield f".SH TABLE [{roff(table)}]"
            yield f"The settings below follow a line \\fB[{roff(table)}]\\fR."
        for field, text in settings:
            yield ".TP"
            yield f"\\fB{roff(field.name)}\\fR = \\fI{roff(allowed(field.type))}\\fR"
            yield roff(_sentence(text))
            yield f"Default: {roff(default_of(field))}."


def tables_of(owner: type, table: str = "") -> Iterator[tuple[str, list[tuple[kinds.Field, str]]]]:
    """The settings at the top (their table has no name), then those of each table; each with its description."""
    info = kinds.type_info(owner)
    assert isinstance(info, kinds.StructType)
    documented = docstrings(owner)
    settings, below = [], []
    for field in info.fields:
        name = f"{table}.{field.name}" if table else field.name
        if isinstance(field.type, kinds.StructType):
            below.append((field.type.cls, name))
        elif field.name in documented:
            settings.append((field, documented[field.name]))
        else:
            raise SystemExit(f"manual.py: the setting {name} is not described in {owner.__name__}")
    yield table, settings
    for kind, name in below:
        yield from tables_of(kind, name)


def docstrings(owner: type) -> dict[str, str]:
    """The texts under a class's fields, by the field's name."""
    body = ast.parse(textwrap.dedent(inspect.getsource(owner))).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for statement, following in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and isinstance(following, ast.Expr)
            and isinstance(following.value, ast.Constant)
        ):
            found[statement.target.id] = re.sub(r"\s+", " ", str(following.value.value))
    return found


def allowed(kind: kinds.Type) -> str:
    """What a setting of this type takes, in words."""
    match kind:
        case kinds.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case kinds.BoolType():
            return "true | false"
        case kinds.IntType():
            return f"whole number{_range(kind)}"
        case kinds.FloatType():
            return f"number{_range(kind)}"
        case kinds.StrType():
            return "text"
        case kinds.VarTupleType():
            return f"[ {allowed(kind.item_type)}, ... ]"
        case kinds.UnionType():
            return " | ".join(allowed(each) for each in kind.types if not isinstance(each, kinds.NoneType))
    raise SystemExit(f"manual.py: no words for settings of the type {kind}")


def _range(kind: kinds.IntType | kinds.FloatType) -> str:
    least = kind.ge if kind.ge is not None else kind.gt
    if least is None or kind.le is None:
        return ""
    return f" {'above' if kind.ge is None else 'from'} {least:g} to {kind.le:g}"


def default_of(field: kinds.Field) -> str:
    """A setting's default, as TOML; in words where it depends on the machine."""
    if callable(field.default_factory):
        return "the machine's host name" if field.name == "name" else "depends on the machine"
    value: Any = field.default
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    return "[]" if value == () else str(value)


SETTINGS: Final = """\
# The settings of swarm-agent. All of them are here, as comments that show the defaults: take away the "#" before a
# setting and change its value. `swarm-agent config check` says whether that is right, `systemctl reload swarm-agent`
# has the service read it (its status names what needs a restart).
#
# Files in conf.d/ beside this one (*.toml, in the order of their names) override what is set here. Programs that set
# up machines should write there and leave this file alone.
"""
WIDTH: Final = 118


def settings_file() -> str:
    """config.toml with every setting described, and its default as a comment."""
    return SETTINGS + "\n".join(_sample_lines()) + "\n"


def _sample_lines() -> Iterator[str]:
    for table, settings in tables_of(Config):
        if table:
            yield from ("", f"[{table}]")
        for field, text in settings:
            # A settings file is plain text: no marks of code in it.
            about = _sentence(text.replace("`", ""))
            own = callable(field.default_factory)
            about += f" {'Default: ' + default_of(field) + '.' if own else 'Takes: ' + allowed(field.type) + '.'}"
            yield ""
            yield from (f"# {line}" for line in textwrap.wrap(about, WIDTH - 2, break_on_hyphens=False))
            yield f'#{field.name} = "attic"' if own else f"#{field.name} = {default_of(field)}"


COMPLETION: Final = """\
# bash completion of swarm-agent; written from its own parser.
_swarm_agent() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} command='' word index
    COMPREPLY=()
    for ((index = 1; index < COMP_CWORD; index++)); do
        word=${{COMP_WORDS[index]}}
        case "$command $word" in
{steps}
        esac
    done
    case "$previous" in
{directories})
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
{files})
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
{free})
        return
        ;;
    esac
    case "$command" in
{words}
    esac
    mapfile -t COMPREPLY < <(compgen -W "$word" -- "$current")
    if [[ ${{#COMPREPLY[@]}} -eq 0 && $current != -* ]]; then mapfile -t COMPREPLY < <(compgen -f -- "$current"); fi
}} &&
    complete -o filenames -F _swarm_agent swarm-agent
"""

DIRECTORIES: Final = ("--home", "--export")
FILES: Final = ("--config", "--model")


def completion() -> str:
    """The completion for bash: commands, their steps and options, and files where those belong."""
    steps, words, taking = [], [], set()
    for command in commands(command_parser()):
        path = "".join(f" {word}" for word in command.words)
        steps += [f'        "{path} {step}") command="{path} {step}" ;;' for step in command.steps]
        taking |= {name for action in command.options if action.nargs != 0 for name in action.option_strings}
        offered = [*command.steps, *(name for action in command.options for name in action.option_strings)]
        words.append(f'    "{path}") word="{" ".join(offered)}" ;;')
    return COMPLETION.format(
        steps="\n".join(steps),
        words="\n".join(words),
        directories="    " + " | ".join(sorted(taking & set(DIRECTORIES))),
        files="    " + " | ".join(sorted(taking & set(FILES))),
        free="    " + " | ".join(sorted(taking - set(DIRECTORIES) - set(FILES))),
    )


PAGES: Final[dict[str, Callable[[], str]]] = {
    "command": command_page,
    "configuration": configuration_page,
    "completion": completion,
    "settings": settings_file,
}

if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] in PAGES:
        sys.stdout.write(PAGES[sys.argv[1]]())
    else:
        sys.exit(f"usage: manual.py {'|'.join(PAGES)}")
