"""What the sources of model files share.

A source brings bytes to the end of one file, the partial file. All sources of a model have the same bytes, so each goes
on where another stopped; the SHA-256 of the whole file has the last word.
"""

from __future__ import annotations

from collections.abc import Callable

OnProgress = Callable[[int, int, str], None]
"""Called with the bytes that are here, the bytes in all, and where they come from or what is being waited for."""


class SourceFailed(Exception):
    """This source cannot bring the rest of the file now; the message says why. Another one may."""
