"""What a vision model makes of images: one vector each, its weights untouched."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from PIL import Image
from torch import nn

from core.errors import UsageError
from core.evaluation.checkpoint import Checkpoint
from core.evaluation.options import OnProgress, Progress
from core.evaluation.pictures import Picture, decode

DEFAULT_SIZE = 224
_MEAN = np.array((0.485, 0.456, 0.406), np.float32)
_DEVIATION = np.array((0.229, 0.224, 0.225), np.float32)
"""Of ImageNet's red, green and blue."""

Prepare = Callable[[Sequence[Image.Image]], torch.Tensor]
"""From images to the model's input [B, 3, H, W] float32."""


@dataclass(frozen=True, slots=True)
class Features:
    values: torch.Tensor
    """[N, D] float32, on the CPU."""
    pictures: list[Picture]
    """Those N that could be decoded."""
    left_out: int


def preparation(checkpoint: Checkpoint, config: Any, size: int | None) -> Prepare:
    """As the folder's preprocessor_config.json says, unless a `size` is wished or there is none: the shorter side
    scaled to the size, the middle square, ImageNet's normalisation."""
    if size is None and checkpoint.has_preprocessor:
        return checkpoint.preprocessor()
    wanted = size or getattr(config, "image_size", None) or DEFAULT_SIZE
    if not isinstance(wanted, int):
        raise UsageError(f"The model in {checkpoint.folder} takes no square images; name their side with --size.")
    side = wanted

    def prepare(images: Sequence[Image.Image]) -> torch.Tensor:
        return torch.stack([_normalised(_square(image, side)) for image in images])

    return prepare


def _square(image: Image.Image, side: int) -> Image.Image:
    scale = side / min(image.size)
    width, height = (max(side, round(length * scale)) for length in image.size)
    left, top = (width - side) // 2, (height - side) // 2
    scaled = image if image.size == (width, height) else image.resize((width, height), Image.Resampling.BICUBIC)
    return scaled.crop((left, top, left + side, top + side))


def _normalised(image: Image.Image) -> torch.Tensor:
    values = (np.asarray(image, np.float32) / 255 - _MEAN) / _DEVIATION
    return torch.from_numpy(np.ascontiguousarray(values.transpose(2, 0, 1)))


class Encoder:
    """A vision model, its preparation of images, and the device it runs on."""

    def __init__(self, model: nn.Module, prepare: Prepare, device: torch.device, batch: int) -> None:
        self._model = model.to(device).eval()
        self._prepare, self._device, self._batch = prepare, device, batch

    @torch.inference_mode()
    def features(self, pictures: Sequence[Picture], what: str, on_progress: OnProgress) -> Features:
        """Of all pictures that can be decoded. Raises `UsageError` if that is none, or the model takes no such
        images."""
        values: list[torch.Tensor] = []
        kept: list[Picture] = []
        for start in range(0, len(pictures), self._batch):
            on_progress(Progress(what, start, len(pictures)))
            sound = list(_decoded(pictures[start : start + self._batch]))
            if sound:
                kept += [picture for picture, _ in sound]
                values.append(self._encoded([image for _, image in sound]))
        if not kept:
            raise UsageError("None of the images can be decoded; check what the column `image` holds.")
        return Features(torch.cat(values), kept, len(pictures) - len(kept))

    def _encoded(self, images: list[Image.Image]) -> torch.Tensor:
        pixels = self._prepare(images).to(self._device)
        try:
            output = self._model(pixel_values=pixels)
        except ValueError as error:
            side = f"{pixels.shape[-1]} × {pixels.shape[-2]}"
            raise UsageError(f"The model takes no images of {side} pixels ({error}); choose another --size.") from error
        return _vectors(self._model, output).float().cpu()


def _decoded(pictures: Sequence[Picture]) -> Iterator[tuple[Picture, Image.Image]]:
    for picture in pictures:
        image = decode(picture.content)
        if image is not None:
            yield picture, image


def _vectors(model: nn.Module, output: Any) -> torch.Tensor:
    """[B, D]: a convolutional network's pooled map; a transformer's class token, else the mean of its tokens. A
    transformer's pooler is passed by: few checkpoints have trained one."""
    hidden: torch.Tensor = output.last_hidden_state
    if hidden.dim() == 3:
        embeddings = getattr(model, "embeddings", None)
        return hidden[:, 0] if hasattr(embeddings, "cls_token") else hidden.mean(1)
    pooled: torch.Tensor | None = getattr(output, "pooler_output", None)
    return hidden.mean((2, 3)) if pooled is None else pooled.flatten(1)
