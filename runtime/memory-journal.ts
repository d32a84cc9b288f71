// The journal in memory, for tests and the simulator: the same laws as the one in PostgreSQL.
import {
  type Commit,
  type Entry,
  type Journal,
  type Loaded,
  type Refusal,
  SeqTaken,
  type Snapshot,
  seqAfter,
} from './journal.ts'

export class MemoryJournal<P> implements Journal<P> {
  readonly entries = new Map<string, Entry[]>()
  readonly projections: P[] = []
  /** Address to the time at which it is to be woken. */
  readonly wakeups = new Map<string, number>()
  readonly snapshots = new Map<string, Snapshot>()
  /** Decides, inside the transaction, which commits are refused. */
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

  #append({ projection, address, seq, at, body, wakeAt, snapshot }: Commit<P>): void {
    const entries = this.entries.get(address)
    if (entries) entries.push({ address, seq, at, body })
    else this.entries.set(address, [{ address, seq, at, body }])
    if (projection !== null) this.projections.push(projection)
    if (snapshot) this.snapshots.set(address, snapshot)
    if (wakeAt === null) this.wakeups.delete(address)
    else if (wakeAt !== undefined) this.wakeups.set(address, wakeAt)
  }

  #nextSeq(address: string): number {
    const last = this.entries.get(address)?.at(-1)
    return last ? seqAfter(last) : 1
  }
}
