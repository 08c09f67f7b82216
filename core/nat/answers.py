"""What this peer answers to others about reaching each other."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from core.errors import Refused
from core.identity.ids import PeerId
from core.nat.introduction import Introductions
from core.nat.messages import (
    ChannelClosed,
    ChannelWanted,
    Heeded,
    Introduce,
    Look,
    OpenChannel,
    OpenRouter,
    ProbeMe,
    Reserve,
    Seen,
    SendProbe,
)
from core.nat.probing import Prober
from core.nat.relay_client import RelayClient
from core.nat.relay_service import RelayService, is_straight
from core.transport.api import Address, Link, Message

SERVICES = (Reserve, OpenChannel, ProbeMe, SendProbe, Introduce)
"""What costs: only for members of the run."""


@dataclass(frozen=True, slots=True)
class AnswerPorts:
    relays: Callable[[], bool]
    """Whether this peer does at the moment."""
    open_router: Callable[[Sequence[Address]], None]
    end_channels: Callable[[Iterable[tuple[bytes, PeerId]]], None]
    """Tells those peers that those channels have ended."""
    unix_time: Callable[[], float]


class Answers:
    def __init__(
        self,
        relay: RelayService,
        client: RelayClient,
        introductions: Introductions,
        prober: Prober,
        ports: AnswerPorts,
    ) -> None:
        self._relay = relay
        self._client = client
        self._introductions = introductions
        self._prober = prober
        self._ports = ports

    async def to(self, link: Link, message: Message) -> Message | None:
        """None for a message of another part. Raises `Refused`."""
        match message:
            case Look():
                seen = str(link.remote_address) if is_straight(link.path) else ""
                return Seen(address=seen, unix_s=self._ports.unix_time())
            case ProbeMe():
                return await self._prober.probe(link, message)
            case SendProbe():
                self._prober.send_probe(link, message)
            case Introduce():
                await self._introductions.pass_on(link, message)
            case OpenRouter():
                self._ports.open_router(self._introductions.targets(link, message))
            case _:
                return await self._about_channels(link, message)
        return Heeded()

    async def _about_channels(self, link: Link, message: Message) -> Message | None:
        match message:
            case Reserve() | OpenChannel() if not self._ports.relays():
                raise Refused("this peer does not relay")
            case Reserve():
                return self._relay.reserve(link, message)
            case OpenChannel():
                return await self._relay.open_channel(link, message)
            case ChannelWanted():
                self._client.on_wanted(link, message)
            case ChannelClosed():
                other = self._relay.close_channel(link, message)
                self._ports.end_channels([(message.channel, other)] if other is not None else [])
                self._client.on_closed(link, message)
            case _:
                return None
        return Heeded()
