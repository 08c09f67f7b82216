"""Where each tensor lies in the flat parameter vector. No torch.

The initial-weights file defines it: a safetensors file (github.com/huggingface/safetensors, "Format") whose data
section *is* the vector. Tensors are ordered by their offset in that section, whatever the order of the header's keys.
"""

import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import LocalFault, reason_of
from core.identity.manifest import LarcSgd, Optimizer
from core.saying import Saying, say
from core.training.api import Kept, Vector

_HEADER_BYTES_MAX = 4 << 20
_ALIGNMENT_BYTES = 64


@dataclass(frozen=True, slots=True)
class Tensor:
    """One parameter tensor; `offset` and `size` count elements of the flat vector."""

    name: str
    shape: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        return math.prod(self.shape)

    @property
    def decays(self) -> bool:
        """Whether weight decay applies: as usual with transformers, to neither biases nor layer norms."""
        module, _, last = self.name.rpartition(".")
        return last != "bias" and "layernorm" not in module.replace("_", "").lower()

    @property
    def is_statistic(self) -> bool:
        return is_statistic(self.name)


@dataclass(frozen=True, slots=True)
class Layout:
    """All tensors, gapless and in order."""

    tensors: tuple[Tensor, ...]

    @property
    def elements(self) -> int:
        """Length P of the flat vector."""
        return sum(tensor.size for tensor in self.tensors)


def is_statistic(name: str) -> bool:
    """Whether the tensor follows what passes through the model (`core.training.statistics`) instead of a gradient."""
    return name.rpartition(".")[2] in ("running_mean", "running_var")


def moments_of(optimizer: Optimizer) -> int:
    """How many vectors of the parameters' length the optimizer keeps beside them."""
    return 1 if isinstance(optimizer, LarcSgd) else 2


def layout_of(shapes: Iterable[tuple[str, Sequence[int]]]) -> Layout:
    """Lays the named shapes end to end."""
    tensors, offset = [], 0
    for name, shape in shapes:
        tensors.append(Tensor(name, tuple(shape), offset))
        offset += tensors[-1].size
    return Layout(tuple(tensors))


def pack_weights(layout: Layout, parameters: Vector, counters: Sequence[str] = ()) -> bytes:
    """A safetensors file with `parameters` [P] float32. The same bytes for the same input, on every machine.

    `counters` are names of further tensors, each one whole number, zero; with any the file is not one that
    `read_layout` takes.
    """
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    for number, name in enumerate(counters):
        header[name] = {"dtype": "I64", "shape": [], "data_offsets": [8 * number, 8 * (number + 1)]}
    for tensor in layout.tensors:
        span = [8 * len(counters) + 4 * place for place in (tensor.offset, tensor.offset + tensor.size)]
        header[tensor.name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": span}
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(8 + len(text)) % _ALIGNMENT_BYTES)
    data = np.ascontiguousarray(parameters, dtype="<f4")
    return len(text).to_bytes(8, "little") + text + bytes(8 * len(counters)) + data.tobytes()


def read_layout(path: Path) -> Layout:
    """Layout that the initial-weights file at `path` defines. Reads the header alone.

    Raises `LocalFault` if the file is missing or is not float32 tensors without gaps.
    """
    try:
        with path.open("rb") as file:
            return _layout(file, path)
    except OSError as error:
        raise LocalFault(
            say("The initial weights cannot be read ({reason}); fetch them again.", reason=str(error))
        ) from error


def read_weights(path: Path, parameters: Vector) -> None:
    """Fills `parameters` [P] from the file at `path`; raises `LocalFault` if it does not hold exactly P values."""
    try:
        with path.open("rb") as file:
            elements = _layout(file, path).elements
            if elements != parameters.size:
                raise _unfit(
                    path,
                    say(
                        "it has {elements} values where {expected} are expected",
                        elements=elements,
                        expected=parameters.size,
                    ),
                )
            if file.readinto(parameters.view(np.uint8).data) != 4 * elements:
                raise _unfit(path, say("it ends early"))
    except OSError as error:
        raise LocalFault(
            say("The initial weights cannot be read ({reason}); fetch them again.", reason=str(error))
        ) from error
    if sys.byteorder == "big":
        parameters.byteswap(inplace=True)


def read_parameters(kept: Kept, elements: int) -> Vector:
    """The first `elements` values of a state in a file, in new memory. Raises `LocalFault`."""
    try:
        parameters = np.fromfile(kept.path, "<f4", elements, offset=kept.offset)
    except OSError as error:
        raise LocalFault(
            say(
                "The kept model {path} cannot be read ({reason}).",
                path=str(kept.path),
                reason=reason_of(error),
            )
        ) from error
    if parameters.size != elements:
        raise LocalFault(say("The kept model {path} is damaged: choose another step.", path=str(kept.path)))
    return parameters.astype(np.float32, copy=False)


def _layout(file: BufferedReader, path: Path) -> Layout:
    """Parses the header and leaves `file` at the beginning of the data."""
    size = int.from_bytes(file.read(8), "little")
    if not 2 <= size <= _HEADER_BYTES_MAX:
        raise _unfit(path, say("it has no safetensors header"))
    try:
        header = json.loads(file.read(size))
        entries = [(*_span(entry), name, entry) for name, entry in header.items() if name != "__metadata__"]
        entries.sort(key=lambda entry: entry[:2])
        layout = layout_of((name, _shape(entry)) for _, _, name, entry in entries)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _unfit(path, say("its header is malformed: {reason}", reason=str(error))) from error
    for tensor, (start, stop, _, entry) in zip(layout.tensors, entries, strict=True):
        if entry["dtype"] != "F32":
            raise _unfit(path, say("{tensor} is not float32", tensor=tensor.name))
        if (start, stop) != (4 * tensor.offset, 4 * (tensor.offset + tensor.size)):
            raise _unfit(path, say("{tensor} does not follow the tensor before it", tensor=tensor.name))
    if path.stat().st_size != 8 + size + 4 * layout.elements:
        raise _unfit(path, say("its length does not match its header"))
    return layout


def _span(entry: Mapping[str, Any]) -> tuple[int, int]:
    start, stop = entry["data_offsets"]
    return int(start), int(stop)


def _shape(entry: Mapping[str, Any]) -> tuple[int, ...]:
    shape = tuple(int(length) for length in entry["shape"])
    if any(length < 1 for length in shape):
        raise ValueError("a tensor is empty")
    return shape


def _unfit(path: Path, reason: Saying) -> LocalFault:
    return LocalFault(
        say(
            "The weights file {name} cannot be used because {reason}; use a float32 safetensors file whose tensors "
            "lie end to end.",
            name=path.name,
            reason=reason,
        )
    )
