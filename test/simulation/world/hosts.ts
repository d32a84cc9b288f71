// The hosts of one process: real ones over links of this process, each on a thread of the scheduler. A host
// can be killed at any task. Those of a node of a cluster are watched: they act for shards of their node
// only.
import { chatKind } from '../../../actors/chat/effects.ts'
import { executionKind } from '../../../actors/execution/effects.ts'
import { scheduleKind } from '../../../actors/schedule/effects.ts'
import type { Projection } from '../../../domain/work/projection.ts'
import type { Behavior, Effect, Snapshots } from '../../../runtime/actor.ts'
import type { NodeStanding } from '../../../runtime/cluster/node-standing.ts'
import type { AnyKind } from '../../../runtime/host/activation.ts'
import { inProcessLinks, type Link, type LinkEvents } from '../../../runtime/system/link.ts'
import type { Limits } from '../laws/place-laws.ts'
import type { Scheduler, Thread, Wall } from '../scheduler.ts'
import type { Database, Session } from './database.ts'
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

/** The node of a cluster that hosts are of. */
export interface NodeOfHosts {
  readonly name: string
  readonly wall: Wall
  readonly standing: NodeStanding
  readonly session: Session
  /** Does the actor belong to the node, whatever the node believes? */
  readonly owns: (address: string) => boolean
  /** An actor of the node is about to decide. */
  readonly decides: (address: string) => void
}

type AnyBehavior = Behavior<unknown, unknown, unknown, Effect, Projection>
type AnySnapshots = Snapshots<unknown, AnyBehavior>

interface Running {
  readonly thread: Thread
  readonly end: (reason: Error | null) => void
}

export class Hosts {
  readonly #parts: ServiceParts
  readonly #main: Thread
  readonly #node: NodeOfHosts | null
  readonly #running = new Map<number, Running>()
  /** Of this process, the main one too. */
  readonly threads: Thread[]
  #opened = 0

  constructor(parts: ServiceParts, main: Thread, node: NodeOfHosts | null = null) {
    this.#parts = parts
    this.#main = main
    this.#node = node
    this.threads = [main]
  }

  /**
   * Ends the host of a slot at once.
   * @param isSoft its code goes on for a while, as that of a thread that gave up
   */
  kill(slot: number, isSoft: boolean): void {
    const host = this.#running.get(slot)
    if (!host) return
    host.end(new Error('killed'))
    if (!isSoft) host.thread.isAlive = false
  }

  open = (slot: number, events: LinkEvents): Link => {
    const main = this.#main
    const { scheduler } = this.#parts
    const thread = this.#begin(slot, error => end(error))
    const toMain = channel(scheduler, main)
    const toHost = channel(scheduler, thread)
    let hasEnded = false
    const end = (reason: Error | null) => {
      if (hasEnded) return
      hasEnded = thread.hasEnded = true
      this.#running.delete(slot)
      inner.kill()
      this.#checkReason(reason)
      main.after(scheduler.random.next() * 5, () => events.ended(reason), 'host ended')
    }
    const inner = inProcessLinks(() => this.#hostParts(thread), thread)(slot, {
      receive: packed => hasEnded || toMain('frames', () => events.receive(packed)),
      ended: end,
    })
    this.#running.set(slot, { thread, end })
    return {
      send: packed => toHost('frames', () => inner.send(packed)),
      kill: () => end(new Error('killed')),
      suspect: inner.suspect,
    }
  }

  #begin(slot: number, uncaught: (error: Error) => void): Thread {
    const { scheduler, database } = this.#parts
    const prefix = this.#node === null ? '' : `${this.#node.name} `
    const wall = this.#node === null ? {} : { wall: this.#node.wall }
    const name = `${prefix}host${slot}.${++this.#opened}`
    const thread = scheduler.thread(name, { uncaught, ...wall })
    this.threads.push(thread)
    if (this.#node !== null) database.connect(thread, this.#node.session)
    return thread
  }

  #hostParts(thread: Thread) {
    const { database, tools, workflows, snapshotsAfter, limits, limit } = this.#parts
    const findWorkflow = (_: string, id: string) =>
      database.ask(thread, 'finds a workflow', () => workflows.find(id))
    const executions = executionKind({
      hub: tools.hub(thread, database, this.#node?.owns),
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
      findVersion: async () => null,
      findTerms: () =>
        database.ask(thread, 'reads the terms', () => ({ plan, concurrency: null, acceptsPlans: true })),
      executionLimits: { free: limit ?? 0, pro: null, scale: null },
    })
    const all: AnyKind<Projection>[] = [executions, schedules, chats()]
    const kinds = all.map(kind => {
      const { open, snapshots } = kind
      return {
        ...kind,
        open: (...given: Parameters<typeof open>) => this.#watched(thread, given[0], open(...given)),
        snapshots: {
          ...snapshots!,
          afterEvents: snapshotsAfter,
          open: (...given: Parameters<AnySnapshots['open']>) =>
            this.#watched(thread, given[0], snapshots!.open(...given)),
        },
      }
    })
    const standing = this.#node === null ? {} : { standing: this.#node.standing }
    return { kinds, journal: database.journal(thread), invalidate: () => {}, ...standing }
  }

  /** A behavior whose decisions take time, and are those of an actor of the node. */
  #watched(thread: Thread, address: string, opened: AnyBehavior | Promise<AnyBehavior>): typeof opened {
    if (opened instanceof Promise) return opened.then(behavior => this.#watched(thread, address, behavior))
    const behavior = opened
    const decide = () => {
      thread.decide()
      this.#node?.decides(address)
    }
    return {
      ...behavior,
      decide(...given) {
        decide()
        return behavior.decide(...given)
      },
      advance(...given) {
        decide()
        return behavior.advance(...given)
      },
    }
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
    obey: unasked,
    models: { open: unasked },
    hub: { list: unasked, call: unasked },
    hosts: unasked,
    noteRefusal: unasked,
    clock: { elapsed: () => 0, soon: go => go() },
    sayExecution: ({ id, workflowId, workflowName, status, approvals }) => [
      { type: 'execution', executionId: id, workflowId, workflowName, status },
      ...approvals.map(approval => ({ type: 'approval' as const, approval })),
    ],
  })
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
