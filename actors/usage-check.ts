// Recomputes every figure of usage from the journal and compares: compute units of each execution, sums by
// month, day, workflow, key and tool. `npm run usage:check` runs it (main/commands/usage-check.ts), and the
// chaos run at its end.
import { meterText } from '../domain/billing/meter.ts'
import { dayOf } from '../domain/billing/usage.ts'
import { isId } from '../domain/ids.ts'
import type { Plan } from '../domain/plan/plan.ts'
import type { Trigger } from '../domain/work/execution.ts'
import { periodOf } from '../domain/work/projection.ts'
import { readEntries } from '../storage/journal/journal.ts'
import type { Queries } from '../storage/postgres/statement.ts'
import { executionsAfter, keptSums, type UsedRow } from '../storage/usage/usage-audit.ts'
import { loadVersion } from '../storage/workflows/plan-reader.ts'
import type { Event } from './execution/protocol.ts'
import { Metering } from './execution/reading/metering.ts'

export interface UsageCheck {
  readonly executions: number
  /** One line each; empty: every figure is right. */
  readonly differences: readonly string[]
}

const pageSize = 200
const entriesAtOnce = 1_000
/** Plans in memory. */
const mostPlans = 1_000

/**
 * @param queries that see one moment
 * @param since day as yyyymmdd from which on no execution has been removed
 */
export async function checkUsage(queries: Queries, since: number): Promise<UsageCheck> {
  const differences: string[] = []
  const sums = new Sums(since)
  const plans = new Map<string, Plan>()
  let executions = 0
  for (let after = ''; ; ) {
    const rows = await executionsAfter(queries, after, pageSize)
    if (rows.length === 0) break
    for (const row of rows) {
      executions++
      const metering = await fold(queries, row, plans)
      const shown = `${row.cu} ${row.usage ?? ''}`
      const folded = `${metering.cu} ${meterText(metering.meter) ?? ''}`
      if (row.finishedAt !== null && !isSame(row, metering))
        differences.push(`${row.id}: its row says ${shown}, its journal ${folded}`)
      sums.add(row, metering)
    }
    after = rows.at(-1)!.id
  }
  return { executions, differences: [...differences, ...(await sums.compare(queries))] }
}

async function fold(queries: Queries, row: UsedRow, plans: Map<string, Plan>): Promise<Metering> {
  const metering = new Metering(await planOf(queries, row.versionId, plans))
  for (let after = 0; ; ) {
    const entries = await readEntries(queries, { address: row.id, after, limit: entriesAtOnce })
    for (const { seq, body } of entries) {
      const events = JSON.parse(body) as Event[]
      for (const [index, event] of events.entries()) if (seq + index > after) metering.take(event)
      after = Math.max(after, seq + events.length - 1)
    }
    if (entries.length < entriesAtOnce) return metering
  }
}

async function planOf(queries: Queries, versionId: string, plans: Map<string, Plan>): Promise<Plan> {
  const known = plans.get(versionId)
  if (known !== undefined) return known
  const version = await loadVersion(queries, versionId)
  if (plans.size >= mostPlans) plans.clear()
  const plan = version?.plan ?? ({ steps: [] } as unknown as Plan)
  plans.set(versionId, plan)
  return plan
}

function isSame({ cu, usage }: UsedRow, metering: Metering): boolean {
  return cu === metering.cu && usage === meterText(metering.meter)
}

/** Sums of what was folded, under the names of those that are kept. */
class Sums {
  readonly #since: number
  readonly #figures = new Map<string, number[]>()

  constructor(since: number) {
    this.#since = since
  }

  add(
    { organizationId, workflowId, trigger, createdAt, finishedAt }: UsedRow,
    { cu, meter }: Metering,
  ): void {
    const { ref } = JSON.parse(trigger) as Trigger
    const of = `${workflowId} ${ref !== null && isId('apiKey', ref) ? ref : ''}`
    this.#count(`months ${organizationId} ${periodOf(createdAt)}`, [1, 0])
    this.#count(`days ${organizationId} ${dayOf(createdAt)} ${of}`, [1, 0, 0])
    if (finishedAt === null) return
    this.#count(`months ${organizationId} ${periodOf(finishedAt)}`, [0, cu])
    this.#count(`days ${organizationId} ${dayOf(finishedAt)} ${of}`, [0, cu, meter.tokens])
    for (const [tool, calls] of Object.entries(meter.tools))
      this.#count(`tools ${organizationId} ${dayOf(finishedAt)} ${tool.slice(0, 200)}`, [1, calls])
  }

  async compare(queries: Queries): Promise<string[]> {
    const differences: string[] = []
    for (const { name, figures } of await keptSums(queries, this.#since)) {
      const folded = this.#figures.get(name)?.join() ?? ''
      this.#figures.delete(name)
      if (folded !== figures) differences.push(`${name}: kept ${figures}, folded ${folded || 'nothing'}`)
    }
    for (const [name, figures] of this.#figures)
      if (this.#isChecked(name)) differences.push(`${name}: kept nothing, folded ${figures.join()}`)
    return differences
  }

  #isChecked(name: string): boolean {
    const time = Number(name.split(' ')[2])
    const first = name.startsWith('months')
      ? Math.floor(this.#since / 100) + (this.#since % 100 > 1 ? 1 : 0)
      : this.#since
    return time >= first
  }

  #count(name: string, figures: readonly number[]): void {
    const sum = this.#figures.get(name) ?? figures.map(() => 0)
    this.#figures.set(
      name,
      sum.map((figure, index) => figure + figures[index]!),
    )
  }
}
