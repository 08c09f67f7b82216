"""Which residual networks a manifest may name, checked without torch: a fixed list of keys, each typed and bounded."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from core.errors import UsageError
from core.identity.manifest import Swav
from core.saying import say

Size = Annotated[int, Meta(ge=1, le=1 << 14)]
Count = Annotated[int, Meta(ge=1, le=256)]

COLOUR_MEAN, COLOUR_DEVIATION = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
"""Of ImageNet, from 0 to 1: what networks of this kind are used with."""


class ResNet(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="model_type", tag="resnet"
):
    """A residual network (He et al., 2016); keys and defaults of `transformers.ResNetConfig`, which are ResNet-50's.

    Its first convolution and its pooling halve height and width each, and so does every stage but the first.
    """

    num_channels: Literal[3] = 3
    embedding_size: Size = 64
    hidden_sizes: Annotated[tuple[Size, ...], Meta(min_length=1, max_length=8)] = (256, 512, 1024, 2048)
    depths: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=8)] = (3, 4, 6, 3)
    layer_type: Literal["basic", "bottleneck"] = "bottleneck"
    hidden_act: Literal["relu", "gelu", "silu"] = "relu"
    downsample_in_first_stage: bool = False
    downsample_in_bottleneck: bool = False

    def convolutions(self, pixels: int) -> Iterator[float]:
        """Multiplications and additions of each convolution's forward pass over one picture of that height and width,
        without the shortcuts'."""
        side = _half(pixels)
        yield 2.0 * 7 * 7 * self.num_channels * self.embedding_size * side**2
        side, channels = _half(side), self.embedding_size
        for number, (size, depth) in enumerate(zip(self.hidden_sizes, self.depths, strict=True)):
            for layer in range(depth):
                inside = side
                if layer == 0 and (number > 0 or self.downsample_in_first_stage):
                    side = _half(side)
                yield from self._layer(channels, size, inside, side)
                channels = size

    def _layer(self, before: int, after: int, inside: int, side: int) -> Iterator[float]:
        if self.layer_type == "basic":
            yield 2.0 * 9 * before * after * side**2
            yield 2.0 * 9 * after * after * side**2
            return
        narrow = after // 4
        yield 2.0 * before * narrow * (side if self.downsample_in_bottleneck else inside) ** 2
        yield 2.0 * 9 * narrow * narrow * side**2
        yield 2.0 * narrow * after * side**2


def _half(side: int) -> int:
    return -(-side // 2)


def keys_of(model: ResNet) -> dict[str, Any]:
    """As a manifest has them."""
    keys: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(model))
    return keys


def drafted(model: dict[str, Any]) -> dict[str, Any]:
    """An organiser's model with defaults written out."""
    return keys_of(ResNet()) | model


def model_of(task: Swav) -> ResNet:
    """The checked model configuration of `task`. Raises `UsageError` with one sentence."""
    try:
        model = msgspec.convert({"model_type": "resnet"} | task.model, ResNet)
    except msgspec.ValidationError as error:
        raise UsageError(say("The model of task “swav” cannot be used: {reason}.", reason=str(error))) from error
    if len(model.hidden_sizes) != len(model.depths):
        raise UsageError(say("The model of task “swav” cannot be used: `hidden_sizes` and `depths` differ in length."))
    if model.layer_type == "bottleneck" and any(size % 4 for size in model.hidden_sizes):
        raise UsageError(say("The model of task “swav” cannot be used: `hidden_sizes` must be multiples of 4."))
    return model
