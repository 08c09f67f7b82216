"""Random instances of the messages that peers exchange: of the right shape, with contents that nobody would send."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import inspect

from core.identity.ids import Id
from core.transport.api import Message

_NUMBERS = (0, 1, -1, 2**31, 2**53, 2**63 - 1, -(2**63))


class _NeverContent(Exception):
    """Of a kind that checks its contents, and found none of those that it was given good enough."""


class Nonsense:
    """Makes messages from a seed."""

    def __init__(self, chance: random.Random, ids: tuple[Id, ...] = ()) -> None:
        """`ids` are put in now and then, so that not everything is about unknown runs and peers."""
        self._chance = chance
        self._ids = ids

    def message(self, kinds: Sequence[type[Message]]) -> Message:
        """One of those; not of a kind that checks its contents and is never content with nonsense."""
        while True:
            try:
                made = self._value(inspect.type_info(self._chance.choice(kinds)), 0)
            except _NeverContent:
                continue
            assert isinstance(made, Message)
            return made

    def mutated(self, data: bytes) -> bytes:
        """`data` with a few bytes changed, cut out or put in."""
        chance, result = self._chance, bytearray(data)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(result) + 1)
            match chance.randrange(4):
                case 0 if at < len(result):
                    result[at] = chance.randrange(256)
                case 1:
                    result[at:at] = chance.randbytes(chance.randint(1, 8))
                case 2:
                    del result[at : at + chance.randint(1, 8)]
                case _ if at < len(result):
                    result[at] ^= 1 << chance.randrange(8)
        return bytes(result)

    def _value(self, kind: Any, depth: int) -> Any:  # noqa: C901, PLR0911, PLR0912  one case per kind
        chance = self._chance
        few = 0 if depth > 4 else chance.choice((0, 1, 1, 2, 5))
        match kind:
            case inspect.BoolType():
                return chance.random() < 0.5
            case inspect.IntType():
                return chance.choice(_NUMBERS) if chance.random() < 0.5 else chance.randrange(1000)
            case inspect.FloatType():
                return chance.choice((0.0, -1.0, 1e308, float("inf"), float("nan"), chance.random()))
            case inspect.StrType():
                return "".join(chance.choice("a:/0ঞ.\0[%") for _ in range(chance.choice((0, 3, 40))))
            case inspect.BytesType() | inspect.ByteArrayType() | inspect.MemoryViewType():
                return chance.randbytes(chance.choice((0, 1, 8, 32, 64, 300)))
            case inspect.NoneType():
                return None
            case inspect.UnionType(types=types):
                return self._value(chance.choice(types), depth + 1)
            case inspect.VarTupleType(item_type=item):
                return tuple(self._value(item, depth + 1) for _ in range(few))
            case inspect.TupleType(item_types=items):
                return tuple(self._value(item, depth + 1) for item in items)
            case inspect.ListType(item_type=item):
                return [self._value(item, depth + 1) for _ in range(few)]
            case inspect.DictType(key_type=key, value_type=value):
                return {self._value(key, depth + 1): self._value(value, depth + 1) for _ in range(few)}
            case inspect.EnumType(cls=cls):
                return chance.choice(list(cls))
            case inspect.LiteralType(values=values):
                return chance.choice(values)
            case inspect.StructType(cls=cls, fields=fields):
                return self._struct(cls, fields, depth)
            case inspect.CustomType(cls=cls) if issubclass(cls, Id):
                known = [one for one in self._ids if type(one) is cls]
                return chance.choice(known) if known and chance.random() < 0.5 else cls(chance.randbytes(32))
        raise TypeError(f"no nonsense for {kind}")

    def _struct(self, cls: type[msgspec.Struct], fields: Any, depth: int) -> msgspec.Struct:
        """Some check their values: those get others until they are content. What is inside of one and never content
        makes it hopeless at once: trying again at every depth would multiply."""
        for _ in range(100):
            values = {field.name: self._value(field.type, depth + 1) for field in fields}
            try:
                return cls(**values)
            except ValueError:
                continue
        raise _NeverContent(cls.__name__)
