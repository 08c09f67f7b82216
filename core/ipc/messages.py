"""What app, command line and tests say to the engine over the control socket (JSON-RPC 2.0), and what it answers.

Requests are named by `Method`; results and notifications are the structs below. `status --json` prints
`Status` as it is.
"""

from enum import StrEnum

import msgspec

from core.ipc.installed import EngineRuntime, Update
from core.saying import NOTHING, Saying


class Method(StrEnum):
    """Requests. Parameters and results in the comments; all parameters by name."""

    STATUS = "status"  # -> Status
    SUBSCRIBE = "subscribe"  # every_s: float = 0, as `core.ipc.telling` reads it -> Status; from then on `Event`s
    PAUSE = "pause"  # seconds: float | null (until resumed) -> Status
    RESUME = "resume"  # -> Status
    FINISH = "finish"  # end this step, then pause -> Status
    QUIT = "quit"  # -> null, then the engine ends in order
    JOIN = "join"  # link: str -> Status
    HOST_STARTER = "host_starter"  # -> Status
    CONSENT = "consent"  # given: bool; nothing is computed before -> Status
    HISTORY = "history"  # unit: hour|day|month = day, after: str = "" (a start), limit: int = 5000 -> list[HistoryRow]
    LOG = "log"  # after_step: int = 0, limit: int = 1000 -> list[LogEntry]
    EXPORT = "export"  # folder: str, published: bool = false -> ExportResult
    APPEND_DATA = "append_data"  # files: list[str], source, weight, from_step: null by default -> AmendResult
    ROLL_BACK = "roll_back"  # step: int -> AmendResult
    CHECK_NETWORK = "check_network"  # test the network anew; returns when that is done -> Status
    PREFERENCES = "preferences"  # -> Preferences
    SET_PREFERENCES = "set_preferences"  # changes: dict of key to value; null is the default -> Preferences
    PREVIEW = "preview"  # changes: as above -> Preview, and nothing is changed
    SENSORS = "sensors"  # -> list[SensorReading]
    COLLABORATIONS = "collaborations"  # -> list[Membership]
    NEARBY = "nearby"  # open collaborations in this home network; takes two seconds -> list[Nearby]
    SET_SHARE = "set_share"  # run: str, share: int from 0 to 100 -> list[Membership]
    LEAVE = "leave"  # run: str; what was contributed stays in the history -> list[Membership]
    TRY_MODEL = "try_model"  # text: str, count: int = 5 -> TryAnswer
    LOG_TAIL = "log_tail"  # lines: int = 200 -> list[str]
    DIAGNOSTICS = "diagnostics"  # file: str, a zip that is written -> Bundle
    INSTALL_RUNTIME = "install_runtime"  # metered: bool = false, also where volume is charged; or tries again -> Status
    CHECK_UPDATE = "check_update"  # asks now whether there is a newer version -> Status
    FETCH_UPDATE = "fetch_update"  # metered: bool = false, also where volume is charged -> Status
    APPLY_UPDATE = "apply_update"  # ends the step; then the program is to be started anew -> Status


class Event(StrEnum):
    """Notifications to those who asked to `subscribe`; `status` or `beat` comes twice a second."""

    STATUS = "status"  # Status; a newer one may take the place of one not yet read
    BEAT = "beat"  # Beat, where the subscriber wants no status now
    COMMIT = "commit"  # LogEntry; none is left out


class Phase(StrEnum):
    """What the engine is doing."""

    IDLE = "idle"  # no collaboration yet
    STARTING = "starting"  # loading, fetching manifest, data, state
    CONNECTING = "connecting"  # looking for peers
    TRAINING = "training"
    AVERAGING = "averaging"
    SERVING = "serving"  # keeps state and conducts steps, computes nothing by choice
    PAUSED = "paused"
    FAILED = "failed"  # needs the user; sentence says what


