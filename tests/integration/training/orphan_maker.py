"""Run as a program, to be killed: an engine's place taken by a script that has a trainer at work."""

import asyncio
import sys
import tempfile
from pathlib import Path

from trainer_doubles import Events, collaboration

from core.data.ranges import SampleRange


async def main() -> None:
    events = Events()
    with tempfile.TemporaryDirectory() as home:
        trainer = collaboration(Path(home)).trainer(events)
        await trainer.start()
        trainer.assign(SampleRange(0, 10_000_000))
        await events.until_samples(1)
        print(trainer.pid, trainer._setup.segment, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
    sys.exit()
