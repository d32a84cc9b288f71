// Executions of one plan on a real system in this thread, with the logs that are read of them. Tools
// answer at once, unless they are held.
import { executionClient } from '../../actors/execution/client.ts'
import { executionKind } from '../../actors/execution/effects.ts'
import { executionLog } from '../../actors/execution/reading/execution-log.ts'
import type { Runnable } from '../../actors/execution/starting/starting.ts'
import type { PureTool } from '../../actors/execution/steps/program.ts'
import type { JournalFeed } from '../../actors/journal-feed.ts'
import { notFound } from '../../domain/failure.ts'
import type { Plan, Step } from '../../domain/plan/plan.ts'
import type { ToolResult } from '../../domain/tools/tool.ts'
import type { Execution } from '../../domain/work/execution.ts'
import { SimulatedClock } from '../../runtime/clock.ts'
import type { Entry } from '../../runtime/journal.ts'
import { silentLog } from '../../runtime/log.ts'
import { inProcessLinks } from '../../runtime/system/link.ts'
import { System } from '../../runtime/system/system.ts'
import { TroubledJournal, turns } from './actors/host.ts'
import { organizationId, startOf } from './execution.ts'

const ok: ToolResult = { ok: true, output: 1 }

interface Others {
  /** Tools that run inside the decision. */
  readonly pure?: Record<string, PureTool>
  /** What `workflow` steps can start, by name. */
  readonly workflows?: Record<string, readonly Step[]>
}

function runnableOf(name: string): Runnable {
  return {
    ...{ workflowId: `wf_${name}`, workflowName: name, versionId: name, version: 1 },
    ...{
      status: 'ready',
      diagnostics: [],
      inputsSchema: { type: 'object' },
      isLimited: false,
      needsAcceptance: false,
    },
  }
}

export interface Reader {
  readonly feed: JournalFeed
  wakes: number
  /** Resolves at the next wake. */
  woken: Promise<void>
}

export class World {
  readonly journal = new TroubledJournal()
  readonly clock = new SimulatedClock()
  readonly plan: Plan
  readonly system: System
  readonly client: ReturnType<typeof executionClient>
  readonly executionLog: ReturnType<typeof executionLog>
  isReadSlow = false
  /** Reads of the journal for logs. */
  reads = 0
  /** Entries that they gave. */
  entriesRead = 0
  isHolding = false
  #held: ((result: ToolResult) => void)[] = []
  #kill = () => {}

  static async start(
    t: { teardown(end: () => unknown): unknown },
    steps: readonly Step[],
    others: Others = {},
  ): Promise<World> {
    const world = new World({ steps }, others)
    await world.system.start()
    t.teardown(() => world.system.stop())
    return world
  }

  private constructor(plan: Plan, { pure = {}, workflows = {} }: Others) {
    this.plan = plan
    const hub = { pure: (tool: string) => pure[tool] ?? null, call: () => this.#call() }
    const findWorkflow = async (_: string, name: string) => {
      if (!workflows[name]) throw notFound('workflow')
      return runnableOf(name)
    }
    const loadPlan = async (versionId: string) => ({ steps: workflows[versionId] ?? plan.steps })
    const kind = executionKind({ hub, fusePureSteps: true, loadPlan, findWorkflow })
    const parts = { kinds: [kind], journal: this.journal, invalidate: () => {} }
    const links = inProcessLinks(() => parts, this.clock)
    this.system = new System({
      slots: 1,
      clock: this.clock,
      log: silentLog,
      // Which executions are at work is not looked up: all are woken, which does no harm.
      toWake: async (which, after, limit) =>
        which.isStart
          ? [...this.journal.entries.keys()]
              .filter(address => address > after)
              .sort()
              .slice(0, limit)
          : this.journal.toWake(which, after, limit),
      open: (slot, events) => {
        const link = links(slot, events)
        this.#kill = link.kill
        return link
      },
    })
    this.client = executionClient(this.system)
    this.executionLog = executionLog({
      system: this.system,
      clock: this.clock,
      loadPlan: async () => plan,
      read: (address, after, limit) => this.#read(address, after, limit),
      readShort: (address, after, limit) => this.#read(address, after, limit),
    })
  }

  async #read(address: string, after: number, limit: number): Promise<Entry[]> {
    this.reads++
    const entries = await this.journal.read(address, after, limit)
    this.entriesRead += entries.length
    if (this.isReadSlow) await turns(3)
    return entries
  }

  async run(inputs = {}): Promise<Execution> {
    return JSON.parse(await this.client.start(startOf(inputs), 60_000))
  }

  async open(id: string, after = 0): Promise<Reader> {
    const log = (await this.executionLog.log(organizationId, id, after))!
    let wake = () => {}
    const reader: Reader = {
      wakes: 0,
      woken: new Promise(resolve => {
        wake = resolve
      }),
      feed: log.open(after, () => {
        reader.wakes++
        const woken = wake
        reader.woken = new Promise(resolve => {
          wake = resolve
        })
        woken()
      }),
    }
    return reader
  }

  async look(id: string): Promise<Execution> {
    return JSON.parse(await this.system.ask(id, { type: 'view', organizationId }))
  }

  /** Time goes by, at the pace of the host. */
  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 500) {
      this.clock.advance(500)
      await turns(6)
    }
  }

  eventsOf(id: string): number {
    return this.journal.entries.get(id)!.flatMap(({ body }) => JSON.parse(body)).length
  }

  async replaceHost(): Promise<void> {
    this.#kill()
    await turns()
    this.clock.advance(0)
    await turns()
  }

  /** Every tool answers from now on. */
  async releaseAll(): Promise<void> {
    this.isHolding = false
    for (const answer of this.#held.splice(0)) answer(ok)
    await turns(300)
  }

  #call(): Promise<ToolResult> {
    if (!this.isHolding) return Promise.resolve(ok)
    return new Promise(resolve => this.#held.push(resolve))
  }
}
