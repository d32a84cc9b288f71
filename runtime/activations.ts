// The activations of a host, one per address (R1), and how they come to their state: from the journal (R3), or from the
// message that begins it. What cannot be read now is read again after a growing pause; what the kind refuses is the caller's.
import { Failure } from '../domain/failure.ts'
import { Activation, type AnyKind, type Running } from './activation.ts'
import { bounds } from './config.ts'
import type { HostParts } from './host-parts.ts'
import { type Loaded, seqAfter } from './journal.ts'
import { replayOf } from './suspects.ts'
import type { Troubles } from './troubles.ts'

/** Entries of one read. */
const pageSize = 500

export interface ActivationsEvents {
  /** It has its state. */
  opened(activation: Activation): void
  /** There is no such actor: `failure` for whoever spoke to it. */
  refused(activation: Activation, failure: Failure): void
  /** The address has no journal, and nobody has said anything to it. */
  vanished(activation: Activation): void
}

export class Activations {
  readonly #parts: HostParts
  readonly #troubles: Troubles
  readonly #events: ActivationsEvents
  readonly #kinds: ReadonlyMap<string, AnyKind>
  readonly #activations = new Map<string, Activation>()
  /** Addresses that are not loaded any more: their first message or their replay killed the host too often, or fails. */
  readonly #shunned = new Map<string, Failure>()
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

  /** The one of the address. `beginning`: the address has no journal, and this message begins it. */
  at(address: string, beginning?: unknown): Activation {
    const known = this.#activations.get(address)
    if (known) return known
    const activation = new Activation(address, this.kindOf(address))
    this.#activations.set(address, activation)
    if (beginning === undefined) this.#load(activation)
    else this.#begin(activation, beginning)
    return activation
  }

  /** The one of the address, if it is in memory. */
  find(address: string): Activation | undefined {
    return this.#activations.get(address)
  }

  /** Why nothing can be loaded or begun at this address, so that nobody who asks again kills the host again. */
  refusalOf(address: string): Failure | undefined {
    return this.#shunned.get(address)
  }

  /** It is not loaded any more. @returns what whoever asks is told */
  shun(address: string): Failure {
    const failure = new Failure('unavailable', `${address} cannot be loaded; the log of the service says why`)
    this.#shunned.set(address, failure)
    return failure
  }

  /** Leaves memory: its journal is enough. */
  remove({ address }: Activation): void {
    this.#activations.delete(address)
  }

  /** After a pause that doubles with every failure in a row. */
  loadLater(activation: Activation): void {
    activation.phase = 'loading'
    const [first, last] = bounds.recoverMs
    const pauseMs = Math.min(last, first * 2 ** activation.setbacks.failures++)
    this.#parts.clock.after(pauseMs, () => {
      if (!this.#hasEnded) this.#load(activation)
    })
  }

  /** What waits for its pause is not read any more. */
  end(): void {
    this.#hasEnded = true
  }

  /** The hot path of a new execution: no read, and no await when the plan is at hand. */
  #begin(activation: Activation, message: unknown): void {
    try {
      const opening = this.#running(activation.address)(() => activation.begin(message))
      if (opening) this.#whenOpen(activation, opening)
      else activation.phase = 'idle'
    } catch (error) {
      queueMicrotask(() => this.#unopened(activation, error))
    }
  }

  #load(activation: Activation): void {
    this.#whenOpen(activation, this.#replay(activation))
  }

  #whenOpen(activation: Activation, opening: Promise<void>): void {
    opening
      .then(
        () => this.#loaded(activation),
        error => this.#unopened(activation, error),
      )
      .catch(this.#parts.crash)
  }

  async #replay(activation: Activation): Promise<void> {
    const { address } = activation
    const running = this.#running(replayOf(address))
    const isFound = await activation.replay(this.#pages(activation, running), running)
    const first = activation.mailbox[0]
    if (!isFound && first) await this.#running(address)(() => activation.begin(first.message))
  }

  /** Its death of the thread is blamed on the suspect. */
  #running(suspect: string): Running {
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

  async *#pages({ address, kind }: Activation, running: Running): AsyncIterable<Loaded> {
    const { journal } = this.#parts
    let page = await running(() => journal.load(address, kind.snapshots?.version ?? null, pageSize))
    for (;;) {
      yield page
      const last = page.entries.at(-1)
      if (!last || page.entries.length < pageSize) return
      const entries = await running(() => journal.read(address, seqAfter(last) - 1, pageSize))
      page = { snapshot: null, entries }
    }
  }

  #loaded(activation: Activation): void {
    if (activation.isOpen) this.#events.opened(activation)
    // Somebody has spoken to it since its journal was read.
    else if (activation.mailbox.length > 0) this.#load(activation)
    else {
      this.remove(activation)
      this.#events.vanished(activation)
    }
  }

  /** A Failure is the caller's; anything else is the database's or ours. */
  #unopened(activation: Activation, error: unknown): void {
    if (error instanceof Failure && error.code !== 'unavailable') {
      this.remove(activation)
      if (error.code === 'start-failed') this.#shunned.set(activation.address, error)
      this.#events.refused(activation, error)
      return
    }
    this.#troubles.note('an actor could not be loaded', error)
    if (isDefect(error) && ++activation.setbacks.defects >= bounds.loads) this.#giveUp(activation, error)
    else this.loadLater(activation)
  }

  #giveUp(activation: Activation, { message: reason, stack }: Error): void {
    const { address } = activation
    const facts = { address, reason, stack }
    const message = 'an actor that cannot be loaded is left alone until the next start'
    this.#parts.send({ type: 'log', level: 'error', message }, JSON.stringify(facts))
    this.remove(activation)
    this.#events.refused(activation, this.shun(address))
  }
}

/** What the language throws at a mistake: what is wrong with the database comes as something else, and goes by. */
function isDefect(error: unknown): error is Error {
  return [TypeError, RangeError, ReferenceError, SyntaxError].some(kind => error instanceof kind)
}
