"""The README of an exported model: what it is, what it learned from, who made it, how well it does."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.identity.manifest import Manifest, kind_of
from core.storage.scores import Examined
from core.swarm.records import Header
from core.version import VERSION

_TAGS = {"mlm_sop": "fill-mask", "causal_lm": "text-generation", "swav": "image-feature-extraction"}
_SHOWN_SHARDS = 40


@dataclass(frozen=True, slots=True)
class Making:
    """How a model has come about."""

    header: Header | None
    """Of the step whose state it is; None for initial weights."""
    volunteers: int
    """Peers with accepted samples."""
    examined: Examined | None


def model_card(manifest: Manifest, making: Making) -> str:
    """Markdown with the metadata that model hubs read. `manifest`: with all data that has joined."""
    return "\n".join([*_metadata(manifest), *_body(manifest, making), *_data(manifest), *_use(manifest)]) + "\n"


def _metadata(manifest: Manifest) -> list[str]:
    kind = kind_of(manifest.task)
    return [
        "---",
        f"language: {_quoted(manifest.language)}",
        "license: other",
        f"license_name: {_quoted(manifest.licence)}",
        "library_name: transformers",
        f"pipeline_tag: {_TAGS.get(kind, 'other')}",
        "tags: [idlewild, collaborative-training]",
        "---",
        "",
    ]


def _body(manifest: Manifest, making: Making) -> list[str]:
    header = making.header
    lines = [f"# {_line(manifest.name)}", "", manifest.description.strip(), ""]
    if header is None:
        return [*lines, "These are the initial weights: nothing has been learned yet.", ""]
    volunteers = "one volunteer" if making.volunteers == 1 else f"{making.volunteers:,} volunteers"
    lines += [
        f"Trained together over the internet by {volunteers} with Idlewild {VERSION}.",
        "",
        "| | |",
        "|---|---|",
        f"| steps | {header.step:,} of {manifest.schedule.total_steps:,} |",
        f"| samples used | {header.total_samples:,} |",
        f"| loss of the last step | {header.loss:.4f} |",
        f"| parameters | {manifest.elements:,} |",
        f"| state | `{header.state.text}` |",
        f"| run | `{header.run.text}` |",
    ]
    if making.examined is not None:
        scores = making.examined.scores.items()
        lines += [f"| held out: {name.replace('_', ' ')} | {value:.4f} |" for name, value in scores]
    return [*lines, ""]


def _data(manifest: Manifest) -> list[str]:
    lines = ["## Data", "", f"Licence: {_line(manifest.licence)}", ""]
    lines += ["| source | weight | shards | bytes | samples |", "|---|---|---|---|---|"]
    whole = sum(source.weight for source in manifest.sources)
    for place, source in enumerate(manifest.sources):
        shards = [shard for shard in manifest.shards if shard.source == place]
        size, samples = sum(shard.bytes for shard in shards), sum(shard.samples for shard in shards)
        lines.append(f"| {_line(source.name)} | {source.weight / whole:.3g} | {len(shards)} | {size:,} | {samples:,} |")
    return [*lines, "", *_shards(manifest), ""]


def _shards(manifest: Manifest) -> list[str]:
    listed: Sequence[str] = [f"- {_line(shard.name) or 'shard'}: `{shard.object.text}`" for shard in manifest.shards]
    if len(listed) > _SHOWN_SHARDS:
        listed = [*listed[:_SHOWN_SHARDS], f"- and {len(listed) - _SHOWN_SHARDS} more"]
    return list(listed)


def _use(manifest: Manifest) -> list[str]:
    optimizer, schedule = manifest.optimizer, manifest.schedule
    name = type(optimizer).__name__
    return [
        "## Training",
        "",
        f"{name} with a learning rate of {optimizer.learning_rate:g}, {schedule.warmup_steps:,} steps of warm-up, then "
        f"{schedule.kind}; {manifest.target_batch:,} samples per step; gradients averaged as {manifest.codec}.",
    ]


def _line(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _quoted(text: str) -> str:
    return '"' + " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"') + '"'
