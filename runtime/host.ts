// A host: the actors of one thread, and the journal that they share. The life of a message, top to bottom:
//   receive -> (load: activations.ts) -> decide: activation.ts -> gather, commit: group-commit.ts
//   -> answer, announce: outgoing.ts -> effects: performer.ts, alarms: alarms.ts -> receive
//
// R1 one activation per address.           R2 a reply or effect leaves only after its events are committed.
// R3 state is the fold of the entries.     R4 effects are owed by state, with the same id on every attempt.
// R5 nothing is lost while passivating.    R6 a host never waits for another host inside a decision.
// R7 (address, seq) is unique in the journal: a second owner fails loudly.
// The same class runs in a worker thread (actors/host.ts), in process for tests, and in the simulator.
import { Failure } from '../domain/failure.ts'
import type { Activation } from './activation.ts'
import { Activations } from './activations.ts'
import { Alarms } from './alarms.ts'
import { bounds } from './config.ts'
import { GroupCommit } from './group-commit.ts'
import type { HostParts } from './host-parts.ts'
import type { Refusal } from './journal.ts'
import { Outgoing } from './outgoing.ts'
import { OutsideAsks } from './outside.ts'
import { Performer } from './performer.ts'
import { Troubles } from './troubles.ts'
import type { Envelope, Turn } from './turn.ts'

export class Host {
  readonly #parts: HostParts
  readonly #activations: Activations
  readonly #outgoing: Outgoing
  readonly #alarms: Alarms
  readonly #asks: OutsideAsks
  readonly #commits: GroupCommit
  readonly #performer: Performer
  #queued = 0
  #isStopping = false
  #isAbandoned = false
  #isFenced: boolean

