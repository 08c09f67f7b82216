"""What rank 0 orders and the other ranks answer. Vectors and batches follow a message as bytes; see `wires.py`."""

import msgspec

from core.data.ranges import SampleRange
from core.saying import Saying
from core.training.limits import NO_LIMITS, Limits
from core.training.manner import Manner
from core.training.messages import Logged
from core.training.verdict import Fate


class Begin(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Build the model. The first order, answered by `Begun` or `Failing`."""

    manifest: bytes
    """JSON of a `Manifest`."""
    tensors: tuple[tuple[str, tuple[int, ...]], ...]
    """Names and shapes of the layout, in order."""
    device: str
    """As in `core.training.messages.Setup`; where that means several, the rank takes the one of its number there."""
    manner: Manner
    threads: int | None
    in_background: bool
    segment: str = ""
    """Shared memory with the parameters and the signals, where rank 0 is on the same machine."""
    limits: Limits = NO_LIMITS


class Load(msgspec.Struct, frozen=True, tag=True):
    """Take over the parameters: those that follow as [P] float32, or with nothing following the shared ones. Answered
    by `Loaded`."""


class Accumulate(msgspec.Struct, frozen=True, tag=True):
    """Add the gradient of these samples, whose batch follows (`parcel.py`). Answered by `Judged`."""

    samples: SampleRange


class Abandon(msgspec.Struct, frozen=True, tag=True):
    """Something more urgent waits: what has not gone backward yet shall not."""


class Publish(msgspec.Struct, frozen=True, tag=True):
    """Give the gradient, which is zero from then on. Answered by `Published`."""


class Clear(msgspec.Struct, frozen=True, tag=True):
    pass


class Follow(msgspec.Struct, frozen=True, tag=True):
    step: int


class Beware(msgspec.Struct, frozen=True, tag=True):
    pass


Order = Begin | Load | Accumulate | Abandon | Publish | Clear | Follow | Beware


class Begun(msgspec.Struct, frozen=True, tag=True):
    device: str
    micro_batch: int


class Loaded(msgspec.Struct, frozen=True, tag=True):
    pass


class Judged(msgspec.Struct, frozen=True, tag=True):
    """A verdict on the samples of `Accumulate`, and how many the rank takes from now on."""

    fate: Fate
    loss_sum: float
    micro_batch: int


class Published(msgspec.Struct, frozen=True, tag=True):
    """The gradient follows, [P] float32."""


class Failing(msgspec.Struct, frozen=True, tag=True):
    """Why the rank is about to end."""

    saying: Saying


Answer = Begun | Loaded | Judged | Published | Failing | Logged

encode = msgspec.msgpack.Encoder().encode
decode_order = msgspec.msgpack.Decoder(Order).decode
decode_answer = msgspec.msgpack.Decoder(Answer).decode
