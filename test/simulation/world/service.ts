// One life of the service: the real System, Supervisor and Hosts over links of this process. A host can be
// killed at any task; the whole service can be, and a new one then starts on the same database.
import { Admission } from '../../../actors/admission.ts'
import { chatKind } from '../../../actors/chat/effects.ts'
import { executionClient, whenAtRest } from '../../../actors/execution/client.ts'
import { executionKind } from '../../../actors/execution/effects.ts'
import { executionLog } from '../../../actors/execution/reading/execution-log.ts'
import { scheduleKind } from '../../../actors/schedule/effects.ts'
import type { Projection } from '../../../domain/work/projection.ts'
import type { Behavior, Effect, Snapshots } from '../../../runtime/actor.ts'
import type { AnyKind } from '../../../runtime/host/activation.ts'
import { silentLog } from '../../../runtime/log.ts'
import { inProcessLinks, type Link, type LinkEvents } from '../../../runtime/system/link.ts'
import { System } from '../../../runtime/system/system.ts'
import { organizationId } from '../../support/execution.ts'
import type { Limits } from '../laws/place-laws.ts'
import type { Scheduler, Thread } from '../scheduler.ts'
import type { Database } from './database.ts'
import type { Tools } from './tools.ts'
import type { Workflows } from './workflows.ts'

export interface ServiceParts {
  readonly scheduler: Scheduler
  readonly database: Database
  readonly tools: Tools
  readonly workflows: Workflows
  readonly slots: number
  readonly limits: Limits
  /** Executions that a free organization may start; null for one that pays. */
  readonly limit: number | null
  /** Events after which an execution goes on from a snapshot. */
  readonly snapshotsAfter: number
}

type AnyBehavior = Behavior<unknown, unknown, unknown, Effect, Projection>
type AnySnapshots = Snapshots<unknown, AnyBehavior>

interface Standing {
  readonly thread: Thread
  readonly end: (reason: Error | null) => void
}

export class Service {
  readonly main: Thread
  readonly system: System
  readonly client: ReturnType<typeof executionClient>
  readonly executionLog: ReturnType<typeof executionLog>
  readonly #parts: ServiceParts
  readonly #hosts = new Map<number, Standing>()
  readonly #threads: Thread[] = []
  #opened = 0

  constructor(parts: ServiceParts) {
    const { scheduler, database, workflows, slots } = parts
    this.#parts = parts
    this.main = scheduler.thread('main')
    const { main } = this
    this.system = new System({
      slots,
      clock: main,
      log: silentLog,
      open: (slot, events) => this.#open(slot, events),
      toWake: (which, after, limit) => database.toWake(main, which, after, limit),
    })
    const journal = database.journal(main)
    this.client = executionClient(this.system)
    this.executionLog = executionLog({
      system: this.system,
      clock: main,
      read: (address, after, limit) => journal.read(address, after, limit),
      readShort: (address, after, limit) => journal.read(address, after, limit),
      loadPlan: versionId => database.ask(main, 'reads a plan', () => workflows.planOf(versionId)),
    })
    this.system.start().catch(error => scheduler.fail(error))
    if (parts.limits.organization !== null) this.#admit(parts.limits)
  }

  get isAlive(): boolean {
    return this.main.isAlive
  }

  /**
   * Ends the host of a slot at once.
   * @param isSoft its code goes on for a while, as that of a thread that gave up
   */
  killHost(slot: number, isSoft: boolean): void {
    const host = this.#hosts.get(slot)
    if (!host) return
    host.end(new Error('killed'))
    if (!isSoft) host.thread.isAlive = false
  }

  /** kill -9: nothing of it does anything more. What had reached the database or a tool server is there. */
  crash(): void {
    this.main.isAlive = false
    for (const thread of this.#threads) thread.isAlive = false
  }

  /** Lets what is queued begin, as far as the limit goes. */
  #admit(limits: Limits): void {
    const { main, client, system } = this
    new Admission({
      leads: () => true,
      clock: main,
      log: silentLog,
      organizations: async () => [organizationId],
      read: () => this.#parts.database.queue(main, limits),
      admit: client.admit,
      whenAtRest: (id, callback) => whenAtRest(system, id, callback),
    }).start()
  }

