// Where actors live, as a port. Composition (main.ts, main/services.ts) starts an engine, asks for its health
// and stops it. Everybody else sees its `ActorSystem` and no threads or nodes. The engine of one process is
// runtime/system/local-engine.ts, on worker threads (actors/embedded.ts) or in this thread; the engine of a
// node of a cluster is runtime/cluster/cluster-engine.ts.
// test/contracts/engine.ts holds every engine to:
// E1 a reply leaves after its events are durable; an address has one activation, wherever an ask comes from.
// E2 a subscriber hears every committed entry in order, or null where it may have missed some.
// E3 a dead host costs time only: the next host answers its asks and performs the effects of its actors.
// E4 an invalidation reaches every host; a change that an actor announces reaches `changed` of the main
//    thread as well.
// E5 behind the fence no effect is performed; after `unfence` every pending one is.
// E8 what a host tells reaches `told` of the main thread, in order, and no host.
// E7 an effect that asks `deskAddress` gets the answer of the desk, or its refusal.
// E6 after `stop` nothing runs and every ask has an answer; pending effects wait for the next engine.

import { Failure } from '../domain/failure.ts'
import type { Entry } from './journal.ts'
import type { Until } from './system/frames.ts'

/** The address of the main thread: effects ask it for what only it can do (`Desk`). No actor has it. */
export const deskAddress = 'desk'

/**
 * Answers the asks to `deskAddress`. It may be asked the same again, after a crash.
 * @param message JSON text. @returns JSON text. @throws {Failure} its refusal, `unavailable`
 */
export type Desk = (message: string) => Promise<string>

/** Until the main thread has what it answers with. */
export const deskAway: Desk = () => Promise.reject(new Failure('unavailable', 'the service is starting'))

export interface AskOptions {
  /** `decided`: answer when the events are durable; `done`: when the actor has ended. Default `decided`. */
  readonly until?: Until
  /** The address is new: its journal is empty, the host need not read it. */
  readonly isFresh?: boolean
  /** After this the ask fails with `unavailable`; events that were committed stay. Default 30 s. */
  readonly timeoutMs?: number
}

/** The actors, as the layers above see them. */
export interface ActorSystem {
  /** @returns the reply as JSON text. @throws {Failure} the actor's refusal, `overloaded`, `unavailable` */
  ask(address: string, message: unknown, options?: AskOptions): Promise<string>
  /** Hears the entries of the address as they are committed. @returns a function that unsubscribes */
  subscribe(address: string, listener: EntryListener): () => void
  /**
   * Would an ask of the address stay in this process? For who makes a new address and may choose. Absent: all
   * do.
   */
  isNear?(address: string): boolean
  /** Tells every host that a cached fact has changed. */
  invalidate(what: unknown): void
}

/**
 * Takes a committed entry. Null: entries may have been missed (the subscription began, a host was replaced),
 * so read the journal.
 */
export type EntryListener = (entry: Entry | null) => void

export interface Engine {
  readonly system: ActorSystem
  /** Is every host up? */
  readonly isReady: boolean
  /** For the metrics: as of the hosts' last beats. */
  readonly load: EngineLoad
  /** Ends the fence: hosts perform effects, and every actor with pending work is woken. */
  unfence(): void
  /** Fails every ask that waits for the end of an actor: the service is about to stop. */
  endWaits(): void
  /** Finishes the commits in flight; asks without an answer fail with `unavailable`. */
  stop(): Promise<void>
}

export interface EngineLoad {
  /** Hosts that died and were replaced. */
  readonly restarts: number
  /** By host: waiting envelopes, actors in memory. */
  readonly slots: readonly { readonly queued: number; readonly active: number }[]
}
