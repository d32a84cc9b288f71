// One commit for many actors: while one is under way the next gathers, without any artificial delay. A commit that is lost
// takes nothing with it: its turns are decided again on what the journal has.
import type { Turn } from './activation.ts'
import { bounds } from './config.ts'
import type { HostParts } from './host-parts.ts'
import { type Refusal, SeqTaken } from './journal.ts'
import type { Troubles } from './troubles.ts'

export interface GroupCommitEvents {
  /** The turn is durable. */
  committed(turn: Turn): void
  /** The turn was not taken, and never will be. */
  refused(turn: Turn, refusal: Refusal): void
  /** Whether the turn was taken is not known. */
  lost(turn: Turn): void
}

export class GroupCommit {
  readonly #parts: HostParts
  readonly #troubles: Troubles
  readonly #events: GroupCommitEvents
  #gathered: Turn[] = []
  #inFlight = 0
  #isAbandoned = false
  #whenQuiet: (() => void) | null = null

  constructor(parts: HostParts, troubles: Troubles, events: GroupCommitEvents) {
    this.#parts = parts
    this.#troubles = troubles
    this.#events = events
  }

  gather(turn: Turn): void {
    this.#gathered.push(turn)
    if (this.#gathered.length === 1) this.#parts.clock.soon(() => this.#commit())
  }

  /** Resolves when nothing is gathered and nothing under way. */
  async quiet(): Promise<void> {
    if (this.#inFlight === 0 && this.#gathered.length === 0) return
    await new Promise<void>(resolve => {
      this.#whenQuiet = resolve
    })
  }

  /** What is gathered is not committed any more, what is under way not answered. */
  abandon(): void {
    this.#isAbandoned = true
    this.#gathered = []
  }

  #commit(): void {
    while (this.#gathered.length > 0 && this.#inFlight < bounds.commitsInFlight) {
      const turns = this.#gathered.splice(0, batchSize(this.#gathered))
      this.#inFlight++
      this.#parts.journal
        .commit(turns.map(turn => turn.commit!))
        .then(
          refusals => this.#committed(turns, refusals),
          error => this.#lost(turns, error),
        )
        .catch(this.#parts.crash)
    }
    if (this.#inFlight === 0 && this.#gathered.length === 0) this.#whenQuiet?.()
  }

  #committed(turns: readonly Turn[], refusals: ReadonlyMap<number, Refusal>): void {
    this.#inFlight--
    if (this.#isAbandoned) return
    turns.forEach((turn, index) => {
      const refusal = refusals.get(index)
      if (refusal) this.#events.refused(turn, refusal)
      else this.#events.committed(turn)
    })
    this.#commit()
  }

  /** R7: a place that is taken means a second owner, and this host must not go on. */
  #lost(turns: readonly Turn[], error: unknown): void {
    this.#inFlight--
    if (this.#isAbandoned) return
    if (error instanceof SeqTaken) throw error
    this.#troubles.note('a commit was lost', error)
    for (const turn of turns) this.#events.lost(turn)
    this.#commit()
  }
}

/** Four times smaller with every loss in a row, so that a commit that cannot be taken soon holds up nobody else. */
function batchSize(turns: readonly Turn[]): number {
  const failures = turns
    .slice(0, bounds.actorsPerCommit)
    .reduce((most, turn) => Math.max(most, turn.activation.failures), 0)
  return Math.max(1, Math.floor(bounds.actorsPerCommit / 4 ** failures))
}
