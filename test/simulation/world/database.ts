// The database of a simulation: the journal in memory with the rows that its commits write, at the far end of
// a connection. A commit can be lost on its way, lost on the way back, or be taken long after its sender gave
// it up.
import { Failure } from '../../../domain/failure.ts'
import {
  type ApprovalRow,
  changeOf,
  type ExecutionProjection,
  type ExecutionRow,
  type Projection,
  projectionOf,
} from '../../../domain/work/projection.ts'
import type { Commit, Entry, Journal, Refusal, Wake } from '../../../runtime/journal.ts'
import { MemoryJournal } from '../../../runtime/memory-journal.ts'
import type { ToWake } from '../../../runtime/system/waking.ts'
import type { Queue } from '../../../storage/executions/queues.ts'
import type { Limits } from '../laws/place-laws.ts'
import type { Scheduler, Thread } from '../scheduler.ts'
import type { Faults } from './faults.ts'

/** Whoever wants to know what is durable, and what a host has been told. */
export interface CommitWatcher {
  committed(commit: Commit<Projection>): void
  acknowledged(commit: Commit<Projection>): void
}

type Commits = readonly Commit<Projection>[]

export class Database {
  readonly executions = new Map<string, ExecutionRow>()
  readonly approvals = new Map<string, ApprovalRow>()
  readonly usage = { executions: 0, cu: 0 }
  /** Commits were taken that their sender no longer knew of: another owner may have met them. */
  hasStrays = false
  /** Of the process that owns the database; storage/postgres/ownership.ts ends those of the one before. */
  #sessions = 0
  /** Told of every commit as it becomes durable: the moments that matter. */
  whenTaken: () => void = () => {}
  readonly #journal = new MemoryJournal<Projection>()
  readonly #scheduler: Scheduler
  readonly #server: Thread
  readonly #faults: Faults
  readonly #watcher: CommitWatcher
  /** Starts that were counted against the limit. */
  #granted = 0

  constructor(scheduler: Scheduler, faults: Faults, watcher: CommitWatcher) {
    this.#scheduler = scheduler
    this.#server = scheduler.thread('database')
    this.#faults = faults
    this.#watcher = watcher
    this.#journal.refuse = commit => this.#refuse(commit)
  }

  /** A new process owns it: what the one before still has under way is not taken any more. */
  endSessions(): void {
    this.#sessions++
  }

  get entries(): ReadonlyMap<string, readonly Entry[]> {
    return this.#journal.entries
  }

  get wakeups(): ReadonlyMap<string, Wake> {
    return this.#journal.wakeups
  }

