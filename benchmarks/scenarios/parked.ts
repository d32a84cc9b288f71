// What do 100,000 executions cost that wait for an approval, and how soon do they go on when somebody
// decides? They are started over the API, as fast as it takes them. "Decided to resumed" is from sending the
// decision until a read says that the execution has completed, one decision after the other, spread over all
// that wait.
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { Account } from '../account.ts'
import { executeRequest } from '../executions.ts'
import { Histogram } from '../histogram.ts'
import { measure } from '../measure.ts'
import { residentMb } from '../processor-time.ts'
import { type Product, startProduct } from '../product.ts'
import type { Scenario } from '../scenario.ts'

const executions = 100_000
const decisions = 200
/** What the starts leave behind has been collected by then. */
const restMs = 10_000

export const parked: Scenario = {
  name: 'parked',
  goals: ['S10'],
  question: '100,000 executions parked on approval: memory of the service, and from decided to resumed?',
  async round({ scale }) {
    const product = await startProduct()
    const account = await product.signUp()
    const approvals = await park(product, account, Math.ceil(executions * scale))
    await pause(restMs)
    const parkedMb = residentMb(product.pid)
    const latencies = new Histogram()
    for (const approval of spread(approvals, decisions)) latencies.record(await decide(account, approval))
    await product.stop()
    const [p50Ms, p99Ms] = [latencies.quantile(0.5) / 1_000, latencies.quantile(0.99) / 1_000]
    const goals = [
      { figure: 'parkedMb', atMost: 1_000 },
      { figure: 'p99Ms', atMost: 200 },
    ]
    return [{ label: 'decided to resumed', figures: { parkedMb, p50Ms, p99Ms }, goals }]
  },
}

interface Waiting {
  readonly id: string
  readonly executionId: string
}

/** Starts executions until at least so many wait. @returns their approvals, the oldest first */
async function park({ port, databaseUrl }: Product, account: Account, count: number): Promise<Waiting[]> {
  const plan = {
    steps: [
      { id: 'ask', title: 'Ask', kind: 'approval', message: 'May it go on?' },
      { id: 'answer', title: 'Answer', kind: 'return', value: 'yes' },
    ],
  }
  const request = executeRequest(
    account,
    await account.createWorkflow({ name: 'Asks', prompt: 'Ask.', plan }),
  )
  const database = new Client(databaseUrl)
  await database.connect()
  try {
    for (;;) {
      const sql = `select id, execution_id as "executionId" from approvals where status = 'pending' order by id`
      const { rows } = await database.query<Waiting>(sql)
      if (rows.length >= count) return rows
      const load = { port, connections: 64, request, expect: '"id":"exec_', rate: 0 }
      await measure({ ...load, warmUpSeconds: 0, seconds: count > 10_000 ? 5 : 0.5 })
    }
  } finally {
    await database.end()
  }
}

/** @returns microseconds */
async function decide(account: Account, { id, executionId }: Waiting): Promise<number> {
  const beganAt = performance.now()
  await account.post(`/api/v1/approvals/${id}`, { decision: 'approve' })
  for (;;) {
    const { status } = (await account.get(`/api/v1/executions/${executionId}`)) as { status: string }
    if (status === 'completed') return (performance.now() - beganAt) * 1_000
  }
}

function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(all.length / count))
  return all.filter((_, index) => index % step === 0).slice(0, count)
}
