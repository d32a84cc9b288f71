// Plans whose shape is wrong: everything is told at once, with its step and with what was sent, and what can
// be read is judged all the same.
import { test } from 'tap'
import { compile } from '../../../domain/compiler/compiler.ts'
import type { Json } from '../../../domain/json.ts'
import { stepKinds } from '../../../domain/plan/plan-schema.ts'
import { readPlan } from '../../../domain/plan/reading/read-plan.ts'

const faults = (plan: unknown) => readPlan(plan as Json).faults.map(({ message }) => message)
const codes = (plan: unknown) => {
  const read = readPlan(plan as Json)
  return compile(read.plan, { tools: [], diagnostics: read.faults }).diagnostics.map(
    ({ code, path }) => `${code} ${path}`,
  )
}

test('a plan that is right is read as it is', async t => {
  const plan = {
    deadline: { ms: 5 },
    steps: [
      { id: 'a', title: '', kind: 'set', value: { any: ['thing', { $: '1' }] } },
      {
        ...{ id: 'b', title: 'B', kind: 'if', cases: [{ when: 'true', steps: [] }], else: [] },
        onError: { steps: [{ id: 'c', title: '', kind: 'return', value: null }] },
      },
    ],
  }
  t.strictSame(readPlan(plan as never), { plan, faults: [] })
})

test('all that is wrong is told at once, with the step and what was sent', async t => {
  const plan = {
    steps: [
      { id: 'fetch', kind: 'tool', tool: 'x', timeoutMs: '5m', retry: { maxAttempts: '3' } },
      { id: 'ask', kind: 'approval', message: 'Go on?', onTimeout: 'reject' },
      { id: 'each', kind: 'foreach', over: 5, as: 'item', steps: [{ id: 'inner', kind: 'fail' }] },
      { id: 'Bad-Id', kind: 'set', value: 1 },
      'step',
    ],
  }
  t.same(faults(plan), [
    'fetch.timeoutMs: expected a number, received "5m"',
    'fetch.retry.maxAttempts: expected a number, received "3"',
    'ask.onTimeout: expected one of approve, deny, fail, received "reject"',
    'each.over: expected a text, received 5',
    'inner.message: expected a value, received nothing',
    'Bad-Id.id: expected a lower-case letter, then letters, digits or _, received "Bad-Id"',
    'steps[4]: expected a step, received string',
  ])
})

test('together with what is wrong in the steps that can be read', async t => {
  const plan = {
    steps: [
      { id: 'a', kind: 'set', value: { $: '1 +' } },
      {
        id: 'each',
        kind: 'for_each',
        over: 'inputs.list',
        as: 'item',
        steps: [{ id: 'b', kind: 'set', value: { $: 'itm' } }],
      },
      { id: 'c', kind: 'set' },
      { id: 'end', kind: 'return', value: { $: 'steps.c' } },
    ],
  }
  t.same(codes(plan), [
    'BAD_SHAPE each.kind',
    'BAD_SHAPE c.value',
    'BAD_EXPRESSION a.value',
    'BAD_REFERENCE b',
  ])
})

test('a kind of another language is told with the one that is meant', async t => {
  for (const [said, meant] of [
    ['for_each', 'foreach'],
    ['loop', 'foreach'],
    ['condition', 'if'],
    ['delay', 'wait'],
    ['javascript', 'code'],
    ['llm', 'ask'],
    ['retrun', 'return'],
  ])
    t.match(faults({ steps: [{ id: 'a', kind: said }] }), [
      new RegExp(`^a.kind: .*did you mean ${meant}\\?$`),
    ])
  t.match(readPlan({ steps: [{ id: 'a', kind: 'zebra' }] } as never).faults[0]?.candidates, stepKinds)
})

test('an expression in place of its text is simply taken', async t => {
  const { plan, faults: none } = readPlan({
    steps: [
      { id: 'a', kind: 'foreach', over: { $: 'inputs.list' }, as: 'x', when: { $: 'true' }, steps: [] },
      { id: 'b', kind: 'if', cases: [{ when: { $: 'true' }, steps: [] }] },
    ],
  } as never)
  t.same(none, [])
  t.match(plan.steps, [{ over: 'inputs.list', when: 'true' }, { cases: [{ when: 'true' }] }])
})

test('what is no plan at all', async t => {
  t.same(faults(5), ['plan: expected an object with steps, received number'])
  t.same(faults([]), ['plan: expected an object with steps, received array'])
  t.same(faults({}), ['steps: expected a list of steps, received undefined'])
  t.same(faults({ steps: 'x' }), ['steps: expected a list of steps, received string'])
  t.match(faults({ steps: [], irVersion: 3 }), [/^irVersion: expected one of 1, 2, received 3$/])
  t.match(
    faults({ steps: Array.from({ length: 101 }, (_, n) => ({ id: `a${n}`, kind: 'set', value: 1 })) }),
    [/^steps: expected at most 100 steps, received 101$/],
  )
  const deep = (depth: number): object => ({
    id: `d${depth}`,
    kind: 'foreach',
    over: '[]',
    as: `x${depth}`,
    steps: depth === 0 ? [] : [deep(depth - 1)],
  })
  t.same(codes({ steps: [deep(40)] }).filter(code => code.startsWith('TOO_DEEP')).length, 1)
})

test('a value that stands where an expression is meant is taken as one, and only there', async t => {
  const step = (step: object) => readPlan({ steps: [{ id: 'a', ...step }] } as never).plan.steps[0]
  const now = { $: 'now' }
  t.match(step({ kind: 'repeat', most: 3, until: { $: 'true' }, steps: [] }), { until: 'true' })
  t.match(step({ kind: 'foreach', over: { $: 'inputs.list' }, as: 'x', steps: [] }), { over: 'inputs.list' })
  t.match(step({ kind: 'wait', until: now }), { until: now }, 'the moment of a wait is a value')
  t.match(step({ kind: 'approval', message: 'Go on?', assignees: { $: 'inputs.boss' } }), {
    assigneesFrom: ['inputs.boss'],
  })
})
