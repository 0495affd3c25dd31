# SPDX-License-Identifier: Apache-2.0
"""What /tcn/v1 takes and answers. Made by clients/python/generate from the server's document: do not edit."""

from typing import Any, Literal, NotRequired, TypedDict, Union


class Accuracy(TypedDict):
    """How well the same model tells the last minutes, which are known."""

    # Seconds of the past that it learnt from.
    learnedSeconds: float
    # Seconds after them that it told.
    toldSeconds: float
    # Differences of all users, as a part of what all moved; null: nothing could be told.
    error: Union[float, None]
    # By user.
    users: list["Told"]
    # Why nothing could be told.
    trouble: NotRequired[str]


class AddTransfer(TypedDict):
    """One transfer to add."""

    # A name by which others of the same request refer to it.
    name: NotRequired[Union[str, None]]
    # URL to read.
    source: str
    # URL to write.
    destination: str
    # Names in this request, or numbers of transfers that exist, that must finish first.
    after: NotRequired[Union[list[Any], None]]
    # Size in bytes, if known.
    sizeBytes: NotRequired[Union[int, None]]
    # ADLER32:..., if known.
    checksum: NotRequired[Union[str, None]]
    # 1 (last) to 5 (first), 3 by default.
    priority: NotRequired[Union[int, None]]
    # Whether an existing destination may be replaced.
    overwrite: NotRequired[Union[bool, None]]
    # How often a failure that may pass is tried again.
    retries: NotRequired[Union[int, None]]
    # Anything; it is kept as it is.
    metadata: NotRequired[Any]


class AddTransfers(TypedDict):
    """Transfers to add: all of them, or none."""

    # Whose transfers they are; by default the caller's user.
    user: NotRequired[Union[str, None]]
    # The group that they are in: transfers that are of use only together, such as those of a dataset.
    group: NotRequired[Union["InGroup", None]]
    # The rate that they should have together, no less and no more, as in 1Gbit/s; they go first in their
    # pipes.
    rate: NotRequired[Union[str, None]]
    # What to move.
    transfers: list["AddTransfer"]


class Added(TypedDict):
    """A transfer that was added."""

    # Its number.
    id: int
    # The name that the request gave it.
    name: Union[str, None]
    # The pipe that it goes through.
    pipe: str


class Agent(TypedDict):
    """An agent."""

    # Its name.
    name: str
    # Which process of that name; null where it speaks another protocol.
    instance: Union[str, None]
    # Whether it gets work, and why not.
    state: Literal["READY", "NO_LEASE", "NOT_FOLLOWING", "LEAVING", "WRONG_CLOCK", "LONG_LEASE", "OTHER_PROTOCOL", "LOST"]
    # What is wrong, where its state does not say it all.
    reason: Union[str, None]
    # Its version of TCN.
    version: Union[str, None]
    # Patterns of the URLs that it reaches.
    reach: list[str]
    # Patterns of the URLs that it is near to.
    near: list[str]
    # Patterns of the URLs for which it has credentials of its own.
    holds: list[str]
    # How many transfers it takes at once.
    slots: int
    # Transfers that this server has given to it and that have not ended.
    running: int
    # By how much its clock is ahead of this server's, in seconds.
    clockAhead: float
    # Messages that it could not use, since its start.
    unreadable: int
    # When it was heard of last.
    lastHeartbeat: str
    # The storages that its attempts do not reach, of which others may reach some.
    unreached: list["Unreached"]


class Agents(TypedDict):
    """The agents, in the order of their names. Only "on" and an empty list are there when they are switched off."""

    # Whether this server gives work to agents.
    on: bool
    # Whether Kafka answers; while it does not, agents get nothing new.
    kafka: NotRequired[bool]
    # Messages of agents that this server could not use, since its start.
    unreadable: NotRequired[int]
    # The agents that were heard of since the start; lost ones for ten minutes.
    agents: list["Agent"]


class AuditEntry(TypedDict):
    """A change that an operator made."""

    # Its number: a later one is larger.
    number: int
    # When.
    at: str
    # Distinguished name of who made it.
    dn: str
    # One word, as in set-rc.
    action: str
    # What was set, in one line.
    config: str
    # Why, in the words of who made it; null if nothing was said.
    reason: Union[str, None]
    # What there was, with the keys of the interface that has it; null if there was nothing.
    before: Any
    # What there is since then, with the same keys; null if nothing is left.
    after: Any
    # Whether the caller made it who asks.
    own: bool


class BanPerson(TypedDict):
    """A person to ban."""

    # Distinguished name, slash form.
    dn: str
    # Why; at most 2000 characters.
    message: NotRequired[Union[str, None]]


class BanStorage(TypedDict):
    """A storage to ban."""

    # Storage element, scheme://host.
    storage: str
    # For whose transfers; by default the caller's user.
    user: NotRequired[Union[str, None]]
    # CANCEL (what is open is cancelled, the default), WAIT, or WAIT_AS (wait, and take submissions).
    status: NotRequired[Union[str, None]]
    # Why, for users; at most 2000 characters.
    message: NotRequired[Union[str, None]]


class Bans(TypedDict):
    """All bans."""

    # Storages.
    storages: list["StorageBan"]
    # People.
    people: list["PersonBan"]


class Behind(TypedDict):
    """What a cause rests on, with its own cause."""

    # As in "transfer 5" or "pipe a-b-cms".
    of: str
    # What it is, for programs.
    code: Literal["FINISHED", "FAILED", "CANCELED", "PREDECESSOR", "SPARE_SOURCE", "STOPPING", "DRAINED", "BANNED", "HELD", "STORAGE_PAUSED", "NO_AGENT", "NO_CREDENTIAL", "CLOSED", "RETRY_LATER", "DESTINATION_OWNED", "TOKEN_LIMIT", "RATE", "BOUND", "CONNECTION_LIMIT", "PIPE_MAXIMUM", "CAPACITY", "OPTIMIZER", "STARTING", "PREPARING", "RUNNING", "VERIFYING", "IDLE", "SEVERAL"]
    # One sentence, for people.
    text: str
    # Names and numbers in it, by key.
    details: dict[str, Any]
    # What stands behind it.
    next: list["Behind"]


