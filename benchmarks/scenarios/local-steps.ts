// How many durable executions of three local steps complete in a second, and how long does each take? Strict:
// the result of each step is committed before the next one starts. Fused: steps of pure tools share a commit.
import { connectionCounts, createLocalSteps, measureExecutions } from '../executions.ts'
import { type Settings, startProduct } from '../product.ts'
import { counted, type Goal, type Sample, type Scenario, type Span } from '../scenario.ts'

export const localSteps: Scenario = {
  name: 'local-steps',
  goals: ['S1', 'S2'],
  question: 'Durable executions of three local steps: how many a second, how long from start to completed?',
  async round(span) {
    const strict = await measureLocalSteps('strict', span)
    const fused = await measureLocalSteps('fused', span)
    return [...strict, ...fused]
  },
}

const goals: Record<number, readonly Goal[]> = {
  256: [
    { figure: 'perSecond', atLeast: 8_000 },
    { figure: 'p50Ms', atMost: 40 },
  ],
  32: [{ figure: 'perSecond', atLeast: 5_000 }],
  1: [{ figure: 'p50Ms', atMost: 2 }],
}

/** A product of its own, then every number of connections in turn. Also the body of `threads`. */
export async function measureLocalSteps(
  mode: 'strict' | 'fused',
  span: Span,
  { settings = {}, counts = connectionCounts }: { settings?: Settings; counts?: readonly number[] } = {},
): Promise<Sample[]> {
  const product = await startProduct({ ...(mode === 'strict' && { FUSE_PURE_STEPS: 'off' }), ...settings })
  const account = await product.signUp()
  const workflowId = await createLocalSteps(account)
  const samples: Sample[] = []
  for (const connections of counts) {
    const figures = await measureExecutions(product, { account, workflowId, connections, ...span })
    samples.push({
      label: `${mode}, ${counted(connections, 'connection')}`,
      figures,
      goals: goals[connections] ?? [],
    })
  }
  await product.stop()
  return samples
}
