// Bounds of the runtime. Every queue has one; past it new work is refused, work already accepted goes on.

export const bounds = {
  /** Envelopes that wait for one actor. */
  mailbox: 10_000,
  /** Envelopes that wait in one host; a fresh ask past it is answered `overloaded`. */
  queued: 20_000,
  /** Events of one turn of one actor; what follows waits for the commit, so that no actor starves the others. */
  eventsPerTurn: 256,
  /** Characters of JSON after which a turn is full too: some milliseconds of writing, and a commit that PostgreSQL takes. */
  bytesPerTurn: 2_097_152,
  /**
   * A replay should take 5 ms at most: past this many events, or bytes of them, the state is kept beside them. Measured on
   * two shared cores, PostgreSQL on the same machine: 1.7 us an event of a schedule, 2.7 us one of an execution, 8 us a KiB.
   */
  snapshotEvents: 1_000,
  snapshotBytes: 262_144,
  /** A state that was made from more than this is not kept: writing it would hold up the commits of everybody else. */
  largestSnapshotBytes: 8_388_608,
  /** Actors in one commit. 512 took 3 ms here (benchmarks, S1); larger batches only add latency. */
  actorsPerCommit: 512,
  /** Characters of JSON in one commit; a turn that has more goes alone. */
  bytesPerCommit: 8_388_608,
  /** Commits under way at once per host: one writes while the next gathers. */
  commitsInFlight: 1,
  /** Pause before a failed commit's actors are read again, doubled up to the second figure. */
  recoverMs: [50, 2_000],
  /** Lost commits of an actor while those of others were taken; then it is parked. The last ten were of it alone. */
  losses: 15,
  /** Loads of an actor that fail by a defect of its code; then nobody loads it any more. */
  loads: 5,
  /** Alarms nearer than this are kept in memory; the others are rows that are looked for ... */
  alarmHorizonMs: 60_000,
  /** ... this often. */
  alarmPollMs: 15_000,
  /** An alarm that was decided upon and changed nothing comes again after this. */
  alarmAgainMs: 5_000,
  /** An effect's ask of another actor. */
  outsideMs: 30_000,
  /** Between two words of a host about the same kind of trouble. */
  troubleMs: 5_000,
  /** All hosts stand after this, or the start has failed. */
  startMs: 30_000,
  /** A host says that it lives this often ... */
  beatMs: 1_000,
  /**
   * ... and is ended by the watchdog when it has not for this long. One second of honest work (a large list, a regular
   * expression) takes that long on a busy machine, and three such ends fail an execution ...
   */
  deafMs: 15_000,
  /** ... but what runs now has ended a host before: then sooner. */
  deafAgainMs: 5_000,
  /** A message that killed its host so often is parked. */
  crashes: 3,
  /** Wakes under way at once while a host comes back. */
  wakes: 256,
} as const
