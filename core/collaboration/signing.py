"""The organiser signs a manifest; everyone else opens it, and believes nothing of it before that."""

import msgspec

from core.collaboration.checks import check_manifest
from core.errors import ProtocolViolation
from core.identity.ids import RunId
from core.identity.keys import Identity, is_signed
from core.identity.manifest import MANIFEST_TAG, TASKS, Manifest, SignedManifest, kind_of
from core.identity.wire import from_json, to_json
from core.saying import Saying, say

MANIFEST_BYTES = 768 << 10
"""Longest content: it travels in one message."""
VERSION = 1


class ManifestFault(ProtocolViolation):
    """A manifest that must not be used; `saying` is one sentence, fit for the user who follows an invitation."""

    def __init__(self, saying: Saying) -> None:
        self.saying = saying
        super().__init__(saying)


class OtherRun(ManifestFault):
    """It is another collaboration's manifest than the one asked for."""


class NewerManifest(ManifestFault):
    """It was written by a newer program than this one."""


class MalformedManifest(ManifestFault):
    """It is too long, or not a manifest at all."""


class ForbiddenManifest(ManifestFault):
    """It is well formed, and asks for something that is not known or not allowed."""


class WrongSignature(ManifestFault):
    """It was not signed by the organiser it names, or was changed after it was signed."""


class _Kind(msgspec.Struct):
    kind: str


class _Glance(msgspec.Struct):
    """What tells whether the rest can be understood."""

    version: int
    task: _Kind


def sign_manifest(identity: Identity, manifest: Manifest) -> SignedManifest:
    """Raises `ValueError` if nobody could open the result: a wrong organiser, or what `open_manifest` rejects."""
    content = to_json(manifest, canonical=True)
    signed = SignedManifest(content=content, signature=identity.sign(MANIFEST_TAG + content))
    try:
        open_manifest(signed, signed.run)
    except ManifestFault as fault:
        raise ValueError(str(fault)) from fault
    return signed


def open_manifest(signed: SignedManifest, expected_run: RunId | None) -> Manifest:
    """The content, once hash, signature, version and every number in it are found good.

    `expected_run`: the run that was asked for; None only for what this peer keeps itself. Raises a `ManifestFault`.
    """
    if len(signed.content) > MANIFEST_BYTES:
        raise MalformedManifest(
            say("The manifest has {size} bytes; {most} are allowed.", size=len(signed.content), most=MANIFEST_BYTES)
        )
    if expected_run is not None and signed.run != expected_run:
        raise OtherRun(
            say(
                "The manifest received belongs to collaboration {other}, not to {run}.",
                other=str(signed.run),
                run=str(expected_run),
            )
        )
    manifest = _decode(signed.content)
    if not is_signed(manifest.organiser, MANIFEST_TAG + signed.content, signed.signature):
        raise WrongSignature(say("The manifest's signature is not its organiser's."))
    for key, what in check_manifest(manifest):
        shown = "".join(c if c.isprintable() else "?" for c in what)  # it may quote what a stranger wrote
        raise ForbiddenManifest(say("The manifest cannot be used: {key}: {what}.", key=key, what=shown))
    return manifest


def _decode(content: bytes) -> Manifest:
    try:
        glance = from_json(_Glance, content)
        if glance.version > VERSION or glance.task.kind not in {kind_of(task) for task in TASKS}:
            raise NewerManifest(say("This collaboration needs a newer version of Idlewild: update it and join again."))
        return from_json(Manifest, content)
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError, RecursionError) as error:
        # ValueError: ids of a wrong length
        raise MalformedManifest(say("What was received is not a manifest.")) from error
