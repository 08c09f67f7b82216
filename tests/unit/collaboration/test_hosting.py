import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from small_hosting import MANIFEST, ORGANISER, build, weights

from core.collaboration.hosting import draft_digest
from core.collaboration.manifest_file import Draft, TokenizerTraining, read_draft
from core.collaboration.signing import open_manifest
from core.data.objects import ObjectStore
from core.data.pieces import hash_pieces
from core.data.ranges import SampleRange
from core.data.tokenizer import train_tokenizer
from core.errors import LocalFault, UsageError
from core.identity.ids import Digest, PeerId
from core.identity.manifest import Manifest, SignedManifest, Source
from core.training.child import open_samples


def opened(signed: SignedManifest) -> Manifest:
    return open_manifest(signed, signed.run)


def test_a_draft_becomes_a_collaboration_that_can_be_trained(tmp_path: Path, draft: Draft) -> None:
    seen: list[float] = []
    signed = build(tmp_path, draft, bootstrap=("192.0.2.1:7",), on_progress=lambda what, part: seen.append(part))
    manifest = opened(signed)
    assert manifest.organiser == ORGANISER.public_key
    assert manifest.bootstrap == ("192.0.2.1:7",)
    vocabulary = manifest.task.model["vocab_size"]
    assert manifest.elements == 2 * vocabulary
    assert [manifest.task.model[f"{role}_token_id"] for role in ("pad", "bos", "eos")] == [0, 2, 3]
    store = ObjectStore(tmp_path / "objects")
    assert [store.read(shard.object) for shard in manifest.shards] == [file.path.read_bytes() for file in draft.files]
    assert [shard.name for shard in manifest.shards] == ["a.txt", "b.txt"]
    assert store.has(manifest.tokenizer)
    assert store.read(manifest.initial_weights) == weights(manifest.task, 0).content
    batch = open_samples(manifest, tmp_path / "objects", tmp_path / "prepared").batch(SampleRange(0, 4))
    assert batch.input_ids.max() < vocabulary
    assert seen == sorted(seen)
    assert seen[-1] == 1.0


def test_hosting_again_makes_the_same_run(tmp_path: Path, draft: Draft) -> None:
    first = build(tmp_path / "home", draft)
    assert build(tmp_path / "home", draft) == first
    assert build(tmp_path / "another", draft) == first


def test_a_tokenizer_file_is_taken_as_it_is(tmp_path: Path, draft: Draft) -> None:
    content = train_tokenizer([f"word{n} and fox" for n in range(50)], 150)
    (tmp_path / "tokenizer.json").write_bytes(content)
    manifest = opened(build(tmp_path, replace(draft, tokenizer=tmp_path / "tokenizer.json")))
    assert manifest.tokenizer == Digest.of(content)
    (tmp_path / "tokenizer.json").write_bytes(b"{}")
    with pytest.raises(LocalFault, match="not a sound"):
        build(tmp_path, replace(draft, tokenizer=tmp_path / "tokenizer.json"))


def test_access(tmp_path: Path, draft: Draft) -> None:
    token = bytes(range(16))
    assert opened(build(tmp_path, replace(draft, policy="invite"), token=token)).access.token_digest == Digest.of(token)
    assert opened(build(tmp_path, draft, token=token)).access.token_digest is None
    with pytest.raises(ValueError, match="token"):
        build(tmp_path, replace(draft, policy="invite"))
    listed = replace(draft, policy="allow-list", allowed=(PeerId(bytes(32)),))
    assert opened(build(tmp_path, listed)).access.peers == (PeerId(bytes(32)),)


def test_data_that_cannot_be_used_is_named(tmp_path: Path, draft: Draft) -> None:
    bad = draft.files[1].path
    bad.write_bytes(b"\xff")
    with pytest.raises(UsageError, match=rf"{bad} cannot be used: line 1 is not UTF-8; mend it"):
        build(tmp_path, replace(draft, tokenizer=_tokenizer(tmp_path)))
    bad.write_text("few")
    with pytest.raises(UsageError, match=r"b\.txt has too little for a single sample"):
        build(tmp_path, draft)
    bad.unlink()
    with pytest.raises(LocalFault, match=r"b\.txt"):
        build(tmp_path, draft)


def _tokenizer(folder: Path) -> Path:
    path = folder / "tokenizer.json"
    path.write_bytes(train_tokenizer([f"word{n} and fox" for n in range(50)], 150))
    return path


def test_too_many_addresses_are_the_organisers_fault(tmp_path: Path, draft: Draft) -> None:
    with pytest.raises(UsageError, match="bootstrap"):
        build(tmp_path, draft, bootstrap=tuple(f"a:{n}" for n in range(20)))


def test_sources_pieces_and_what_is_held_out(tmp_path: Path, draft: Draft) -> None:
    text = MANIFEST.replace('data.files = ["*.txt"]', "")
    text += """
        [[data.sources]]
        name = "quick"
        weight = 0.25
        files = ["a.txt"]
        mirrors = ["https://mirror.example/quick/"]
        [[data.sources]]
        name = "slow"
        files = ["*.txt"]
        held_out = ["b.txt"]
        """
    (tmp_path / "c.txt").write_bytes((tmp_path / "b.txt").read_bytes() + b" The end is near, they say.")
    (tmp_path / "manifest.toml").write_text(text)
    manifest = opened(build(tmp_path, read_draft(tmp_path / "manifest.toml")))
    assert [(shard.name, shard.source) for shard in manifest.shards] == [("a.txt", 0), ("c.txt", 1)]
    assert [(shard.name, shard.source) for shard in manifest.held_out] == [("b.txt", 1)]
    assert manifest.sources == (
        Source(name="quick", weight=250_000, mirrors=("https://mirror.example/quick/",)),
        Source(name="slow", weight=1_000_000),
    )
    assert manifest.samples == sum(shard.samples for shard in manifest.shards)
    store = ObjectStore(tmp_path / "objects")
    for shard in (*manifest.shards, *manifest.held_out):
        assert hash_pieces(store.path(shard.object)).root == shard.pieces
        assert shard.samples > 0


def test_draft_digest_names_content_not_place(tmp_path: Path, draft: Draft) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for name in ("a.txt", "b.txt", "manifest.toml"):
        (other / name).write_bytes((tmp_path / name).read_bytes())
    assert draft_digest(read_draft(other / "manifest.toml")) == draft_digest(draft)
    tokenizer = _tokenizer(tmp_path)
    variants = [
        draft,
        replace(draft, name="M"),
        replace(draft, seed=1),
        replace(draft, policy="invite"),
        replace(draft, data=replace(draft.data, files=draft.files[:1])),
        replace(draft, data=replace(draft.data, files=draft.files[::-1])),
        replace(draft, data=replace(draft.data, files=draft.files[:1], held_out=draft.files[1:])),
        replace(draft, data=replace(draft.data, sources=(Source(weight=1),))),
        replace(draft, data=replace(draft.data, sources=(Source(mirrors=("https://a.example/",)),))),
        replace(draft, tokenizer=TokenizerTraining(201)),
        replace(draft, tokenizer=tokenizer),
    ]
    digests = [draft_digest(variant) for variant in variants]
    tokenizer.write_bytes(b"changed")
    digests.append(draft_digest(variants[-1]))
    draft.files[0].path.write_text("changed")
    digests.append(draft_digest(draft))
    for one, another in itertools.combinations(digests, 2):
        assert one != another
