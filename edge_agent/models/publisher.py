"""The publisher's own file over HTTP, resumed where the partial file ends."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Final

import httpx

from edge_agent.models.catalogue import Model
from edge_agent.models.sources import OnProgress, SourceFailed

CONNECT_SECONDS: Final = 5.0
"""Short: where the publisher cannot be reached the packages can be tried."""

SILENCE_SECONDS: Final = 30.0
"""A connection on which nothing arrives for this long is given up."""

MOST_CONNECTIONS: Final = 20
"""Broken connections are made again as long as each brings something, this often in all."""

RECONNECT_SECONDS: Final = 1.0


async def fetch(model: Model, url: str, partial: Path, report: OnProgress) -> None:
    """Bring the partial file to the model's full size. Raises :class:`SourceFailed`, and OSError from the disk."""
    timeout = httpx.Timeout(SILENCE_SECONDS, connect=CONNECT_SECONDS)
    async with httpx.AsyncClient(timeout=timeout, follow_redirects=True) as client:
        for connection in range(MOST_CONNECTIONS):
            if connection:
                await asyncio.sleep(RECONNECT_SECONDS)
            begin = _size(partial)
            try:
                await _receive(client, model, url, partial, report)
            except httpx.HTTPError as error:
                if _size(partial) <= begin:
                    detail = str(error) or type(error).__name__
                    raise SourceFailed(f"{httpx.URL(url).host} cannot be reached ({detail})") from error
            if _size(partial) == model.size:
                return
    raise SourceFailed(f"the connection to {httpx.URL(url).host} broke {MOST_CONNECTIONS} times")


async def _receive(client: httpx.AsyncClient, model: Model, url: str, partial: Path, report: OnProgress) -> None:
    have = _size(partial)
    headers = {"Accept-Encoding": "identity"}
    if have:
        headers["Range"] = f"bytes={have}-"
    async with client.stream("GET", url, headers=headers) as response:
        goes_on = response.status_code == httpx.codes.PARTIAL_CONTENT
        if goes_on and not response.headers.get("Content-Range", "").startswith(f"bytes {have}-"):
            raise SourceFailed(f"{response.url.host} sent another range than was asked for")
        if not goes_on and response.status_code != httpx.codes.OK:
            raise SourceFailed(f"{response.url.host} answered {response.status_code} {response.reason_phrase}")
        have = have if goes_on else 0
        promised = response.headers.get("Content-Length")
        if promised is not None and int(promised) + have != model.size:
            raise SourceFailed(f"{response.url.host} offers {int(promised) + have} bytes instead of {model.size}")
        with partial.open("ab" if goes_on else "wb") as file:
            async for chunk in response.aiter_raw():
                have += len(chunk)
                if have > model.size:
                    raise SourceFailed(f"{response.url.host} sends more than {model.size} bytes")
                file.write(chunk)
                report(have, model.size, response.url.host)
            file.flush()
            os.fsync(file.fileno())


def _size(partial: Path) -> int:
    try:
        return partial.stat().st_size
    except FileNotFoundError:
        return 0
