// Dry runs and backtests, for the routes: sends plans to threads that rehearse them, makes the calls of tools
// that a dry run owes, and reads the journals that a backtest replays. One for the process.
// 1. Nothing is written. A tool is called that only reads, or that can say what it would do.
// 2. Reads, time, journals and answers are bounded (domain/work/rehearsal.ts).
import { newId } from '../../../domain/ids.ts'
import type { Plan } from '../../../domain/plan/plan.ts'
import { toolNames } from '../../../domain/plan/plan-uses.ts'
import { type HubTool, offeredName } from '../../../domain/tools/tool.ts'
import type { StartExecution } from '../../../domain/work/execution.ts'
import { type Backtest, type DryRun, rehearsalBounds } from '../../../domain/work/rehearsal.ts'
import { inBounds } from '../../../language/language.ts'
import { canLook } from '../../../rpc/builtin/builtin-tools.ts'
import type { Hub } from '../../../rpc/hub.ts'
import type { Clock } from '../../../runtime/clock.ts'
import { type Entry, seqAfter } from '../../../runtime/journal.ts'
import { type ConfinedBounds, ConfinedPool } from '../../../runtime/process/confined.ts'
import { pageSize, type ReadEntries } from '../../journal-feed.ts'
import type { Event, ToolCallEffect } from '../protocol.ts'
import type { BacktestTask, Replayed } from './backtest.ts'
import type { DryRunRound, DryRunTask, Read } from './dry-run.ts'
import type { KnownTool } from './rehearse.ts'

export interface RehearsalParts {
  readonly hub: Pick<Hub, 'list' | 'call'>
  readonly read: ReadEntries
  /** The plan of a version. @throws {Failure} not-found */
  readonly loadPlan: (versionId: string) => Promise<Plan>
  readonly clock: Pick<Clock, 'now'>
}

export interface Rehearsals {
  /** @param start its inputs fit the workflow */
  dryRun(plan: Plan, start: StartExecution, signal: AbortSignal): Promise<DryRun>
  backtest(asked: BacktestRequest, signal: AbortSignal): Promise<Backtest>
  close(): Promise<void>
}

export interface BacktestRequest {
  readonly organizationId: string
  readonly workflowId: string
  readonly version: number
  readonly plan: Plan
  /** Ended ones of the workflow. */
  readonly executions: readonly { readonly id: string; readonly version: number }[]
}

const bounds: ConfinedBounds = {
  threads: 2,
  timeoutMs: 10_000,
  heapMegabytes: 384,
  pieces: 100,
  piecesEach: 10,
}

const dryRunModule = new URL('./dry-run.ts', import.meta.url).href
const backtestModule = new URL('./backtest.ts', import.meta.url).href

export function createRehearsals({ hub, read, loadPlan, clock }: RehearsalParts): Rehearsals {
  const pool = new ConfinedPool(bounds)

  function run<T, R>(module: string, task: T, organizationId: string, signal: AbortSignal): Promise<R> {
    const sent = { owner: organizationId, signal, timeoutMs: bounds.timeoutMs }
    return inBounds({ organizationId, signal }, 'the workflow', pool.run<T, R>(module, task, sent))
  }

  return {
    async dryRun(plan, start, signal) {
      const { organizationId, workflowId, workflowVersion: version } = start
      const now = clock.now()
      const ending = AbortSignal.any([signal, AbortSignal.timeout(rehearsalBounds.lifeMs)])
      const tools = knownTools(plan, await hub.list(organizationId))
      const id = newId('execution')
      const reads = new Reads(hub, organizationId, id)
      for (;;) {
        const { known, mayRead } = reads
        const task: DryRunTask = { id, plan, start, now, tools, known, mayRead: mayRead && !ending.aborted }
        const round: DryRunRound = await run(dryRunModule, task, organizationId, signal)
        if (round.type === 'done') return { workflowId, version, ...round.run, reads: reads.count }
        await reads.make(round.calls, ending)
        signal.throwIfAborted()
      }
    },

    async backtest({ organizationId, workflowId, version, plan, executions }, signal) {
      const tools = knownTools(plan, await hub.list(organizationId))
      const runs: Replayed[] = []
      for (const one of executions) {
        signal.throwIfAborted()
        const entries = await journalOf(read, one.id)
        if (entries === null) continue
        const task: BacktestTask = {
          ...{ id: one.id, plan, tools, entries, version: one.version },
          ran: await loadPlan(versionIdIn(entries)),
        }
        runs.push(await run(backtestModule, task, organizationId, signal))
      }
      const same = runs.filter(({ isSame }) => isSame).length
      const counted = { executions: runs.length, same, different: runs.length - same }
      return { workflowId, version, ...counted, skipped: executions.length - runs.length, runs }
    },

    close: () => pool.close(),
  }
}

/** The calls of one dry run that were made for real. */
class Reads {
  readonly known: Read[] = []
  count = 0
  #length = 0
  readonly #hub: Pick<Hub, 'call'>
  readonly #organizationId: string
  readonly #id: string

  constructor(hub: Pick<Hub, 'call'>, organizationId: string, id: string) {
    this.#hub = hub
    this.#organizationId = organizationId
    this.#id = id
  }

  get mayRead(): boolean {
    return this.count < rehearsalBounds.reads && this.#length < rehearsalBounds.readLength
  }

  async make(calls: readonly ToolCallEffect[], signal: AbortSignal): Promise<void> {
    const left = calls.slice(0, rehearsalBounds.reads - this.count)
    this.count += left.length
    await Promise.all(left.map(call => this.#make(call, signal)))
  }

  async #make(effect: ToolCallEffect, signal: AbortSignal): Promise<void> {
    const { id, attempt, server, tool, args, secrets, timeoutMs, startedBy: userId = null } = effect
    const { execution } = effect
    const answer = await this.#hub.call({
      ...{ organizationId: this.#organizationId, userId, server, tool, args, secrets, signal, execution },
      isRehearsed: true,
      timeoutMs: Math.min(timeoutMs, rehearsalBounds.lifeMs),
      idempotencyKey: `${this.#id}/${id}`,
    })
    const result = JSON.stringify(answer)
    this.#length += result.length
    this.known.push({ id, attempt, result })
  }
}

/** Those that the plan calls. */
function knownTools(plan: Plan, tools: readonly HubTool[]): { readonly [name: string]: KnownTool } {
  const called = new Set(toolNames(plan))
  const known = tools.filter(tool => called.has(offeredName(tool)))
  return Object.fromEntries(
    known.map(tool => {
      const { effect, outputSchema, observedOutput } = tool
      const mayLook = tool.server === null && canLook(tool.name)
      return [offeredName(tool), { effect, mayLook, outputSchema: outputSchema ?? observedOutput ?? null }]
    }),
  )
}

/** Of the version that ran. */
function versionIdIn([first]: readonly Entry[]): string {
  const [started] = JSON.parse(first!.body) as Event[]
  if (started?.type !== 'started') throw new TypeError(`the journal of ${first!.address} does not begin`)
  return started.start.versionId
}

/** The whole journal; null when it is too large to replay. */
async function journalOf(read: ReadEntries, id: string): Promise<readonly Entry[] | null> {
  const entries: Entry[] = []
  let length = 0
  for (let page: Entry[] | null = null; page === null || page.length === pageSize; ) {
    const last = entries.at(-1)
    page = await read(id, last === undefined ? 0 : seqAfter(last) - 1, pageSize)
    for (const { body } of page) length += body.length
    if (length > rehearsalBounds.journalLength) return null
    entries.push(...page)
  }
  return entries
}
