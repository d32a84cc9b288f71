// Does a step cost more in a long execution than in a short one? A loop of 10 and of 1,000 items, one after
// the other, strict: each step waits for the commit of the one before. A step's cost is the time of the whole
// execution divided by its steps.
import { measure, requestBytes } from '../measure.ts'
import { type Product, startProduct } from '../product.ts'
import type { Figures, Scenario, Span } from '../scenario.ts'

const [short, long] = [10, 1_000]
/** For some long executions, each of which takes seconds. */
const leastSeconds = 20

export const stepCost: Scenario = {
  name: 'step-cost',
  goals: ['S13'],
  question: 'Strict, one connection: what does a step cost in an execution of 10 steps, and in one of 1,000?',
  async round(span) {
    const product = await startProduct({ FUSE_PURE_STEPS: 'off' })
    const before = await measureSteps(product, short, span)
    const after = await measureSteps(product, long, span)
    await product.stop()
    const timesShort = after['stepUs']! / before['stepUs']!
    return [
      { label: '10 steps', figures: before },
      {
        label: '1,000 steps',
        figures: { ...after, timesShort },
        goals: [{ figure: 'timesShort', atMost: 1.2 }],
      },
    ]
  },
}

async function measureSteps(product: Product, steps: number, span: Span): Promise<Figures> {
  const account = await product.signUp()
  const workflowId = await account.createWorkflow({ name: 'Loop', prompt: 'Go through the list.', plan })
  const request = requestBytes('POST', `/api/v1/workflows/${workflowId}/execute`, {
    bearer: account.apiKey,
    body: { inputs: { items: Array.from({ length: steps }, (_, n) => n) } },
    prefer: 'wait=60',
  })
  const load = { port: product.port, connections: 1, request, expect: '"status":"completed"', rate: 0 }
  const seconds = Math.max(span.seconds, leastSeconds)
  const { perSecond, p50Ms, p99Ms, answers } = await measure({ ...load, ...span, seconds })
  if (answers === 0) throw new Error(`no execution of ${steps} steps completed in ${seconds} s`)
  return { perSecond, p50Ms, p99Ms, stepUs: (p50Ms * 1_000) / steps }
}

const plan = {
  steps: [
    {
      ...{ id: 'each', title: 'Each', kind: 'foreach', over: 'inputs.items', as: 'item' },
      steps: [
        {
          ...{ id: 'text', title: 'Text', kind: 'tool', server: null, tool: 'text_template' },
          args: { template: 'value {{value}}', values: { value: { $: 'item' } } },
        },
      ],
    },
  ],
}