class Bottlenecks(TypedDict):
    """The bottleneck structure of the last interval."""

    # Number of the control interval.
    interval: int
    # Each pipe and what limits it.
    pipes: list["PipeBottleneck"]
    # Each resource and what it limits.
    resources: list["ResourceLoad"]


class CapacityCounts(TypedDict):
    """Of how many resources a server knows the capacity."""

    # Known.
    known: int
    # Unknown.
    unknown: int


class Cause(TypedDict):
    """Why it is as it is now."""

    # What it is, for programs.
    code: Literal["FINISHED", "FAILED", "CANCELED", "PREDECESSOR", "SPARE_SOURCE", "STOPPING", "DRAINED", "BANNED", "HELD", "STORAGE_PAUSED", "NO_AGENT", "NO_CREDENTIAL", "CLOSED", "RETRY_LATER", "DESTINATION_OWNED", "TOKEN_LIMIT", "RATE", "BOUND", "CONNECTION_LIMIT", "PIPE_MAXIMUM", "CAPACITY", "OPTIMIZER", "STARTING", "PREPARING", "RUNNING", "VERIFYING", "IDLE", "SEVERAL"]
    # One sentence, for people.
    text: str
    # Names and numbers in it, by key.
    details: dict[str, Any]
    # What stands behind it.
    next: list["Behind"]


class Change(TypedDict):
    """One thing that changes when a configuration is put."""

    # What it is.
    what: Literal["user", "resource-set", "pipe", "resource-control", "endpoint-limit"]
    # Its name.
    name: str
    # What is done.
    change: Literal["ADD", "CHANGE", "REMOVE"]
    # As it was; null if it is new.
    before: Union["CreateUser", "CreateResourceSet", "CreatePipe", "SetRc", "SetEndpointLimit", None]
    # As it will be; null if it goes.
    after: Union["CreateUser", "CreateResourceSet", "CreatePipe", "SetRc", "SetEndpointLimit", None]


class ChangeGroup(TypedDict):
    """A change of a group: what is not given stays, something has to be given."""

    # How much it counts, from 0.000001 to 1000000.
    weight: NotRequired[Union[float, None]]
    # When it should be done, as in 2026-12-01T12:00:00Z.
    deadline: NotRequired[Union[str, None]]
    # true: the deadline is taken back.
    noDeadline: NotRequired[Union[bool, None]]


class ChangePipe(TypedDict):
    """A change of a pipe: what is not given stays, something has to be given."""

    # m, 0 or more.
    minConnections: NotRequired[Union[int, None]]
    # M.
    maxConnections: NotRequired[Union[int, None]]
    # Weight in the utility beside that of the user.
    weight: NotRequired[Union[float, None]]


class Cluster(TypedDict):
    """The servers that share a database. All times are the database's."""

    # Whether several servers may share the database.
    enabled: bool
    # The server that answers.
    answeredBy: str
    # What it is.
    role: Literal["alone", "follower", "taking", "leader", "handing-over"]
    # The server that leads; null if none does.
    leader: Union[str, None]
    # How often the lead has changed hands; every change of transfers carries it.
    epoch: int
    # Since when it leads.
    since: Union[str, None]
    # Seconds until its lease ends if it is not renewed; null if nobody leads.
    leaseLeftSeconds: Union[float, None]
    # The servers, by name.
    servers: list["Server"]


class ConfigurationBody(TypedDict):
    """What operators have declared, as a whole. A list that is not given is not looked at."""

    # Users.
    users: NotRequired[Union[list["CreateUser"], None]]
    # Resource-sets.
    resourceSets: NotRequired[Union[list["CreateResourceSet"], None]]
    # Pipes.
    pipes: NotRequired[Union[list["CreatePipe"], None]]
    # Resource controls.
    resourceControls: NotRequired[Union[list["SetRc"], None]]
    # Limits of endpoints.
    endpointLimits: NotRequired[Union[list["SetEndpointLimit"], None]]


class ConfigurationChanges(TypedDict):
    """What a configuration that is put changes."""

    # In the order in which they are made.
    changes: list["Change"]
    # False: nothing was changed, this was asked with dryRun.
    applied: bool
    # Version of the whole configuration as it is now, for If-Match.
    version: str


class Conflict(TypedDict):
    """Resource controls that cannot all be kept."""

    # In words; none is superfluous.
    members: list[str]
    # The part of the guarantees that is kept, 0 to 1.
    keptShare: float
    # All of it in one line.
    inWords: str


class ConnectionLimit(TypedDict):
    """A limit on the connections of several pipes."""

    # As in "outbound of davs://a" or "total".
    name: str
    # The limit.
    maxConnections: int
    # Connections that were decided under it.
    connections: int


class Constraint(TypedDict):
    """How a resource control stands on one resource."""

    # What kind of limit it is.
    kind: Literal["BOUND", "GUARANTEE", "SHARE"]
    # Whose.
    user: str
    # Where.
    resource: str
    # The most, or of a guarantee the least, in bit/s.
    limitBps: float
    # Of a bound: limitBps.
    boundBps: NotRequired[float]
    # What the user moved there in the interval, in bit/s.
    usedBps: float
    # What is left to the limit, in bit/s; negative: broken.
    slackBps: float
    # What one bit/s of the limit is worth, in utility per bit/s; 0: it costs nothing now.
    price: float


class Control(TypedDict):
    """How the control loop decides, and its last decision; before the first nothing of that is there."""

    # The optimizer that decides: setting tcn.control.optimizer.
    optimizer: str
    # What it makes as large as it can: setting tcn.control.utility. Not each optimizer looks at it.
    utilityName: str
    # How often it decides, in seconds: setting tcn.control.interval.
    intervalSeconds: float
    # Number of the control interval.
    interval: NotRequired[int]
    # When it was decided.
    at: NotRequired[str]
    # Length of the interval, in seconds.
    lengthSeconds: NotRequired[float]
    # Utility of what was moved.
    utility: NotRequired[float]
    # Utility minus prices.
    objective: NotRequired[float]
    # How each resource control stands.
    constraints: NotRequired[list["Constraint"]]
    # Resource controls that bind nothing, and why.
    withoutEffect: NotRequired[list[str]]
    # Controls that cannot all be kept.
    conflicts: NotRequired[list["Conflict"]]
    # Limits of endpoints and in total.
    connectionLimits: NotRequired[list["ConnectionLimit"]]


