import contextlib
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import load, save

from core.errors import LocalFault
from core.training.layout import layout_of, pack_weights, read_layout, read_weights

SHAPES = (("b.weight", (3, 4)), ("a.bias", (5,)), ("a.LayerNorm.weight", (2,)))


def written(tmp_path, content):
    path = tmp_path / "weights"
    path.write_bytes(content)
    return path


def file_of(header, data=b""):
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def test_weights_come_back_and_safetensors_agrees(tmp_path):
    layout, values = layout_of(SHAPES), np.arange(19, dtype=np.float32)
    content = pack_weights(layout, values)
    path = written(tmp_path, content)
    assert read_layout(path) == layout
    read = np.zeros(19, np.float32)
    read_weights(path, read)
    assert (read == values).all()
    tensors = load(content)
    assert {name: tensor.shape for name, tensor in tensors.items()} == dict(SHAPES)
    assert (tensors["a.bias"] == [12, 13, 14, 15, 16]).all()


def test_a_file_of_safetensors_own_making_is_read_in_the_order_of_its_data(tmp_path):
    content = save({"z": np.ones((2, 2), np.float32), "a": np.zeros(3, np.float32)})
    layout = read_layout(written(tmp_path, content))
    assert layout.elements == 7
    by_name = {tensor.name: tensor for tensor in layout.tensors}
    read = np.zeros(7, np.float32)
    read_weights(tmp_path / "weights", read)
    z = by_name["z"]
    assert (read[z.offset : z.offset + z.size] == 1).all()


def test_order_is_by_offset_not_by_name_or_key(tmp_path):
    header = {
        "b": {"dtype": "F32", "shape": [1], "data_offsets": [4, 8]},
        "c": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]},
    }
    layout = read_layout(written(tmp_path, file_of(header, bytes(8))))
    assert [tensor.name for tensor in layout.tensors] == ["c", "b"]


@pytest.mark.parametrize(
    ("name", "decays"),
    [
        ("albert.embeddings.word_embeddings.weight", True),
        ("albert.encoder.x.ffn.weight", True),
        ("albert.encoder.x.ffn.bias", False),
        ("predictions.bias", False),
        ("bias", False),
        ("albert.embeddings.LayerNorm.weight", False),
        ("albert.encoder.x.full_layer_layer_norm.weight", False),
    ],
)
def test_weight_decay_spares_biases_and_layer_norms(name, decays):
    assert layout_of([(name, (1,))]).tensors[0].decays is decays


ENTRY = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff" * 64,
        (1 << 40).to_bytes(8, "little") + b"{}",
        file_of([1, 2]),
        file_of({"a": 5}, bytes(8)),
        file_of({"a": {**ENTRY, "dtype": "F16"}}, bytes(8)),
        file_of({"a": {**ENTRY, "data_offsets": [0, 12]}}, bytes(12)),
        file_of({"a": {**ENTRY, "data_offsets": [4, 12]}}, bytes(12)),
        file_of({"a": {**ENTRY, "data_offsets": [0]}}, bytes(8)),
        file_of({"a": {**ENTRY, "shape": [-2]}}, bytes(8)),
        file_of({"a": ENTRY}, bytes(4)),
        file_of({"a": ENTRY, "b": ENTRY}, bytes(8)),
        file_of({"a": ENTRY}, bytes(9)),
    ],
)
def test_anything_else_is_one_sentence(tmp_path, content):
    with pytest.raises(LocalFault, match="cannot be used because") as caught:
        read_layout(written(tmp_path, content))
    assert "\n" not in str(caught.value)


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_or_read(tmp_path_factory, content):
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(content)
    with contextlib.suppress(LocalFault):
        read_layout(path)


def test_missing_file_and_wrong_length(tmp_path):
    with pytest.raises(LocalFault, match="cannot be read"):
        read_layout(tmp_path / "nowhere")
    path = written(tmp_path, pack_weights(layout_of(SHAPES), np.zeros(19, np.float32)))
    with pytest.raises(LocalFault, match="19 values where 18"):
        read_weights(path, np.zeros(18, np.float32))
