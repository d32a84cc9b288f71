// The activations of a host: creates, loads, finds and removes them. Only the host (host.ts) calls this.
// 1. An address has one activation (R1).
// 2. Its state comes from the journal (R3), or from the message that begins the journal.
// 3. A failed load is tried again after a growing pause; what the kind refuses goes back to the caller.
// 4. An address whose load keeps failing by our defect, or keeps killing the host, is blocked.
import { Failure } from '../../domain/failure.ts'
import { bounds } from '../config.ts'
import { type Loaded, seqAfter } from '../journal.ts'
import { Table } from '../table.ts'
import { Activation, type AnyKind, type RunMarked } from './activation.ts'
import type { HostParts } from './host-parts.ts'
import { replayOf } from './suspects.ts'
import type { Troubles } from './troubles.ts'

/** Entries of one read. */
const pageSize = 500

export interface ActivationsEvents {
  /** The activation has its state and can take a turn. */
  opened(activation: Activation): void
  /** There is no such actor: `failure` is the answer to all its messages. */
  refused(activation: Activation, failure: Failure): void
  /** The first message came before there was such an actor. */
  early(activation: Activation, failure: Failure): void
  /** The address has no journal and no message: a wake found nothing. */
  vanished(activation: Activation): void
  /** It is no longer in memory. */
  removed(activation: Activation): void
}

export class Activations {
  readonly #parts: HostParts
  readonly #troubles: Troubles
  readonly #events: ActivationsEvents
  readonly #kinds: ReadonlyMap<string, AnyKind>
  readonly #activations = new Table<string, Activation>()
  /** Why an address is no longer loaded: its first message or its replay fails, or killed the host. */
  readonly #blocked = new Map<string, Failure>()
  #hasEnded = false

  constructor(parts: HostParts, troubles: Troubles, events: ActivationsEvents) {
    this.#parts = parts
    this.#troubles = troubles
    this.#events = events
    this.#kinds = new Map(parts.kinds.map(kind => [kind.prefix, kind]))
  }

  get size(): number {
    return this.#activations.size
  }

  get all(): Iterable<Activation> {
    return this.#activations.values()
  }

  /** @throws {TypeError} a defect of ours */
  kindOf(address: string): AnyKind {
    const prefix = address.slice(0, address.lastIndexOf('_'))
    const kind = this.#kinds.get(prefix)
    if (!kind) throw new TypeError(`no kind of actor has addresses like ${address}`)
    return kind
  }

  /** Whose the actor is that the message begins. */
  tenantOf(address: string, message: unknown): string {
    return this.kindOf(address).tenantOf?.({ message }) ?? address
  }

  /**
   * The activation of the address; loads it when it is not in memory.
   * @param beginning the first message of an address that has no journal
   */
  at(address: string, beginning?: unknown): Activation {
    const known = this.#activations.get(address)
    if (known) return known
    const activation = new Activation(address, this.kindOf(address))
    this.#activations.set(address, activation)
    if (beginning === undefined) this.#load(activation)
    else this.#begin(activation, beginning)
    return activation
  }

  /** The activation of the address, if it is in memory. */
  find(address: string): Activation | undefined {
    return this.#activations.get(address)
  }

  /** The answer of a blocked address: asking again must not kill the host again. */
  refusalOf(address: string): Failure | undefined {
    return this.#blocked.get(address)
  }

  /** Stops loading the address until the process ends. @returns the answer to everybody who asks */
  block(address: string): Failure {
    const failure = new Failure('unavailable', `${address} cannot be loaded; the log of the service says why`)
    this.#blocked.set(address, failure)
    return failure
  }

  /** Passivates it: the journal has all of it. */
  remove(activation: Activation): void {
    this.#activations.delete(activation.address)
    this.#events.removed(activation)
  }

