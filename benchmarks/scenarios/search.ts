// How long do a list and a search take among a million executions of one organization? Two connections, one
// request after the other on each; every case asks the same again and again, so its pages are in memory, as
// those of recent executions mostly are. The search is read from the search table, which is up to date here.
import type { Account } from '../account.ts'
import { measure, requestBytes } from '../measure.ts'
import { startProduct } from '../product.ts'
import type { Goal, Sample, Scenario, Span } from '../scenario.ts'
import { indexStored, storeExecutions, withDatabase } from '../stored.ts'

const executions = 1_000_000
const workflows = 5
const connections = 2

const list: readonly Goal[] = [{ figure: 'p95Ms', atMost: 20 }]
const found: readonly Goal[] = [{ figure: 'p95Ms', atMost: 50 }]

export const search: Scenario = {
  name: 'search',
  goals: ['S6'],
  question:
    'Among 1,000,000 executions: how long do a list of 50, and a search with two filters and text take?',
  async round(span) {
    const product = await startProduct({ RETENTION_DAYS: '0' })
    const account = await product.signUp()
    const workflowIds = await createWorkflows(account)
    await withDatabase(product.databaseUrl, async client => {
      await storeExecutions(client, { count: Math.ceil(executions * span.scale), workflowIds })
      await indexStored(client)
    })
    const samples: Sample[] = []
    for (const each of casesOf(workflowIds))
      samples.push(await measureCase({ ...product, account }, each, span))
    await product.stop()
    return samples
  },
}

interface Case {
  readonly label: string
  readonly query: string
  readonly goals: readonly Goal[]
}

function casesOf([workflowId]: readonly string[]): readonly Case[] {
  const two = `workflowId=${workflowId}&status=failed`
  return [
    { label: 'list: the newest', query: '', goals: list },
    { label: 'list: failed', query: 'status=failed', goals: list },
    { label: 'list: none of that status', query: 'status=awaiting_approval', goals: list },
    { label: 'list: failed of a workflow', query: two, goals: list },
    { label: 'list: the oldest', query: 'sort=createdAt', goals: list },
    { label: 'list: the longest', query: 'sort=-durationMs', goals: list },
    { label: 'search: rare text, two filters', query: `${two}&q=customer7 declined`, goals: found },
    { label: 'search: frequent text, two filters', query: `${two}&q=city7`, goals: found },
    { label: 'search: beginning of a word', query: `${two}&q=customer7`, goals: found },
    { label: 'search: one invoice', query: 'q=INV-7777', goals: found },
    { label: 'search: nothing', query: `${two}&q=nowhere`, goals: found },
    { label: 'search: trigger and duration', query: 'trigger=schedule&minDurationMs=4990', goals: found },
  ]
}

async function measureCase(
  { port, account }: { port: number; account: Account },
  { label, query, goals }: Case,
  span: Span,
): Promise<Sample> {
  const path = `/api/v1/executions/search?limit=50&${query.replaceAll(' ', '+')}`
  const request = requestBytes('GET', path, { bearer: account.apiKey })
  const result = await measure({ port, connections, request, expect: '[', rate: 0, ...span })
  const { perSecond, p50Ms, p95Ms, p99Ms, longestMs } = result
  return { label, figures: { perSecond, p50Ms, p95Ms, p99Ms, longestMs }, goals }
}

async function createWorkflows(account: Account): Promise<string[]> {
  const ids = []
  for (let n = 0; n < workflows; n++) {
    const plan = { steps: [{ id: 'answer', title: 'Answer', kind: 'return', value: n }] }
    ids.push(await account.createWorkflow({ name: `Invoices ${n}`, prompt: 'Return a number.', plan }))
  }
  return ids
}
