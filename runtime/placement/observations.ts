// Which members are dead, as one node sees it. Each beat of the node's own is a look at the others.
// 1. A beat counts from when this node saw it, by its own clock that never jumps: whatever the store's
//    clock does, nobody is dead before its own deadline has passed.
// 2. Looks that are too far apart begin anew: while the store was away, or this node slept, nobody could
//    beat.
// 3. That a session is gone is a good sign of death, so less silence is enough: where this node has seen it
//    there before. When PostgreSQL restarts, all sessions are gone, and a node that is paused meanwhile
//    still trusts itself. Only there the store's clock says how old a beat was when it was seen, and never
//    older than the look before.
import type { MemberRow } from './placement-store.ts'

export const placementBounds = {
  /** Between two beats. */
  beatMs: 500,
  /** A node trusts itself for so long from when it sent a beat. */
  trustMs: 2_500,
  /** Silence of the dead: `trustMs`, and what two clocks may differ in that time. */
  silentMs: 2_600,
  /** Of those whose session is gone. All shards shall have an owner within 1 s of a kill. */
  absentMs: 800,
  /** A cut-off node trusts itself no longer than others do. */
  cutMs: 750,
  /** Looks that are further apart begin anew. */
  lookGapMs: 1_200,
} as const

interface Seen {
  readonly beats: number
  /** When it was seen first. */
  readonly seenAt: number
  /** When it was sent, as far as is known. */
  readonly sentAt: number
  /** Its session was there, in some look. */
  readonly wasPresent: boolean
  readonly row: MemberRow
}

export class Observations {
  readonly #seen = new Map<number, Seen>()
  #lookedAt = -Infinity

  /** @param now ms of `Clock.elapsed`, when the answer came */
  look(members: readonly MemberRow[], now: number): void {
    const gapMs = now - this.#lookedAt
    const isFirst = gapMs > placementBounds.lookGapMs
    if (isFirst) this.#seen.clear()
    this.#lookedAt = now
    const gone = new Set(this.#seen.keys())
    for (const row of members) {
      gone.delete(row.incarnation)
      const last = this.#seen.get(row.incarnation)
      const wasPresent = row.isPresent || last?.wasPresent === true
      const ageMs = isFirst ? 0 : Math.max(0, Math.min(row.quietMs, gapMs))
      const { seenAt, sentAt } = last?.beats === row.beats ? last : { seenAt: now, sentAt: now - ageMs }
      this.#seen.set(row.incarnation, { beats: row.beats, seenAt, sentAt, wasPresent, row })
    }
    for (const incarnation of gone) this.#seen.delete(incarnation)
  }

  /** The store was away: nobody is judged by what was before. */
  forget(): void {
    this.#seen.clear()
    this.#lookedAt = -Infinity
  }

  dead(now: number): MemberRow[] {
    return [...this.#seen.values()].filter(seen => deathOf(seen) <= now).map(({ row }) => row)
  }

  /** When the next of them is dead unless it beats; Infinity for nobody. */
  nextDeath(now: number): number {
    const deaths = [...this.#seen.values()].map(deathOf)
    return Math.min(Infinity, ...deaths.filter(at => at > now))
  }
}

function deathOf({ row, seenAt, sentAt, wasPresent }: Seen): number {
  const { absentMs, silentMs } = placementBounds
  const isGone = wasPresent && !row.isPresent
  return isGone ? Math.min(sentAt + absentMs, seenAt + silentMs) : seenAt + silentMs
}
