// A workflow with a schedule on a real system in this thread: the schedule's actor and its executions over
// one journal, a clock that stands still. The workflow calls one tool, which answers at once unless it is
// held.
import { executionClient } from '../../../actors/execution/client.ts'
import { executionKind } from '../../../actors/execution/effects.ts'
import type { Runnable } from '../../../actors/execution/starting/starting.ts'
import { scheduleAddress, scheduleClient } from '../../../actors/schedule/client.ts'
import { type ScheduleParts, scheduleKind } from '../../../actors/schedule/effects.ts'
import type { ScheduleView } from '../../../actors/schedule/protocol.ts'
import { notFound } from '../../../domain/failure.ts'
import { newId } from '../../../domain/ids.ts'
import type { ToolResult } from '../../../domain/tools/tool.ts'
import type { Execution } from '../../../domain/work/execution.ts'
import { Schedule, type ScheduleSetting } from '../../../domain/work/schedule.ts'
import { SimulatedClock } from '../../../runtime/clock.ts'
import type { AnyKind } from '../../../runtime/host/activation.ts'
import type { Commit } from '../../../runtime/journal.ts'
import { silentLog } from '../../../runtime/log.ts'
import { inProcessLinks } from '../../../runtime/system/link.ts'
import { System } from '../../../runtime/system/system.ts'
import type { StoredVersion } from '../../../storage/workflows/plan-reader.ts'
import type { ScheduleRefusal } from '../../../storage/workflows/schedule-refusals.ts'
import { call, organizationId } from '../execution.ts'
import { TroubledJournal, turns } from './host.ts'

/** Loses every commit that holds a text. */
class LossyJournal extends TroubledJournal {
  loses: string | null = null

  override commit(commits: readonly Commit<unknown>[]) {
    const { loses } = this
    if (loses !== null && commits.some(({ body }) => body.includes(loses))) this.losses.unshift('before')
    return super.commit(commits)
  }
}

type Bounds = Pick<ScheduleParts, 'findBudget' | 'startBounds'>

export class ScheduledWorld {
  readonly clock = new SimulatedClock(Date.parse('2026-03-06T09:00:30Z'))
  readonly journal = new LossyJournal()
  readonly system: System
  readonly workflowId = newId('workflow')
  readonly address = scheduleAddress(this.workflowId)
  /** Settings that the actor has not heard of. */
  untold: ScheduleSetting[] = []
  /** Starts that were refused, as people are told of them. */
  readonly refusals: ScheduleRefusal[] = []
  isHolding = false
  status: Runnable['status'] = 'ready'
  /** The ready version that was active before, as the setting names it. */
  before: StoredVersion | null = null
  /** The API key with which somebody sets schedules; null: a person does. */
  key: string | null = null
  /** What holds for what a key has set. */
  readonly #bounds: Bounds
  readonly client: ReturnType<typeof scheduleClient>
  readonly executions: ReturnType<typeof executionClient>
  #held: ((result: ToolResult) => void)[] = []
  #kill = () => {}
  #revision = 0

  /** A world that stands, and stops with the test. */
  static async start(
    t: { teardown(end: () => unknown): unknown },
    bounds: Bounds = {},
  ): Promise<ScheduledWorld> {
    const world = new ScheduledWorld(bounds)
    await world.system.start()
    t.teardown(() => world.system.stop())
    return world
  }

  private constructor(bounds: Bounds) {
    this.#bounds = bounds
    const kinds = this.#kinds()
    const links = inProcessLinks(() => ({ kinds, journal: this.journal, invalidate: () => {} }), this.clock)
    this.system = new System({
      slots: 1,
      clock: this.clock,
      log: silentLog,
      // As the database answers: executions at work, and whoever has a row in wakeups.
      toWake: async (which, after, limit) => {
        const atWork = which.isStart ? this.ids.filter(id => id > after && !this.#hasEnded(id)) : []
        const found = new Set([...atWork, ...this.journal.toWake(which, after, limit)])
        return [...found].sort().slice(0, limit)
      },
      open: (slot, events) => {
        const link = links(slot, events)
        this.#kill = link.kill
        return link
      },
    })
    this.executions = executionClient(this.system)
    this.client = scheduleClient(this.system, {
      unsynced: async () => this.untold,
      markSynced: async setting => {
        this.untold = this.untold.filter(each => each !== setting)
      },
    })
  }

  /** Executions that were started, oldest first. */
  get ids(): string[] {
    return [...this.journal.entries.keys()].filter(address => address.startsWith('exec_')).sort()
  }

  async execution(id: string): Promise<Execution> {
    return JSON.parse(await this.executions.view(organizationId, id))
  }

  async view(): Promise<ScheduleView> {
    return JSON.parse(await this.system.ask(this.address, { type: 'view' }))
  }

  /** Somebody sets the schedule, or removes it; its actor hears of it. */
  async set(settings: object | null): Promise<void> {
    this.write(settings)
    await this.client.syncSettings()
    await turns()
  }

  /** The same, but its actor does not hear of it. */
  write(settings: object | null): void {
    const schedule = settings && Schedule.parse({ cron: '* * * * *', timezone: 'UTC', ...settings })
    const servedBy = this.before?.id
    const maker = {
      setBy: 'user_1',
      ...(this.key !== null && { key: this.key }),
      ...(servedBy !== undefined && { servedBy }),
    }
    const owner = { organizationId, workflowId: this.workflowId, ...maker }
    this.untold.push({ ...owner, revision: ++this.#revision, schedule })
  }

  /** Time goes by, at the pace of the hosts. */
  async pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 5) {
      this.clock.advance(5_000)
      await turns(12)
    }
  }

  async replaceHost(): Promise<void> {
    this.#kill()
    await turns()
    this.clock.advance(0)
    await turns()
  }

  /** The service is down for so long. */
  async sleep(seconds: number): Promise<void> {
    this.#kill()
    this.clock.advance(0)
    this.clock.advance(seconds * 1_000)
    await turns(100)
  }

  /** Every tool answers from now on. */
  async releaseAll(): Promise<void> {
    this.isHolding = false
    for (const answer of this.#held.splice(0)) answer({ ok: true, output: 1 })
    await turns(100)
  }

  #kinds(): AnyKind[] {
    const hub = { pure: () => null, call: () => this.#call() }
    const loadPlan = async () => ({ steps: [call('work')] })
    const findWorkflow = async (_: string, id: string): Promise<Runnable> => {
      if (id !== this.workflowId) throw notFound('workflow')
      const version = { versionId: 'wfv_1', version: 1, status: this.status, diagnostics: [] }
      return {
        workflowId: id,
        workflowName: 'Report',
        ...version,
        inputsSchema: {},
        isLimited: false,
        needsAcceptance: false,
      }
    }
    const findVersion = async (id: string) => (this.before?.id === id ? this.before : null)
    const findTerms = async () => ({ plan: 'free', concurrency: null, acceptsPlans: true }) as const
    const tellRefusal = async (refusal: ScheduleRefusal) => void this.refusals.push(refusal)
    const executionLimits = { free: 500, pro: null, scale: null }
    return [
      executionKind({ hub, fusePureSteps: true, loadPlan, findWorkflow }),
      scheduleKind({ findWorkflow, findVersion, findTerms, executionLimits, tellRefusal, ...this.#bounds }),
    ]
  }

  #call(): Promise<ToolResult> {
    if (!this.isHolding) return Promise.resolve({ ok: true, output: 1 })
    return new Promise(resolve => this.#held.push(resolve))
  }

  #hasEnded(id: string): boolean {
    return this.journal.entries.get(id)!.some(({ body }) => body.includes('"ended"'))
  }
}