  /** Loads it again after a pause that doubles with every failure in a row. */
  loadLater(activation: Activation): void {
    activation.phase = 'loading'
    const [first, last] = bounds.recoverMs
    const pauseMs = Math.min(last, first * 2 ** activation.setbacks.failures++)
    this.#parts.clock.after(pauseMs, () => {
      if (!this.#hasEnded && activation.phase === 'loading') this.#load(activation)
    })
  }

  /** Loads nothing any more, even after a pause. */
  end(): void {
    this.#hasEnded = true
  }

  /** The hot path of a new execution: no read, and no await when the plan is cached. */
  #begin(activation: Activation, message: unknown): void {
    try {
      const opening = this.#runMarked(activation.address)(() => activation.begin(message))
      if (opening) this.#whenOpen(activation, opening)
      else activation.phase = 'idle'
    } catch (error) {
      queueMicrotask(() => this.#loadFailed(activation, error))
    }
  }

  #load(activation: Activation): void {
    this.#whenOpen(activation, this.#replay(activation))
  }

  #whenOpen(activation: Activation, opening: Promise<void>): void {
    opening
      .then(
        () => this.#loaded(activation),
        error => this.#loadFailed(activation, error),
      )
      .catch(this.#parts.crash)
  }

  async #replay(activation: Activation): Promise<void> {
    const { address } = activation
    const runMarked = this.#runMarked(replayOf(address))
    const isFound = await activation.replay(this.#pages(activation, runMarked), runMarked, this.#parts.clock)
    if (isFound) return
    // Its first commit may have been lost, and whoever sent its first message have been refused or left.
    activation.close()
    await this.#beginWithFirst(activation)
  }

  /** Begins with the first message that can: one before it may have asked for what did not exist yet. */
  async #beginWithFirst(activation: Activation): Promise<void> {
    for (let first = activation.mailbox[0]; first !== undefined; first = activation.mailbox[0]) {
      const { message } = first
      try {
        return await this.#runMarked(activation.address)(() => activation.begin(message))
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'not-found') throw error
        if (activation.mailbox[0] === first) this.#events.early(activation, error)
      }
    }
  }

  /** Blames the suspect when the thread dies in the code. */
  #runMarked(suspect: string): RunMarked {
    const { mark } = this.#parts
    return code => {
      mark?.(suspect)
      try {
        return code()
      } finally {
        mark?.('')
      }
    }
  }

  async *#pages({ address, kind }: Activation, runMarked: RunMarked): AsyncIterable<Loaded> {
    const { journal } = this.#parts
    let page = await runMarked(() => journal.load(address, kind.snapshots?.version ?? null, pageSize))
    for (;;) {
      yield page
      const last = page.entries.at(-1)
      if (!last || page.entries.length < pageSize) return
      const entries = await runMarked(() => journal.read(address, seqAfter(last) - 1, pageSize))
      page = { snapshot: null, entries }
    }
  }

  #loaded(activation: Activation): void {
    if (activation.phase === 'left') return
    if (activation.isOpen) this.#events.opened(activation)
    // A message came after the journal was read.
    else if (activation.mailbox.length > 0) this.#load(activation)
    else {
      this.remove(activation)
      this.#events.vanished(activation)
    }
  }

  /** A Failure goes back to the caller. Anything else is the database away, or our defect. */
  #loadFailed(activation: Activation, error: unknown): void {
    if (activation.phase === 'left') return
    if (error instanceof Failure && error.code !== 'unavailable') {
      this.remove(activation)
      if (error.code === 'start-failed') this.#blocked.set(activation.address, error)
      this.#events.refused(activation, error)
      return
    }
    this.#troubles.note('an actor could not be loaded', error)
    if (isDefect(error) && ++activation.setbacks.defects >= bounds.failedLoads)
      this.#giveUp(activation, error)
    else this.loadLater(activation)
  }

  #giveUp(activation: Activation, { message: reason, stack }: Error): void {
    const { address } = activation
    const facts = { address, reason, stack }
    const message = 'an actor that cannot be loaded is left alone until the next start'
    this.#parts.send({ type: 'log', level: 'error', message }, JSON.stringify(facts))
    this.remove(activation)
    this.#events.refused(activation, this.block(address))
  }
}

/** Is it an error of the language, so a defect of ours? Errors of the database have other classes. */
function isDefect(error: unknown): error is Error {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some(kind => error instanceof kind)
}
