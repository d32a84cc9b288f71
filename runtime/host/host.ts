// A host: the actors of one thread, and the journal that they share. The life of a message, top to bottom:
//   receive -> (load: activations.ts) -> (wait: ready.ts) -> decide: activation.ts
//   -> gather, commit: group-commit.ts -> answer, announce: outgoing.ts
//   -> effects: performer.ts, alarms: alarms.ts -> receive
//
// Invariants (docs/internals/runtime.md):
// R1 one activation per address.           R2 a reply or effect leaves only after its events are committed.
// R3 state is the fold of the entries.     R4 effects are owed by state, with the same id on every attempt.
// R5 nothing is lost while passivating.    R6 a host never waits for another host inside a decision.
// R7 (address, seq) is unique in the journal: a second owner fails loudly.
// The same class runs in a worker thread (actors/host.ts), in process for tests, and in the simulator.
import { Failure } from '../../domain/failure.ts'
import { bounds } from '../config.ts'
import type { Refusal } from '../journal.ts'
import type { Activation } from './activation.ts'
import { Activations } from './activations.ts'
import { Alarms } from './alarms.ts'
import { GroupCommit } from './group-commit.ts'
import type { HostParts } from './host-parts.ts'
import { LargeActors } from './large-actors.ts'
import { Outgoing } from './outgoing.ts'
import { OutsideAsks } from './outside.ts'
import { Performer } from './performer.ts'
import { Ready } from './ready.ts'
import { Troubles } from './troubles.ts'
import type { Envelope, Turn } from './turn.ts'

/** The id of what the supervisor sends, who waits for no answer. */
const unasked = 0

export class Host {
  readonly #parts: HostParts
  readonly #activations: Activations
  readonly #outgoing: Outgoing
  readonly #alarms: Alarms
  readonly #asks: OutsideAsks
  readonly #commits: GroupCommit
  readonly #performer: Performer
  readonly #ready: Ready
  readonly #large = new LargeActors()
  #queued = 0
  #isStopping = false
  #isAbandoned = false
  #isFenced: boolean
  /** Stops, stands behind a fence or is in a cluster: what follows a turn depends (`#hold`). */
  #isHolding: boolean
  #isAwaitingRenewal = false
  /** Actors that another node is to have as soon as their commit has ended. */
  readonly #leaving = new Map<Activation, () => void>()

