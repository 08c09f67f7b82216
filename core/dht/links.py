"""Questions of the hash table over links, and how many links it may keep for itself."""

import asyncio
from collections.abc import Callable

from core.dht.contacts import Contact
from core.dht.records import PeerRecord
from core.errors import PeerFault
from core.identity.ids import PeerId
from core.transport.api import Link, M, Message, Transport

DIAL_TIMEOUT_S = 4.0
ANSWER_TIMEOUT_S = 4.0
DIALS_AT_ONCE = 8
LINKS_KEPT = 24
"""Links that nothing but the hash table has used."""
IDLE_S = 300.0
"""After which such a link is closed in any case."""
BREATH_S = 5.0
"""For so long after an answer a link is not closed, however many there are."""


class LinkAsker:
    """Fulfils `core.dht.kademlia.Asker`.

    A link that it had to make is its own until somebody else uses it (`note_use`): only its own it closes. The other
    side may have begun to use one at that very moment; for that it is a link that broke, as links do.
    """

    def __init__(self, transport: Transport, record_of: Callable[[PeerId], PeerRecord | None] = lambda _: None) -> None:
        """`record_of`: what others know of a peer, which may be newer than the table's."""
        self._transport = transport
        self._record_of = record_of
        self._dials = asyncio.Semaphore(DIALS_AT_ONCE)
        self._own: dict[Link, float] = {}
        """Least recently used first, with the event loop's time of that."""
        self._busy: dict[Link, int] = {}

    def note_use(self, link: Link) -> None:
        """Somebody else needs `link`: it is left open."""
        self._own.pop(link, None)

    async def ask(self, contact: Contact, question: Message, answer: type[M]) -> M:
        """Raises `PeerFault`."""
        link = self._transport.link_to(contact.peer) or await self._dial(contact)
        self._busy[link] = self._busy.get(link, 0) + 1
        try:
            return await link.request(question, answer, timeout_s=ANSWER_TIMEOUT_S)
        finally:
            self._release(link)

    async def _dial(self, contact: Contact) -> Link:
        record = self._record_of(contact.peer)
        is_newer = record is not None and record.sequence > contact.record.sequence
        places = (record if record is not None and is_newer else contact.record).places()
        if not places:
            raise PeerFault(f"no address of {contact.peer} is known")
        async with self._dials:
            is_new = self._transport.link_to(contact.peer) is None
            link = await self._transport.dial(contact.peer, places, timeout_s=DIAL_TIMEOUT_S)
        if is_new:
            self._own[link] = 0.0
        return link

    def _release(self, link: Link) -> None:
        self._busy[link] -= 1
        if not self._busy[link]:
            del self._busy[link]
        if self._own.pop(link, None) is not None:
            self._own[link] = asyncio.get_running_loop().time()
        self._trim()

    def _trim(self) -> None:
        """Closes what is too many or idle, the least recently used first."""
        now_s = asyncio.get_running_loop().time()
        for link, used_s in list(self._own.items()):
            if not link.is_open:
                del self._own[link]
                continue
            if link in self._busy:
                continue
            silent_s = now_s - used_s
            if silent_s <= BREATH_S or (silent_s <= IDLE_S and len(self._own) <= LINKS_KEPT):
                return  # those after it were used later
            del self._own[link]
            link.close("no longer needed")