  constructor(parts: HostParts) {
    const { clock, send } = parts
    const troubles = new Troubles(clock, send)
    this.#parts = parts
    this.#isFenced = parts.isFenced ?? false
    this.#outgoing = new Outgoing(send)
    this.#alarms = new Alarms(clock, address => this.#tell(address, this.#activations.kindOf(address).alarm))
    this.#asks = new OutsideAsks(clock, send)
    this.#activations = new Activations(parts, troubles, {
      opened: activation => this.#opened(activation),
      refused: (activation, failure) => this.#forgo(activation, failure),
      vanished: activation => this.#outgoing.answerWakes(activation),
    })
    this.#commits = new GroupCommit(parts, troubles, {
      committed: turn => this.#finish(turn),
      refused: (turn, refusal) => this.#refused(turn, refusal),
      lost: (turn, isHopeless) => this.#decideAgain(turn, isHopeless),
    })
    this.#performer = new Performer(parts, this.#asks, (address, message) => this.#tell(address, message))
  }

  /** Envelopes not yet answered by a commit. */
  get queued(): number {
    return this.#queued
  }

  get active(): number {
    return this.#activations.size
  }

  /** Delivers a message. `fresh`: nothing of the address is in the journal. */
  receive(address: string, envelope: Envelope, fresh = false): void {
    if (this.#isAbandoned) return
    if (envelope.ask && (this.#isStopping || (fresh && this.#queued >= bounds.queued))) {
      this.#outgoing.refuseBusy(envelope.ask.id, 'too much is waiting; try again soon')
      return
    }
    const refusal = this.#activations.refusalOf(address)
    if (refusal) {
      if (envelope.ask) this.#outgoing.refuse(envelope.ask.id, refusal)
      return
    }
    const activation = this.#activations.at(address, fresh ? envelope.message : undefined)
    if (activation.mailbox.length >= bounds.mailbox && envelope.ask) {
      this.#outgoing.refuseBusy(envelope.ask.id, `too many messages wait for ${address}`)
      return
    }
    this.#queued++
    activation.mailbox.push(envelope)
    if (activation.phase === 'idle') this.#take(activation)
  }

  /** Lets an address go on with what it owes and what is due; answered when it has been read. */
  wake(address: string, id: number): void {
    if (this.#isStopping) return
    if (this.#activations.refusalOf(address)) return this.#outgoing.reply(id, null)
    const activation = this.#activations.at(address)
    if (activation.phase === 'loading') {
      activation.wakes.push(id)
      return
    }
    this.#outgoing.reply(id, null)
    if (activation.phase === 'idle') this.#take(activation)
  }

  /** Fails an actor whose code killed its host too often, before any of that code runs again. */
  park(address: string, reason: string, id: number): void {
    this.receive(address, {
      message: this.#activations.kindOf(address).parked(reason),
      ask: { id, until: 'decided' },
    })
  }

  /** Leaves an actor alone whose replay killed its host too often: parking it would take another. */
  shun(address: string): void {
    this.#activations.shun(address)
  }

  /** What the thread itself says to an actor, beside what effects say. @throws {Failure} its refusal, unavailable */
  ask(address: string, message: unknown): Promise<string> {
    return this.#asks.ask(address, message)
  }

  /** The reply to an effect's ask of another actor. */
  answer(id: number, isRefused: boolean, payload: string): void {
    this.#asks.settle(id, isRefused, payload)
  }

  watch(address: string): void {
    this.#outgoing.watch(address)
  }

  unwatch(address: string): void {
    this.#outgoing.unwatch(address)
  }

  /** Nobody waits for the answer to this ask any more. */
  forget(address: string, id: number): void {
    this.#outgoing.forget(address, id)
    // Whoever would wait for the end only looks away: what was said counts.
    const mailbox = this.#activations.find(address)?.mailbox ?? []
    const place = mailbox.findIndex(({ ask }) => ask?.id === id && ask.until === 'decided')
    if (place < 0) return
    mailbox.splice(place, 1)
    this.#queued--
  }

  /** From now on what is owed is done: by each actor when it is next spoken to or woken. */
  unfence(): void {
    this.#isFenced = false
  }

  /** Takes nothing new, finishes the commits under way, ends the effects. What was owed is owed after the restart. */
  async stop(): Promise<void> {
    this.#end()
    await this.#commits.quiet()
  }

  /** The thread is lost: nothing more is decided, committed or sent. What the journal has is for the next host. */
  abandon(): void {
    this.#isAbandoned = true
    this.#commits.abandon()
    this.#end()
  }

  #end(): void {
    this.#isStopping = true
    this.#alarms.clear()
    this.#activations.end()
    for (const activation of this.#activations.all) this.#performer.end(activation)
  }

  /** A message that nobody waits for: the result of an effect, an alarm. */
  #tell(address: string, message: unknown): void {
    this.receive(address, { message, ask: null })
  }

  // -- load ---------------------------------------------------------------------------------------------------

  #opened(activation: Activation): void {
    this.#outgoing.answerWakes(activation)
    if (this.#isStopping) return
    this.#outgoing.announceUnheard(activation.address)
    activation.phase = 'idle'
    this.#take(activation)
  }

  /** There is no such actor: everybody who spoke to it is told so. */
  #forgo(activation: Activation, failure: Failure): void {
    this.#outgoing.answerWakes(activation)
    this.#performer.end(activation)
    this.#queued -= activation.mailbox.length
    for (const { ask } of activation.mailbox) if (ask) this.#outgoing.refuse(ask.id, failure)
  }

  // -- decide, commit -----------------------------------------------------------------------------------------

  #take(activation: Activation): void {
    this.#parts.mark?.(activation.address)
    const turn = activation.turn(this.#parts.clock.now())
    this.#parts.mark?.('')
    if (!turn.commit) {
      this.#finish(turn)
      return
    }
    activation.phase = 'committing'
    this.#commits.gather(turn)
  }

  /** The outcome is a loss or unknown: forget what was decided, read what is true, decide again. */
  #decideAgain(turn: Turn, isHopeless: boolean): void {
    const { activation, envelopes } = turn
    if (isHopeless) this.#parkInstead(turn)
    else activation.mailbox.unshift(...envelopes)
    this.#activations.loadLater(activation)
  }

  /** What it decided cannot be made durable: it decides something else. */
  #parkInstead({ activation: { address, kind, mailbox }, envelopes }: Turn): void {
    const reason = `what it decided could not be written ${bounds.losses} times`
    const facts = JSON.stringify({ address, reason })
    this.#parts.send({ type: 'log', level: 'error', message: 'an actor is parked' }, facts)
    for (const { ask } of envelopes)
      if (ask) this.#outgoing.refuse(ask.id, new Failure('unavailable', `${address} was stopped: ${reason}`))
    mailbox.unshift({ message: kind.parked(reason), ask: null })
    this.#queued += 1 - envelopes.length
  }

  #refused({ activation, envelopes, answers }: Turn, refusal: Refusal): void {
    const failure = Failure.from(refusal as Parameters<typeof Failure.from>[0])
    this.#queued -= envelopes.length
    for (const answer of answers) this.#outgoing.refuse(answer.id, failure)
    this.#activations.remove(activation)
    this.#forgo(activation, failure)
  }

  // -- answer, announce, effects ------------------------------------------------------------------------------

  #finish({ activation, envelopes, commit, answers }: Turn): void {
    activation.phase = 'idle'
    activation.setbacks.clear()
    this.#queued -= envelopes.length
    for (const answer of answers) this.#outgoing.give(activation, answer)
    if (commit) this.#outgoing.announce(commit)
    if (activation.isDue && !this.#isStopping) this.#take(activation)
    else this.#settle(activation)
  }

  /** Effects and alarm follow the durable state; what neither keeps in memory leaves it. */
  #settle(activation: Activation): void {
    if (activation.isDone) this.#outgoing.release(activation)
    if (this.#isStopping) return
    // Behind the fence nothing is carried out, and no alarm rings.
    if (this.#isFenced) {
      if (activation.mailbox.length === 0) this.#activations.remove(activation)
      return
    }
    const owed = this.#performer.settle(activation)
    this.#alarms.set(activation.address, activation.wakeAt)
    if (owed === 0 && activation.mailbox.length === 0) this.#activations.remove(activation)
  }
}
