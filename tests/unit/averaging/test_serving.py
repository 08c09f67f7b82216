from core.averaging.serving import Settled


def test_news_reach_those_who_wait_for_them_and_nobody_else() -> None:
    settled = Settled()
    settled.settle([1])
    first, second = settled.watch([1, 2, 3]), settled.watch([2])
    assert (first.qsize(), second.qsize()) == (1, 0)
    settled.settle([2, 2])
    assert ([first.get_nowait(), first.get_nowait()], second.get_nowait()) == ([1, 2], 2)
    settled.leave(first, [1, 2, 3])
    settled.settle([3])
    assert first.empty()


def test_what_is_reduced_here_after_all_is_waited_for_again() -> None:
    settled = Settled()
    settled.settle([1])
    settled.reopen([1])
    news = settled.watch([1, 5])
    assert news.empty()
    settled.close()
    assert sorted([news.get_nowait(), news.get_nowait()]) == [1, 5]
