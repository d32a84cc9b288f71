// What an actor is. A kind opens behaviors; a behavior is pure: same state, same message, same time, same events, in
// a thread, in a test, in the simulator. State is always the fold of the events in the journal (R3), and the effects
// that are owed are a function of state (R4), so that a restart knows what to do without having been told.
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
  /** What follows from the state by itself (the next steps), asked until it answers nothing; joins the same commit. */
  advance(state: S, now: number): readonly E[]
  /** The state after the event. May change and return the state that it was given: its owner is one activation. */
  evolve(state: S, event: E, at: number): S
  /** Effects that are owed in this state, whether under way or not. */
  pending(state: S): Iterable<F>
  /** Unix ms at which an alarm is owed; null for none. After a restart it is the same. */
  wakeAt(state: S): number | null
  /** Rows to write with these events; null when nothing outside the journal changes. */
  project(state: S, events: readonly E[], isFirst: boolean): P | null
  /** What a caller sees. */
  view(state: S): Json
  /** Ended for good: waiting callers are answered, the activation leaves memory. */
  isDone(state: S): boolean
}

/** How the state of actors that live long is kept beside their entries, so that an activation need not fold them all. */
export interface Snapshots<S, B> {
  /** Names the shape of State. Counted up with every change of it: a snapshot of another version is not read. */
  readonly version: number
  /** Events after which a snapshot is due. Default: as many as replay in a few milliseconds (runtime/config.ts). */
  readonly afterEvents?: number
  /** The behavior of an actor that goes on from this state. */
  open(address: string, state: S): B | Promise<B>
  /** What is written of a state, when that is less than all of it. */
  freeze?(state: S): S
  /** The way back from what was written. */
  thaw?(kept: S): S
}

export interface ActorKind<M, E, S, F extends Effect, P> {
  /** First word of the addresses of this kind: the TypeID prefix, `exec`. */
  readonly prefix: string
  /**
   * The behavior of one actor, given what began it: the first event in its journal, or the message that creates it.
   * May load what is immutable (a plan), and answers without a promise when it has it at hand.
   * @throws {Failure} when a message other than the first finds no journal
   */
  open(
    address: string,
    beginning: { event: E } | { message: M },
  ): Behavior<M, E, S, F, P> | Promise<Behavior<M, E, S, F, P>>
  /** Absent: the state is always folded from the first entry on. */
  readonly snapshots?: Snapshots<S, Behavior<M, E, S, F, P>>
  /**
   * Carries an effect out; its result is a message to the same actor, null when there is nothing to say. Never throws
   * for what the world does wrong.
   */
  perform(address: string, effect: F, outside: Outside): Promise<M | null>
  /** The message that says: a moment that `wakeAt` named has come, or may have. Deciding it early does no harm. */
  readonly alarm: M
  /** The message that tells an actor that it killed its host this many times. */
  parked(reason: string): M
}

/** What an effect may use of the world around its actor. */
export interface Outside {
  /** Aborted when the effect is no longer owed. */
  readonly signal: AbortSignal
  /** Speaks to another actor, wherever it lives. @throws {Failure} its refusal, `unavailable` */
  ask(address: string, message: unknown, isFresh?: boolean): Promise<string>
  /** Resolves after `delayMs`, or as soon as the effect is no longer owed. */
  pause(delayMs: number): Promise<void>
}
