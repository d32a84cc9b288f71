// Does the work of a service that has run for long cost more than that of a new one? Two products, one with
// 10,000 entries in its journal, one with 10,000,000 and an execution for each four; the same executions are
// measured on both in turn (A B A B), each time after a vacuum and a checkpoint.
import { createLocalSteps, measureExecutions } from '../executions.ts'
import { type Product, startProduct } from '../product.ts'
import type { Figures, Scenario, Span } from '../scenario.ts'
import { storeEntries, storeExecutions, withDatabase } from '../stored.ts'

const [few, many] = [10_000, 10_000_000]
const connections = 256
const turns = 2

export const growth: Scenario = {
  name: 'growth',
  goals: ['S13'],
  question:
    'Strict local steps, 256 connections: how many a second over 10,000 stored entries, and over 10,000,000?',
  async round(span) {
    const small = await prepare(few)
    const large = await prepare(Math.ceil(many * span.scale))
    const figures: [Figures[], Figures[]] = [[], []]
    for (let turn = 0; turn < turns; turn++) {
      figures[0].push(await small.measure(span))
      figures[1].push(await large.measure(span))
    }
    await small.product.stop()
    await large.product.stop()
    const [before, after] = [mean(figures[0]), mean(figures[1])]
    const shareOfSmall = after['perSecond']! / before['perSecond']!
    return [
      { label: 'few entries', figures: before },
      {
        label: 'many entries',
        figures: { ...after, shareOfSmall },
        goals: [{ figure: 'shareOfSmall', atLeast: 0.9 }],
      },
    ]
  },
}

interface Prepared {
  readonly product: Product
  measure(span: Span): Promise<Figures>
}

async function prepare(entries: number): Promise<Prepared> {
  const product = await startProduct({ FUSE_PURE_STEPS: 'off', RETENTION_DAYS: '0' })
  const account = await product.signUp()
  const workflowId = await createLocalSteps(account)
  await withDatabase(product.databaseUrl, async client => {
    await storeEntries(client, entries)
    await storeExecutions(client, { count: Math.ceil(entries / 4), workflowIds: [workflowId] })
    // Search has its own question; here it would go on behind the load for minutes.
    await client.query('truncate execution_changes')
  })
  return {
    product,
    async measure(span) {
      await withDatabase(product.databaseUrl, async () => {})
      return measureExecutions(product, { account, workflowId, connections, ...span })
    },
  }
}

function mean(all: readonly Figures[]): Figures {
  const names = Object.keys(all[0]!)
  return Object.fromEntries(
    names.map(name => [name, all.reduce((sum, each) => sum + each[name]!, 0) / all.length]),
  )
}
