// What does a call of a memory cost beside another built-in tool that is no pure function, and how long does
// it take to find the new ones among 10,000 items? Each execution makes one call. Calls of one memory come
// one after another: `count_up` shows what that costs, `recall` waits for nobody.
import { performance } from 'node:perf_hooks'
import type { Account } from '../account.ts'
import { measureExecutions } from '../executions.ts'
import { type Product, startProduct } from '../product.ts'
import { counted, type Figures, type Sample, type Scenario, type Span } from '../scenario.ts'

export const memory: Scenario = {
  name: 'memory',
  goals: [],
  question:
    'One call of a memory in an execution, beside id_new, and only_new of 10,000 items: how many, how long?',
  async round(span) {
    const product = await startProduct()
    const account = await product.signUp()
    const samples: Sample[] = []
    for (const [tool, args] of calls)
      samples.push(...(await measureCall(product, account, { tool, args, span })))
    samples.push(...(await measureItems(account)))
    await product.stop()
    return samples
  },
}

const calls: readonly (readonly [string, object])[] = [
  ['id_new', {}],
  ['recall', { key: 'n' }],
  ['count_up', { key: 'n' }],
]

const items = 10_000
const listsEach = 5

interface Call {
  readonly tool: string
  readonly args: object
  readonly span: Span
}

async function measureCall(
  product: Product,
  account: Account,
  { tool, args, span }: Call,
): Promise<Sample[]> {
  const workflowId = await createCall(account, tool, args)
  const samples: Sample[] = []
  for (const connections of [32, 1]) {
    const figures = await measureExecutions(product, { account, workflowId, connections, ...span })
    samples.push({ label: `${tool}, ${counted(connections, 'connection')}`, figures })
  }
  return samples
}

/** Lists of which every item is new, each followed by the same list, of which none is. */
async function measureItems(account: Account): Promise<Sample[]> {
  const times: { fresh: number[]; known: number[] } = { fresh: [], known: [] }
  for (let n = 0; n < listsEach; n++) {
    const workflowId = await createCall(account, 'only_new', { list: { $: 'inputs.list' }, onFail: 'keep' })
    const list = Array.from({ length: items }, (_, index) => index)
    for (const which of ['fresh', 'known'] as const) {
      const begun = performance.now()
      await account.post(`/api/v1/workflows/${workflowId}/execute`, { inputs: { list } }, 'wait=60')
      times[which].push(performance.now() - begun)
    }
  }
  return [
    { label: `only_new of ${items} new items`, figures: medianOf(times.fresh) },
    { label: `only_new of ${items} known items`, figures: medianOf(times.known) },
  ]
}

function medianOf(times: readonly number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b)
  return { p50Ms: sorted[sorted.length >> 1]!, longestMs: sorted.at(-1)! }
}

function createCall(account: Account, tool: string, args: object): Promise<string> {
  const step = { id: 'call', title: 'Call', kind: 'tool', server: null, tool, args }
  return account.createWorkflow({ name: tool, prompt: `Call ${tool}.`, plan: { steps: [step] } })
}
