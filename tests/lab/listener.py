"""Somebody who hears all that is said on the network: ``python -m lab.listener WORD...``, in the switch's namespace.

Prints on SIGTERM how many frames held each word, and how many frames there were.
"""

from __future__ import annotations

import json
import signal
import socket
import sys
from types import FrameType

ALL_PROTOCOLS = 0x0003
"""ETH_P_ALL of packet(7)."""
LONGEST_FRAME = 65_536


class Ended(Exception):
    """SIGTERM came."""


def end(number: int, frame: FrameType | None) -> None:
    """The handler of SIGTERM."""
    raise Ended


def main(words: list[str]) -> None:
    """Listen until SIGTERM."""
    counts = dict.fromkeys(words, 0)
    frames = 0
    signal.signal(signal.SIGTERM, end)
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_PROTOCOLS)) as ear:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 << 20)
        print("listening", flush=True)
        try:
            while True:
                frame = ear.recv(LONGEST_FRAME)
                frames += 1
                for word in words:
                    if word.encode() in frame:
                        counts[word] += 1
        except Ended:
            print(json.dumps({"frames": frames, "words": counts}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