  /** The journal as a thread reaches it. */
  journal(thread: Thread): Journal<Projection> {
    return {
      commit: commits => this.#commit(thread, commits),
      read: (address, after, limit) =>
        this.ask(thread, `reads ${address}`, () => this.#journal.read(address, after, limit)),
      load: (address, version, limit) =>
        this.ask(thread, `loads ${address}`, () => this.#journal.load(address, version, limit)),
      close: async () => {},
    }
  }

  /** As storage/journal/wakeups.ts answers. */
  toWake(thread: Thread, which: ToWake, after: string, limit: number): Promise<string[]> {
    return this.ask(thread, which.isStart ? 'lists who is to be woken' : 'lists what is due', () => {
      const found = new Set(this.#journal.toWake(which, after, Number.POSITIVE_INFINITY))
      for (const { id, status } of which.isStart ? this.executions.values() : [])
        if (id > after && (status === 'queued' || status === 'running')) found.add(id)
      return [...found].sort().slice(0, limit)
    })
  }

  /** What of the organization is queued, and how much is at work. */
  queue(thread: Thread, limits: Limits): Promise<Queue> {
    return this.ask(thread, 'reads the queue', () => {
      const rows = [...this.executions.values()]
      const workflows = [...Map.groupBy(rows, ({ workflowId }) => workflowId)].map(([workflowId, own]) => {
        const idsOf = (status: string) => own.filter(row => row.status === status).map(({ id }) => id)
        const queued = idsOf('queued').sort()
        return { workflowId, limit: limits.workflow, running: idsOf('running').length, queued }
      })
      return { limit: limits.organization, workflows }
    })
  }

  /** A query that may fail, there or on the way. @throws {Failure} unavailable */
  ask<T>(thread: Thread, name: string, answer: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const isLost = this.#faults.losesRead()
      this.#scheduler.count(isLost ? 'read lost' : 'read')
      const back = (settle: () => void) => this.#at(thread, `has what it ${name}`, settle)
      this.#at(this.#server, name, async () => {
        try {
          const value = await answer()
          if (isLost) back(() => reject(new Failure('unavailable', 'the connection is gone')))
          else back(() => resolve(value))
        } catch (error) {
          back(() => reject(error))
        }
      })
    })
  }

  #commit(thread: Thread, commits: Commits): Promise<ReadonlyMap<number, Refusal>> {
    const outcome = this.#faults.commit()
    this.#scheduler.count(`commit ${outcome}`)
    const lost = new Error(`the connection is gone (${outcome})`)
    const sessions = this.#sessions
    return new Promise((resolve, reject) => {
      const giveUp = () => this.#at(thread, outcome, () => reject(lost))
      const take = async () => {
        const isOrphan = !thread.isAlive || thread.hasEnded
        if (outcome === 'late' || isOrphan) this.hasStrays = true
        // The database may be slow to notice that nobody waits for the answer.
        if (isOrphan && this.#scheduler.random.chance(0.5))
          await this.#server.sleep(this.#scheduler.random.below(2_500))
        if (sessions !== this.#sessions) return
        try {
          const refusals = await this.#take(commits)
          if (outcome === 'late') return
          if (outcome === 'lost-after') return giveUp()
          this.#at(thread, 'committed', () => {
            commits.forEach((commit, index) => {
              if (!refusals.has(index) && !thread.hasEnded) this.#watcher.acknowledged(commit)
            })
            resolve(refusals)
          })
        } catch (error) {
          this.#scheduler.count('seq taken')
          if (outcome !== 'late') this.#at(thread, 'refused', () => reject(error))
        }
      }
      if (outcome === 'lost-before' || outcome === 'late') giveUp()
      if (outcome === 'lost-before') return
      const delayMs = outcome === 'slow' || outcome === 'late' ? this.#scheduler.random.below(3_000) : 0
      this.#at(this.#server, `takes ${commits.length}`, take, delayMs)
    })
  }

  async #take(commits: Commits): Promise<ReadonlyMap<number, Refusal>> {
    const refusals = await this.#journal.commit(commits)
    commits.forEach((commit, index) => {
      if (refusals.has(index)) return
      this.#scheduler.trace(`${commit.address} ${commit.seq} ${commit.body}`)
      for (const projection of commit.projections) this.#write(projection)
      this.#watcher.committed(commit)
    })
    this.whenTaken()
    return refusals
  }

  #write(projection: Projection): void {
    switch (projection.kind) {
      case 'execution':
        return this.#writeExecution(projection)
      case 'approvals':
        for (const row of projection.requested) this.approvals.set(row.id, row)
        for (const change of projection.decided) {
          const row = this.approvals.get(change.id)!
          this.approvals.set(change.id, { ...row, ...change })
        }
    }
  }

  #writeExecution(projection: ExecutionProjection): void {
    if (projection.type === 'started') {
      this.executions.set(projection.row.id, projection.row)
      this.usage.executions++
    } else {
      const { change } = projection
      this.executions.set(change.id, { ...this.executions.get(change.id)!, ...change })
    }
    const { finishedAt, cu } = changeOf(projection)
    if (finishedAt !== null) this.usage.cu += cu
  }

  #refuse({ projections }: Commit<Projection>): Refusal | null {
    const execution = projectionOf(projections, 'execution')
    if (execution?.type !== 'started' || execution.charge.limit === null) return null
    const { limit } = execution.charge
    if (this.#granted < limit) {
      this.#granted++
      return null
    }
    const current = this.#granted
    this.#scheduler.count('start refused')
    return { code: 'quota-exceeded', message: `limit of ${limit}`, facts: { limit, current } }
  }

  #at(thread: Thread, name: string, run: () => void, delayMs = 0): void {
    thread.after(delayMs + this.#scheduler.random.next() * 2, run, name)
  }
}
