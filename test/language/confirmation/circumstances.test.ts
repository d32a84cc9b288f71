// An effect says when it happens.
import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import { call, confirmed, of } from './confirmed.ts'

const tell = (id: string, more: object = {}) => call(id, 'send_message', { to: 'Ada', text: 'x' }, more)

/** What is said of the effect before its arguments. */
function whenOf(steps: Json, step = 'tell', request = 'Tell Ada x'): readonly string[] {
  const effect = of(confirmed(request, steps), 'effect').find(each => each.step === step)
  const [, ...lines] = effect!.says.split('\n')
  return lines.slice(
    0,
    lines.findIndex(line => line.startsWith('  to:')),
  )
}

test('an effect says the conditions around it, and whether the request says what they compare with', async t => {
  t.strictSame(whenOf([tell('tell')]), [])
  t.strictSame(whenOf([tell('tell', { when: 'inputs.n > 40' })]), [
    '  only if: = inputs.n > 40 (not in your words)',
  ])
  const request = 'Over 1,000 tell Ada x, over 5k tell Bob'
  t.strictSame(whenOf([tell('tell', { when: 'inputs.n > 1000' })], 'tell', request), [
    '  only if: = inputs.n > 1000 (computed)',
  ])
  const choose = {
    ...{ id: 'choose', kind: 'if' },
    cases: [
      { when: 'inputs.n > 5000', steps: [tell('bob')] },
      { when: 'inputs.n > 1000', steps: [tell('tell')] },
    ],
    else: [tell('other')],
  }
  t.strictSame(whenOf([choose], 'tell', request), [
    '  only if not: = inputs.n > 5000 (computed)',
    '  only if: = inputs.n > 1000 (computed)',
  ])
  t.strictSame(whenOf([choose], 'other', request), [
    '  only if not: = inputs.n > 5000 (computed)',
    '  only if not: = inputs.n > 1000 (computed)',
  ])
})

test('an effect says the loops around it, and the failure that it answers', async t => {
  const each = { id: 'each', kind: 'foreach', over: 'inputs.list', as: 'item', steps: [tell('tell')] }
  t.strictSame(whenOf([each]), ['  for each item of: = inputs.list (computed)'])
  const again = { id: 'again', kind: 'repeat', most: 5, until: 'inputs.done', steps: [tell('tell')] }
  t.strictSame(whenOf([again]), ['  again until: = inputs.done (computed)'])
  const orders = call('orders', 'get_orders', {}, { onError: { steps: [tell('tell')] } })
  t.strictSame(whenOf([orders]), ['  only if it fails: orders'])
})

test('an effect says who approves before it, and not who is asked behind it', async t => {
  const ok = { id: 'ok', kind: 'approval', message: 'Go on?', assignees: ['owner'] }
  t.strictSame(whenOf([ok, tell('tell')]), ['  after the approval ok by: "owner"'])
  t.strictSame(whenOf([tell('tell'), ok]), [])
  t.strictSame(whenOf([{ ...ok, onDeny: 'continue' }, tell('tell')]), [], 'the run goes on without it')
  const approval = { message: 'Go on?', unless: 'inputs.small' }
  t.strictSame(whenOf([tell('tell', { approval })]), [
    '  each call is approved before by: whoever may decide approvals, unless "inputs.small"',
  ])
})

test('an effect says how often it is tried when it fails', async t => {
  t.strictSame(whenOf([tell('tell', { retry: { maxAttempts: 3 } })]), [
    '  if it fails: tried up to 3 times in all',
  ])
  t.strictSame(whenOf([tell('tell', { retry: { maxAttempts: 1 } })]), [])
  const run = {
    id: 'tell',
    kind: 'workflow',
    workflow: 'Report',
    inputs: { to: 'x' },
    retry: { maxAttempts: 2 },
  }
  t.strictSame(whenOf([run]), ['  if it fails: tried up to 2 times in all'])
})

test('an effect says what may end the run before it', async t => {
  const stop = { id: 'lost', kind: 'stop', when: 'inputs.lost' }
  t.strictSame(whenOf([stop, tell('tell')]), ['  unless lost ends it before, if: = inputs.lost (computed)'])
  t.strictSame(whenOf([tell('tell'), stop]), [])
  const choose = {
    ...{ id: 'choose', kind: 'if', cases: [{ when: 'inputs.a || inputs.b', steps: [tell('other')] }] },
    else: [{ id: 'no', kind: 'fail', message: 'No', when: 'inputs.c' }],
  }
  t.strictSame(whenOf([choose, tell('tell')]), [
    '  unless no ends it before, if: = (!(inputs.a || inputs.b)) && inputs.c (computed)',
  ])
})

test('of many circumstances an effect says the nearest, and how many more there are', async t => {
  const stops = Array.from({ length: 22 }, (_, n) => ({ id: `s${n}`, kind: 'stop', when: `inputs.a${n}` }))
  const lines = whenOf([...stops, tell('tell')] as never)
  t.equal(lines[0], '… and 2 more that come first, in the plan')
  t.equal(lines.at(-1), '  unless s21 ends it before, if: = inputs.a21 (computed)')
  t.equal(lines.length, 21)
})
