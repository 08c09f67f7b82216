"""Four peers and one plain PyTorch loop learn from the same samples: are the two models worth the same?

    python -m tests.bench.pretraining together FOLDER [--steps 2000] [--peers 4]  a collaboration, until that step
    python -m tests.bench.pretraining alone FOLDER                                the same samples in one process
    python -m tests.bench.pretraining compare FOLDER                              curves and weights
    python -m tests.bench.pretraining again FOLDER                                alone, from the oldest kept checkpoint
    python -m tests.bench.pretraining worth FOLDER [--only ner]                   both fine-tuned, and random weights

A small sahajBERT (hidden 256, 6 shared layers, sequences of 128 tokens) learns Bengali from the texts in `--data`. So
few samples teach it more if its tokenizer has few entries, and if it guesses more of each sample than 15 %. `together`
runs a host and peers as a user would start them, and exports the model; broken off, it goes on where it was. `alone`
replays the samples that each step's commit names, with optimizer and loss written in torch's own words, and exports
too; `again` does it from where the collaboration was some hundred steps before its end. `worth` asks `idlewild evaluate
classify` and `ner` (of `--sentences` of each file) what these two models and one that was never trained are worth. So
small a model needs a higher rate than the released settings, and shows what it has learned in a few epochs.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from safetensors.torch import load_file, save_file
from transformers import AlbertConfig

from core.ipc.address import control_address
from core.ipc.client import ControlClient
from core.ipc.messages import ExportResult, Method, Status
from core.paths import Home
from core.storage.checkpoints import CheckpointStore
from core.training.device.api import Precision
from core.training.device.cpu import Cpu
from core.training.device.precision import computing_in

sys.path.insert(0, str(Path(__file__).parents[1] / "integration"))

from plain_loop import PlainLoop, Recorded  # found through the path above

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
WEIGHTS = {"laws_bd": 0.33, "literature_pd": 0.35, "news": 0.16, "tech_docs": 0.15, "stories_pratham": 0.01}
"""The laws are many and repeat themselves."""
MANIFEST = """
name = "sahajBERT, small"
language = "bn"
licence = "see the data"
target_batch = {batch}
codec = "float32"
clip_norm = 1.0
[task]
kind = "mlm_sop"
sequence_tokens = 128
mask_probability = {mask}
[task.model]
model_type = "albert"
hidden_size = 256
num_hidden_layers = 6
num_attention_heads = 4
intermediate_size = 1024
embedding_size = 128
[tokenizer]
{tokenizer}
[optimizer]
kind = "{optimizer}"
learning_rate = {rate}
weight_decay = 0.01
[schedule]
kind = "linear"
warmup_steps = {warmup}
total_steps = {total}
"""
ENVIRONMENT = os.environ | {"IDLEWILD_KEY_FILE": "1", "OMP_NUM_THREADS": "1", "QT_QPA_PLATFORM": "offscreen"}


def write_manifest(folder: Path, data: Path, told: argparse.Namespace) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "manifest.toml"
    if not path.exists():
        tokenizer = f'file = "{data / "sahajbert_tokenizer" / "tokenizer.json"}"'
        text = MANIFEST.format(
            batch=told.batch,
            optimizer=told.optimizer,
            rate=told.rate,
            mask=told.mask,
            warmup=told.steps // 10,
            total=told.steps,
            tokenizer=f"train.vocabulary = {told.vocabulary}" if told.vocabulary else tokenizer,
        )
        for name, weight in WEIGHTS.items():
            shard = data / "bn_text" / f"{name}.jsonl.zst"
            text += f'[[data.sources]]\nname = "{name}"\nweight = {weight}\nfiles = ["{shard}"]\n'
        path.write_text(text, "utf-8")
    return path


def start(*words: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "core.cli", *map(str, words)]
    return subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def step_of(home: Path) -> tuple[int, float]:
    with ControlClient.connect(control_address(home)) as client:
        collaboration = client.call_as(Status, Method.STATUS).collaboration
    return (collaboration.step, collaboration.samples_per_s) if collaboration else (0, 0.0)


def together(folder: Path, told: argparse.Namespace) -> None:
    manifest = write_manifest(folder, told.data, told)
    host = start("host", manifest, "--home", folder / "host", "--listen", "127.0.0.1:0")
    assert host.stdout is not None
    link = host.stdout.readline().strip()
    peers = [
        start("run", "--headless", "--no-throttle", "--join", link, "--listen", "127.0.0.1:0", "--home", home)
        for home in (folder / f"peer{number}" for number in range(told.peers))
    ]
    try:
        began_s, reached = time.monotonic(), 0
        while reached < told.steps:
            time.sleep(20)
            reached, rate = step_of(folder / "host")
            print(f"{time.monotonic() - began_s:6.0f} s  step {reached}  {rate:.1f} samples/s", flush=True)
        for peer in peers:
            peer.terminate()
            peer.wait()
        with ControlClient.connect(control_address(folder / "host")) as client:
            client.answer_timeout_s = 600.0
            client.call_as(ExportResult, Method.EXPORT, folder=str((folder / "together").absolute()))
    finally:
        for process in (*peers, host):
            process.terminate()
            process.wait()


def plain_loop(recorded: Recorded, folder: Path) -> PlainLoop:
    config = AlbertConfig.from_pretrained(folder / "together")
    return PlainLoop(recorded, config, partial(computing_in, Cpu().best_precision, Cpu().place))


def alone(folder: Path) -> None:
    recorded = Recorded.read(Home((folder / "peer0").absolute()))
    loop, losses = plain_loop(recorded, folder), []
    began_s = time.monotonic()
    for number, samples in enumerate(recorded.steps, start=1):
        losses.append(loop.step(number, samples))
        if number % 10 == 0:
            print(f"{time.monotonic() - began_s:6.0f} s  step {number}  loss {losses[-1]:.4f}", flush=True)
    target = folder / "alone"
    shutil.copytree(folder / "together", target, dirs_exist_ok=True)
    tensors = {name: parameter.detach().contiguous() for name, parameter in loop.model.named_parameters()}
    save_file(tensors, target / "model.safetensors", {"format": "pt"})
    (folder / "alone.json").write_text(json.dumps(losses))


def compare(folder: Path) -> None:
    shared = Recorded.read(Home((folder / "peer0").absolute())).losses
    plain = json.loads((folder / "alone.json").read_text())
    print(f"{'steps':>9} {'together':>10} {'alone':>10}")
    for first in range(0, len(plain), max(1, len(plain) // 10)):
        span = slice(first, first + max(1, len(plain) // 10))
        print(f"{first + 1:>9} {statistics.mean(shared[span]):10.4f} {statistics.mean(plain[span]):10.4f}")
    print_apart(shared, plain)
    one, other = (load_file(folder / name / "model.safetensors") for name in ("together", "alone"))
    far = max((one[name] - other[name]).abs().max().item() for name in other)
    wide = max(value.abs().max().item() for value in other.values())
    print(f"weights differ by {far / wide:.1e} of the largest at most")


def print_apart(shared: Sequence[float], plain: Sequence[float]) -> None:
    apart = [abs(a - b) for a, b in zip(shared, plain, strict=False)]
    print(f"losses of a step differ by {statistics.mean(apart):.1e} on average, {max(apart):.1e} at most")


def again(folder: Path) -> None:
    """Two runs that differ by a rounding drift apart; two from one state must not at once."""
    recorded = Recorded.read(Home((folder / "peer0").absolute()))
    checkpoints = CheckpointStore(Home((folder / "host").absolute()).checkpoints)
    kept = checkpoints.load(recorded.run, checkpoints.steps(recorded.run)[-1])
    assert kept is not None
    loop = plain_loop(recorded, folder)
    loop.resume(kept.state)
    plain: list[float] = []
    for number, samples in enumerate(recorded.steps[kept.step :], start=kept.step + 1):
        plain.append(loop.step(number, samples))
        if number % 50 == 0:
            shared = recorded.losses[kept.step : number]
            print(f"steps {number - 49} to {number}: {statistics.mean(shared[-50:]):.4f} together, ", end="")
            print(f"{statistics.mean(plain[-50:]):.4f} from the checkpoint of step {kept.step}", flush=True)
    print_apart(recorded.losses[kept.step :], plain)


TUNING = {"classify": ("bn_topics", 6), "ner": ("bn_ner", 4)}
"""Data and epochs. Of more epochs random weights profit more: so little pretraining saves time above all."""


def worth(folder: Path, told: argparse.Namespace) -> None:
    print(f"{'':>9} {'together':>16} {'alone':>16} {'random':>16}")
    for task in (told.only,) if told.only else TUNING:
        data, epochs = TUNING[task]
        files = ("--train", told.data / data / "train.jsonl", "--dev", told.data / data / "dev.jsonl")
        settings = ["--learning-rate", told.tuning_rate, "--epochs", told.epochs or epochs, "--patience", 20]
        settings += ["--precision", "bf16"] if Cpu().best_precision is Precision.BF16 else []
        settings += ["--limit", told.sentences] if task == "ner" else []
        models = (("together", ()), ("alone", ()), ("together", ("--from-random",)))
        with ThreadPoolExecutor(os.cpu_count()) as side_by_side:  # so small a model has no use for a second thread
            found = list(side_by_side.map(partial(scored, task, folder, (*files, *settings)), models))
        print(f"{task:>9} {found[0]:>16} {found[1]:>16} {found[2]:>16}", flush=True)


def scored(task: str, folder: Path, settings: Sequence[object], model: tuple[str, Sequence[str]]) -> str:
    name, more = model
    command = (sys.executable, "-m", "core.cli", "evaluate", task, folder / name, *settings, "--seeds", 3, *more)
    done = subprocess.run([*map(str, command), "--json"], env=ENVIRONMENT, stdout=subprocess.PIPE, check=True)
    best = next(score for score in json.loads(done.stdout)["scores"] if score["group"] == "all")
    return f"{best['mean']:.3f} ± {best['deviation']:.3f}"


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("what", choices=("together", "alone", "compare", "again", "worth"))
    words.add_argument("folder", type=Path)
    words.add_argument("--steps", type=int, default=2000)
    words.add_argument("--peers", type=int, default=4)
    words.add_argument("--batch", type=int, default=64)
    words.add_argument("--optimizer", choices=("adamw", "lamb"), default="adamw")
    words.add_argument("--rate", type=float, default=0.001)
    words.add_argument("--mask", type=float, default=0.4)
    words.add_argument("--vocabulary", type=int, default=4000, help="of a tokenizer to train; 0: the original one")
    words.add_argument("--data", type=Path, default=SHARED)
    words.add_argument("--only", choices=tuple(TUNING))
    words.add_argument("--sentences", type=int, default=3000)
    words.add_argument("--epochs", type=int)
    words.add_argument("--tuning-rate", type=float, default=3e-4)
    told = words.parse_args()
    np.seterr(all="raise", under="ignore")
    folder = told.folder.absolute()
    match told.what:
        case "together":
            together(folder, told)
        case "alone":
            alone(folder)
        case "compare":
            compare(folder)
        case "again":
            again(folder)
        case "worth":
            worth(folder, told)


if __name__ == "__main__":
    main()
