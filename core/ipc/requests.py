"""Which parameters each request takes; checked before the engine sees them."""

from typing import Annotated, Any, Literal

import msgspec

from core.ipc.codec import INVALID_PARAMS, METHOD_NOT_FOUND
from core.ipc.messages import Method
from core.ipc.telling import LONGEST_EVERY_S
from core.saying import Saying, say

_Path = Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]
_Run = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
_Step = Annotated[int, msgspec.Meta(ge=1, lt=1 << 62)]

LONGEST_PAUSE_S = 366 * 86400.0


class RequestFault(Exception):
    """A well-formed request that asks for what is not there; answered, and the connection goes on."""

    def __init__(self, code: int, saying: Saying) -> None:
        super().__init__(saying)
        self.code, self.saying = code, saying


class _Parameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Takes none."""


class _Subscribe(_Parameters, frozen=True, kw_only=True):
    every_s: Annotated[float, msgspec.Meta(ge=0, le=LONGEST_EVERY_S)] = 0.0


class _Pause(_Parameters, frozen=True, kw_only=True):
    seconds: Annotated[float, msgspec.Meta(gt=0, le=LONGEST_PAUSE_S)] | None = None


class _Join(_Parameters, frozen=True, kw_only=True):
    link: Annotated[str, msgspec.Meta(max_length=4096)]


class _Log(_Parameters, frozen=True, kw_only=True):
    after_step: Annotated[int, msgspec.Meta(ge=0)] = 0
    limit: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1000


class _Export(_Parameters, frozen=True, kw_only=True):
    folder: _Path
    published: bool = False


class _AppendData(_Parameters, frozen=True, kw_only=True):
    files: Annotated[list[_Path], msgspec.Meta(min_length=1, max_length=10_000)]
    source: Annotated[str, msgspec.Meta(min_length=1, max_length=100)] | None = None
    weight: Annotated[float, msgspec.Meta(gt=0, le=1e6)] | None = None
    from_step: _Step | None = None


class _RollBack(_Parameters, frozen=True, kw_only=True):
    step: _Step


class _Consent(_Parameters, frozen=True, kw_only=True):
    given: bool


class _History(_Parameters, frozen=True, kw_only=True):
    unit: Literal["hour", "day", "month"] = "day"
    after: Annotated[str, msgspec.Meta(max_length=13)] = ""
    limit: Annotated[int, msgspec.Meta(ge=1, le=5_000)] = 5_000
    """Of starts, not of rows: the rows of one hour, day or month are never parted. Oldest first. Five years of hours
    are more than a line holds."""


class _Changes(_Parameters, frozen=True, kw_only=True):
    changes: dict[str, Any]


class _SetShare(_Parameters, frozen=True, kw_only=True):
    run: _Run
    share: Annotated[int, msgspec.Meta(ge=0, le=100)]


class _Leave(_Parameters, frozen=True, kw_only=True):
    run: _Run


class _TryModel(_Parameters, frozen=True, kw_only=True):
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2_000)]
    count: Annotated[int, msgspec.Meta(ge=1, le=20)] = 5


class _LogTail(_Parameters, frozen=True, kw_only=True):
    lines: Annotated[int, msgspec.Meta(ge=1, le=2_000)] = 200


class _Fetch(_Parameters, frozen=True, kw_only=True):
    metered: bool = False
    """Also over a network that charges by volume."""


class _Diagnostics(_Parameters, frozen=True, kw_only=True):
    file: _Path


_KINDS: dict[Method, type[_Parameters]] = {
    Method.SUBSCRIBE: _Subscribe,
    Method.PAUSE: _Pause,
    Method.JOIN: _Join,
    Method.LOG: _Log,
    Method.EXPORT: _Export,
    Method.APPEND_DATA: _AppendData,
    Method.ROLL_BACK: _RollBack,
    Method.CONSENT: _Consent,
    Method.HISTORY: _History,
    Method.SET_PREFERENCES: _Changes,
    Method.PREVIEW: _Changes,
    Method.SET_SHARE: _SetShare,
    Method.LEAVE: _Leave,
    Method.TRY_MODEL: _TryModel,
    Method.LOG_TAIL: _LogTail,
    Method.INSTALL_RUNTIME: _Fetch,
    Method.FETCH_UPDATE: _Fetch,
    Method.DIAGNOSTICS: _Diagnostics,
}


def checked(method: str, params: dict[str, Any]) -> tuple[Method, dict[str, Any]]:
    """The method, and its parameters complete with defaults. Raises `RequestFault`."""
    try:
        known = Method(method)
    except ValueError:
        raise RequestFault(
            METHOD_NOT_FOUND, say("This engine knows no request {request}.", request=repr(method[:60]))
        ) from None
    try:
        parameters = msgspec.convert(params, _KINDS.get(known, _Parameters))
    except msgspec.ValidationError as fault:
        wrong = say("Request {request} has a wrong parameter: {reason}.", request=repr(known.value), reason=str(fault))
        raise RequestFault(INVALID_PARAMS, wrong) from fault
    return known, msgspec.structs.asdict(parameters)