  constructor(parts: HostParts) {
    const { clock, send } = parts
    const troubles = new Troubles(clock, send)
    this.#parts = parts
    this.#isFenced = parts.isFenced ?? false
    this.#isHolding = this.#isFenced || parts.standing !== undefined
    this.#outgoing = new Outgoing(send)
    this.#alarms = new Alarms(clock, address => this.#tell(address, this.#activations.kindOf(address).alarm))
    this.#asks = new OutsideAsks(parts)
    this.#activations = new Activations(parts, troubles, {
      opened: activation => this.#opened(activation),
      refused: (activation, failure) => this.#refuseAll(activation, failure),
      early: (activation, failure) => this.#refuseFirst(activation, failure),
      vanished: activation => this.#outgoing.answerWakes(activation),
      removed: activation => this.#giveRoom(activation),
    })
    this.#commits = new GroupCommit(parts, troubles, {
      committed: turn => this.#finish(turn),
      refused: (turn, refusal) => this.#refused(turn, refusal),
      lost: (turn, isHopeless, refusal) => this.#decideAgain(turn, isHopeless, refusal),
      written: () => this.#ready.goOn(),
    })
    this.#ready = new Ready({
      clock,
      turn: parts.standing
        ? (activation, isTimeUp) => this.#takeIfAlive(activation, isTimeUp)
        : (activation, isTimeUp) => this.#take(activation, isTimeUp),
      isFull: tenant => this.#commits.isFull(tenant),
      crash: parts.crash,
    })
    this.#performer = new Performer(parts, this.#asks, (address, message) => this.#tell(address, message))
  }

  /** Envelopes whose turn is not durable yet. */
  get queued(): number {
    return this.#queued
  }

  /** Actors in memory. */
  get active(): number {
    return this.#activations.size
  }

  /** Delivers a message. @param fresh the address has no journal */
  receive(address: string, envelope: Envelope, fresh = false): void {
    if (this.#isAbandoned) return
    if (envelope.ask && (this.#isStopping || (fresh && this.#queued >= bounds.queued))) {
      this.#outgoing.refuseBusy(envelope.ask.id, 'too much is waiting; try again soon')
      return
    }
    if (envelope.ask && fresh && this.#large.isOver(this.#activations.tenantOf(address, envelope.message))) {
      this.#outgoing.refuseBusy(envelope.ask.id, 'what runs already takes too much memory; try again soon')
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
    if (activation.phase === 'idle') this.#goOn(activation)
  }

  /** Loads an actor, which performs its pending effects and decides what is due. Answers after the replay. */
  wake(address: string, id: number): void {
    if (this.#isStopping) return
    if (this.#activations.refusalOf(address)) return this.#outgoing.reply(id, null)
    const activation = this.#activations.at(address)
    if (activation.phase === 'loading') {
      activation.wakes.push(id)
      return
    }
    this.#outgoing.reply(id, null)
    if (activation.phase === 'idle') this.#goOn(activation)
  }

  /** Fails an actor whose code killed its host too often, before any of that code runs again. */
  poison(address: string, reason: string, id: number): void {
    this.receive(address, {
      message: this.#activations.kindOf(address).poisoned(reason),
      ask: { id, until: 'decided' },
    })
  }

  /** Stops loading an actor whose replay killed its host too often: poisoning it would need a replay. */
  block(address: string): void {
    this.#activations.block(address)
  }

  /** Asks an actor for the thread itself, not for an effect. @throws {Failure} its refusal, unavailable */
  ask(address: string, message: unknown): Promise<string> {
    return this.#asks.ask(address, message)
  }

  /** Takes the reply to an ask of this host. */
  answer(id: number, isRefused: boolean, payload: string): void {
    this.#asks.settle(id, isRefused, payload)
  }

  watch(address: string): void {
    this.#outgoing.watch(address)
  }

  unwatch(address: string): void {
    this.#outgoing.unwatch(address)
  }

  /** The asker no longer waits for the answer. */
  forget(address: string, id: number): void {
    this.#outgoing.forget(address, id)
    // A message that waits for the end stays: only its asker has left.
    const mailbox = this.#activations.find(address)?.mailbox ?? []
    const place = mailbox.findIndex(({ ask }) => ask?.id === id && ask.until === 'decided')
    if (place < 0) return
    mailbox.splice(place, 1)
    this.#queued--
  }

  /** Ends the fence. Each actor performs its pending effects at its next message or wake. */
  unfence(): void {
    this.#isFenced = false
    this.#isHolding = this.#isStopping || this.#parts.standing !== undefined
  }

  /**
   * Another node is to have these actors: aborts their effects, finishes their commits in flight, forgets
   * them. No message for them comes in any more (system/serve.ts).
   */
  async release(isLeaving: (address: string) => boolean): Promise<void> {
    const commits: Promise<void>[] = []
    this.#alarms.drop(isLeaving)
    this.#ready.drop(({ address }) => isLeaving(address))
    for (const activation of this.#activations.all) {
      if (!isLeaving(activation.address)) continue
      this.#performer.end(activation)
      if (activation.phase !== 'committing') this.#handOver(activation)
      else commits.push(new Promise(resolve => this.#leaving.set(activation, resolve)))
    }
    await Promise.all(commits)
    this.#outgoing.release(isLeaving)
  }

  /** Takes nothing new, aborts the effects, finishes the commits in flight. Effects stay pending. */
  async stop(): Promise<void> {
    this.#end()
    await this.#commits.quiet()
  }

  /** Decides, commits and sends nothing more: the thread is lost, and the next host goes on. */
  abandon(): void {
    this.#isAbandoned = true
    this.#commits.abandon()
    this.#end()
  }

  #end(): void {
    this.#isStopping = true
    this.#isHolding = true
    this.#alarms.clear()
    this.#ready.clear()
    this.#activations.end()
    for (const activation of this.#activations.all) this.#performer.end(activation)
  }

  /** Delivers a message without an asker: the result of an effect, an alarm. */
  #tell(address: string, message: unknown): void {
    this.receive(address, { message, ask: null })
  }

  // -- load
  // ---------------------------------------------------------------------------------------------------

  #opened(activation: Activation): void {
    this.#outgoing.answerWakes(activation)
    if (this.#isStopping) return
    this.#outgoing.announceUnheard(activation.address)
    activation.phase = 'idle'
    this.#large.note(activation)
    this.#goOn(activation)
  }

  /** Refuses every message of an actor that does not exist. */
  #refuseAll(activation: Activation, failure: Failure): void {
    this.#outgoing.answerWakes(activation)
    this.#performer.end(activation)
    this.#queued -= activation.mailbox.length
    for (const { ask } of activation.mailbox) if (ask) this.#outgoing.refuse(ask.id, failure)
  }

  #refuseFirst({ mailbox }: Activation, failure: Failure): void {
    const { ask } = mailbox.shift()!
    this.#queued--
    if (ask) this.#outgoing.refuse(ask.id, failure)
  }

  // -- decide, commit
  // -----------------------------------------------------------------------------------------

  /** It has something to decide: takes its turn, unless others of its tenant fill the memory. */
  #goOn(activation: Activation): void {
    if (this.#large.mayGoOn(activation)) this.#ready.add(activation)
  }

  #giveRoom(left: Activation): void {
    const free = this.#large.left(left)
    if (this.#isStopping) return
    for (const activation of free) if (activation.phase === 'idle') this.#goOn(activation)
  }

  #take(activation: Activation, isTimeUp: () => boolean): void {
    this.#parts.mark?.(activation.address)
    const turn = activation.turn(this.#parts.clock.now(), isTimeUp)
    this.#parts.mark?.('')
    if (!turn.commit) {
      this.#finish(turn)
      return
    }
    activation.phase = 'committing'
    this.#commits.gather(turn)
  }

  /**
   * The commit was lost: drops the decisions, reads the journal, decides the same messages again.
   * @param refusal of asks; null: they wait
   */
  #decideAgain(turn: Turn, isHopeless: boolean, refusal: Failure | null): void {
    const { activation, envelopes } = turn
    if (this.#leaving.has(activation)) return this.#handOver(activation, envelopes)
    if (isHopeless) this.#poisonInstead(turn)
    else activation.mailbox.unshift(...this.#unrefused(envelopes, refusal))
    this.#activations.loadLater(activation)
  }

  /** Refuses the asks among them. @returns what nobody waits for: it is decided again */
  #unrefused(envelopes: readonly Envelope[], refusal: Failure | null): readonly Envelope[] {
    if (refusal === null) return envelopes
    const isAsk = ({ ask }: Envelope) => ask !== null && ask.id !== unasked
    const kept = envelopes.filter(envelope => !isAsk(envelope))
    for (const { ask } of envelopes.filter(isAsk)) this.#outgoing.refuse(ask!.id, refusal)
    this.#queued -= envelopes.length - kept.length
    return kept
  }

  /** Its decisions cannot be written: refuses its messages, and poisons it in their place. */
  #poisonInstead({ activation: { address, kind, mailbox }, envelopes }: Turn): void {
    const reason = `what it decided could not be written ${bounds.lostCommits} times`
    const facts = JSON.stringify({ address, reason })
    this.#parts.send({ type: 'log', level: 'error', message: 'an actor is poisoned' }, facts)
    for (const { ask } of envelopes)
      if (ask) this.#outgoing.refuse(ask.id, new Failure('unavailable', `${address} was stopped: ${reason}`))
    mailbox.unshift({ message: kind.poisoned(reason), ask: null })
    this.#queued += 1 - envelopes.length
  }

  #refused({ activation, envelopes, answers }: Turn, refusal: Refusal): void {
    const failure = Failure.from(refusal as Parameters<typeof Failure.from>[0])
    this.#queued -= envelopes.length
    for (const answer of answers) this.#outgoing.refuse(answer.id, failure)
    this.#activations.remove(activation)
    this.#refuseAll(activation, failure)
    this.#left(activation)
  }

  // -- answer, announce, effects
  // ------------------------------------------------------------------------------

  #finish({ activation, envelopes, commit, answers }: Turn): void {
    activation.phase = 'idle'
    activation.setbacks.clear()
    this.#queued -= envelopes.length
    for (const answer of answers) this.#outgoing.give(activation, answer)
    if (commit) this.#outgoing.announce(commit)
    this.#large.note(activation)
    if (this.#isHolding) this.#hold(activation)
    else if (activation.isDue) this.#goOn(activation)
    else this.#settle(activation)
  }

  /** Brings effects and alarm in line with the durable state; passivates an actor without effects. */
  #settle(activation: Activation): void {
    if (activation.isDone) this.#outgoing.answerEnd(activation)
    const pending = this.#performer.settle(activation)
    this.#alarms.set(activation.address, activation.wakeAt)
    if (pending === 0 && activation.mailbox.length === 0) this.#activations.remove(activation)
  }

  // -- what may not follow
  // ------------------------------------------------------------------------------------

  /** As `#finish` ends in a host that stops, stands behind a fence or is in a cluster. */
  #hold(activation: Activation): void {
    if (activation.isDone) this.#outgoing.answerEnd(activation)
    if (this.#leaving.has(activation)) return this.#handOver(activation)
    if (this.#isStopping) return
    if (activation.isDue) return this.#goOn(activation)
    // Behind the fence no effect is performed and no alarm rings.
    if (this.#isFenced) return this.#activations.remove(activation)
    if (this.#parts.standing?.isAlive === false) return this.#awaitRenewal()
    this.#settle(activation)
  }

  /** Past the own deadline nothing is decided: the state in memory may be another node's by now. */
  #takeIfAlive(activation: Activation, isTimeUp: () => boolean): void {
    if (this.#parts.standing!.isAlive) return this.#take(activation, isTimeUp)
    activation.phase = 'idle'
    this.#awaitRenewal()
  }

  /** What was held back goes on when a beat has moved the deadline. A buried node ends its hosts instead. */
  #awaitRenewal(): void {
    if (this.#isAwaitingRenewal) return
    this.#isAwaitingRenewal = true
    this.#parts.clock.after(bounds.renewalMs, () => {
      this.#isAwaitingRenewal = false
      if (this.#isStopping) return
      if (!this.#parts.standing!.isAlive) return this.#awaitRenewal()
      for (const activation of this.#activations.all) if (activation.phase === 'idle') this.#hold(activation)
    })
  }

  /** @param envelopes of a lost commit: its decisions are dropped */
  #handOver(activation: Activation, envelopes: readonly Envelope[] = []): void {
    this.#outgoing.answerWakes(activation)
    const messages = [...envelopes, ...activation.mailbox.splice(0)]
    this.#queued -= messages.length
    for (const { ask } of messages) if (ask) this.#outgoing.moved(ask.id)
    activation.phase = 'left'
    this.#activations.remove(activation)
    this.#left(activation)
  }

  #left(activation: Activation): void {
    this.#leaving.get(activation)?.()
    this.#leaving.delete(activation)
  }
}
