"""Samples per second of the trainer process beside a plain PyTorch loop: same model, loss, batches and threads.

    python tests/bench/training.py [--task albert|gpt2|swav] [--rounds 5] [--micro-batches 6] [--precision auto]

The two take turns, as the machine's speed drifts; the printed ratios are those of the medians, of wall time and of
processor time (which other programs disturb less), and the median of the turns' own ratios. Both make the next batch in
a thread while one is computed. Budget: 0.97 (design §10).
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import psutil

sys.path[:0] = [
    str(Path(__file__).parents[2]),
    str(Path(__file__).parent),
    str(Path(__file__).parents[1] / "integration" / "training"),
]

from trainer_doubles import Events  # noqa: E402  # found through the path above
from training_setups import SETUPS, Setup  # noqa: E402

from core.data.ranges import SampleRange  # noqa: E402
from core.training.manner import Manner, Precisions  # noqa: E402
from core.training.process import TrainerProcess  # noqa: E402

Seconds = tuple[float, float]
"""Wall, processor."""


class PlainLoop:
    """What anybody would write: zero_grad once, forward, backward, no shared memory and nobody to ask."""

    def __init__(self, setup: Setup, threads: int, precision: str) -> None:
        # Here, because the trainer process imports this file's top too, and imports torch with settings of its own.
        import torch

        from core.training.device.cpu import Cpu
        from core.training.device.precision import chosen, computing_in
        from core.training.tasks import plug_of

        torch.set_num_threads(threads)
        made = setup.made
        self._learning, self._device = plug_of(made.manifest.task).learning(made.manifest.task), torch.device("cpu")
        self._model = self._learning.build(initialised=True)
        setup.make_plain(self._model)
        self._samples = setup.opener(made.manifest, made.objects, made.prepared)
        self._ahead = ThreadPoolExecutor(1)
        self._computing = lambda: computing_in(chosen(precision, Cpu()), Cpu().place)

    def seconds(self, count: int, micro_batch: int) -> Seconds:
        begun = time.perf_counter(), time.process_time()
        self._model.zero_grad()
        pieces = [SampleRange(start, start + micro_batch) for start in range(0, count, micro_batch)]
        coming = self._ahead.submit(self._inputs, pieces[0])
        for following in [*pieces[1:], None]:
            given = coming.result()
            if following is not None:
                coming = self._ahead.submit(self._inputs, following)
            with self._computing():
                loss = self._learning.loss_sum(self._model, given)
            loss.backward()
            loss.item()
        return time.perf_counter() - begun[0], time.process_time() - begun[1]

    def _inputs(self, samples: SampleRange) -> object:
        return self._learning.inputs(self._samples.batch(samples), self._device)


async def trainer_seconds(trainer: TrainerProcess, events: Events, count: int) -> Seconds:
    events.progress.clear()
    child = psutil.Process(trainer.pid)
    begun = time.perf_counter(), sum(child.cpu_times()[:2])
    trainer.assign(SampleRange(0, count))
    await events.until_samples(count)
    seconds = time.perf_counter() - begun[0], sum(child.cpu_times()[:2]) - begun[1]
    assert await trainer.freeze() == []
    await trainer.clear()
    return seconds


async def measure(arguments: argparse.Namespace, home: Path) -> None:
    setup = SETUPS[arguments.task](home)
    plain, events = PlainLoop(setup, arguments.threads, arguments.precision), Events()
    manner = Manner(precision=arguments.precision)
    trainer = setup.made.trainer(events, threads=arguments.threads, open_samples=setup.opener, manner=manner)
    begun = time.perf_counter()
    await trainer.start()
    print(f"{setup.made.manifest.elements:,} parameters; trainer ready in {time.perf_counter() - begun:.1f} s")
    size = trainer.micro_batch
    count = size * arguments.micro_batches
    ours: list[Seconds] = []
    theirs: list[Seconds] = []
    for turn in range(arguments.rounds + 1):
        theirs.append(plain.seconds(count, size))
        ours.append(await trainer_seconds(trainer, events, count))
        if turn == 0:
            theirs.clear(), ours.clear()
            continue
        print("samples/s (per CPU-second):", end="")
        for name, (wall, processor) in (("plain", theirs[-1]), ("trainer", ours[-1])):
            print(f"   {name} {count / wall:6.2f} ({count / processor:5.2f})", end="")
        print(flush=True)
    await trainer.stop()
    trainer.close()
    for part, name in enumerate(("wall", "processor")):
        medians = statistics.median(times[part] for times in theirs) / statistics.median(times[part] for times in ours)
        turns = statistics.median(plain[part] / own[part] for plain, own in zip(theirs, ours, strict=True))
        print(
            f"{arguments.task}, micro-batch {size}, {arguments.threads} threads: trainer / plain = {medians:.3f} "
            f"(of turns {turns:.3f}) in {name} time"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--task", choices=SETUPS, default="albert")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--micro-batches", type=int, default=6)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--precision", choices=get_args(Precisions), default="auto", help="of both")
    with tempfile.TemporaryDirectory() as home:
        asyncio.run(measure(parser.parse_args(), Path(home)))


if __name__ == "__main__":
    main()
