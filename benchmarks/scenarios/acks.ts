// How long until a durable start is acknowledged, at a steady rate far below the limit? Open loop: a latency
// counts from when its request should have left; "p50 late ms" is the generator's own share.
import { createLocalSteps, executeRequest } from '../executions.ts'
import { measure } from '../measure.ts'
import { startProduct } from '../product.ts'
import { figuresOf, type Scenario } from '../scenario.ts'

const rate = 300

export const acks: Scenario = {
  name: 'acks',
  goals: ['S4'],
  question: `A durable start, ${rate} a second: how long until it is acknowledged?`,
  async round(span) {
    const product = await startProduct()
    const account = await product.signUp()
    const request = executeRequest(account, await createLocalSteps(account))
    const expect = '"id":"exec_'
    const result = await measure({ port: product.port, connections: 64, request, expect, rate, ...span })
    await product.stop()
    const figures = { ...figuresOf(result), p50LateMs: result.p50LateMs }
    const goals = [
      { figure: 'p50Ms', atMost: 3 },
      { figure: 'p99Ms', atMost: 15 },
    ]
    return [{ label: 'acknowledged', figures, goals }]
  },
}
