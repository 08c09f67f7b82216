import io
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from PIL import Image
from torch import nn
from transformers import ResNetConfig, ResNetModel, ViTConfig, ViTModel

from core.errors import UsageError
from core.evaluation.checkpoint import Checkpoint
from core.evaluation.features import Encoder, preparation
from core.evaluation.options import Progress
from core.evaluation.pictures import Picture

CPU = torch.device("cpu")
VIT = ViTConfig(
    hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16, image_size=16, patch_size=8
)


def picture(colour: tuple[int, int, int] = (255, 0, 0)) -> Picture:
    """Half of it black."""
    file = io.BytesIO()
    image = Image.new("RGB", (20, 16), colour)
    image.paste((0, 0, 0), (0, 0, 10, 16))
    image.save(file, "PNG")
    return Picture(file.getvalue(), "x", None)


def prepare_for(config: object, size: int | None):
    return preparation(Checkpoint(Path("/none"), from_random=True), config, size)


@pytest.mark.parametrize(("shape", "size"), [((30, 20), 10), ((10, 40), 24), ((7, 7), 7), ((1, 5), 8)])
def test_images_become_normalised_squares(shape: tuple[int, int], size: int) -> None:
    pixels = prepare_for(SimpleNamespace(), size)([Image.new("RGB", shape, (255, 128, 0))] * 3)
    assert pixels.shape == (3, 3, size, size)
    expected = [(1 - 0.485) / 0.229, (128 / 255 - 0.456) / 0.224, -0.406 / 0.225]
    assert pixels[0].mean((1, 2)).tolist() == pytest.approx(expected, abs=1e-5)


def test_the_middle_is_what_remains() -> None:
    values = np.zeros((10, 30, 3), np.uint8)
    values[:, 10:20] = 255
    pixels = prepare_for(SimpleNamespace(), 10)([Image.fromarray(values)])
    assert (pixels > 1.5).all()


def test_the_size_is_the_wished_one_else_the_model_s_else_the_usual_one() -> None:
    image = [Image.new("RGB", (9, 9))]
    assert prepare_for(SimpleNamespace(image_size=32), 8)(image).shape[-1] == 8
    assert prepare_for(SimpleNamespace(image_size=32), None)(image).shape[-1] == 32
    assert prepare_for(SimpleNamespace(), None)(image).shape[-1] == 224
    with pytest.raises(UsageError, match="--size"):
        prepare_for(SimpleNamespace(image_size=[3, 4]), None)


def features(model: nn.Module, pictures: list[Picture], size: int = 16, heard: list[Progress] | None = None):
    said = [] if heard is None else heard
    return Encoder(model, prepare_for(None, size), CPU, 2).features(pictures, "images", said.append)


def test_images_that_cannot_be_decoded_are_counted_and_left_out() -> None:
    heard: list[Progress] = []
    model = ResNetModel(ResNetConfig(embedding_size=8, hidden_sizes=[8, 12], depths=[1, 1], layer_type="basic"))
    good, broken = [picture((shade, 0, 0)) for shade in (0, 100, 200)], Picture(b"no", "x", None)
    found = features(model, [good[0], good[1], broken, broken, broken, good[2], broken], heard=heard)
    assert found.values.shape == (3, 12)
    assert (found.pictures, found.left_out) == (good, 4)
    assert torch.allclose(found.values, torch.cat([features(model, [one]).values for one in good]), atol=1e-5)
    assert [made.done for made in heard] == [0, 2, 4, 6]
    with pytest.raises(UsageError, match="None of the images"):
        features(model, [broken])


def test_a_convolutional_network_gives_its_pooled_map_and_a_transformer_its_class_token() -> None:
    torch.manual_seed(0)
    with Image.open(io.BytesIO(picture().content)) as image:
        pixels = prepare_for(None, 16)([image])
    network = ResNetModel(
        ResNetConfig(embedding_size=8, hidden_sizes=[8, 12], depths=[1, 1], layer_type="basic")
    ).eval()
    transformer = ViTModel(VIT).eval()
    with torch.no_grad():
        pooled = network(pixels).last_hidden_state.mean((2, 3))
        token = transformer(pixels).last_hidden_state[:, 0]
    assert torch.allclose(features(network, [picture()]).values, pooled, atol=1e-6)
    assert torch.allclose(features(transformer, [picture()]).values, token, atol=1e-6)


def test_a_size_that_the_model_does_not_take_is_told() -> None:
    with pytest.raises(UsageError, match=r"24 × 24 pixels .* choose another --size"):
        features(ViTModel(VIT), [picture()], size=24)
