"""What each preference may be, in words for error messages and the command line."""

import functools

from msgspec import inspect

from core.ipc.preferences import kinds
from core.saying import Saying, say


def bounds_of(key: str) -> Saying:
    """Such as `a whole number from 1 to 100`."""
    return _said(inspect.type_info(kinds()[key]))


def _said(kind: inspect.Type) -> Saying:
    match kind:
        case inspect.VarTupleType():
            return say("a list, each entry {entry}", entry=_said(kind.item_type))
        case inspect.TupleType():
            return say(
                "a list of {count}, each entry {entry}", count=len(kind.item_types), entry=_said(kind.item_types[0])
            )
        case inspect.UnionType():
            return functools.reduce(
                lambda one, other: say("{one} or {other}", one=one, other=other), map(_said, kind.types)
            )
    return _plain(kind)


def _plain(kind: inspect.Type) -> Saying:
    match kind:
        case inspect.LiteralType():
            return say("one of {values}", values=", ".join(str(value) for value in kind.values))
        case inspect.IntType():
            return say("a whole number from {least} to {most}", least=str(kind.ge), most=_most(kind))
        case inspect.FloatType():
            return say("a number from {least} to {most}", least=str(kind.ge), most=_most(kind))
        case inspect.StrType():
            return say("a text of at most {count} characters", count=str(kind.max_length))
    return {inspect.BoolType: say("true or false"), inspect.NoneType: say("nothing")}[type(kind)]


def _most(kind: inspect.IntType | inspect.FloatType) -> str:
    return f"{kind.le if kind.le is not None else (kind.lt or 1) - 1:.0f}"
