"""Wires between machines, by `torch.distributed`'s gloo: plain TCP, neither encrypted nor authenticated."""

import ipaddress
from datetime import timedelta
from typing import Any

import numpy as np
import torch
from torch.distributed import ProcessGroupGloo, Store  # type: ignore[attr-defined]  # as torch documents them

from core.training.ranks.parcel import Bytes
from core.training.ranks.wires import NOTHING, WireLost

CONNECT_S = 60.0
_EVER = timedelta(days=365)
_MESSAGE_BYTES_MAX = 64 << 20


class GlooWire:
    """One of a pair, a process group of its own: when a rank dies, only its pair does."""

    def __init__(self, store: Store, is_first: bool, host: str) -> None:
        """Waits for the other one, which brings the same `store`. `host`: of the ranks' store; where that is on
        loopback the pair is too. Raises `WireLost`."""
        gloo: Any = ProcessGroupGloo
        options = gloo._Options()
        options._timeout = timedelta(seconds=CONNECT_S)
        if _is_loopback(host):
            options._devices = [gloo.create_device(hostname="127.0.0.1")]
        self._other = 1 if is_first else 0
        try:
            self._group = gloo(store, 1 - self._other, 2, options)
        except RuntimeError as error:
            raise WireLost from error

    def send(self, message: bytes, content: Bytes) -> None:
        self._send(np.array([len(message), content.nbytes]))
        self._send(np.frombuffer(bytearray(message), np.uint8))
        self._send(content)

    def receive(self) -> tuple[bytes, Bytes]:
        head = np.zeros(2, np.int64)
        self._receive(head)
        message_bytes, content_bytes = head.tolist()
        if not 0 <= message_bytes <= _MESSAGE_BYTES_MAX or content_bytes < 0:
            raise WireLost
        message = np.empty(message_bytes, np.uint8)
        content = np.empty(content_bytes, np.uint8) if content_bytes else NOTHING
        self._receive(message)
        self._receive(content)
        return message.tobytes(), content

    def _send(self, array: np.ndarray) -> None:
        if array.nbytes:
            try:
                self._group.send([torch.from_numpy(array)], self._other, 0).wait(_EVER)
            except RuntimeError as error:
                raise WireLost from error

    def _receive(self, array: np.ndarray) -> None:
        if array.nbytes:
            try:
                self._group.recv([torch.from_numpy(array)], self._other, 0).wait(_EVER)
            except RuntimeError as error:
                raise WireLost from error


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