class ControlEffect(TypedDict):
    """How a constraint would stand on one resource; null: it is not there."""

    # What kind of limit it is.
    kind: Literal["BOUND", "GUARANTEE", "SHARE"]
    # Whose.
    user: str
    # Where.
    resource: str
    # The limit without the change, in bit/s.
    beforeLimitBps: Union[float, None]
    # The limit with it, in bit/s.
    afterLimitBps: Union[float, None]
    # What would be used of it without the change, in bit/s.
    beforeUsedBps: Union[float, None]
    # What would be used of it with the change, in bit/s.
    afterUsedBps: Union[float, None]
    # What one bit/s of it would be worth without the change.
    beforePrice: Union[float, None]
    # What one bit/s of it would be worth with the change.
    afterPrice: Union[float, None]


class CreatePipe(TypedDict):
    """A pipe, as it is declared. What is not given has its default."""

    # A name for the pipe; by default one made from its ends and user.
    id: NotRequired[Union[str, None]]
    # Source endpoint, scheme://host[:port].
    source: str
    # Destination endpoint, scheme://host[:port].
    destination: str
    # Whose pipe it is.
    user: str
    # m, 0 or more.
    minConnections: NotRequired[Union[int, None]]
    # M.
    maxConnections: NotRequired[Union[int, None]]
    # Weight in the utility beside that of the user, 1 by default.
    weight: NotRequired[Union[float, None]]


class CreateResourceSet(TypedDict):
    """A resource-set, as it is declared."""

    # Name of the set.
    name: str
    # Patterns of resources: ids or labels with * for any text, kind=link, label=..., source=SERVER,
    # PROPERTY=...
    resources: NotRequired[Union[list[str], None]]


class CreateUser(TypedDict):
    """A user, as it is declared."""

    # Name of the user.
    id: str
    # Weight in the utility, 1 by default.
    weight: NotRequired[Union[float, None]]
    # Names of certificates that act for the user, in slash form.
    dns: NotRequired[Union[list[str], None]]


class Decided(TypedDict):
    """What a control interval decided of a pipe."""

    # When.
    at: str
    # n from then on.
    connections: int
    # n before.
    connectionsBefore: int
    # What the pipe moved in the interval before, in bit/s.
    throughputBps: float
    # Why, for programs.
    reason: str
    # Why, for people, with the numbers behind it.
    rationale: str


class Deterioration(TypedDict):
    """How more connections than a resource likes take capacity away."""

    # Connections from which it begins.
    fromConnections: float
    # Capacity that each one more takes, in bit/s.
    bpsPerConnection: float


class Drain(TypedDict):
    """Whether a server starts nothing more."""

    # Host name of the server.
    host: str
    # Whether it starts nothing more.
    drained: bool


class Endpoint(TypedDict):
    """A storage: what goes on there, and how well. Sums are over pipes that the caller may see."""

    # The endpoint, scheme://host[:port].
    endpoint: str
    # How many pipes read or write there.
    pipes: int
    # Connections that read there.
    readingConnections: int
    # Connections that write there.
    writingConnections: int
    # Transfers that wait for a connection, those included that wait because nothing may start.
    queuedTransfers: int
    # What was read there in the last interval, in bit/s.
    outboundBps: float
    # What was written there in the last interval, in bit/s.
    inboundBps: float
    # The most connections that read there; null: no limit.
    maxOutbound: Union[int, None]
    # The most connections that write there; null: no limit.
    maxInbound: Union[int, None]
    # Attempts since the start of the server.
    attempts: int
    # Those that failed.
    failures: int
    # Since when all of them fail; null: the last one did not.
    failingSince: Union[str, None]
    # The last one that did not fail.
    lastSuccess: Union[str, None]
    # Failures by reason.
    failuresByReason: list["FailureCount"]
    # Until when it is left alone; null: it is not.
    pausedUntil: Union[str, None]
    # Bans of this storage.
    bans: list["StorageBan"]


class EndpointLimit(TypedDict):
    """The most connections of all pipes together at an endpoint. What is not there has no limit."""

    # The endpoint, scheme://host[:port].
    endpoint: str
    # The most connections that read there.
    maxOutbound: NotRequired[int]
    # The most connections that write there.
    maxInbound: NotRequired[int]
    # Version of what is declared, for If-Match.
    version: str


class FailureCount(TypedDict):
    """How often attempts at an endpoint failed for one reason, since the start of the server."""

    # Code of the reason.
    reason: str
    # How often.
    count: int
    # The first one.
    firstAt: str
    # The last one.
    lastAt: str
    # The text of one of them; for administrators.
    sample: Union[str, None]


class Group(TypedDict):
    """A group of transfers that are of use only together. Times are as if the network carried its capacities."""

    # Its number.
    id: int
    # Whose it is.
    user: str
    # What its user calls it.
    name: str
    # How much it counts.
    weight: float
    # When it should be done; null without a deadline.
    deadline: Union[str, None]
    # Its jobs that are not over.
    openJobs: int
    # Files of those that are not over.
    openFiles: int
    # Bytes of those files, as far as their sizes are known.
    openBytes: int
    # Its place among all groups, 1 goes first; null if nothing is left of it or it has just come.
    place: Union[int, None]
    # The resource, bound, pipe or side of an endpoint that takes longest for it.
    bottleneck: Union[str, None]
    # Seconds that its bottleneck needs for it alone.
    aloneSeconds: Union[float, None]
    # When it is done if those before it are done first.
    expectedEnd: Union[str, None]
    # Whether the deadline is met: MISSED could be, if others did not go first; IMPOSSIBLE could not even
    # alone.
    deadlineState: Union[Literal["MET", "MISSED", "IMPOSSIBLE"], None]
    # Version of its weight and deadline, for If-Match.
    version: str


class GroupCanceled(TypedDict):
    """What cancelling a group has cancelled."""

    # Its number.
    id: int
    # Jobs that were open.
    jobs: int
    # Transfers that were cancelled.
    transfers: int


class Groups(TypedDict):
    """Groups in their order."""

    # The groups, the one that goes first first.
    groups: list["Group"]
    # When the order was made; null before the first.
    orderedAt: Union[str, None]


