import pytest

from core.errors import UsageError
from core.training.ranks.rank import own_name
from core.training.ranks.seats import Seat, seat_of

STARTED = {
    "TORCHELASTIC_RUN_ID": "none",
    "TORCHELASTIC_RESTART_COUNT": "2",
    "TORCHELASTIC_USE_AGENT_STORE": "True",
    "RANK": "5",
    "LOCAL_RANK": "1",
    "WORLD_SIZE": "8",
    "MASTER_ADDR": "10.0.0.1",
    "MASTER_PORT": "29500",
}


def test_torchrun_says_who_is_who():
    assert seat_of(STARTED) == Seat(rank=5, ranks=8, host="10.0.0.1", port=29500, attempt=2, has_store=True)
    without = {name: value for name, value in STARTED.items() if "STORE" not in name and "COUNT" not in name}
    assert seat_of(without) == Seat(rank=5, ranks=8, host="10.0.0.1", port=29500, attempt=0, has_store=False)


@pytest.mark.parametrize("changes", [{"WORLD_SIZE": "1"}, {"TORCHELASTIC_RUN_ID": None}], ids=["alone", "no torchrun"])
def test_who_is_alone_has_no_seat(changes):
    assert seat_of({name: value for name, value in (STARTED | changes).items() if value is not None}) is None


@pytest.mark.parametrize("changes", [{"RANK": "first"}, {"MASTER_PORT": None}])
def test_half_of_the_variables_are_wrong_use(changes):
    with pytest.raises(UsageError, match="start all processes with torchrun"):
        seat_of({name: value for name, value in (STARTED | changes).items() if value is not None})


def test_of_several_devices_a_rank_takes_the_one_of_its_number():
    assert own_name(("cuda:0", "cuda:1"), {"LOCAL_RANK": "1"}) == "cuda:1"
    assert own_name(("cpu",), {"LOCAL_RANK": "3"}) == "cpu"
    assert own_name(("cuda:2", "cuda:3"), {}) == "cuda:2"
