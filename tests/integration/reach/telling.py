"""The other side of `namespaces.Inside`: words in, JSON out."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from typing import Any


def tell(**what: Any) -> None:
    print(json.dumps(what, default=str), flush=True)


async def words() -> AsyncIterator[str]:
    """Lines of standard input, to its end or to the word `stop`."""
    reader = asyncio.StreamReader()
    pipe, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    try:
        while (word := (await reader.readline()).decode().strip()) and word != "stop":
            yield word
    finally:
        pipe.close()
