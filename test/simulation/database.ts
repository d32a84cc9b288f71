// The database of a simulation: the journal in memory with the rows that its commits write, at the far end of a
// connection. A commit can be lost on its way, lost on the way back, or be taken long after its sender gave it up.
import { Failure } from '../../domain/failure.ts'
import type { ApprovalRow, ExecutionRow, Projection } from '../../domain/projection.ts'
import type { Commit, Entry, Journal, Refusal } from '../../runtime/journal.ts'
import { MemoryJournal } from '../../runtime/memory-journal.ts'
import type { Queue } from '../../storage/queues.ts'
import type { Faults } from './faults.ts'
import type { Limits } from './place-laws.ts'
import type { Scheduler, Thread } from './scheduler.ts'

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

  get entries(): ReadonlyMap<string, readonly Entry[]> {
    return this.#journal.entries
  }

  get wakeups(): ReadonlyMap<string, number> {
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

  unfinished(thread: Thread, after: string, limit: number): Promise<string[]> {
    return this.ask(thread, 'lists what is unfinished', () =>
      [...this.executions.values()]
        .filter(({ id, status }) => id > after && (status === 'queued' || status === 'running'))
        .map(({ id }) => id)
        .sort()
        .slice(0, limit),
    )
  }

  due(thread: Thread, before: number, after: string, limit: number): Promise<string[]> {
    return this.ask(thread, 'lists what is due', () =>
      [...this.wakeups]
        .filter(([address, at]) => address > after && at < before)
        .map(([address]) => address)
        .sort()
        .slice(0, limit),
    )
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
    return new Promise((resolve, reject) => {
      const giveUp = () => this.#at(thread, outcome, () => reject(lost))
      const take = async () => {
        const isOrphan = !thread.isAlive || thread.hasEnded
        if (outcome === 'late' || isOrphan) this.hasStrays = true
        // The database may be slow to notice that nobody waits for the answer.
        if (isOrphan && this.#scheduler.random.chance(0.5))
          await this.#server.sleep(this.#scheduler.random.below(2_500))
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
      this.#write(commit.projection)
      this.#watcher.committed(commit)
    })
    this.whenTaken()
    return refusals
  }

  #write(projection: Projection | null): void {
    if (!projection) return
    const { execution, requested, decided } = projection
    if (execution?.type === 'started') {
      this.executions.set(execution.row.id, execution.row)
      this.usage.executions++
    } else if (execution) {
      const { change } = execution
      this.executions.set(change.id, { ...this.executions.get(change.id)!, ...change })
    }
    const ended = execution?.type === 'started' ? execution.row : execution?.change
    if (ended && ended.finishedAt !== null) this.usage.cu += ended.cu
    for (const row of requested) this.approvals.set(row.id, row)
    for (const change of decided) {
      const row = this.approvals.get(change.id)!
      this.approvals.set(change.id, { ...row, ...change, args: change.args ?? row.args })
    }
  }

  #refuse({ projection }: Commit<Projection>): Refusal | null {
    const execution = projection?.execution
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
