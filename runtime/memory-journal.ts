// The journal in memory, for tests and the simulator. test/contracts/journal.ts holds it to the same laws as
// the journal in PostgreSQL.
import {
  type Commit,
  type Entry,
  type Journal,
  type Loaded,
  type Refusal,
  SeqTaken,
  type Snapshot,
  seqAfter,
  type Wake,
} from './journal.ts'
import { isToBeWoken, type ToWake } from './system/waking.ts'

export class MemoryJournal<P> implements Journal<P> {
  readonly entries = new Map<string, Entry[]>()
  readonly projections: P[] = []
  /** By address; an actor that nobody need wake is not in it. */
  readonly wakeups = new Map<string, Wake>()
  readonly snapshots = new Map<string, Snapshot>()
  /** Called for each commit inside the transaction; tests replace it. */
  refuse: (commit: Commit<P>) => Refusal | null = () => null

  async commit(commits: readonly Commit<P>[]): Promise<ReadonlyMap<number, Refusal>> {
    const next = new Map<string, number>()
    for (const commit of commits) {
      const { address, seq } = commit
      const expected = next.get(address) ?? this.#nextSeq(address)
      if (seq !== expected) throw new SeqTaken(`${address}: seq ${seq} is taken, next is ${expected}`)
      next.set(address, seqAfter(commit))
    }
    const refusals = new Map<number, Refusal>()
    commits.forEach((commit, index) => {
      const refusal = this.refuse(commit)
      if (refusal) refusals.set(index, refusal)
      else this.#append(commit)
    })
    return refusals
  }

  async read(address: string, after = 0, limit = 1_000): Promise<Entry[]> {
    const entries = this.entries.get(address) ?? []
    return entries.filter(entry => seqAfter(entry) > after + 1).slice(0, limit)
  }

  async load(address: string, version: number | null, limit: number): Promise<Loaded> {
    const kept = this.snapshots.get(address)
    const snapshot = kept?.version === version ? kept : null
    return { snapshot, entries: await this.read(address, snapshot?.seq ?? 0, limit) }
  }

  async close(): Promise<void> {}

  /** The same answer as storage/journal/wakeups.ts, except that it knows no rows of projections. */
  toWake(which: ToWake, after: string, limit: number): string[] {
    return [...this.wakeups]
      .filter(([address, wake]) => address > after && isToBeWoken(wake, which))
      .map(([address]) => address)
      .sort()
      .slice(0, limit)
  }

  #append({ projections, address, seq, at, body, wake, snapshot }: Commit<P>): void {
    const entries = this.entries.get(address)
    if (entries) entries.push({ address, seq, at, body })
    else this.entries.set(address, [{ address, seq, at, body }])
    this.projections.push(...projections)
    if (snapshot) this.snapshots.set(address, snapshot)
    if (wake === undefined) return
    if (wake.isOwing || wake.at !== null) this.wakeups.set(address, wake)
    else this.wakeups.delete(address)
  }

  #nextSeq(address: string): number {
    const last = this.entries.get(address)?.at(-1)
    return last ? seqAfter(last) : 1
  }
}
