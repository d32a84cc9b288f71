// Random plans for properties: every block and policy, up to three deep. Inputs: `list`, `yes` and `no`.
import fc from 'fast-check'
import type { Step } from '../../domain/plan/plan.ts'
import { block, call, look, set } from './execution.ts'

export const planInputs = { list: [1, 2, 3], yes: true, no: false }

const retry = { maxAttempts: 3, backoffMs: 1_000, maxBackoffMs: 4_000 }
const approval = { message: 'Go on?', onDeny: 'continue' } as const

/** Ids say what a step is: `gated7` is a call that somebody approves. */
const leaves = fc.constantFrom<Step>(
  call('call'),
  look('look'),
  set('set', 1),
  call('call', {}, { when: 'inputs.no' }),
  call('tried', {}, { retry }),
  call('parked', {}, { retry: { ...retry, maxAttempts: 2, park: true } }),
  call('loose', {}, { onError: 'continue' }),
  { ...call('gated', { n: 1 }), approval: { message: 'Pay?' } } as Step,
  {
    ...call('gated', { n: 1 }, { retry }),
    approval: { ...approval, timeoutMs: 3_000, onTimeout: 'approve' },
  } as Step,
  block('ask', { kind: 'approval', ...approval, quorum: 2 }, { timeoutMs: 5_000 }),
  block('ask', { kind: 'approval', message: 'Go on?' }),
  block('rest', { kind: 'wait', for: 2_000 }),
  block('hear', { kind: 'wait', event: 'paid' }, { timeoutMs: 4_000, onError: 'continue' }),
  block('hear', { kind: 'wait', event: 'paid' }),
  block('sub', { kind: 'workflow', workflow: 'x', inputs: {} }, { timeoutMs: 6_000 }),
  block('bad', { kind: 'set', value: { $: 'inputs.none.x' } }, { onError: { steps: [call('call')] } }),
)

/** Plans up to three deep; ids are unique, as the compiler makes sure. */
export const plans: fc.Arbitrary<Step[]> = fc
  .letrec<{ steps: Step[]; step: Step; onError: NonNullable<Step['onError']> }>(tie => ({
    steps: fc.array(tie('step'), { maxLength: 4, depthIdentifier: 'plan' }),
    onError: fc.oneof(
      { weight: 3, arbitrary: fc.constant('fail' as const) },
      { weight: 1, arbitrary: fc.constant('continue' as const) },
      { weight: 1, arbitrary: tie('steps').map(steps => ({ steps })) },
    ),
    step: fc.oneof(
      { depthIdentifier: 'plan', maxDepth: 3, withCrossShrink: true },
      leaves,
      fc
        .record({
          steps: tie('steps'),
          concurrency: fc.integer({ min: 1, max: 4 }),
          over: fc.constantFrom('inputs.list', '[]'),
          onError: tie('onError'),
        })
        .map(({ steps, concurrency, over, onError }) =>
          block('each', { kind: 'foreach', over, as: 'item', concurrency, steps }, { onError }),
        ),
      fc
        .record({
          lists: fc.array(tie('steps'), { minLength: 1, maxLength: 3 }),
          wait: fc.constantFrom('all' as const, 'any' as const),
          onError: tie('onError'),
        })
        .map(({ lists, wait, onError }) =>
          block('fork', { kind: 'parallel', wait, branches: lists.map(steps => ({ steps })) }, { onError }),
        ),
      fc
        .record({
          when: fc.constantFrom('inputs.yes', 'inputs.no'),
          steps: tie('steps'),
          other: tie('steps'),
        })
        .map(({ when, steps, other }) =>
          block('check', { kind: 'if', cases: [{ when, steps }], else: other }),
        ),
    ),
  }))
  .steps.map(steps => numbered(steps, { last: 0 }))

function numbered(steps: readonly Step[], count: { last: number }): Step[] {
  return steps.map(step => {
    const own = { ...step, id: `${step.id}${++count.last}` }
    if (typeof own.onError !== 'object') return numberedInside(own, count)
    return { ...numberedInside(own, count), onError: { steps: numbered(own.onError.steps, count) } }
  })
}

function numberedInside(own: Step, count: { last: number }): Step {
  if (own.kind === 'foreach') return { ...own, steps: numbered(own.steps, count) }
  if (own.kind === 'parallel') {
    return { ...own, branches: own.branches.map(branch => ({ steps: numbered(branch.steps, count) })) }
  }
  if (own.kind !== 'if') return own
  const cases = own.cases.map(each => ({ ...each, steps: numbered(each.steps, count) }))
  return { ...own, cases, else: numbered(own.else ?? [], count) }
}