class Reason(StrEnum):
    """The one reason for the phase, stable for scripts; `Status.sentence` says it in words."""

    NONE = "none"
    NEEDS_CONSENT = "needs_consent"
    NO_COLLABORATION = "no_collaboration"
    PREPARING = "preparing"
    FETCHING = "fetching"
    INSTALLING = "installing"
    METERED_INSTALL = "metered_install"
    CATCHING_UP = "catching_up"
    NOBODY_REACHABLE = "nobody_reachable"
    PAUSED_BY_USER = "paused_by_user"
    IN_USE = "in_use"
    FULL_SCREEN = "full_screen"
    IN_CALL = "in_call"
    PROGRAM_RUNS = "program_runs"
    ON_BATTERY = "on_battery"
    ENERGY_SAVER = "energy_saver"
    LID_CLOSED = "lid_closed"
    COMPUTER_BUSY = "computer_busy"
    GPU_BUSY = "gpu_busy"
    LOW_MEMORY = "low_memory"
    TOO_HOT = "too_hot"
    METERED = "metered"
    DATA_BUDGET = "data_budget"
    OUT_OF_HOURS = "out_of_hours"
    NOT_ALLOWED = "not_allowed"
    FINISHING_STEP = "finishing_step"
    TRAINER_RESTARTING = "trainer_restarting"
    TRAINER_STUCK = "trainer_stuck"
    DISK_FULL = "disk_full"
    NO_DATA = "no_data"
    REFUSED = "refused"
    FAULT = "fault"


class NetworkState(StrEnum):
    """How well this computer takes part with others."""

    WELL = "well"
    LIMITED = "limited"  # takes part; others cannot make full use of it
    BLOCKED = "blocked"  # cannot take part with others
    UNKNOWN = "unknown"  # still finding out


class PeerStatus(msgspec.Struct, kw_only=True):
    peer: str
    """Short id."""
    role: str
    """`coordinator`, `contributor`, `auxiliary` or `client`."""
    samples_per_s: float
    samples: int
    """Finished in this step."""
    is_me: bool = False
    path: str = ""
    """How this peer's link to it travels: `direct`, `punched`, `relayed` or `tunnelled`; empty without a link."""


class Collaboration(msgspec.Struct, kw_only=True):
    run: str
    name: str
    description: str
    language: str
    licence: str
    invitation: str
    """Empty where this peer has no address to invite to."""
    is_host: bool
    step: int
    """Last committed step."""
    step_samples: int
    """Finished of the step under way, by all."""
    target_batch: int
    loss: float | None
    """Mean per sample in the last committed step."""
    total_samples: int
    my_samples: int
    """Accepted contribution of this peer."""
    samples_per_s: float
    my_samples_per_s: float
    peers: list[PeerStatus]
    state_digest: str
    head: str
    role: str = ""
    """Of this peer: `contributor`, `client` or `auxiliary`; empty until it takes part."""
    role_sentence: str = ""
    """Why it has that role."""
    role_saying: Saying = NOTHING
    """The same, for other languages."""


class RelayStatus(msgspec.Struct, kw_only=True):
    """A relay that this peer uses."""

    peer: str
    """Short id."""
    address: str
    path: str
    """As in `PeerStatus`."""
    is_reserved: bool
    """Others can reach this peer through it."""


class LinkStatus(msgspec.Struct, kw_only=True):
    """One open connection to another peer."""

    peer: str
    """Short id."""
    path: str
    """As in `PeerStatus`."""
    address: str
    """Of the peer where the path is straight, else of the relay."""
    relay: str = ""
    """Short id of the relay that the path takes; empty for a straight one."""
    round_trip_s: float = 0.0
    """0.0 while unknown, as below."""
    upload_bytes_per_s: float = 0.0
    download_bytes_per_s: float = 0.0