# The lead is handed over.
Handover = TypedDict(
    "Handover",
    {
        # The server that gives it back.
        "from": str,
        # Its epoch; the next one is higher.
        "epoch": int,
    },
)


class Health(TypedDict):
    """How the server is."""

    # DOWN: it does not serve. DEGRADED: a loop fails and the others go on.
    status: Literal["UP", "DEGRADED", "DOWN"]
    # Version of TCN.
    version: str
    # What it is among the servers of its database: alone, or the one that leads, or one that passes on to it.
    # All of them serve.
    role: Literal["alone", "follower", "taking", "leader", "handing-over"]
    # Why it does not serve as a follower: it does not reach the server that leads.
    leaderReason: NotRequired[str]
    # The loop that decides about connections.
    controlLoop: Literal["UP", "DOWN"]
    # The loop that starts transfers.
    dispatchLoop: Literal["UP", "DOWN"]
    # Whether the database answers.
    database: Literal["UP", "DOWN"]
    # What is wrong with it.
    databaseReason: NotRequired[str]
    # DEGRADED: the map is old.
    networkMap: Literal["UP", "DEGRADED"]
    # Loops that fail.
    loops: list["Loop"]
    # Destinations at which something may have been left.
    leftovers: int
    # Steps of loops that failed since the start.
    failedSteps: int


class History(TypedDict):
    """The history of a pipe, a resource control, a user, or of all together."""

    # What it is the history of.
    kind: str
    # Its name.
    name: str
    # A row for each control interval, or for ten minutes.
    resolution: Literal["interval", "10m"]
    # In the order of time.
    rows: list["HistoryRow"]
    # The "after" of the next page; null: this is the last one.
    next: Union[str, None]


class HistoryRow(TypedDict):
    """A row of a history."""

    # When it ended.
    at: str
    # How long it lasted, in seconds.
    lengthSeconds: float
    # n, on average.
    connections: Union[float, None]
    # Connections in use, on average.
    openConnections: Union[float, None]
    # What was moved, in bit/s.
    throughputBps: float
    # Transfers that ran, on average.
    running: float
    # Transfers that waited for a connection, on average.
    queued: float
    # Transfers that finished.
    finished: int
    # Transfers that failed.
    failed: int
    # Price of a resource control, in utility per bit/s.
    price: float
    # Limit of a resource control, in bit/s.
    limitBps: Union[float, None]
    # Why n is what it is, as a code.
    reason: Union[str, None]
    # The same in words.
    rationale: Union[str, None]


class InGroup(TypedDict):
    """A group by name; what is not given stays as an earlier request said."""

    # What its user calls it, 1 to 255 characters.
    name: str
    # How much it counts, from 0.000001 to 1000000, 1 by default.
    weight: NotRequired[Union[float, None]]
    # When it should be done, as in 2026-12-01T12:00:00Z.
    deadline: NotRequired[Union[str, None]]


class Included(TypedDict):
    """What was asked for by "include"."""

    # Why it is as it is now.
    why: NotRequired["Cause"]
    # Of a job its first 100 transfers; of a pipe 100 of those that run.
    transfers: NotRequired[list["Transfer"]]
    # Of a user all its pipes; of a transfer its own.
    pipes: NotRequired[list["Pipe"]]
    # Resource controls of the user.
    controls: NotRequired[list["ResourceControl"]]


class Job(TypedDict):
    """A job: transfers that were added together."""

    # Its id.
    id: str
    # Whose it is.
    user: str
    # Distinguished name of who added it.
    submittedBy: str
    # As FTS names it.
    state: Literal["SUBMITTED", "ACTIVE", "FINISHED", "FINISHEDDIRTY", "FAILED", "CANCELED"]
    # When it was added.
    submitTime: str
    # When it was over.
    finishTime: Union[str, None]
    # Why it failed or was cancelled.
    reason: Union[str, None]
    # 1 (last) to 5 (first).
    priority: int
    # Its transfers by state.
    transfers: "JobCounts"
    # What was asked for by "include".
    included: NotRequired["Included"]


class JobAgain(TypedDict):
    """A job was made of what another did not finish."""

    # The new job.
    jobId: str
    # The job that is over.
    of: str


class JobCanceled(TypedDict):
    """A job is cancelled."""

    # Its id.
    id: str
    # How many transfers were cancelled.
    canceledTransfers: int


class JobCounts(TypedDict):
    """How many transfers of a job are where."""

    # All.
    total: int
    # Finished.
    finished: int
    # Failed.
    failed: int
    # Cancelled.
    canceled: int
    # Not over.
    open: int


class JobEffect(TypedDict):
    """When a job would end; null: not within the time that was simulated."""

    # Id of the job.
    job: str
    # In so many seconds, without the change.
    beforeSeconds: Union[float, None]
    # In so many seconds, with it.
    afterSeconds: Union[float, None]


class JobWhy(TypedDict):
    """Why a job is as it is now."""

    # What it is, for programs.
    code: Literal["FINISHED", "FAILED", "CANCELED", "PREDECESSOR", "SPARE_SOURCE", "STOPPING", "DRAINED", "BANNED", "HELD", "STORAGE_PAUSED", "NO_AGENT", "NO_CREDENTIAL", "CLOSED", "RETRY_LATER", "DESTINATION_OWNED", "TOKEN_LIMIT", "RATE", "BOUND", "CONNECTION_LIMIT", "PIPE_MAXIMUM", "CAPACITY", "OPTIMIZER", "STARTING", "PREPARING", "RUNNING", "VERIFYING", "IDLE", "SEVERAL"]
    # One sentence, for people.
    text: str
    # Names and numbers in it, by key.
    details: dict[str, Any]
    # What stands behind it: an example of each cause.
    next: list["Behind"]
    # Id of the job.
    id: str
    # State of the job, as FTS names it.
    state: str


