// What the scenarios about executions share: workflows of three chained steps, and the load that starts one
// again and again. With `Prefer: wait` the answer comes when the execution has ended: the latency is from
// start to completed.
import type { Account } from './account.ts'
import { measure, requestBytes } from './measure.ts'
import { type ProcessorTime, processorTime, timePerPiece } from './processor-time.ts'
import type { Product } from './product.ts'
import { type Figures, figuresOf, type Span } from './scenario.ts'

/** How many executions run at once. */
export const connectionCounts = [256, 32, 1] as const

/**
 * Three steps of which each takes what the one before gave; `call` makes a step's block out of its argument.
 */
export function chain(call: (value: unknown) => object): object {
  const values = [{ $: 'inputs.n' }, { $: 'steps.first' }, { $: 'steps.second' }]
  const ids = ['first', 'second', 'third']
  return { steps: ids.map((id, index) => ({ id, title: `The ${id} step`, ...call(values[index]) })) }
}

/** Three calls of a built-in tool that is a pure function. @returns the workflow's id */
export function createLocalSteps(account: Account): Promise<string> {
  return account.createWorkflow({
    name: 'Three local steps',
    prompt: 'Wrap the number in a text, three times.',
    plan: chain(value => ({
      kind: 'tool',
      server: null,
      tool: 'text_template',
      args: { template: 'value {{value}}', values: { value } },
    })),
  })
}

/** @param prefer `wait=30`: answer when it has ended; without it, as soon as the start is durable */
export function executeRequest(
  account: Account,
  workflowId: string,
  prefer?: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  return requestBytes('POST', `/api/v1/workflows/${workflowId}/execute`, {
    bearer: account.apiKey,
    body: { inputs: { n: 1 } },
    headers,
    ...(prefer && { prefer }),
  })
}

/** Start and wait for completion, with the processor time of the product's parts for each execution. */
export async function measureExecutions(
  product: Product,
  { account, workflowId, connections, ...span }: ExecutionLoad,
): Promise<Figures> {
  const readings: ProcessorTime[] = []
  const read = () => readings.push(processorTime(product.pid))
  const request = executeRequest(account, workflowId, 'wait=30')
  const result = await measure(
    { port: product.port, connections, request, expect: '"status":"completed"', rate: 0, ...span },
    { onMeasuring: read, onMeasured: read },
  )
  return { ...figuresOf(result), ...timePerPiece(readings[0]!, readings[1]!, Math.max(1, result.answers)) }
}

export interface ExecutionLoad extends Span {
  readonly account: Account
  readonly workflowId: string
  readonly connections: number
}
