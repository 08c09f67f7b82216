"""Entry of a rank's process: manners first, then torch. Whoever starts it names it without either."""

import logging
import os
from multiprocessing.connection import Connection

from core.background import lower_priority, stand_back
from core.errors import LocalFault
from core.importing import import_for_good
from core.training.forwarding import failed_with, forward_logs
from core.training.ranks import messages as r
from core.training.ranks.orders import Orders
from core.training.ranks.wires import PipeWire, Wire
from core.training.surroundings import settle_in

logger = logging.getLogger(__name__)


def main(pipe: Connection) -> None:
    """Beside rank 0, on the same machine."""
    settle_in()
    os._exit(serve(PipeWire(pipe)))


def serve(wire: Wire) -> int:
    """Obeys until the wire ends, and the process with it; the exit status where it ends by itself."""
    orders = Orders(wire)
    forward_logs(orders.answer)
    orders.listen()
    begin, _ = orders.take()
    assert isinstance(begin, r.Begin)
    try:
        import_for_good("core.training.ranks.rank")  # seconds, which is why the wire and the log come first
        from core.training.ranks.rank import Rank

        rank = Rank(orders, begin)
        (lower_priority if begin.in_background else stand_back)()
        rank.run()
    except LocalFault as fault:
        orders.answer(r.Failing(fault.saying))
    except Exception as error:  # a bug, or a card that is gone: the last chance to say which
        logger.exception("rank failed")
        orders.answer(r.Failing(failed_with(error)))
    return 1