class Leftover(TypedDict):
    """A destination that may hold a part of a file."""

    # URL without what servers do not look at.
    destination: str
    # Number of the transfer that wrote there.
    transfer: int
    # What becomes of it.
    state: Literal["TRIED_AGAIN", "GIVEN_UP", "OF_RUNNING_TRANSFER"]
    # Why it could not be removed.
    reason: str
    # When writing began.
    writtenFrom: Union[str, None]
    # When writing ended.
    writtenUntil: Union[str, None]
    # How much can have been written, in bytes; null if unknown.
    sizeBytes: Union[int, None]
    # How often its removal was tried.
    tries: int
    # When it is tried again.
    nextTry: Union[str, None]


class Leftovers(TypedDict):
    """A page of leftovers."""

    # In the order of their destinations.
    leftovers: list["Leftover"]
    # The "after" of the next page; null: this is the last one.
    next: Union[str, None]
    # How many there are in all.
    total: int


class Loop(TypedDict):
    """A loop that fails while the others go on."""

    # Its name.
    loop: str
    # How it is.
    status: Literal["DEGRADED"]
    # What is wrong.
    reason: str
    # Since when.
    since: str
    # How often it failed since then.
    failures: int


class Map(TypedDict):
    """The network map."""

    # Goes up with each change.
    version: int
    # When the oldest of its parts was confirmed.
    confirmedAt: str
    # Seconds since then.
    ageSeconds: int
    # That of the worst of its servers.
    freshness: Literal["FRESH", "STALE", "OLD"]
    # Where it comes from.
    servers: list["MapServer"]
    # What pipes share.
    resources: list["MapResource"]


class MapResource(TypedDict):
    """A resource of the network map: a link, or one side of a storage."""

    # What resource controls hang on.
    id: str
    # Its name where it comes from.
    label: Union[str, None]
    # What it is.
    kind: Literal["LINK", "STORAGE_READ", "STORAGE_WRITE"]
    # Capacity in bit/s; null where unknown.
    capacityBps: Union[float, None]
    # Which server tells of it.
    source: str
    # What its server says of it.
    properties: NotRequired[dict[str, str]]
    # The most that one connection carries, in bit/s.
    connectionCeilingBps: NotRequired[float]
    # What more connections cost.
    deterioration: NotRequired["Deterioration"]


class MapServer(TypedDict):
    """How an ALTO server is doing."""

    # Its name.
    name: str
    # Which of its services is used.
    service: str
    # Version of what it told last.
    version: int
    # Whether it was heard lately.
    freshness: Literal["FRESH", "STALE", "OLD"]
    # When it was heard last.
    confirmedAt: str
    # Seconds since then.
    ageSeconds: int
    # Whether it has ever answered.
    answered: bool
    # Whether it tells changes by itself.
    pushed: bool
    # Whether what it tells is part of the map.
    joined: bool
    # Why it was not heard at the last try.
    trouble: Union[str, None]
    # Pipes by how they are mapped.
    pairs: dict[str, int]
    # Capacities that it knows.
    resources: "CapacityCounts"
    # What happened since the start.
    counters: dict[str, int]


class Messages(TypedDict):
    """How the sending of monitoring messages goes. Only "on" is there when it is switched off."""

    # Whether it is switched on.
    on: bool
    # Messages that wait in the database.
    waiting: NotRequired[int]
    # Messages sent since the start.
    sent: NotRequired[int]
    # Messages put aside since the start.
    unsendable: NotRequired[int]
    # Messages put aside that are still there.
    keptUnsendable: NotRequired[int]
    # What is wrong now.
    lastError: NotRequired[str]


class PersonBan(TypedDict):
    """A person who is banned."""

    # Distinguished name.
    dn: str
    # Why.
    message: str
    # Since when.
    since: str
    # Distinguished name of who banned it.
    by: str


class PersonBanned(TypedDict):
    """A person was banned."""

    # The ban; null if it was taken back meanwhile.
    ban: Union["PersonBan", None]
    # Jobs that were cancelled.
    jobs: list[str]


class Pipe(TypedDict):
    """A pipe: source, destination and user; what is decided for it, and what goes on there."""

    # Its name; in a path, slashes are written as %2F.
    id: str
    # Source endpoint.
    source: str
    # Destination endpoint.
    destination: str
    # Whose pipe it is.
    user: str
    # m: the least connections while there is work.
    minConnections: int
    # M: the most connections.
    maxConnections: int
    # Weight in the utility, beside that of its user.
    weight: float
    # Version of what is declared of it, for If-Match; of a single pipe only.
    version: NotRequired[str]
    # n: the connections that it may use now.
    connections: int
    # Connections in use.
    activeConnections: int
    # Transfers that run.
    activeTransfers: int
    # Transfers that wait for a connection, those included that wait because nothing may start.
    queuedTransfers: int
    # Bytes of those of them that dispatch holds in memory, the next ones: at least so many wait.
    queuedBytes: int
    # Transfers that wait for others.
    waitingTransfers: int
    # Finished since the start of the server.
    finishedTransfers: int
    # Bytes of those.
    finishedBytes: int
    # Given up since the start of the server.
    failedTransfers: int
    # Tries that failed since the start of the server.
    failedAttempts: int
    # Cancelled since the start of the server.
    canceledTransfers: int
    # Bytes moved since the start of the server, those of unfinished files among them.
    movedBytes: int
    # The resources of the network that it uses.
    resources: list[str]
    # Why nothing starts here at all; null if nothing is in the way.
    held: Union[str, None]
    # n as the optimizer keeps it; connections is a rounding of it.
    realConnections: NotRequired[float]
    # What it moved in the last interval, in bit/s.
    throughputBps: NotRequired[float]
    # Connections that were in use in the last interval, on average.
    meanActiveConnections: NotRequired[float]
    # Connections in use that moved bytes in the last interval; missing where nobody tells.
    movingConnections: NotRequired[int]
    # Round-trip time of the connections of its streamed copies, in seconds; missing where not known.
    rttSeconds: NotRequired[float]
    # Part of the segments of its streamed copies that were lost and sent again to the destination in the last
    # interval, 0 to 1; missing where not known.
    lossRatio: NotRequired[float]
    # Why n is what it is, in words.
    rationale: NotRequired[str]
    # What was asked for by "include".
    included: NotRequired["Included"]


