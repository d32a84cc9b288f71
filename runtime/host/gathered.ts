// The turns that wait for a commit, by tenant. group-commit.ts has one, and asks it what goes next.
// 1. A tenant's turns are in one commit at a time. So two commits at once share no row, and none waits for a
//    lock of the other.
// 2. A tenant with a lot gathered commits alone, in a lane of its own (`heavy`). All others share a commit in
//    the other lane (`light`): the megabytes of one delay nobody else.
// 3. Tenants take turns in both lanes. Of one tenant the oldest goes first.
import { bounds } from '../config.ts'
import type { Turn } from './turn.ts'

export const lanes = ['light', 'heavy'] as const
export type Lane = (typeof lanes)[number]

interface Waiting {
  turns: Turn[]
  bytes: number
}

export class Gathered {
  /** In the order in which tenants go next. */
  readonly #tenants = new Map<string, Waiting>()
  /** Tenants whose turns are being committed. */
  readonly #busy = new Set<string>()
  #count = 0
  /** Of each tenant no more than `mostOfOne`. */
  #counted = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  add(turn: Turn): void {
    const { tenant } = turn.activation
    const waiting = this.#tenants.get(tenant) ?? { turns: [], bytes: 0 }
    this.#tenants.set(tenant, waiting)
    waiting.turns.push(turn)
    this.#count++
    this.#weigh(waiting, bytesOf(turn))
  }

  /** Is enough gathered to keep the journal at work: of the tenant, or of all together? */
  isFull(tenant: string): boolean {
    const { commitsGathered, commitsGatheredEach, actorsPerCommit, bytesPerCommit } = bounds
    if (this.#count >= commitsGathered * actorsPerCommit || this.#counted >= commitsGathered * bytesPerCommit)
      return true
    const waiting = this.#tenants.get(tenant)
    if (waiting === undefined) return false
    return waiting.turns.length >= commitsGatheredEach * actorsPerCommit || waiting.bytes >= mostOfOne()
  }

  /**
   * Turns for one commit of the lane: within its bounds, those that were lost as often as the first one.
   * Their tenants have nothing else committed until `done`.
   * @param mostAfter how many turns go together that were lost so often
   */
  take(lane: Lane, mostAfter: (losses: number) => number): Turn[] {
    const commit = new Commitment(mostAfter)
    for (const [tenant, waiting] of [...this.#tenants]) {
      if (this.#busy.has(tenant) || laneOf(waiting) !== lane) continue
      const before = commit.turns.length
      const left = waiting.turns.filter(turn => !commit.take(turn))
      if (commit.turns.length === before) continue
      this.#busy.add(tenant)
      this.#leave(tenant, waiting, left)
      if (lane === 'heavy' || commit.isFull) break
    }
    return commit.turns
  }

  done(turns: readonly Turn[]): void {
    for (const { activation } of turns) this.#busy.delete(activation.tenant)
  }

  clear(): void {
    this.#tenants.clear()
    this.#count = 0
    this.#counted = 0
  }

  /** What is left goes behind the other tenants. */
  #leave(tenant: string, waiting: Waiting, left: Turn[]): void {
    this.#count -= waiting.turns.length - left.length
    this.#weigh(waiting, left.reduce((sum, turn) => sum + bytesOf(turn), 0) - waiting.bytes)
    waiting.turns = left
    this.#tenants.delete(tenant)
    if (left.length > 0) this.#tenants.set(tenant, waiting)
  }

  #weigh(waiting: Waiting, bytes: number): void {
    const before = Math.min(waiting.bytes, mostOfOne())
    waiting.bytes += bytes
    this.#counted += Math.min(waiting.bytes, mostOfOne()) - before
  }
}

/** Turns that go together. */
class Commitment {
  readonly turns: Turn[] = []
  readonly #mostAfter: (losses: number) => number
  #losses = 0
  #most = 1
  #bytes = 0

  constructor(mostAfter: (losses: number) => number) {
    this.#mostAfter = mostAfter
  }

  get isFull(): boolean {
    return this.turns.length >= this.#most || this.#bytes >= bounds.bytesPerCommit
  }

  /** @returns whether the turn goes along */
  take(turn: Turn): boolean {
    const { losses } = turn.activation.setbacks
    const bytes = bytesOf(turn)
    if (this.turns.length === 0) {
      this.#losses = losses
      this.#most = this.#mostAfter(losses)
    } else if (
      losses !== this.#losses ||
      this.turns.length >= this.#most ||
      this.#bytes + bytes > bounds.bytesPerCommit
    ) {
      return false
    }
    this.turns.push(turn)
    this.#bytes += bytes
    return true
  }
}

function laneOf({ bytes }: Waiting): Lane {
  return bytes < bounds.heavyBytes ? 'light' : 'heavy'
}

function mostOfOne(): number {
  return bounds.commitsGatheredEach * bounds.bytesPerCommit
}

/** Projections are not counted: their size follows from the events. */
function bytesOf({ commit }: Turn): number {
  return commit!.body.length + (commit!.snapshot?.body.length ?? 0)
}
