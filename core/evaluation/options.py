"""What an evaluation is asked to do."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    model: Path
    """Folder of a `transformers` checkpoint."""
    train: Path
    seeds: int = 3
    """Runs, seeded 0, 1, …"""
    device: str = "auto"
    from_random: bool = False
    """The same architecture with random weights."""
    limit: int | None = None
    """Samples of each file at most, drawn at random, the same ones every time."""
    threads: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TextOptions(Options):
    """Defaults as in the evaluation of sahajBERT that was released with DeDLOC; only its batch is 128."""

    dev: Path
    """Chooses the epoch, and ends training early."""
    test: Path | None = None
    """Scored at the chosen epoch instead of `dev`."""
    epochs: int = 20
    learning_rate: float = 1e-5
    batch: int = 32
    length: int = 128
    """Tokens of a sample at most, special ones included."""
    patience: int = 3
    """Epochs in a row without progress on `dev` that end training."""
    precision: Literal["fp32", "bf16"] = "fp32"
    """Of matrix products; weights are float32 in any case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageOptions(Options):
    test: Path
    batch: int = 64
    size: int | None = None
    """Pixels of an image's side; else as the model's folder says, else 224."""
    neighbours: int = 20
    temperature: float = 0.07
    """Both as Wu et al. (InstDisc, 2018, §3.4) and DINO have them."""


@dataclass(frozen=True, slots=True)
class Progress:
    what: str
    """What is being done, such as `run 1 of 3, epoch 2`."""
    done: int
    total: int
    note: str = ""
    """What is known of it so far, such as its loss."""


OnProgress = Callable[[Progress], None]
"""Called often; raising ends the evaluation."""
