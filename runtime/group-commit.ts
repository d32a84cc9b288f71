// One commit for many actors: while one is under way the next gathers, without any artificial delay. A commit that is lost
// takes nothing with it: its turns are decided again on what the journal has.
import { bounds } from './config.ts'
import type { HostParts } from './host-parts.ts'
import { type Refusal, SeqTaken } from './journal.ts'
import type { Troubles } from './troubles.ts'
import type { Turn } from './turn.ts'

export interface GroupCommitEvents {
  /** The turn is durable. */
  committed(turn: Turn): void
  /** The turn was not taken, and never will be. */
  refused(turn: Turn, refusal: Refusal): void
  /** Whether the turn was taken is not known. `isHopeless`: that has been so too often while other commits were taken. */
  lost(turn: Turn, isHopeless: boolean): void
}

export class GroupCommit {
  readonly #parts: HostParts
  readonly #troubles: Troubles
  readonly #events: GroupCommitEvents
  #gathered: Turn[] = []
  #inFlight = 0
  #taken = 0
  #lostInARow = 0
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
      const turns = this.#next()
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
    this.#taken++
    this.#lostInARow = 0
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
    this.#lostInARow++
    for (const turn of turns) this.#events.lost(turn, this.#count(turn))
    this.#commit()
  }

  /** What follows the last commit that was taken is one loss, however often it is tried: the database may be away. */
  #count({ activation: { setbacks } }: Turn): boolean {
    if (setbacks.lostAfter === this.#taken) return false
    setbacks.lostAfter = this.#taken
    return ++setbacks.losses === bounds.losses
  }

  /** Turns for one commit: as many as it may have of those that were lost as often as the oldest. */
  #next(): Turn[] {
    const gathered = this.#gathered
    const { losses } = gathered[0]!.activation.setbacks
    const most = this.#mostAfter(losses)
    const [turns, others]: [Turn[], Turn[]] = [[], []]
    let bytes = 0
    let seen = 0
    for (; seen < gathered.length && turns.length < most; seen++) {
      const turn = gathered[seen]!
      const withIt = bytes + bytesOf(turn)
      const isTaken =
        turn.activation.setbacks.losses === losses && (seen === 0 || withIt <= bounds.bytesPerCommit)
      if (isTaken) bytes = withIt
      if (isTaken) turns.push(turn)
      else others.push(turn)
    }
    this.#gathered = others.concat(gathered.slice(seen))
    return turns
  }

  /** Four times fewer with every loss, so that a commit that cannot be taken is soon alone. */
  #mostAfter(losses: number): number {
    if (losses === 0) return bounds.actorsPerCommit
    return Math.max(1, Math.floor(bounds.actorsPerCommit / 4 ** (losses + this.#lostInARow)))
  }
}

/** What its rows add follows from its events. */
function bytesOf({ commit }: Turn): number {
  return commit!.body.length + (commit!.snapshot?.body.length ?? 0)
}
