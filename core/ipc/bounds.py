"""What each preference may be, in words for error messages and the command line."""

from msgspec import inspect

from core.ipc.preferences import kinds


def bounds_of(key: str) -> str:
    """Such as `a whole number from 1 to 100`."""
    return _said(inspect.type_info(kinds()[key]))


def _said(kind: inspect.Type) -> str:
    match kind:
        case inspect.VarTupleType():
            return f"a list, each entry {_said(kind.item_type)}"
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)}, each entry {_said(kind.item_types[0])}"
        case inspect.UnionType():
            return " or ".join(_said(one) for one in kind.types)
    return _plain(kind)


def _plain(kind: inspect.Type) -> str:
    match kind:
        case inspect.LiteralType():
            return "one of " + ", ".join(str(value) for value in kind.values)
        case inspect.IntType():
            return f"a whole number {_range(kind)}"
        case inspect.FloatType():
            return f"a number {_range(kind)}"
        case inspect.StrType():
            return f"a text of at most {kind.max_length} characters"
    return {inspect.BoolType: "true or false", inspect.NoneType: "nothing"}[type(kind)]


def _range(kind: inspect.IntType | inspect.FloatType) -> str:
    most = kind.le if kind.le is not None else (kind.lt or 1) - 1
    return f"from {kind.ge} to {most:.0f}"
