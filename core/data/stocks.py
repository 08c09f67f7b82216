"""What is here of each shard of one run."""

import asyncio
from collections.abc import Iterable

from core.data.fetching import Offload
from core.data.objects import ObjectStore
from core.data.stock import Stock
from core.identity.ids import Digest
from core.identity.manifest import Shard


class Stocks:
    """Every shard's stock, made when it is first asked for. On the event loop alone."""

    def __init__(self, shards: Iterable[Shard], store: ObjectStore, offload: Offload) -> None:
        self._shards = {shard.object: shard for shard in shards}
        self._store = store
        self._offload = offload
        self._stocks: dict[Digest, Stock] = {}
        self._recalling = asyncio.Lock()

    def add(self, shards: Iterable[Shard]) -> None:
        """These are given to others too."""
        self._shards |= {shard.object: shard for shard in shards}

    def of(self, shard: Shard) -> Stock:
        stock = self._stocks.get(shard.object)
        if stock is None:
            stock = self._stocks[shard.object] = Stock(self._store, shard.object, shard.bytes, shard.pieces)
        return stock

    def shard_of(self, stock: Stock) -> Shard:
        return self._shards[stock.digest]

    async def find(self, digest: Digest) -> Stock | None:
        """As `core.data.handing_out.FindStock`."""
        shard = self._shards.get(digest)
        if shard is None:
            return None
        stock = self.of(shard)
        async with self._recalling:
            if stock.hashes is None:
                await self._offload(stock.recall)
        return stock if stock.hashes is not None else None
