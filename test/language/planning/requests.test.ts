import { test } from 'tap'
import type { Step } from '../../../domain/plan/plan.ts'
import { barePlan } from '../../../language/planning/bare-plan.ts'
import { writingRequest } from '../../../language/planning/requests.ts'

const step = (id: string, args: object) =>
  ({ ...{ id, title: '', kind: 'tool', server: 'shop', tool: 'set' }, args }) as unknown as Step
const marked = (id: string, args: object) => ({ ...step(id, args), span: [0, 4], effect: 'write' }) as Step
const loop = (steps: readonly Step[]) =>
  ({ ...{ id: 'each', title: '', kind: 'foreach', over: 'inputs.list', as: 'x' }, steps }) as unknown as Step

test('a plan is shown as it was written: without marks of the compiler, with arguments of their names', async t => {
  const args = { effect: 'sepia', span: 7 }
  const plan = { steps: [marked('a', args), loop([marked('b', args)])] }
  const written = { steps: [step('a', args), loop([step('b', args)])] }
  t.strictSame(barePlan(plan), written)
  const revision = { plan, base: null, change: 'Make it blue', answers: {} }
  const text = writingRequest(
    { request: 'Paint it', tools: [], credentials: [], revision },
    { now: 0, timeZone: 'UTC', author: null },
  )
  t.match(text, `The plan that is there: ${JSON.stringify(written)}\n`)
})