class PipeBottleneck(TypedDict):
    """What limits a pipe."""

    # Name of the pipe.
    pipe: str
    # Connections in use.
    connections: float
    # What it moved, in bit/s; null where unknown.
    throughputBps: Union[float, None]
    # The resource that limits it, or what else does.
    limitedBy: str
    # What one connection more would bring it, in bit/s.
    ownGainBps: Union[float, None]
    # What that would bring all pipes together, in bit/s.
    totalGainBps: Union[float, None]
    # What keeps it from more connections, in words; null where something else limits it.
    connectionsHeldBy: Union[str, None]
    # All of it in one sentence.
    inWords: str


class PipeEffect(TypedDict):
    """What a pipe would do. Groups stand for many small pipes of a user."""

    # Name of the pipe, or of a group.
    pipe: str
    # Whose.
    user: str
    # How many pipes it stands for.
    pipes: int
    # n without the change, in the mean.
    beforeConnections: float
    # n with it.
    afterConnections: float
    # T without the change, in bit/s.
    beforeBps: float
    # T with it, in bit/s.
    afterBps: float


class PipeMapping(TypedDict):
    """What is known of a pipe's way."""

    # Name of the pipe.
    pipe: str
    # How it is mapped; null before the first answer.
    state: Union[Literal["MAPPED", "NO_LIMIT", "COARSE", "UNMAPPED"], None]
    # Why it is not.
    reason: str
    # Whether the last answer left it out and an earlier path is in force.
    omitted: bool
    # Whether there are several paths.
    severalPaths: bool
    # The same for pipes that use the same resources.
    resourceSet: str
    # The resources that it uses.
    resources: list[str]


class PipeWhy(TypedDict):
    """Why a pipe is as it is now."""

    # What it is, for programs.
    code: Literal["FINISHED", "FAILED", "CANCELED", "PREDECESSOR", "SPARE_SOURCE", "STOPPING", "DRAINED", "BANNED", "HELD", "STORAGE_PAUSED", "NO_AGENT", "NO_CREDENTIAL", "CLOSED", "RETRY_LATER", "DESTINATION_OWNED", "TOKEN_LIMIT", "RATE", "BOUND", "CONNECTION_LIMIT", "PIPE_MAXIMUM", "CAPACITY", "OPTIMIZER", "STARTING", "PREPARING", "RUNNING", "VERIFYING", "IDLE", "SEVERAL"]
    # One sentence, for people.
    text: str
    # Names and numbers in it, by key.
    details: dict[str, Any]
    # What stands behind it.
    next: list["Behind"]
    # The last decisions about the pipe, ten at most, the newest first.
    decisions: list["Decided"]
    # Name of the pipe.
    id: str


class Problem(TypedDict):
    """Why a request was refused (RFC 9457)."""

    type: NotRequired[Union[str, None]]
    # The status in words.
    title: str
    # The status.
    status: int
    # What is wrong, and what to do.
    detail: str
    # The key or parameter that is wrong, as transfers[0].source.
    field: NotRequired[str]
    # The path.
    instance: NotRequired[Union[str, None]]


class RemovedRc(TypedDict):
    """Resource controls of a user on a resource-set."""

    # Whose.
    user: str
    # On which resource-set.
    resourceSet: str
    # Of this kind only.
    kind: NotRequired[Union[Literal["bound", "guarantee", "weight"], None]]


class Resource(TypedDict):
    """A resource with what was moved over it in the last interval."""

    # What resource controls hang on.
    id: str
    # Its name where it comes from.
    label: Union[str, None]
    # What it is.
    kind: Literal["LINK", "STORAGE_READ", "STORAGE_WRITE"]
    # Which server tells of it.
    source: str
    # Capacity in bit/s; null where unknown.
    capacityBps: Union[float, None]
    # What it carries by measurement, in bit/s, where that refutes the capacity: more is moved, or it is full
    # with less; null elsewhere.
    measuredBps: Union[float, None]
    # What all pipes moved over it in the last interval, in bit/s.
    usedBps: float
    # By whom, of those that the caller may see.
    users: list["ResourceUser"]
    # Under which limits, of users that the caller may see.
    constraints: list["ResourceConstraint"]


class ResourceConstraint(TypedDict):
    """A constraint on one resource."""

    # What kind of limit it is.
    kind: Literal["BOUND", "GUARANTEE", "SHARE"]
    # Whose.
    user: str
    # The most, or of a guarantee the least, in bit/s.
    limitBps: float
    # What the user moved there in the interval, in bit/s.
    usedBps: float
    # What one bit/s of the limit is worth, in utility per bit/s.
    price: float


class ResourceControl(TypedDict):
    """What a user may take of a resource-set, at most, at least, and against others."""

    # Whom it holds.
    user: str
    # Where it holds: on every resource of the set by itself.
    resourceSet: str
    # The most, in bit/s.
    boundBps: NotRequired[float]
    # The most, as a part of each resource's capacity.
    boundShare: NotRequired[float]
    # The least, in bit/s.
    minBps: NotRequired[float]
    # Weight against other users where a resource is contended.
    relativeWeight: NotRequired[float]
    # When it is in force; not there: always.
    when: NotRequired["Written"]
    # Whether it is in force now.
    inForce: bool
    # When that changes next.
    nextChange: Union[str, None]
    # Where it binds nothing, and why.
    warnings: list[str]
    # What cannot be kept, of one that was set by force.
    contradiction: NotRequired[str]
    # True: nothing was changed.
    dryRun: NotRequired[bool]
    # Version of all controls that stand for this user on this set, for If-Match; of a dry run of those that
    # stand now.
    version: str


class ResourceLoad(TypedDict):
    """What a resource carries, and which pipes it limits."""

    # Id of the resource.
    resource: str
    # Connections over it.
    connections: float
    # Capacity in bit/s; null where unknown.
    capacityBps: Union[float, None]
    # What it carries, in bit/s.
    loadBps: Union[float, None]
    # Names of pipes.
    limits: list[str]


class ResourceSet(TypedDict):
    """A named set of resources."""

    # Its name.
    name: str
    # Patterns of resources that are in it.
    resources: list[str]
    # How many resources of the present map are in it.
    matches: int
    # What is in it for nothing.
    warnings: list[str]
    # Version of what is declared, for If-Match.
    version: str


class ResourceUser(TypedDict):
    """What a user moved over a resource."""

    # Name of the user.
    user: str
    # In the last interval, in bit/s.
    usedBps: float


