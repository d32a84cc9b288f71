// One commit for many actors. The host gathers turns here and hears what became of each.
// 1. While one commit is in flight the next one gathers; there is no artificial delay.
// 2. A lost commit loses no message: the host decides its turns again on what the journal has.
// 3. A turn that keeps getting lost is tried in ever smaller commits, then alone, then given up.
import { bounds } from '../config.ts'
import { type Refusal, SeqTaken } from '../journal.ts'
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
   */
  lost(turn: Turn, isHopeless: boolean): void
  /** A commit has ended or begun: less is gathered. */
  written(): void
}

export class GroupCommit {
  readonly #parts: HostParts
  readonly #troubles: Troubles
  readonly #events: GroupCommitEvents
  #gathered: Turn[] = []
  #gatheredBytes = 0
  #inFlight = 0
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
    this.#gathered.push(turn)
    this.#gatheredBytes += bytesOf(turn)
    if (this.#gathered.length === 1) this.#parts.clock.soon(() => this.#commit())
  }

  /** Is enough gathered to keep the journal at work? */
  get isFull(): boolean {
    return (
      this.#gathered.length >= bounds.commitsGathered * bounds.actorsPerCommit ||
      this.#gatheredBytes >= bounds.commitsGathered * bounds.bytesPerCommit
    )
  }

  /** Resolves when nothing is gathered and no commit is in flight. */
  async quiet(): Promise<void> {
    if (this.#inFlight === 0 && this.#gathered.length === 0) return
    await new Promise<void>(resolve => {
      this.#whenQuiet = resolve
    })
  }

  /** Drops the gathered turns, and reports nothing of the commits in flight. */
  abandon(): void {
    this.#isAbandoned = true
    this.#gathered = []
    this.#gatheredBytes = 0
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
    this.#events.written()
  }

  #committed(turns: readonly Turn[], refusals: ReadonlyMap<number, Refusal>): void {
    this.#inFlight--
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
    this.#inFlight--
    if (this.#isAbandoned) return
    if (error instanceof SeqTaken) throw error
    this.#troubles.note('a commit was lost', error)
    this.#lostInARow++
    for (const turn of turns) this.#events.lost(turn, this.#count(turn))
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

  /** Turns for one commit: within its bounds, those that were lost as often as the oldest one. */
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
    this.#gatheredBytes -= bytes
    return turns
  }

  /** A quarter with every loss, so that a turn that cannot be written is soon alone. */
  #mostAfter(losses: number): number {
    if (losses === 0) return bounds.actorsPerCommit
    return Math.max(1, Math.floor(bounds.actorsPerCommit / 4 ** (losses + this.#lostInARow)))
  }
}

/** Projections are not counted: their size follows from the events. */
function bytesOf({ commit }: Turn): number {
  return commit!.body.length + (commit!.snapshot?.body.length ?? 0)
}
