"""What engine and trainer say to each other over their pipe. Tensors never pass here; they lie in shared memory."""

import msgspec

from core.data.ranges import SampleRange
from core.saying import Saying
from core.training.api import Scalars
from core.training.limits import NO_LIMITS, Limits
from core.training.manner import Manner


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """All that a trainer process is told when it starts."""

    manifest: bytes
    """JSON of a `Manifest`."""
    objects: str
    prepared: str
    device: str
    """What to choose from; see `core.training.device.choosing.choices`."""
    manner: Manner = Manner()
    threads: int | None
    trains: bool
    in_background: bool
    segment: str
    """Name of the shared memory."""
    joined: bytes = b"[]"
    """JSON of the data that has joined the run, a list of `Joined`."""
    is_heir: bool = False
    """Another process has the vectors until `Adopt`: they are read at most, and the gradient is kept."""
    limits: Limits = NO_LIMITS


class Assign(msgspec.Struct, frozen=True, tag=True):
    samples: SampleRange


class Join(msgspec.Struct, frozen=True, tag=True):
    """Other data belongs to the run from now on; counts for what is assigned after it."""

    joined: bytes
    """As in `Setup`."""


class Freeze(msgspec.Struct, frozen=True, tag=True):
    number: int


class Clear(msgspec.Struct, frozen=True, tag=True):
    number: int


class Apply(msgspec.Struct, frozen=True, tag=True):
    number: int
    step: int
    scalars: Scalars
    clear: bool


class Reload(msgspec.Struct, frozen=True, tag=True):
    number: int


class Export(msgspec.Struct, frozen=True, tag=True):
    number: int
    folder: str
    card: str = ""
    """README of the folder."""
    kept: tuple[str, int] | None = None
    """File and offset of the parameters; None for the present ones."""


class Adopt(msgspec.Struct, frozen=True, tag=True):
    """To an heir: the vectors are its own from now on, with the gradient that there is."""

    number: int


class Release(msgspec.Struct, frozen=True, tag=True):
    """Let go of the device for good. The gradient is published and kept; what was assigned is forgotten."""

    number: int


class Heard(msgspec.Struct, frozen=True, tag=True):
    """The engine knows of `Voided`: what it assigns from now on counts again."""


class Wake(msgspec.Struct, frozen=True, tag=True):
    """`may_run` is set again."""


class Stop(msgspec.Struct, frozen=True, tag=True):
    """End the process; what it is doing is of no more use."""


Question = Freeze | Clear | Apply | Reload | Export | Adopt | Release
"""What is answered by `Done` or `Failed`."""
Command = Assign | Join | Question | Heard | Wake | Stop


class Ready(msgspec.Struct, frozen=True, tag=True):
    device: str
    micro_batch: int


class Resized(msgspec.Struct, frozen=True, tag=True):
    """The device turned out to have room for fewer samples at once, or has it for more again."""

    micro_batch: int


class Accumulated(msgspec.Struct, frozen=True, tag=True):
    samples: SampleRange
    loss_sum: float
    seconds: float


class Rejected(msgspec.Struct, frozen=True, tag=True):
    """These samples have no finite loss or gradient here: they will not be done."""

    samples: SampleRange


class Voided(msgspec.Struct, frozen=True, tag=True):
    """The gradient is void and zero again, and nothing that was assigned will be done. What is assigned before `Heard`
    is not done either: it was meant for the gradient before."""

    reason: str


class Starved(msgspec.Struct, frozen=True, tag=True):
    pass


class Done(msgspec.Struct, frozen=True, tag=True):
    """Command `number` has been obeyed; `undone` is `Freeze`'s answer."""

    number: int
    undone: tuple[SampleRange, ...] = ()


class Failed(msgspec.Struct, frozen=True, tag=True):
    """Command `number` met a fault of this machine; the process goes on."""

    number: int
    saying: Saying


class Dying(msgspec.Struct, frozen=True, tag=True):
    """Why the process is about to end; `usage`: because of what the manifest says; `is_broken`: because what computes
    cannot even be imported."""

    saying: Saying
    usage: bool = False
    is_broken: bool = False


class Logged(msgspec.Struct, frozen=True, tag=True):
    """A log record, for the engine's log."""

    level: int
    logger: str
    text: str


Report = Ready | Resized | Accumulated | Rejected | Voided | Starved | Done | Failed | Dying | Logged

encode = msgspec.msgpack.Encoder().encode
decode_command = msgspec.msgpack.Decoder(Command).decode
decode_report = msgspec.msgpack.Decoder(Report).decode
