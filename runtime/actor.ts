// What an actor is. A kind (actors/*/effects.ts) opens behaviors; a host (runtime/host/host.ts) runs them.
// 1. A behavior is pure: the same state, message and time give the same events, in a thread, in a test, in
//    the simulator.
// 2. State is always the fold of the events in the journal (R3).
// 3. Pending effects are a function of state (R4), so that a restart finds them in the journal alone.
import type { Failure } from '../domain/failure.ts'
import type { Json } from '../domain/json.ts'

export interface Decision<E> {
  readonly events: readonly E[]
  /** Sent after the events are durable. Absent: the reply is `view(state)` after the events. */
  readonly reply?: Json
  /** Nothing happened and this is why; `events` is empty. */
  readonly refusal?: Failure
}

/** Something to do outside. `id` is unique in the actor, and stays the same across attempts and restarts. */
export interface Effect {
  readonly id: string
}

export interface Behavior<M, E, S, F extends Effect, P> {
  /** The state before the first event, a new one each time. */
  initial(): S
  /** What a message means in this state. Never changes the state. */
  decide(state: S, message: M, now: number): Decision<E>
  /**
   * The events that follow from the state without a message (the next steps). Called until it returns none;
   * its events join the same commit.
   */
  advance(state: S, now: number): readonly E[]
  /** The state after the event. It may change the given state and return it: one activation owns it. */
  evolve(state: S, event: E, at: number): S
  /** The effects without a result in this state, whether they are in flight or not. */
  pending(state: S): Iterable<F>
  /**
   * Unix ms of the next alarm; null for none. A function of the state, so a restart gives the same. Pending
   * effects and the events of `advance` need no alarm: the runtime stores that the actor has them (Wake).
   */
  wakeAt(state: S): number | null
  /**
   * Does a start find the actor by the rows that `project` writes (storage/journal/wakeups.ts)? Then the
   * commit stores no Wake for its pending effects. For a kind of which thousands begin and end every second.
   * Absent: never.
   */
  isFoundByRow?(state: S): boolean
  /** Rows to write in the same commit, of any kinds; none when nothing outside the journal changes. */
  project(state: S, events: readonly E[], isFirst: boolean): readonly P[]
  /** What a caller sees. */
  view(state: S): Json
  /** Ended for good: waiting callers are answered, the activation leaves memory. */
  isDone(state: S): boolean
}

/** How a kind stores the state of long-lived actors, so that an activation need not fold every entry. */
export interface Snapshots<S, B> {
  /** Version of the shape of State: count it up at every change. A snapshot of another version is ignored. */
  readonly version: number
  /** A snapshot is due after this many events. Default: `bounds.snapshotEvents` (runtime/config.ts). */
  readonly afterEvents?: number
  /** The behavior of an actor that goes on from this state. */
  open(address: string, state: S): B | Promise<B>
  /** The part of the state that the snapshot stores. Default: all of it. */
  freeze?(state: S): S
  /** Makes the state again from what `freeze` returned. */
  thaw?(kept: S): S
}

/** The message that creates an actor, or the first event in its journal, or what its snapshot keeps. */
export type Beginning<M, E, S> = { readonly message: M } | { readonly event: E } | { readonly state: S }

export interface ActorKind<M, E, S, F extends Effect, P> {
  /** First word of the addresses of this kind: the TypeID prefix, `exec`. */
  readonly prefix: string
  /**
   * The behavior of one actor, from its beginning: the first event in its journal, or the message that
   * creates it. It may load immutable data (a plan); it returns no promise when that is cached.
   * @throws {Failure} the journal is empty and this message cannot create an actor
   */
  open(
    address: string,
    beginning: { event: E } | { message: M },
  ): Behavior<M, E, S, F, P> | Promise<Behavior<M, E, S, F, P>>
  /**
   * Whose actor it is. A host is fair among tenants, so that one with many busy actors delays nobody else's.
   * Absent or null: each actor is a tenant.
   */
  tenantOf?(beginning: Beginning<M, E, S>): string | null
  /** Absent: the state is always folded from the first entry on. */
  readonly snapshots?: Snapshots<S, Behavior<M, E, S, F, P>>
  /**
   * Performs an effect. The result is a message to the same actor, or null for none. Errors of the outside
   * world are results; only a defect of ours throws, and ends the host.
   */
  perform(address: string, effect: F, outside: Outside): Promise<M | null>
  /** The message that a host sends when the time of `wakeAt` may have come. An early one does no harm. */
  readonly alarm: M
  /** The message that fails an actor which ended its host, or could not be committed, too often. */
  poisoned(reason: string): M
}

/** What the runtime offers to an effect. */
export interface Outside {
  /** Aborted when the state no longer has the effect, and when the host stops. */
  readonly signal: AbortSignal
  /**
   * Asks another actor, wherever it lives.
   * @param isFresh the address is new: its journal is empty
   * @throws {Failure} its refusal, `unavailable`
   */
  ask(address: string, message: unknown, isFresh?: boolean): Promise<string>
  /**
   * Resolves after `delayMs`, or as soon as `signal` aborts. In a cluster later, while the node is past its
   * own deadline: what is tried again may be another node's to do.
   */
  pause(delayMs: number): Promise<void>
}
