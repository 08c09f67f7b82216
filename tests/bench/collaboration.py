"""Whole steps per second of one peer alone in its collaboration beside the plain PyTorch loop: the same model, data,
micro-batch, threads and optimizer; gradient accumulation to the target batch, averaging, optimizer step, state digest
and commit on the one side, `backward` and `torch.optim.AdamW` on the other.

    python -m tests.bench.collaboration TEXT.jsonl.zst [...] [--tokenizer FILE] [--rounds 3] [--steps 2]

The two take turns (the peer is paused meanwhile), as the machine's speed drifts.
"""

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import msgspec
import torch

from core.data.ranges import SampleRange
from core.identity.manifest import AdamW, Manifest
from core.identity.wire import from_json
from core.ipc.address import control_address
from core.ipc.client import ControlClient
from core.ipc.messages import Event, LogEntry, Method, Phase, Status
from core.paths import Home
from core.storage.database import Database
from core.storage.runs import Runs
from core.storage.settings import Settings
from core.training.child import open_samples
from core.training.device.cpu import Cpu
from core.training.device.precision import computing_in
from core.training.tasks import plug_of

MANIFEST = """
name = "bench"
description = "bench"
language = "bn"
licence = "none"
target_batch = {target_batch}
[task]
kind = "mlm_sop"
sequence_tokens = {tokens}
[task.model]
model_type = "albert"
hidden_size = 256
embedding_size = 128
intermediate_size = 1024
num_hidden_layers = 4
num_attention_heads = 4
hidden_dropout_prob = 0.0
attention_probs_dropout_prob = 0.0
classifier_dropout_prob = 0.0
[tokenizer]
{tokenizer}
[data]
files = {files}
[optimizer]
kind = "adamw"
learning_rate = 1e-4
[schedule]
kind = "constant"
warmup_steps = 0
total_steps = 1000000
"""


class PlainLoop:
    """What anybody would write: accumulate to the target batch, step, next."""

    def __init__(self, manifest: Manifest, home: Home, micro_batch: int) -> None:
        torch.manual_seed(0)
        self._computing = partial(computing_in, Cpu().best_precision, Cpu().place)
        self._learning = plug_of(manifest.task).learning(manifest.task)
        self._model = self._learning.build(initialised=True)
        assert isinstance(manifest.optimizer, AdamW)
        self._optimizer = torch.optim.AdamW(self._model.parameters(), lr=manifest.optimizer.learning_rate)
        self._samples = open_samples(manifest, home.objects, home.prepared)
        self._target, self._micro_batch, self._next = manifest.target_batch, micro_batch, 0

    def samples_per_s(self, steps: int) -> float:
        begun = time.perf_counter()
        for _ in range(steps):
            self._step()
        return steps * self._target / (time.perf_counter() - begun)

    def _step(self) -> None:
        self._optimizer.zero_grad()
        stop = self._next + self._target
        for start in range(self._next, stop, self._micro_batch):
            batch = self._samples.batch(SampleRange(start, min(start + self._micro_batch, stop)))
            given = self._learning.inputs(batch, torch.device("cpu"))
            with self._computing():
                loss = self._learning.loss_sum(self._model, given) / self._target
            loss.backward()
            loss.item()
        self._next = stop
        self._optimizer.step()


class Peer:
    """An engine alone in its own collaboration, started as a user would."""

    def __init__(self, folder: Path, manifest: Path, threads: int) -> None:
        self.home = Home(folder / "home")
        self._environment = os.environ | {"IDLEWILD_KEY_FILE": "1"}
        with self._engine("host", str(manifest), "--listen", "127.0.0.1:0") as host:
            assert host.stdout is not None
            assert host.stdout.readline().startswith("idlewild://")
            host.send_signal(signal.SIGTERM)
        with Database.open(self.home.database) as database:
            Settings(database).change({"cpu_cores": threads})
            record = Runs(database).active()
            assert record is not None
            self.manifest = from_json(Manifest, record.signed.content)
        self._process = self._engine("run", "--headless", "--no-throttle", "--listen", "127.0.0.1:0")
        self._client = self._connected()

    def _engine(self, *words: str) -> "subprocess.Popen[str]":
        command = [sys.executable, "-m", "core.cli", *words, "--home", str(self.home.root)]
        return subprocess.Popen(
            command, env=self._environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def _connected(self) -> ControlClient:
        give_up = time.monotonic() + 60
        while True:
            try:
                client = ControlClient.connect(control_address(self.home.root))
                break
            except Exception:
                if time.monotonic() > give_up:
                    raise
                time.sleep(0.2)
        while client.call_as(Status, Method.STATUS).phase not in (Phase.TRAINING, Phase.AVERAGING):
            time.sleep(0.2)
        client.call(Method.SUBSCRIBE)
        return client

    def samples_per_s(self, steps: int) -> float:
        """Of `steps` whole steps, from commit to commit; the first commit after the pause only starts the clock."""
        self._client.call(Method.RESUME)
        self._await_commit()
        begun, samples = time.perf_counter(), 0
        for _ in range(steps):
            samples += self._await_commit().samples
        seconds = time.perf_counter() - begun
        self._client.call(Method.PAUSE)
        return samples / seconds

    def _await_commit(self) -> LogEntry:
        for notification in self._client.notifications():
            if notification.method == Event.COMMIT:
                return notification.read(LogEntry)
        raise AssertionError("the engine has ended")

    def end(self) -> None:
        self._client.call(Method.QUIT)
        self._process.wait(30)


def measure(arguments: argparse.Namespace, folder: Path) -> None:
    torch.set_num_threads(arguments.threads)
    manifest = folder / "manifest.toml"
    files = msgspec.json.encode([str(path.resolve()) for path in arguments.text]).decode()
    tokenizer = f'file = "{arguments.tokenizer.resolve()}"' if arguments.tokenizer else "train = { vocabulary = 32000 }"
    manifest.write_text(
        MANIFEST.format(target_batch=arguments.target_batch, tokens=arguments.tokens, tokenizer=tokenizer, files=files)
    )
    peer = Peer(folder, manifest, arguments.threads)
    try:
        plain = PlainLoop(peer.manifest, peer.home, arguments.micro_batch)
        ours, theirs = [], []
        for turn in range(arguments.rounds + 1):
            here, there = peer.samples_per_s(arguments.steps), plain.samples_per_s(arguments.steps)
            if turn:  # the first turn warms up
                ours.append(here)
                theirs.append(there)
            print(f"samples/s: collaboration {here:7.2f}   plain {there:7.2f}   ratio {here / there:.3f}", flush=True)
        ratios = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
        print(f"{peer.manifest.elements:,} parameters, steps of {arguments.target_batch} x {arguments.tokens} tokens")
        print(f"collaboration / plain: {ratios:.3f} (median of {arguments.rounds} turns)")
    finally:
        peer.end()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", nargs="+", type=Path)
    parser.add_argument("--tokenizer", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=2)
    parser.add_argument("--target-batch", type=int, default=256)
    parser.add_argument("--micro-batch", type=int, default=32)
    parser.add_argument("--tokens", type=int, default=128)
    parser.add_argument("--threads", type=int, default=2)
    with tempfile.TemporaryDirectory() as folder:
        measure(parser.parse_args(), Path(folder))


if __name__ == "__main__":
    main()
