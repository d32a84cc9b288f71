// The database of a simulation: the journal in memory with the rows that its commits write, at the far end
// of a connection. A commit can be lost on its way, lost on the way back, or be taken long after its sender
// gave it up. In a cluster threads belong to sessions of nodes: for each the database may be out of reach,
// and what it commits passes the fence of the placement.
import { Failure } from '../../../domain/failure.ts'
import {
  type ApprovalRow,
  changeOf,
  type ExecutionProjection,
  type ExecutionRow,
  type Projection,
  projectionOf,
} from '../../../domain/work/projection.ts'
import {
  type Commit,
  type Entry,
  type Journal,
  type Refusal,
  SeqTaken,
  type Wake,
} from '../../../runtime/journal.ts'
import { MemoryJournal } from '../../../runtime/memory-journal.ts'
import type { MemoryPlacementTable } from '../../../runtime/placement/memory-placement.ts'
import type { ToWake } from '../../../runtime/system/waking.ts'
import type { Queue } from '../../../storage/executions/queues.ts'
import type { Limits } from '../laws/place-laws.ts'
import type { Scheduler, Thread } from '../scheduler.ts'
import type { Faults } from './faults.ts'

/** Whoever wants to know what is durable, and what a host has been told and has had time to act upon. */
export interface CommitWatcher {
  /** @param writer null outside of a cluster */
  committed(commit: Commit<Projection>, writer: Writer | null): void
  acknowledged(commit: Commit<Projection>): void
}

/** Who has written a commit. */
export interface Writer {
  readonly incarnation: number
  /** Its host is no more, or has given the commit up. */
  readonly isStray: boolean
}

/** A node of a cluster, as the database sees it. */
export interface Session {
  /** As commits carry it. */
  readonly incarnation: number
  /** Is the database away for it? */
  readonly isCut: boolean
  readonly table: MemoryPlacementTable
}

/** A commit that is to pass the fence. */
interface Statement {
  readonly session: Session
  readonly thread: Thread
  readonly incarnation: number
  readonly isStray: () => boolean
}

type Commits = readonly Commit<Projection>[]
type Refusals = ReadonlyMap<number, Refusal>

export class Database {
  readonly executions = new Map<string, ExecutionRow>()
  readonly approvals = new Map<string, ApprovalRow>()
  readonly usage = { executions: 0, cu: 0 }
  /** Commits were taken that their sender no longer knew of: another owner may have met them. */
  hasStrays = false
  /** Of the process that owns the database; storage/postgres/ownership.ts ends those of the one before. */
  #lives = 0
  /** Of the threads of a cluster. */
  readonly #sessions = new Map<Thread, Session>()
  /** Told of every commit as it becomes durable: the moments that matter. */
  whenTaken: (writer: Writer | null) => void = () => {}
  /** Told of every commit of a node that runs. @returns whether it needs the node once more */
  whenRunning: (incarnation: number) => boolean = () => false
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
    this.#lives++
  }

  /** The thread belongs to a node of a cluster. */
  connect(thread: Thread, session: Session): void {
    this.#sessions.set(thread, session)
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
      const isDropped = this.#faults.losesRead()
      const isCut = () => this.#sessions.get(thread)?.isCut === true
      this.#scheduler.count(isDropped ? 'read lost' : 'read')
      const lose = () => back(() => reject(new Failure('unavailable', 'the connection is gone')))
      const back = (settle: () => void) => this.#at(thread, `has what it ${name}`, settle)
      this.#at(this.#server, name, async () => {
        if (isCut()) return lose()
        try {
          const value = await answer()
          if (isDropped || isCut()) lose()
          else back(() => resolve(value))
        } catch (error) {
          back(() => reject(error))
        }
      })
    })
  }

  #commit(thread: Thread, commits: Commits): Promise<Refusals> {
    const outcome = this.#faults.commit()
    this.#scheduler.count(`commit ${outcome}`)
    const lost = new Error(`the connection is gone (${outcome})`)
    const lives = this.#lives
    const session = this.#sessions.get(thread)
    const incarnation = session?.incarnation ?? 0
    return new Promise((resolve, reject) => {
      const giveUp = () => this.#at(thread, outcome, () => reject(lost))
      const isOrphan = () => !thread.isAlive || thread.hasEnded
      const isStray = () => outcome === 'late' || isOrphan()
      const take = async () => {
        if (session?.isCut) return outcome === 'late' || giveUp()
        if (isStray()) this.hasStrays = true
        // The database may be slow to notice that nobody waits for the answer.
        if (isOrphan() && this.#scheduler.random.chance(0.5))
          await this.#server.sleep(this.#scheduler.random.below(2_500))
        if (lives !== this.#lives) return
        try {
          const refusals = session
            ? await this.#takeFenced({ session, thread, incarnation, isStray }, commits)
            : await this.#take(commits, null)
          if (outcome === 'late') return
          if (outcome === 'lost-after' || session?.isCut) return giveUp()
          this.#at(thread, 'committed', () => {
            resolve(refusals)
            const acknowledge = () => {
              commits.forEach((commit, index) => {
                if (!refusals.has(index) && !thread.hasEnded) this.#watcher.acknowledged(commit)
              })
            }
            // What the host does next comes between: it tells others, and gives calls up.
            thread.soon(() => thread.soon(acknowledge))
          })
        } catch (error) {
          this.#scheduler.count(error instanceof SeqTaken ? 'seq taken' : `commit ${(error as Error).name}`)
          if (outcome !== 'late') this.#at(thread, 'refused', () => reject(error))
        }
      }
      if (outcome === 'lost-before' || outcome === 'late') giveUp()
      if (outcome === 'lost-before') return
      const delayMs = outcome === 'slow' || outcome === 'late' ? this.#scheduler.random.below(3_000) : 0
      this.#at(this.#server, `takes ${commits.length}`, take, delayMs)
    })
  }

  /**
   * The statement runs for a while, and some need their node once more, as one whose end is not sent yet: a
   * node that sleeps keeps it open, and the fence with it.
   */
  #takeFenced({ session, thread, incarnation, isStray }: Statement, commits: Commits): Promise<Refusals> {
    const { random } = this.#scheduler
    return session.table.commit(incarnation, async isAborted => {
      await this.#server.sleep(random.below(random.chance(0.1) ? 400 : 10))
      if (this.whenRunning(incarnation) || random.chance(0.2))
        while (thread.isPaused && thread.isAlive && !isAborted()) await this.#server.sleep(40)
      if (isAborted() || session.isCut) throw new Error('the session was ended')
      if (isStray()) this.hasStrays = true
      return this.#take(commits, { incarnation, isStray: isStray() })
    })
  }

  async #take(commits: Commits, writer: Writer | null): Promise<Refusals> {
    const refusals = await this.#journal.commit(commits)
    commits.forEach((commit, index) => {
      if (refusals.has(index)) return
      this.#scheduler.trace(`${commit.address} ${commit.seq} ${commit.body}`)
      for (const projection of commit.projections) this.#write(projection)
      this.#watcher.committed(commit, writer)
    })
    this.whenTaken(writer)
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
