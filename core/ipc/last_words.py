"""Why an engine ended, as a line on its standard error for the app that started it, which may speak another language.

People read the line before it, which is the same in English.
"""

import json

import msgspec

from core.saying import NOTHING, Saying

_PREFIX = "idlewild says: "


def last_words(saying: Saying) -> str:
    """The line; ASCII, whatever encoding the stream has."""
    return _PREFIX + json.dumps(msgspec.to_builtins(saying))


def read_last_words(line: str) -> Saying:
    """`NOTHING` where the line is none of these."""
    if not line.startswith(_PREFIX):
        return NOTHING
    try:
        return msgspec.json.decode(line.removeprefix(_PREFIX), type=Saying)
    except msgspec.DecodeError:
        return NOTHING
