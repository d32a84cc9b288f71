// What the capacity model (model.ts) takes as given: what `npm run capacity -- --measure` has measured
// (measure.ts), and what is assumed of the machines. A new measurement replaces the figures here, with its
// date and machine.

export interface Measured {
  /**
   * Processor time of a node for an execution of three strict steps, microseconds: of its main thread (HTTP
   * and the links), which is one, and of all other threads, which are the hosts above all.
   */
  readonly mainUs: number
  readonly threadsUs: number
  /** Decisions of actors that are made durable for an execution: what commits consist of. */
  readonly turnsPerExecution: number
  /** Processor time of PostgreSQL for a commit whatever is in it, and for each turn in it, microseconds. */
  readonly commitUs: number
  readonly turnUs: number
  /** Of autovacuum, for an execution, microseconds. */
  readonly vacuumUs: number
  /** Write-ahead log of an execution, and of a commit besides, bytes. */
  readonly walPerTurnBytes: number
  readonly walPerCommitBytes: number
  /** Until the log is on the disk, milliseconds. */
  readonly flushMs: number
  /** Processor time of both nodes together for a request that is forwarded, beyond its own, microseconds. */
  readonly forwardUs: number
  /** PostgreSQL's processor time for a beat of a node, and for each member that it reads, microseconds. */
  readonly beatUs: number
  readonly beatMemberUs: number
  /** Of reading all members and shards, as each node does when it is notified. */
  readonly placementReadUs: number
  /** Processor time of a node for a beat over a link, sent and received, microseconds. */
  readonly linkBeatUs: number
  /**
   * Connections that PostgreSQL has to bear for a node with one host, and for each further host. Its pools
   * together; under a load of executions half of them were open.
   */
  readonly nodeConnections: number
  readonly hostConnections: number
  /** Memory of its own of a process of PostgreSQL that serves a node, megabytes. */
  readonly connectionMb: number
}

/**
 * 2026-11-25: 2 cores of an AMD EPYC, 24 GiB, Linux 6.18, Node 22.23, PostgreSQL 18, with other work on the
 * machine (a load of 2.5). forwardUs, flushMs and placementReadUs are of other runs of that day, which had
 * 0.5 to 3.3 for flushMs.
 */
export const measured: Measured = {
  mainUs: 70,
  threadsUs: 97,
  turnsPerExecution: 4,
  commitUs: 300,
  turnUs: 25,
  vacuumUs: 12,
  walPerTurnBytes: 1_210,
  walPerCommitBytes: 520,
  flushMs: 2,
  forwardUs: 150,
  beatUs: 230,
  beatMemberUs: 2.8,
  placementReadUs: 460,
  linkBeatUs: 21,
  nodeConnections: 32,
  hostConnections: 4,
  connectionMb: 3.4,
}

/** Constants of the product: runtime/config.ts, runtime/placement/observations.ts. */
export const product = {
  /** Beats of a node to PostgreSQL, and over each link, a second. */
  beatsPerSecond: 2,
  linkBeatsPerSecond: 25,
  actorsPerCommit: 512,
} as const

export interface Machines {
  readonly nodeCores: number
  readonly hosts: number
  readonly databaseCores: number
  readonly maxConnections: number
  /** What its disk takes of the write-ahead log, MB a second. */
  readonly walMbPerSecond: number
  /** From a decision of an actor until it is durable; an execution waits so long for each of its turns. */
  readonly mostDelayMs: number
  /** No processor is planned to be busier than this: queues grow past it, and a node may be away. */
  readonly busiest: number
  /**
   * Share of the starts whose execution lives where the hash of its id says: those with an Idempotency-Key,
   * of hooks and of schedules. The others live where they were started.
   */
  readonly keyedShare: number
}

const nodeOfTwoCores = { nodeCores: 2, hosts: 1, mostDelayMs: 25, busiest: 0.7, keyedShare: 0.5 }

/** Nodes as small as usual servers are, and three machines for PostgreSQL. Assumed, not measured. */
export const databases: Readonly<Record<string, Machines>> = {
  '2 cores': { ...nodeOfTwoCores, databaseCores: 2, maxConnections: 200, walMbPerSecond: 100 },
  '8 cores': { ...nodeOfTwoCores, databaseCores: 8, maxConnections: 500, walMbPerSecond: 300 },
  '32 cores': { ...nodeOfTwoCores, databaseCores: 32, maxConnections: 1_500, walMbPerSecond: 1_000 },
}
