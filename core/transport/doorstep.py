"""What is done with the first datagram of somebody unknown, before anything is remembered of them."""

import logging
import os
from dataclasses import dataclass

from aioquic.buffer import Buffer  # type: ignore[attr-defined]
from aioquic.quic.configuration import SMALLEST_MAX_DATAGRAM_SIZE
from aioquic.quic.packet import (
    QuicHeader,
    QuicPacketType,
    encode_quic_retry,
    encode_quic_version_negotiation,
    pull_quic_header,
)
from aioquic.quic.retry import QuicRetryTokenHandler

from core.transport.config import ID_BYTES, QUIC_VERSIONS
from core.transport.udp import SocketAddress

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Knock:
    """A dialer's first datagram that may become a connection."""

    destination_id: bytes
    original_id: bytes
    retry_id: bytes | None
    """Set if the dialer has shown that its address is not forged."""


class Doorstep:
    """Sans-IO and without memory but for the key of its tokens (RFC 9000, section 8.1)."""

    def __init__(self) -> None:
        self._tokens = QuicRetryTokenHandler()

    def judge(
        self, data: bytes, address: SocketAddress, now: float, *, must_prove_address: bool
    ) -> Knock | bytes | None:
        """A knock to open to, a datagram to answer with, or None for what deserves no answer."""
        if len(data) < SMALLEST_MAX_DATAGRAM_SIZE:
            return None
        try:
            header = pull_quic_header(Buffer(data=data), host_cid_length=ID_BYTES)
            if header.packet_type is not QuicPacketType.INITIAL or header.version not in QUIC_VERSIONS:
                return _other_versions(header)
            if header.token:
                original_id = self._tokens.validate_token(
                    address=address, destination_cid=header.destination_cid, token=header.token, now=now
                )
                return Knock(header.destination_cid, original_id, header.destination_cid)
        except ValueError as fault:
            logger.debug("datagram from %s ignored: %s", address, fault)
            return None
        if must_prove_address:
            return self._retry(header, address, now)
        return Knock(header.destination_cid, header.destination_cid, None)

    def _retry(self, header: QuicHeader, address: SocketAddress, now: float) -> bytes:
        assert header.version is not None
        source_id = os.urandom(ID_BYTES)
        token = self._tokens.create_token(
            address=address,
            original_destination_connection_id=header.destination_cid,
            retry_source_connection_id=source_id,
            now=now,
        )
        return encode_quic_retry(
            version=header.version,
            source_cid=source_id,
            destination_cid=header.source_cid,
            original_destination_cid=header.destination_cid,
            retry_token=token,
        )


def _other_versions(header: QuicHeader) -> bytes | None:
    if header.packet_type is QuicPacketType.VERSION_NEGOTIATION or header.version in QUIC_VERSIONS:
        return None
    return encode_quic_version_negotiation(
        source_cid=header.destination_cid,
        destination_cid=header.source_cid,
        supported_versions=list(QUIC_VERSIONS),
    )