class Server(TypedDict):
    """A server of those that share a database."""

    # Where the others reach it.
    name: str
    # Its machine, as drains know it.
    host: str
    # Whether it leads.
    leads: bool
    # Whether it has signed within the last 5 s that it lives.
    alive: bool
    # Whether its machine is drained; null while nobody leads who knows it.
    drained: Union[bool, None]
    # Version of TCN.
    version: str
    # When it was started.
    started: str
    # When it signed last that it lives.
    lastSign: str


class SetDrain(TypedDict):
    """Whether a server is to start nothing more."""

    # Whether it starts nothing more.
    drained: bool
    # Which server, by its host name; by default the one that leads.
    host: NotRequired[Union[str, None]]


class SetEndpointLimit(TypedDict):
    """Limits of the connections at an endpoint. What is not given has no limit; at least one is given."""

    # Which endpoint, scheme://host[:port].
    endpoint: str
    # The most connections of pipes that read there.
    maxOutbound: NotRequired[Union[int, None]]
    # The most connections of pipes that write there.
    maxInbound: NotRequired[Union[int, None]]


class SetRc(TypedDict):
    """Resource controls of a user on a resource-set. At least one is given, of the two bounds one at most."""

    # Whom it holds.
    user: str
    # Where it holds: on every resource of the set by itself.
    resourceSet: str
    # The most, in bit/s.
    boundBps: NotRequired[Union[float, None]]
    # The most, as a part (0 to 1) of each resource's capacity.
    boundShare: NotRequired[Union[float, None]]
    # The least, in bit/s: a guarantee.
    minBps: NotRequired[Union[float, None]]
    # Weight against other users where a resource is contended.
    relativeWeight: NotRequired[Union[float, None]]
    # When they are in force; always if it is not given.
    when: NotRequired[Union["Written", None]]


class StorageBan(TypedDict):
    """A storage that is banned."""

    # Storage element, scheme://host.
    storage: str
    # For whose transfers.
    user: str
    # CANCEL: what is open is cancelled; WAIT: it waits; WAIT_AS: it waits, and submissions are taken.
    status: Literal["CANCEL", "WAIT", "WAIT_AS"]
    # Why, for users.
    message: str
    # Since when.
    since: str
    # Distinguished name of who banned it.
    by: str


class StorageBanned(TypedDict):
    """A storage was banned."""

    # The ban; null if it was taken back meanwhile.
    ban: Union["StorageBan", None]
    # Jobs of which something was cancelled.
    jobs: list[str]


class TokenLimit(TypedDict):
    """A limit of tokens, in use."""

    # Its number.
    id: int
    # Whose tokens say so.
    subject: str
    # Who has issued them.
    issuer: str
    # The most that their transfers move together, in bit/s; null: no such limit.
    maxBps: Union[float, None]
    # The most connections that they have together; null: no such limit.
    maxConnections: Union[int, None]
    # Connections that are open under it.
    connections: int
    # What moves under it, in bit/s, the mean of about ten seconds.
    throughputBps: float
    # What keeps more from starting, in words; null where nothing waits for it.
    waitsFor: Union[str, None]


class Told(TypedDict):
    """What the model says a user moved, and what it was."""

    # Name of the user.
    user: str
    # What the model says, in bit/s.
    toldBps: float
    # What was measured, in bit/s.
    wasBps: float


class Transfer(TypedDict):
    """A transfer."""

    # Its number.
    id: int
    # The job that it belongs to.
    jobId: str
    # Name of its pipe.
    pipe: str
    # URL that is read; secrets of its query are ***.
    source: str
    # URL that is written; secrets of its query are ***.
    destination: str
    # Where it is in its life.
    state: Literal["WAITING", "QUEUED", "CLAIMED", "ACTIVE", "FINISHED", "FAILED", "CANCELED"]
    # 1 (last) to 5 (first).
    priority: int
    # Size in bytes; null if nobody knows it yet.
    sizeBytes: Union[int, None]
    # What was verified, as in ADLER32:12345678; null if nothing was.
    checksum: Union[str, None]
    # Tries begun so far.
    attempts: int
    # How often a failure that may pass is tried again.
    retries: int
    # When the last try began.
    startTime: Union[str, None]
    # When it was over.
    finishTime: Union[str, None]
    # Why it failed or was cancelled.
    reason: Union[str, None]
    # Of one that is not over: the error of an earlier try.
    lastError: Union[str, None]
    # Of one that is QUEUED or WAITING: why it does not run now, in words.
    waits: Union[str, None]
    # The same as a code.
    waitsFor: Union[Literal["FINISHED", "FAILED", "CANCELED", "PREDECESSOR", "SPARE_SOURCE", "STOPPING", "DRAINED", "BANNED", "HELD", "STORAGE_PAUSED", "NO_AGENT", "NO_CREDENTIAL", "CLOSED", "RETRY_LATER", "DESTINATION_OWNED", "TOKEN_LIMIT", "RATE", "BOUND", "CONNECTION_LIMIT", "PIPE_MAXIMUM", "CAPACITY", "OPTIMIZER", "STARTING", "PREPARING", "RUNNING", "VERIFYING", "IDLE", "SEVERAL"], None]
    # Of one that runs: bytes moved.
    movedBytes: Union[int, None]
    # Of one that runs: mean since the copy began, in bit/s.
    throughputBps: Union[float, None]
    # Of one that is not over: the rate that its job asks for, in bit/s; null if it asks for none.
    jobRateBps: Union[float, None]
    # What was asked for by "include".
    included: NotRequired["Included"]


class TransferCanceled(TypedDict):
    """A transfer is cancelled."""

    # Its number.
    id: int
    # Its job.
    jobId: str
    # How many transfers were cancelled, with those that waited for it.
    canceledTransfers: int