  #open(slot: number, events: LinkEvents): Link {
    const { main } = this
    const { scheduler } = this.#parts
    const thread = scheduler.thread(`host${slot}.${++this.#opened}`, error => end(error))
    this.#threads.push(thread)
    const toMain = channel(scheduler, main)
    const toHost = channel(scheduler, thread)
    let hasEnded = false
    const end = (reason: Error | null) => {
      if (hasEnded) return
      hasEnded = thread.hasEnded = true
      this.#hosts.delete(slot)
      inner.kill()
      this.#checkReason(reason)
      main.after(scheduler.random.next() * 5, () => events.ended(reason), 'host ended')
    }
    const inner = inProcessLinks(() => this.#hostParts(thread), thread)(slot, {
      receive: packed => hasEnded || toMain('frames', () => events.receive(packed)),
      ended: end,
    })
    this.#hosts.set(slot, { thread, end })
    return {
      send: packed => toHost('frames', () => inner.send(packed)),
      kill: () => end(new Error('killed')),
      suspect: inner.suspect,
    }
  }

  #hostParts(thread: Thread) {
    const { database, tools, workflows, snapshotsAfter, limits, limit } = this.#parts
    const findWorkflow = (_: string, id: string) =>
      database.ask(thread, 'finds a workflow', () => workflows.find(id))
    const executions = executionKind({
      hub: tools.hub(thread, database),
      fusePureSteps: true,
      loadPlan: versionId => database.ask(thread, 'reads a plan', () => workflows.planOf(versionId)),
      findWorkflow,
    })
    const plan = limit === null ? 'scale' : 'free'
    const schedules = scheduleKind({
      findWorkflow: async (organization, id) => {
        const isLimited = limits.organization !== null
        return { ...(await findWorkflow(organization, id)), isLimited }
      },
      findTerms: () =>
        database.ask(thread, 'reads the terms', () => ({ plan, concurrency: null, acceptsPlans: true })),
      executionLimits: { free: limit ?? 0, pro: null, scale: null },
    })
    const all: AnyKind<Projection>[] = [executions, schedules, chats()]
    const kinds = all.map(kind => {
      const { open, snapshots } = kind
      return {
        ...kind,
        open: (...given: Parameters<typeof open>) => takingTime(thread, open(...given)),
        snapshots: {
          ...snapshots!,
          afterEvents: snapshotsAfter,
          open: (...given: Parameters<AnySnapshots['open']>) => takingTime(thread, snapshots!.open(...given)),
        },
      }
    })
    return { kinds, journal: database.journal(thread), invalidate: () => {} }
  }

  /**
   * Hosts end because they are told to, because of the bomb, or because somebody else's commit was there
   * first.
   */
  #checkReason(reason: Error | null): void {
    const { scheduler, database } = this.#parts
    if (reason === null || reason.message === 'killed' || reason.message === 'bomb') return
    if (reason.name === 'SeqTaken' && database.hasStrays) return
    scheduler.fail(new Error(`a host ended by itself: ${reason.message}`, { cause: reason }))
  }
}

/** Sessions in which nobody says anything: they hear of executions, and tell how they end. */
function chats(): AnyKind<Projection> {
  const unasked = () => Promise.reject(new Error('nobody has said anything'))
  return chatKind({
    assistant: unasked,
    models: { open: unasked },
    hub: { list: unasked, call: unasked },
    clock: { elapsed: () => 0, soon: go => go() },
    sayExecution: ({ id, workflowId, workflowName, status, approvals }) => [
      { type: 'execution', executionId: id, workflowId, workflowName, status },
      ...approvals.map(approval => ({ type: 'approval' as const, approval })),
    ],
  })
}

/** A behavior whose decisions take time. */
function takingTime(thread: Thread, opened: AnyBehavior | Promise<AnyBehavior>): typeof opened {
  if (opened instanceof Promise) return opened.then(behavior => takingTime(thread, behavior))
  const behavior = opened
  return {
    ...behavior,
    decide(...given) {
      thread.decide()
      return behavior.decide(...given)
    },
    advance(...given) {
      thread.decide()
      return behavior.advance(...given)
    },
  }
}

/** Messages to a thread arrive late, and in the order in which they were sent. */
function channel(scheduler: Scheduler, thread: Thread): (name: string, deliver: () => void) => void {
  let lastAt = 0
  return (name, deliver) => {
    const { random, time } = scheduler
    lastAt = Math.max(lastAt, time + random.next() * (random.chance(0.02) ? 30 : 0.5))
    scheduler.add(thread, name, lastAt - time, deliver)
  }
}
