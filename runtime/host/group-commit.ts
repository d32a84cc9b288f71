// One commit for many actors. The host gathers turns here and hears what became of each.
// 1. While a commit is in flight the next one gathers; there is no artificial delay. A tenant with a lot
//    gathered has a lane of its own (gathered.ts).
// 2. A lost commit loses no message: the host decides its turns again on what the journal has.
// 3. A turn that keeps getting lost is tried in ever smaller commits, then alone, then given up.
import { Failure } from '../../domain/failure.ts'
import { bounds } from '../config.ts'
import { type Refusal, SeqTaken, WritesRefused } from '../journal.ts'
import { Gathered, type Lane, lanes } from './gathered.ts'
import type { HostParts } from './host-parts.ts'
import type { Troubles } from './troubles.ts'
import type { Turn } from './turn.ts'

export interface GroupCommitEvents {
  /** The turn is durable. */
  committed(turn: Turn): void
  /** The journal refused the turn for good. */
  refused(turn: Turn, refusal: Refusal): void
  /**
   * The commit failed, or its outcome is unknown.
   * @param isHopeless it was the last of `lostCommits` while commits of others succeeded
   * @param refusal for who asks: the store takes no writes, so nothing was done; null: it may have been
   */
  lost(turn: Turn, isHopeless: boolean, refusal: Failure | null): void
  /** A commit has ended or begun: less is gathered. */
  written(): void
}

export class GroupCommit {
  readonly #parts: HostParts
  readonly #troubles: Troubles
  readonly #events: GroupCommitEvents
  readonly #gathered = new Gathered()
  readonly #inFlight = { light: 0, heavy: 0 }
  #isBeginning = false
  /** Commits that succeeded. */
  #succeeded = 0
  #lostInARow = 0
  #isAbandoned = false
  #whenQuiet: (() => void) | null = null

  constructor(parts: HostParts, troubles: Troubles, events: GroupCommitEvents) {
    this.#parts = parts
    this.#troubles = troubles
    this.#events = events
  }

  gather(turn: Turn): void {
    this.#gathered.add(turn)
    if (this.#isBeginning) return
    this.#isBeginning = true
    this.#parts.clock.soon(() => {
      this.#isBeginning = false
      this.#commit()
    })
  }

  /** Is enough gathered to keep the journal at work: of the tenant, or of all together? */
  isFull(tenant: string): boolean {
    return this.#gathered.isFull(tenant)
  }

  /** Resolves when nothing is gathered and no commit is in flight. */
  async quiet(): Promise<void> {
    if (this.#isQuiet) return
    await new Promise<void>(resolve => {
      this.#whenQuiet = resolve
    })
  }

  /** Drops the gathered turns, and reports nothing of the commits in flight. */
  abandon(): void {
    this.#isAbandoned = true
    this.#gathered.clear()
  }

  get #isQuiet(): boolean {
    return this.#inFlight.light === 0 && this.#inFlight.heavy === 0 && this.#gathered.isEmpty
  }

  #commit(): void {
    for (const lane of lanes) {
      while (this.#inFlight[lane] < bounds.commitsInFlight) {
        const turns = this.#gathered.take(lane, losses => this.#mostAfter(losses))
        if (turns.length === 0) break
        this.#begin(lane, turns)
      }
    }
    if (this.#isQuiet) this.#whenQuiet?.()
    this.#events.written()
  }

  #begin(lane: Lane, turns: readonly Turn[]): void {
    this.#inFlight[lane]++
    const ended = () => {
      this.#inFlight[lane]--
      this.#gathered.done(turns)
    }
    this.#parts.journal
      .commit(turns.map(turn => turn.commit!))
      .then(
        refusals => {
          ended()
          this.#committed(turns, refusals)
        },
        error => {
          ended()
          this.#lost(turns, error)
        },
      )
      .catch(this.#parts.crash)
  }

  #committed(turns: readonly Turn[], refusals: ReadonlyMap<number, Refusal>): void {
    if (this.#isAbandoned) return
    this.#succeeded++
    this.#lostInARow = 0
    turns.forEach((turn, index) => {
      const refusal = refusals.get(index)
      if (refusal) this.#events.refused(turn, refusal)
      else this.#events.committed(turn)
    })
    this.#commit()
  }

  /** R7: a taken seq means that the actor has a second owner, so this host must end. */
  #lost(turns: readonly Turn[], error: unknown): void {
    if (this.#isAbandoned) return
    if (error instanceof SeqTaken) throw error
    this.#troubles.note('a commit was lost', error)
    this.#lostInARow++
    const refusal = error instanceof WritesRefused ? unwritten(error) : null
    for (const turn of turns) this.#events.lost(turn, this.#count(turn), refusal)
    this.#commit()
  }

  /**
   * Counts a loss of the turn, once for each success of other commits: while none succeeds, the database may
   * be away.
   */
  #count({ activation: { setbacks } }: Turn): boolean {
    if (setbacks.lostAfter === this.#succeeded) return false
    setbacks.lostAfter = this.#succeeded
    return ++setbacks.losses === bounds.lostCommits
  }

  /** A quarter with every loss, so that a turn that cannot be written is soon alone. */
  #mostAfter(losses: number): number {
    if (losses === 0) return bounds.actorsPerCommit
    return Math.max(1, Math.floor(bounds.actorsPerCommit / 4 ** (losses + this.#lostInARow)))
  }
}

function unwritten({ message }: WritesRefused): Failure {
  const said = `the database cannot write at the moment: ${message}`
  return new Failure('unavailable', said, { retryAfterMs: 1_000 })
}
