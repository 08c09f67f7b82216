from typing import Any

import pytest

from core.ipc.codec import INVALID_PARAMS, METHOD_NOT_FOUND
from core.ipc.messages import Method
from core.ipc.requests import RequestFault, checked


def test_parameters_come_complete() -> None:
    assert checked("log", {}) == (Method.LOG, {"after_step": 0, "limit": 1000})
    assert checked("pause", {}) == (Method.PAUSE, {"seconds": None})
    assert checked("pause", {"seconds": 60}) == (Method.PAUSE, {"seconds": 60.0})
    assert checked("status", {}) == (Method.STATUS, {})
    assert checked("history", {}) == (Method.HISTORY, {"unit": "day", "after": "", "limit": 5_000})


@pytest.mark.parametrize("method", list(Method))
def test_every_method_refuses_parameters_it_does_not_have(method: Method) -> None:
    with pytest.raises(RequestFault) as caught:
        checked(method, {"surprise": 1})
    assert caught.value.code == INVALID_PARAMS


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("join", {}),
        ("join", {"link": 5}),
        ("join", {"link": "x" * 5000}),
        ("pause", {"seconds": "soon"}),
        ("pause", {"seconds": 0}),
        ("pause", {"seconds": 1e300}),
        ("log", {"limit": 0}),
        ("log", {"limit": 100_000}),
        ("log", {"after_step": -1}),
        ("history", {"limit": 0}),
        ("history", {"limit": 5_001}),
        ("history", {"unit": "week"}),
        ("export", {"folder": ""}),
    ],
)
def test_wrong_values_are_named(method: str, params: dict[str, Any]) -> None:
    with pytest.raises(RequestFault, match=method) as caught:
        checked(method, params)
    assert caught.value.code == INVALID_PARAMS


def test_an_unknown_method_is_told() -> None:
    with pytest.raises(RequestFault, match="format_disk") as caught:
        checked("format_disk", {})
    assert caught.value.code == METHOD_NOT_FOUND
