"""The averaged vector of one step as it arrives: coded parts, their hashes, and the vector they decode to."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from core.averaging.assignment import Layout
from core.averaging.codec import Codec
from core.identity.ids import Digest, PeerId
from core.identity.wire import pack
from core.training.api import Vector
from core.transport.api import Buffer

AVERAGE_TAG = b"idlewild average 1\0"


def average_root(layout: Layout, hashes: Sequence[Digest]) -> Digest:
    """One digest over the cuts and the hashes of all parts in order: what a commit says about the average."""
    return Digest.of(AVERAGE_TAG + pack(layout) + b"".join(digest.raw for digest in hashes))


class Gaps(msgspec.Struct, frozen=True, array_like=True):
    """Whose gradients are not in the average of a part, of those that the plan of `attempt` counted on."""

    attempt: int = 0
    """0 where nothing is known."""
    missing: tuple[PeerId, ...] = ()
    """Contributors."""
    feeders: tuple[PeerId, ...] = ()
    """Owners of the part in other groups: nothing of their groups is in it."""

    def concern(self, contributor: PeerId, owner: PeerId | None) -> bool:
        """Whether the gradient of `contributor`, whose group's owner of the part is `owner`, is not in it."""
        return contributor in self.missing or owner in self.feeders


NO_GAPS = Gaps()


def _nobody_listens(index: int) -> None:
    pass


class PartBook:
    """Coded bytes of the averaged parts of `step` that this peer holds. A part's bytes never change once all agree:
    they are what is passed on to others, and `average` is their decoding.

    `average` ([layout.elements] float32) belongs to the caller; it is written by `put` and `replace` until `detach`.
    `on_held` is called after each `put` that added a part.
    """

    def __init__(
        self,
        step: int,
        layout: Layout,
        codec: Codec,
        average: Vector,
        on_held: Callable[[int], None] = _nobody_listens,
    ) -> None:
        if average.size != layout.elements:
            raise ValueError(f"a vector of {average.size} for {layout.elements} elements")
        self.step = step
        self.layout = layout
        self.codec = codec
        self._average: Vector | None = average
        self._on_held = on_held
        self._coded: dict[int, Buffer] = {}
        self._hashes: dict[int, Digest] = {}
        self._gaps: dict[int, Gaps] = {}

    def part_bytes(self, index: int) -> int:
        """Length of the coded part; raises `IndexError`."""
        start, stop = self.layout.part(index)
        return self.codec.coded_bytes(stop - start)

    def bytes_of(self, indexes: Iterable[int]) -> int:
        """Length of these coded parts together."""
        return sum(map(self.part_bytes, indexes))

    @property
    def whole_bytes(self) -> int:
        """Length of all parts, held or not."""
        return self.bytes_of(range(self.layout.parts))

    @property
    def is_complete(self) -> bool:
        return len(self._coded) == self.layout.parts

    def has(self, index: int) -> bool:
        return index in self._coded

    def missing(self) -> tuple[int, ...]:
        """Indexes of the parts not held, ascending."""
        return tuple(index for index in range(self.layout.parts) if index not in self._coded)

    def put(self, index: int, coded: Buffer, gaps: Gaps = NO_GAPS) -> bool:
        """Takes over `coded` (not to be written any more) and decodes it into the average. False if the part is held
        already, whatever its bytes, or the book is detached. Raises `ProtocolViolation` on a wrong length or a value
        that is not finite, `IndexError` if there is no such part."""
        if index in self._coded or not self._take(index, coded, gaps):
            return False
        self._on_held(index)
        return True

    def replace(self, index: int, coded: Buffer, gaps: Gaps = NO_GAPS) -> None:
        """As `put`, but over what is held: for a part whose hash turned out wrong."""
        if index not in self._coded:
            self.put(index, coded, gaps)
        else:
            self._take(index, coded, gaps)

    def _take(self, index: int, coded: Buffer, gaps: Gaps) -> bool:
        if self._average is None:
            return False
        start, stop = self.layout.part(index)
        self.codec.decode_into(coded, self._average[start:stop])
        self._coded[index] = coded
        self._hashes[index] = Digest.of(coded)
        if gaps == NO_GAPS:
            self._gaps.pop(index, None)
        else:
            self._gaps[index] = gaps
        return True

    def coded(self, index: int) -> Buffer:
        """Raises `KeyError` if the part is not held."""
        return self._coded[index]

    def hash_of(self, index: int) -> Digest:
        """SHA-256 of the coded part; raises `KeyError` if it is not held."""
        return self._hashes[index]

    def gaps_of(self, index: int) -> Gaps:
        """Who is not in a part that is held, as far as its giver said."""
        return self._gaps.get(index, NO_GAPS)

    def hashes(self) -> tuple[Digest, ...]:
        """Of all parts in order; raises `KeyError` if one is missing."""
        return tuple(self._hashes[index] for index in range(self.layout.parts))

    def root(self) -> Digest:
        """`average_root` of the hashes; raises `KeyError` if a part is missing."""
        return average_root(self.layout, self.hashes())

    def detach(self) -> None:
        """Lets go of the average vector, which is about to be used for another step, and of who wants to hear of parts;
        coded parts stay. No cycle is left: parts are large, and the garbage collector comes seldom."""
        self._average = None
        self._on_held = _nobody_listens
