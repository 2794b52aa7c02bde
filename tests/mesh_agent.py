"""An agent's mesh in a process of its own, for tests that stop or kill it: ``mesh_agent.py NUMBER PORT PEER...``.

Prints its address, then ``has ID`` for each record that reaches its log. Says one record for each line that it reads.
"""

from __future__ import annotations

import asyncio
import sys

from mesh_helpers import Agent, make_record


async def main() -> None:
    number, port, peers = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    async with Agent(number, peers, port=port) as agent:
        print(agent.address, flush=True)
        told: set[str] = set()
        loop = asyncio.get_running_loop()
        loop.add_reader(0, lambda: asyncio.ensure_future(say(agent)))
        while True:
            for record_id in set(agent.log.records) - told:
                told.add(record_id)
                print("has", record_id, flush=True)
            await asyncio.sleep(0.1)


async def say(agent: Agent) -> None:
    line = sys.stdin.readline()
    if line.strip():
        await agent.say(make_record(agent.signer, int(line)))


asyncio.run(main())
