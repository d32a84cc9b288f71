// The bounds of the runtime: sizes, counts and times. Every part of runtime/ reads its own here.
// 1. Every queue has a bound. Past it the runtime refuses new work and goes on with work it has accepted.
// 2. Names end in their unit (`Ms`, `Bytes`) or say what they count.

export const bounds = {
  /** Envelopes in the mailbox of one actor. */
  mailbox: 10_000,
  /** Envelopes waiting in one host. Past it a fresh ask gets `overloaded`. */
  queued: 20_000,
  /** Events in one turn of one actor. The rest waits for the commit, so that no actor starves the others. */
  eventsPerTurn: 256,
  /** Characters of JSON in one turn: some milliseconds of writing, and a commit that PostgreSQL takes. */
  bytesPerTurn: 2_097_152,
  /**
   * Time of one turn of one actor. A single decision may take longer, as one with a large expression does.
   */
  turnMs: 10,
  /**
   * Nobody takes a turn while so many full commits are gathered, and no tenant while so many of its own are:
   * whoever waits for a turn needs less memory than what is gathered.
   */
  commitsGathered: 6,
  commitsGatheredEach: 2,
  /** Characters of JSON from which on the gathered turns of a tenant are a commit of their own. */
  heavyBytes: 262_144,
  /**
   * An actor gets a snapshot after this many events or bytes, so that a replay takes 5 ms at most. Measured
   * on two shared cores, PostgreSQL on the same machine: 1.7 us an event of a schedule, 2.7 us an event of an
   * execution, 8 us a KiB.
   */
  snapshotEvents: 1_000,
  snapshotBytes: 262_144,
  /** Bytes of its journal from which on an actor is large (host/large-actors.ts). */
  largeActorBytes: 131_072,
  /**
   * Large actors of one tenant in one host go on at once as far as they fit into this: one execution with as
   * much as it may have (actors/execution/steps/sizes.ts). In memory it is two to fourteen times as much.
   */
  largeBytesEach: 67_108_864,
  /** A tenant whose large actors are more than this begins nothing new in the host. */
  mostLargeBytesEach: 268_435_456,
  /**
   * An actor gets no snapshot when its last one and the entries since are more than this: writing it would
   * delay the commits of all other actors.
   */
  largestSnapshotBytes: 8_388_608,
  /** Actors in one commit. 512 took 3 ms here (benchmarks, goal S1); larger batches only add latency. */
  actorsPerCommit: 512,
  /**
   * Characters of JSON in one commit: whoever comes after waits for it. A larger turn has a commit of its
   * own.
   */
  bytesPerCommit: 2_097_152,
  /** Concurrent commits of each lane (host/gathered.ts): one writes while the next gathers. */
  commitsInFlight: 1,
  /** Backoff before a host reloads an actor after a failure: the first pause, doubled up to the second. */
  recoverMs: [50, 2_000],
  /**
   * An actor is poisoned after it lost this many commits while commits of others succeeded. It was alone in
   * the last ten.
   */
  lostCommits: 15,
  /** A host stops loading an actor after this many loads that failed by a defect in our code. */
  failedLoads: 5,
  /** A host arms a timer for alarms nearer than this. Later alarms are only rows. */
  alarmHorizonMs: 60_000,
  /** The main thread scans the rows for near alarms this often. */
  alarmPollMs: 15_000,
  /** An alarm that changed nothing rings again after this. */
  alarmAgainMs: 5_000,
  /** Deadline of an ask, when nobody says otherwise (engine.ts). */
  askMs: 30_000,
  /** Deadline of an effect's ask of another actor. */
  outsideAskMs: 30_000,
  /** Pause between two log lines about the same kind of trouble. */
  troubleMs: 5_000,
  /** The start fails when not all hosts are ready after this. */
  startMs: 30_000,
  /** A host sends a beat this often. */
  beatMs: 1_000,
  /**
   * The watchdog ends a host that sent nothing for this long. On a busy machine one second of honest work (a
   * large list, a regular expression) takes that long, and three such ends fail an execution.
   */
  silenceMs: 15_000,
  /** The same while code runs that has ended a host before. */
  suspectSilenceMs: 5_000,
  /** An actor is poisoned, or blocked if it was its replay, after it ended its host this many times. */
  crashes: 3,
  /** A node sends a beat to each other one this often. */
  linkBeatMs: 40,
  /** What nodes announce to each other is late when a link has said nothing for this long. */
  linkLateMs: 100,
  /** A link that has said nothing for this long ends. */
  linkSilenceMs: 2_000,
  /** Bytes that wait to be sent to a node: past the first asks are refused, past the second the link ends. */
  linkFullBytes: 16_777_216,
  linkMostBytes: 268_435_456,
  /** Nodes that connect have this long to show who they are. */
  handshakeMs: 2_000,
  /** Pause before a node connects again: the first, doubled up to the second. */
  redialMs: [50, 1_000],
  /** Pause before an ask looks again who has its actor: the first, doubled up to the second. */
  reroutedMs: [10, 250],
  /** A host that has not given up the shards of another node after this is ended. */
  releaseMs: 10_000,
  /** A host whose node has missed its own deadline looks for a renewal this often (host/host.ts). */
  renewalMs: 50,
  /** Concurrent wakes while a host comes back. */
  wakesInFlight: 256,
} as const
