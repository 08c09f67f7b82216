"""Samples per second of the trainer process beside a plain PyTorch loop: same model, loss, batches and threads.

    python tests/bench/training.py [--rounds 5] [--micro-batches 6] [--threads 2]

The two take turns, as the machine's speed drifts; the printed ratios are those of the medians, of wall time and of
processor time (which other programs disturb less). Budget: 0.97 (design §10).
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

import psutil

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "integration" / "training")]

from trainer_doubles import Collaboration, Events, collaboration, open_numbered  # noqa: E402  # found through the path above

from core.data.ranges import SampleRange  # noqa: E402
from core.training.process import TrainerProcess  # noqa: E402

VOCABULARY, LENGTH = 32_000, 128
Seconds = tuple[float, float]
"""Wall, processor."""
MODEL = {
    "hidden_size": 256,
    "embedding_size": 128,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "intermediate_size": 1024,
    "max_position_embeddings": LENGTH,
}


class PlainLoop:
    """What anybody would write: zero_grad once, forward, backward, no shared memory and nobody to ask."""

    def __init__(self, made: Collaboration, threads: int) -> None:
        # Here, because the trainer process imports this file's top too, and imports torch with settings of its own.
        import torch

        from core.training.tasks import plug_of

        torch.set_num_threads(threads)
        self._learning, self._device = plug_of(made.manifest.task).learning(made.manifest.task), torch.device("cpu")
        self._model = self._learning.build(initialised=True)
        self._samples = open_numbered(made.manifest, made.objects, made.prepared)

    def seconds(self, count: int, micro_batch: int) -> Seconds:
        begun = time.perf_counter(), time.process_time()
        self._model.zero_grad()
        for start in range(0, count, micro_batch):
            batch = self._samples.batch(SampleRange(start, start + micro_batch))
            loss = self._learning.loss_sum(self._model, self._learning.inputs(batch, self._device))
            loss.backward()
            loss.item()
        return time.perf_counter() - begun[0], time.process_time() - begun[1]


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
    made = collaboration(home, vocabulary=VOCABULARY, sequence_tokens=LENGTH, model=MODEL)
    plain, events = PlainLoop(made, arguments.threads), Events()
    trainer = made.trainer(events, threads=arguments.threads)
    begun = time.perf_counter()
    await trainer.start()
    print(f"{made.manifest.elements:,} parameters; trainer ready in {time.perf_counter() - begun:.1f} s")
    size = trainer.micro_batch
    count = size * arguments.micro_batches
    ours, theirs = [], []
    for turn in range(arguments.rounds + 1):
        theirs.append(plain.seconds(count, size))
        ours.append(await trainer_seconds(trainer, events, count))
        if turn == 0:
            theirs.clear(), ours.clear()
            continue
        print("samples/s (per CPU-second):", end="")
        for name, (wall, processor) in (("plain", theirs[-1]), ("trainer", ours[-1])):
            print(f"   {name} {count / wall:6.2f} ({count / processor:5.2f})", end="")
        print()
    await trainer.stop()
    trainer.close()
    wall, processor = (
        statistics.median(times[part] for times in theirs) / statistics.median(times[part] for times in ours)
        for part in (0, 1)
    )
    print(f"micro-batch {size}, {arguments.threads} threads: trainer / plain = {wall:.3f} (processor {processor:.3f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--micro-batches", type=int, default=6)
    parser.add_argument("--threads", type=int, default=2)
    with tempfile.TemporaryDirectory() as home:
        asyncio.run(measure(parser.parse_args(), Path(home)))


if __name__ == "__main__":
    main()
