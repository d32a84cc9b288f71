// Does a turn of `repeat` cost what a turn of `foreach` costs? 1,000 turns of each, one after the other,
// strict: each step waits for the commit of the one before. The same step in both; `until` reads what it
// gave.
import { measure, requestBytes } from '../measure.ts'
import { type Product, startProduct } from '../product.ts'
import type { Figures, Scenario, Span } from '../scenario.ts'

const turns = 1_000
/** For some executions, each of which takes seconds. */
const leastSeconds = 20

export const repeatCost: Scenario = {
  name: 'repeat-cost',
  goals: [],
  question: `Strict, one connection: what does a turn of foreach cost, and one of repeat, in ${turns} turns?`,
  async round(span) {
    const product = await startProduct({ FUSE_PURE_STEPS: 'off' })
    const foreach = await measureTurns(product, plans.foreach, span)
    const repeat = await measureTurns(product, plans.repeat, span)
    await product.stop()
    const timesForeach = repeat['turnUs']! / foreach['turnUs']!
    return [
      { label: 'foreach', figures: foreach },
      {
        label: 'repeat',
        figures: { ...repeat, timesForeach },
        goals: [{ figure: 'timesForeach', atMost: 1.2 }],
      },
    ]
  },
}

async function measureTurns(product: Product, plan: object, span: Span): Promise<Figures> {
  const account = await product.signUp()
  const workflowId = await account.createWorkflow({ name: 'Loop', prompt: 'Go round.', plan })
  const request = requestBytes('POST', `/api/v1/workflows/${workflowId}/execute`, {
    bearer: account.apiKey,
    body: { inputs: { items: Array.from({ length: turns }, (_, n) => n) } },
    prefer: 'wait=60',
  })
  const load = { port: product.port, connections: 1, request, expect: '"status":"completed"', rate: 0 }
  const seconds = Math.max(span.seconds, leastSeconds)
  const { perSecond, p50Ms, p99Ms, answers } = await measure({ ...load, ...span, seconds })
  if (answers === 0) throw new Error(`no execution of ${turns} turns completed in ${seconds} s`)
  return { perSecond, p50Ms, p99Ms, turnUs: (p50Ms * 1_000) / turns }
}

const body = [
  {
    ...{ id: 'text', title: 'Text', kind: 'tool', server: null, tool: 'text_template' },
    args: { template: 'value {{value}}', values: { value: 'one' } },
  },
]

const plans = {
  foreach: {
    steps: [
      { id: 'each', title: 'Each', kind: 'foreach', over: 'inputs.items', as: 'item', steps: body },
      { id: 'end', title: 'End', kind: 'return', value: 'over' },
    ],
  },
  repeat: {
    steps: [
      // Nothing ever settles it: after the last turn it fails, and the run goes on.
      {
        ...{ id: 'again', title: 'Again', kind: 'repeat', until: 'steps.text == ""', most: turns },
        ...{ onError: 'continue', steps: body },
      },
      { id: 'end', title: 'End', kind: 'return', value: 'over' },
    ],
  },
}
