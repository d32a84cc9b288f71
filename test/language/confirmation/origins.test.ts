// An effect says what it is made of.
import { test } from 'tap'
import { call, confirmed, of } from './confirmed.ts'

const request = 'Remind everybody of the newest open order'
const newest = { id: 'newest', kind: 'set', value: { $: 'first(sortBy(steps.orders, "id", "descending"))' } }
const tell = call('tell', 'send_message', { to: { $: 'steps.newest.email' }, text: 'open order' })
const made = (args: object) =>
  of(confirmed(request, [call('orders', 'get_orders', args as never), newest, tell]), 'effect')[0]!.says

test('an effect says the reads and values that its arguments come from, in the order of the plan', async t => {
  t.match(
    made({ status: 'open' }),
    [
      '  steps.orders: from shop__get_orders',
      '    status: "open" (in your words)',
      '  steps.newest: = first(sortBy(steps.orders, "id", "descending")) (computed)',
    ].join('\n'),
  )
  t.match(made({}), 'steps.orders: from shop__get_orders, without arguments', 'a filter that is missing')
})

test('an effect says what its loop and its conditions come from, and nothing that it does not use', async t => {
  const late = call('late', 'get_orders', { status: 'late' })
  const other = call('other', 'get_orders', { status: 'paid' })
  const own = call('tell', 'send_message', { to: 'Ada', text: 'x' }, { when: 'size(steps.late) > 0' })
  const each = { id: 'each', kind: 'foreach', over: 'steps.late', as: 'order', steps: [own] }
  const [effect] = of(confirmed('Tell Ada x', [late, other, each]), 'effect')
  t.match(effect!.says, /steps\.late: from shop__get_orders\n {4}status: "late"/)
  t.notMatch(effect!.says, 'steps.other')
})

test('an effect says the code and the model that its arguments come from', async t => {
  const code = { id: 'code', kind: 'code', js: 'return args.n * 2', args: { n: { $: 'inputs.n' } } }
  const mood = { id: 'mood', kind: 'ask', question: 'Is it urgent?', input: { $: 'steps.code' } }
  const tell = call('tell', 'send_message', { to: 'Ada', text: { $: 'string(steps.mood)' } })
  const [effect] = of(confirmed('Tell Ada', [code, mood, tell]), 'effect')
  t.match(
    effect!.says,
    [
      '  steps.code: by the code "return args.n * 2"',
      '    n: = inputs.n (computed)',
      '  steps.mood: what a language model answers',
    ].join('\n'),
  )
})

test('of many steps an effect says some, and how many more there are', async t => {
  const values = Array.from({ length: 20 }, (_, n) => ({
    ...{ id: `v${n}`, kind: 'set' },
    value: { $: n === 0 ? 'inputs.n' : `steps.v${n - 1}` },
  }))
  const last = call('tell', 'send_message', { to: 'Ada', text: { $: 'string(steps.v19)' } })
  const [effect] = of(confirmed('Tell Ada', [...values, last] as never), 'effect')
  t.match(effect!.says, 'steps.v11: = steps.v10 (computed)\n… and what 8 more steps give, in the plan')
  t.notMatch(effect!.says, 'steps.v12:')
})
