import { test } from 'tap'
import { computeEstimate } from '../../../domain/plan/compute-estimate.ts'
import type { Step } from '../../../domain/plan/plan.ts'

const call = (id: string, more: object = {}) => ({ id, kind: 'tool', tool: 'text_join', args: {}, ...more })
const estimate = (...steps: object[]) => {
  const { least, most } = computeEstimate({ steps: steps as unknown as Step[] })
  return [least, most]
}
const end = { id: 'end', kind: 'return', value: 1 }

test('an execution costs its start and its calls', async t => {
  t.strictSame(estimate(), [1, 1])
  t.strictSame(estimate(call('a'), call('b'), end), [3, 3])
  t.strictSame(estimate(call('a', { when: 'inputs.x' })), [1, 2])
  t.strictSame(estimate(call('a', { retry: { maxAttempts: 3 } })), [2, 4])
  t.strictSame(estimate(call('a', { onError: { steps: [call('b'), call('c')] } })), [2, 4])
  t.strictSame(estimate({ id: 'a', kind: 'code', js: '1' }), [3, 3])
})

test('branches cost between the cheapest and the dearest; what ends early costs less', async t => {
  const cases = [{ when: 'a', steps: [call('a'), call('b')] }]
  t.strictSame(estimate({ id: 'i', kind: 'if', cases }), [1, 3])
  t.strictSame(estimate({ id: 'i', kind: 'if', cases, else: [call('c')] }), [2, 3])
  const leaving = [{ when: 'a', steps: [end] }]
  t.strictSame(estimate(call('a'), { id: 'i', kind: 'if', cases: leaving }, call('b')), [2, 3])
  const branches = [{ steps: [call('a')] }, { steps: [call('b'), call('c')] }]
  t.strictSame(estimate({ id: 'p', kind: 'parallel', branches }), [4, 4])
  t.strictSame(estimate({ id: 'p', kind: 'parallel', wait: 'any', branches }), [2, 4])
})

test('what the plan does not bound has no most', async t => {
  const each = { id: 'e', kind: 'foreach', over: 'inputs.list', as: 'one' }
  t.strictSame(estimate({ ...each, steps: [call('a')] }), [1, null])
  t.strictSame(estimate({ ...each, steps: [{ id: 's', kind: 'set', value: 1 }] }), [1, 1])
  t.strictSame(estimate(call('a', { retry: { maxAttempts: 2, park: true } })), [2, null])
})