class TransferWhy(TypedDict):
    """Why a transfer is as it is now."""

    # What it is, for programs.
    code: Literal["FINISHED", "FAILED", "CANCELED", "PREDECESSOR", "SPARE_SOURCE", "STOPPING", "DRAINED", "BANNED", "HELD", "STORAGE_PAUSED", "NO_AGENT", "NO_CREDENTIAL", "CLOSED", "RETRY_LATER", "DESTINATION_OWNED", "TOKEN_LIMIT", "RATE", "BOUND", "CONNECTION_LIMIT", "PIPE_MAXIMUM", "CAPACITY", "OPTIMIZER", "STARTING", "PREPARING", "RUNNING", "VERIFYING", "IDLE", "SEVERAL"]
    # One sentence, for people.
    text: str
    # Names and numbers in it, by key.
    details: dict[str, Any]
    # What stands behind it: its pipe, or the transfer that it waits for.
    next: list["Behind"]
    # The last decisions about the pipe, ten at most, the newest first. Empty of a transfer that is over.
    decisions: list["Decided"]
    # Number of the transfer.
    id: int
    # Where it is in its life.
    state: Literal["WAITING", "QUEUED", "CLAIMED", "ACTIVE", "FINISHED", "FAILED", "CANCELED"]


class TransfersAdded(TypedDict):
    """What an add-transfer request has made."""

    # The job that holds the transfers.
    jobId: str
    # In the order of the request.
    transfers: list["Added"]


class TriedSetting(TypedDict):
    """What a number of connections moved within ten minutes, while files waited."""

    # The pipe.
    pipe: str
    # When the ten minutes ended.
    at: str
    # Connections that were open.
    connections: int
    # For how long, in seconds.
    seconds: float
    # What they moved, in bit/s.
    throughputBps: float
    # Files that ran or waited, on average; null where nobody knows.
    files: Union[float, None]
    # Mean size of the files that ended, in bytes; null where none did.
    fileBytes: Union[float, None]
    # Least capacity on the path, in bit/s; null where the map told none.
    bandwidthBps: Union[float, None]


class TriedSettings(TypedDict):
    """What pipes moved on each number of connections that they had."""

    # The newest first.
    settings: list["TriedSetting"]


class Unreached(TypedDict):
    """A storage that an agent does not reach."""

    # The storage.
    endpoint: str
    # When an attempt there got no answer for the first time.
    since: str
    # Attempts that got none since then.
    failures: int
    # When the agent may get an attempt there again, even if others reach it; past if none has come since.
    nextTry: str
    # The last failure.
    reason: str


class User(TypedDict):
    """A user: an organisation or experiment."""

    # Name of the user.
    id: str
    # Weight in the utility.
    weight: float
    # Names of certificates that act for the user.
    dns: list[str]
    # Version of what is declared, for If-Match.
    version: str


class UserEffect(TypedDict):
    """What a user would move."""

    # Name of the user.
    user: str
    # Without the change, in bit/s.
    beforeBps: float
    # With it, in bit/s.
    afterBps: float
    # The least of the simulated runs with the change, in bit/s.
    leastBps: float
    # The most of them, in bit/s.
    mostBps: float


class UserSums(TypedDict):
    """A user, with the sums over its pipes."""

    # Name of the user.
    id: str
    # Weight in the utility.
    weight: float
    # Names of certificates that act for the user.
    dns: list[str]
    # Version of what is declared of it, for If-Match.
    version: str
    # How many pipes it has.
    pipes: int
    # Transfers that run.
    activeTransfers: int
    # Transfers that wait for a connection, those included that wait because nothing may start.
    queuedTransfers: int
    # Transfers that wait for others.
    waitingTransfers: int
    # Connections in use.
    activeConnections: int
    # What its pipes moved in the last interval, in bit/s.
    throughputBps: float
    # What was asked for by "include".
    included: NotRequired["Included"]


class WhatIf(TypedDict):
    """What would be with a change, beside what would be without it."""

    # How far was looked, in seconds; figures are means over the second half.
    horizonSeconds: int
    # What users would move.
    users: list["UserEffect"]
    # What pipes would do, those first that change most; 200 at most.
    pipes: list["PipeEffect"]
    # How resource controls would stand.
    controls: list["ControlEffect"]
    # When jobs would end.
    jobs: list["JobEffect"]
    # Utility without the change.
    beforeUtility: float
    # Utility with it.
    afterUtility: float
    # How far the model is to be believed.
    accuracy: "Accuracy"
    # Pairs of runs; they differ in errors of measurement, and where the optimizer may rest in several places
    # these decide in which.
    runs: int
    # Pipes and groups that were simulated.
    simulatedPipes: int
    # Pipes with nothing to move, which were left out.
    idlePipes: int
    # What was simplified, guessed or left out.
    notes: list[str]
    # How long it took, in seconds.
    seconds: float


class WhatIfQuestion(TypedDict):
    """What shall be changed, all of it together. At least one of setRc, removeRc and configuration is given."""

    # Resource controls that shall be set, as PUT /rc takes them.
    setRc: NotRequired[Union[list["SetRc"], None]]
    # Resource controls that shall be taken back.
    removeRc: NotRequired[Union[list["RemovedRc"], None]]
    # What shall be declared, as PUT /configuration takes it; without setRc and removeRc.
    configuration: NotRequired[Union["ConfigurationBody", None]]
    # With configuration: whether what is not in it goes, of the lists that are given.
    remove: NotRequired[Union[bool, None]]
    # Whether controls are looked at that contradict others.
    force: NotRequired[Union[bool, None]]
    # How far to look, in seconds; 600 if it is not given.
    horizonSeconds: NotRequired[Union[int, None]]
    # Ids of jobs whose end is asked for, ten at most.
    jobs: NotRequired[Union[list[str], None]]


# When something is in force: between two dates, and there in the windows of the week.
Written = TypedDict(
    "Written",
    {
        # Whose clocks, as in Europe/Zurich.
        "zone": str,
        # First moment, date and time of the zone, as in 2026-12-01T08:00.
        "from": NotRequired[Union[str, None]],
        # First moment after it, date and time of the zone.
        "until": NotRequired[Union[str, None]],
        # Windows of the week; without any it holds all the time between the dates.
        "weekly": NotRequired[Union[list[Union["WrittenWindow", None]], None]],
    },
)


# A window of the week. One that ends before it begins goes on across midnight.
WrittenWindow = TypedDict(
    "WrittenWindow",
    {
        # Days on which it begins, as in MON; every day if none are given.
        "days": NotRequired[Union[list[str], None]],
        # As in 08:00.
        "from": str,
        # As in 18:00, or 24:00.
        "until": str,
    },
)