class Network(msgspec.Struct, kw_only=True):
    """This computer's place in the network, and what is the matter with it."""

    code: str
    """One of at most 15, stable for scripts; the README lists them."""
    state: NetworkState
    sentence: str
    """What is the case, for people."""
    action: str
    """The one thing to do about it, for people."""
    findings: list[str] = []
    """What else is worth knowing; sentences."""
    saying: Saying = NOTHING
    """`sentence`, `action` and `findings` for other languages; as are the next two."""
    todo: Saying = NOTHING
    more: list[Saying] = []
    reachable: bool | None = None
    """Whether a stranger reached this peer directly from outside; null while unknown."""
    path: str = "unknown"
    """How others reach this peer: `direct`, `relayed`, `tunnelled` (a relay, over TCP), `none` or `unknown`."""
    public_address: str = ""
    public_address_v6: str = ""
    nat: str = ""
    """The router's kind in common words, such as `port-restricted`; empty while unknown."""
    mapping: str = "unknown"
    """RFC 4787: `none`, `endpoint_independent`, `address_dependent`, `address_and_port_dependent` or `unknown`."""
    filtering: str = "unknown"
    """As `mapping`."""
    port_mapping: str = ""
    """`upnp`, `nat-pmp` or `pcp` where the router has opened a port."""
    relays: list[RelayStatus] = []
    relays_for_others: bool = False
    lan_peers: int = 0
    upload_bytes_per_s: float = 0.0
    """Measured rates of this computer's line; 0.0 while unknown."""
    download_bytes_per_s: float = 0.0
    clock_skew_s: float | None = None
    """How far this computer's clock is ahead of the others'; null while unknown."""
    links: list[LinkStatus] = []


class Status(msgspec.Struct, kw_only=True):
    """Everything the window shows, at one moment."""

    version: str
    peer: str
    """Short id."""
    home: str
    phase: Phase
    reason: Reason
    sentence: str
    """For people: what is happening. English, as is `action`; `saying` and `todo` are the same for other languages."""
    action: str = ""
    """For people: the one thing to do about it, or that there is nothing to do."""
    saying: Saying = NOTHING
    todo: Saying = NOTHING
    has_consent: bool = True
    """Whether the owner has agreed to what this computer is used for; nothing is computed before."""
    duty_percent: int = 0
    """Of the time that the device computes; 0 in a pause."""
    cores: int = 0
    """Of the processor, where that is what computes."""
    power_w: float = 0.0
    """Estimate of what training takes now; 0.0 where unknown."""
    sent_bytes: int = 0
    """In this calendar month, by all links."""
    received_bytes: int = 0
    progress: float | None = None
    """0 to 1 where long work is under way (preparing, fetching)."""
    paused_until_s: float | None = None
    """Unix time when a timed pause ends."""
    device: str = ""
    uptime_s: float = 0.0
    listen: str = ""
    peer_id: str = ""
    """Whole id, as an organiser's allow-list names it."""
    notices: list[str] = []
    """Sentences the user should know, such as where the key is kept."""
    notice_sayings: list[Saying] = []
    """The same, for other languages."""
    collaboration: Collaboration | None = None
    network: Network | None = None
    """Null before a collaboration is chosen."""
    runtime: EngineRuntime = msgspec.field(default_factory=EngineRuntime)
    update: Update = msgspec.field(default_factory=Update)


class Beat(msgspec.Struct, kw_only=True):
    """The engine is there, and what it said last is still so."""


class LogEntry(msgspec.Struct, kw_only=True):
    """One committed step; a line of `idlewild log --json`."""

    step: int
    time_s: int
    loss: float
    samples: int
    total_samples: int
    my_samples: int
    contributors: dict[str, int]
    """Whole peer id to accepted samples."""
    state_digest: str
    head: str
    amendment: str = ""
    """What the organiser changed by this step, in words; empty for all other steps."""
    amendment_saying: Saying = NOTHING
    """The same, for other languages."""


class ExportResult(msgspec.Struct, kw_only=True):
    folder: str
    step: int
    state_digest: str


class KeptModel(msgspec.Struct, kw_only=True):
    """One line of `idlewild models`."""

    step: int
    bytes: int
    saved_s: int
    """Unix time."""
    scores: dict[str, float] = {}
    """On held-out data, by name; empty where it was not examined."""
    is_published: bool = False
    """Whether it is the newest that has been examined and found good."""


class AmendResult(msgspec.Struct, kw_only=True):
    """A change that the organiser has signed; `LogEntry.amendment` says when it has taken effect."""

    number: int
    from_step: int
    """The first step that may carry it."""
    samples: int
    """That join the data."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One line of `idlewild check`."""

    kind: str
    """`good`, `note`, or `bad` where it keeps Idlewild from running or from taking part."""
    sentence: str


class CheckResult(msgspec.Struct, kw_only=True):
    """`idlewild check --json`."""

    findings: list[Finding]
    network: Network | None = None
    """The running engine's, else what the check found out by itself."""
