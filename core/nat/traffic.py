"""Sorts datagrams that are not this peer's own QUIC: to its ends of channels, to the relay, or back to the endpoint."""

from collections.abc import Sequence

from core.nat.channels import Channels, Mouth
from core.nat.datagrams import by_channel, runs_of
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
        runs = runs_of(view, size_bytes)
        if runs is None:
            return False
        for run in runs:
            if run.head in self._channels:
                self._channels.take_in(run, view, size_bytes, source)
            else:
                self._switchboard.pass_on(run.head, view[run.start : run.stop], size_bytes, source)
        return True

    def take(self, datagrams: Sequence[bytes], source: Hop) -> None:
        """What came out of a tunnel, or one by one."""
        for head, group in by_channel(datagrams):
            if not head:
                self._mouth.receive([(data, source) for data in group])
            elif head in self._channels:
                self._channels.take_in_each(head, group, source)
            else:
                self._switchboard.pass_on_each(head, group, source)
