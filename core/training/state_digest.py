"""One digest for a whole training state, over chunks that can be fetched and checked one by one (design §5, §6)."""

import struct
from concurrent.futures import ThreadPoolExecutor

import msgspec

from core.identity.ids import Digest
from core.training.api import Vector

CHUNK_BYTES = 1 << 20
_TAG = b"idlewild state 1\0"


class StateDigest(msgspec.Struct, frozen=True):
    """SHA-256 of each chunk of the state's little-endian float32 bytes after `step`. All chunks have `CHUNK_BYTES`,
    but for the last, which has the rest; a receiver knows the state's length from the manifest."""

    step: int
    chunks: tuple[Digest, ...]

    @property
    def root(self) -> Digest:
        """SHA-256 over tag, step, number of chunks (both 64-bit little-endian) and the chunks' hashes: what a
        commit's header calls `state`."""
        hashes = b"".join(chunk.raw for chunk in self.chunks)
        return Digest.of(_TAG + struct.pack("<QQ", self.step, len(self.chunks)) + hashes)

    def fits(self, elements: int) -> bool:
        """Whether it has as many chunks as a state of `elements` float32 values has."""
        return len(self.chunks) == len(chunk_spans(elements))

    def is_chunk(self, index: int, data: bytes | bytearray | memoryview) -> bool:
        """Whether `data` is chunk `index`, to the bit."""
        return Digest.of(data) == self.chunks[index]


def chunk_spans(elements: int) -> list[slice]:
    """Where each chunk of a state of `elements` float32 values lies in its bytes."""
    total = 4 * elements
    return [slice(start, min(start + CHUNK_BYTES, total)) for start in range(0, total, CHUNK_BYTES)]


def state_bytes(state: Vector) -> memoryview:
    """The little-endian bytes of a contiguous vector: its own memory, not a copy, on all common machines."""
    return state.astype("<f4", copy=False).data.cast("B")


def digest_state(step: int, state: Vector, *, threads: int = 2) -> StateDigest:
    """Digest of `state` ([elements] float32, contiguous), which nobody may write meanwhile.

    Blocks for about half a second per GB; `hashlib` lets other threads run, so call it in one of your own.
    """
    data = state_bytes(state)
    spans = chunk_spans(state.size)

    def digest_of(span: slice) -> Digest:
        return Digest.of(data[span])

    if len(spans) == 1:  # not worth a thread
        return StateDigest(step, (digest_of(spans[0]),))
    with ThreadPoolExecutor(threads) as pool:
        return StateDigest(step, tuple(pool.map(digest_of, spans)))
