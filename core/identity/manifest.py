"""The manifest: everything about a collaboration that must agree on all peers, signed by its organiser (design §3)."""

from typing import Any

import msgspec

from core.identity.ids import Digest, PeerId, RunId

MANIFEST_TAG = b"idlewild manifest 1\0"


class Shard(msgspec.Struct, frozen=True, kw_only=True):
    """One content-addressed file of data."""

    object: Digest
    bytes: int
    format: str
    """`jsonl.zst`, `parquet` or `text`."""
    samples: int
    """How many samples it makes with this manifest's tokenizer and task, by `core.data`'s rules."""
    pieces: Digest
    """Root over the hashes of its pieces (`core.data.pieces`)."""
    source: int = 0
    """Index of the manifest's source it belongs to."""
    name: str = ""
    """Of the file, also on the source's mirrors."""


PARTS_PER_UNIT = 1_000_000
"""A source's weight of 1.0."""


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """Shards of one kind, and where they lie besides with peers."""

    name: str = "data"
    weight: int = PARTS_PER_UNIT
    """How often its samples are taken, in parts per million, relative to the other sources'."""
    mirrors: tuple[str, ...] = ()
    """As `core.data.mirrors.parse_mirror` takes them, each a folder in which the shards lie by name."""


class MlmSop(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="mlm_sop"):
    """Masked language modelling and sentence-order prediction: ALBERT and BERT."""

    model: dict[str, Any]
    """Configuration of an architecture that `transformers` knows (`model_type`, sizes)."""
    sequence_tokens: int
    mask_probability: float = 0.15


class CausalLm(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="causal_lm"):
    """Prediction of the next token over packed sequences, by any decoder that `transformers` knows."""

    model: dict[str, Any]
    """As above; `model_type` is that of a causal language model: gpt2, llama, qwen3 …"""
    sequence_tokens: int


class Crops(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Views of one size that are cut from every picture."""

    count: int
    pixels: int
    """Height and width."""
    least_area: float
    """Of the cut, as part of the picture's; drawn evenly from here to `most_area`."""
    most_area: float


class Swav(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="swav"):
    """Swapping assignments between views of a picture (Caron et al., 2020), with a residual network."""

    model: dict[str, Any]
    """Configuration of a `transformers.ResNetModel`."""
    crops: tuple[Crops, ...] = (
        Crops(count=2, pixels=224, least_area=0.14, most_area=1.0),
        Crops(count=6, pixels=96, least_area=0.05, most_area=0.14),
    )
    """The first are the large ones, whose codes the others predict."""
    prototypes: int = 3000
    projection_hidden: int = 2048
    projection: int = 128
    """Length of the vectors that are compared with the prototypes."""
    temperature: float = 0.1
    epsilon: float = 0.03
    """How even codes are spread over a picture's prototypes; smaller is sharper."""
    sinkhorn_iterations: int = 3
    queue: int = 0
    """Samples of earlier micro-batches that take part in making codes."""
    queue_from_step: int = 1
    freeze_prototypes_steps: int = 0
    """For so many first steps the prototypes stay as they are."""
    colour_strength: float = 1.0
    blur_probability: float = 0.5


Task = MlmSop | CausalLm | Swav
"""What is learned from what. Never code: each kind is a plug of this program (`core.training.tasks`)."""
TASKS: tuple[type[Task], ...] = (MlmSop, CausalLm, Swav)


class Lamb(msgspec.Struct, frozen=True, kw_only=True, tag="lamb"):
    """LAMB (You et al., 2020) with bias correction; `clamp` bounds the weight norm in the trust ratio."""

    learning_rate: float
    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-6
    weight_decay: float = 0.01
    clamp: float = 10_000.0


class AdamW(msgspec.Struct, frozen=True, kw_only=True, tag="adamw"):
    """AdamW (Loshchilov and Hutter, 2019)."""

    learning_rate: float
    beta1: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-8
    weight_decay: float = 0.01


class LarcSgd(msgspec.Struct, frozen=True, kw_only=True, tag="larc_sgd"):
    """Stochastic gradient descent with momentum, at a rate that follows each tensor's norm (LARC: You et al., 2017)."""

    learning_rate: float
    momentum: float = 0.9
    weight_decay: float = 1e-6
    trust: float = 0.001
    epsilon: float = 1e-8


Optimizer = Lamb | AdamW | LarcSgd
OPTIMIZERS: tuple[type[Optimizer], ...] = (Lamb, AdamW, LarcSgd)


def kind_of(choice: Task | type[Task] | Optimizer | type[Optimizer]) -> str:
    """The word by which manifests call it."""
    kind = choice.__struct_config__.tag
    assert isinstance(kind, str)
    return kind


class Schedule(msgspec.Struct, frozen=True, kw_only=True):
    """Learning rate over steps: linear warm-up, then `kind` down to zero at `total_steps`."""

    kind: str
    """`linear`, `cosine` or `constant`."""
    warmup_steps: int
    total_steps: int


class Access(msgspec.Struct, frozen=True, kw_only=True):
    """Who may take part; enforced on every request of every kind."""

    policy: str = "open"
    """`open`, `invite` or `allow-list`."""
    token_digest: Digest | None = None
    """Hash of the invitation's token, for `invite`."""
    peers: tuple[PeerId, ...] = ()
    """For `allow-list`."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """Canonical content of a collaboration. Its hash is the run id."""

    version: int = 1
    name: str
    description: str
    language: str
    licence: str
    organiser: bytes
    """Public key, 32 bytes."""
    task: Task
    tokenizer: Digest | None = None
    """A `tokenizers` JSON file; none for tasks without text."""
    initial_weights: Digest
    """A safetensors file: float32 tensors in the order of the flat vector."""
    elements: int
    """Length of the flat parameter vector."""
    shards: tuple[Shard, ...]
    sources: tuple[Source, ...] = (Source(),)
    held_out: tuple[Shard, ...] = ()
    """Never trained on: what the model is judged by."""
    seed: int
    optimizer: Optimizer
    schedule: Schedule
    clip_norm: float | None = None
    """Bound on the global norm of the mean gradient; none if absent."""
    target_batch: int
    """Samples per step."""
    codec: str = "float32"
    """How gradients travel: `float32`, `float16`, `bfloat16`, or block-wise `int8` or `int4` with error feedback."""
    averaging: str = "synchronous"
    """`synchronous`: computing rests while a step is averaged. `delayed`: it goes on, one step of staleness."""
    access: Access = Access()
    bootstrap: tuple[str, ...] = ()
    """Addresses of the organiser's peers."""

    @property
    def samples(self) -> int:
        """Samples in one pass over the data."""
        return sum(shard.samples for shard in self.shards)

    def mirrors_of(self, shard: Shard) -> tuple[str, ...]:
        return self.sources[shard.source].mirrors


class SignedManifest(msgspec.Struct, frozen=True, kw_only=True):
    """The exact bytes that were hashed and signed, so that a newer program's unknown fields survive."""

    content: bytes
    """Canonical JSON of a `Manifest`."""
    signature: bytes

    @property
    def run(self) -> RunId:
        return RunId(Digest.of(self.content).raw)
