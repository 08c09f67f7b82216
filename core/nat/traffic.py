"""Sorts datagrams that are not this peer's own QUIC: to its ends of channels, to the relay, or back to the endpoint."""

from collections.abc import Sequence

from core.nat.channels import Channels, Mouth
from core.nat.datagrams import HEAD_BYTES, by_channel, is_uniform, runs_of
from core.nat.switchboard import Switchboard
from core.transport.hops import Hop
from core.transport.udp import SocketAddress


class Traffic:
    def __init__(self, mouth: Mouth, channels: Channels, switchboard: Switchboard) -> None:
        self._mouth = mouth
        self._channels = channels
        self._switchboard = switchboard

    def divert(self, view: memoryview, size_bytes: int, source: SocketAddress) -> bool:
        """`core.transport.udp.Divert`: whole batches are forwarded as they lie in memory."""
        if is_uniform(view, size_bytes):
            self._carry(bytes(view[:HEAD_BYTES]), view, size_bytes, source)
            return True
        runs = runs_of(view, size_bytes)
        if runs is None:
            return False
        for run in runs:
            self._carry(run.head, view[run.start : run.stop], size_bytes, source)
        return True

    def _carry(self, head: bytes, view: memoryview, size_bytes: int, source: SocketAddress) -> None:
        if head in self._switchboard:
            self._switchboard.pass_on(head, view, size_bytes, source)
        else:
            self._channels.take_in(head, view, size_bytes, source)

    def take(self, datagrams: Sequence[bytes], source: Hop) -> None:
        """What came out of a tunnel, or one by one."""
        for head, group in by_channel(datagrams):
            if not head:
                self._mouth.receive([(data, source) for data in group])
            elif head in self._switchboard:
                self._switchboard.pass_on_each(head, group, source)
            else:
                self._channels.take_in_each(head, group, source)
