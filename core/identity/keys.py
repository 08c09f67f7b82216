"""Ed25519 key pairs: what proves that a peer is who it says."""

from typing import Self, final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from core.identity.ids import PeerId


@final
class Identity:
    """This peer's key pair. Where it is kept is `core.identity.keystore`'s business."""

    def __init__(self, private_key: Ed25519PrivateKey) -> None:
        self.private_key = private_key
        self.public_key: bytes = private_key.public_key().public_bytes_raw()
        self.peer_id = PeerId.of_key(self.public_key)

    @classmethod
    def generate(cls) -> Self:
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> Self:
        """`seed`: the 32 private bytes of RFC 8032, section 5.1.5."""
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @property
    def seed(self) -> bytes:
        return self.private_key.private_bytes_raw()

    def sign(self, content: bytes) -> bytes:
        """64-byte signature. `content` starts with a tag that names its purpose, so that no signature
        made for one kind of record passes as another."""
        return self.private_key.sign(content)


def is_signed(public_key: bytes, content: bytes, signature: bytes) -> bool:
    """Whether `signature` over `content` was made by the owner of `public_key` (32 raw bytes)."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, content)
    except (InvalidSignature, ValueError):
        return False
    return True
