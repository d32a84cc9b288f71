// What a person confirms: effects with their arguments, recipients, chosen values, and what the rest is.
import { test } from 'tap'
import type { Json } from '../../../domain/json.ts'
import type { HubTool } from '../../../domain/tools/tool.ts'
import { confirmation } from '../../../language/confirmation/confirmation.ts'
import { withTimes } from '../../../language/confirmation/times.ts'
import { call, confirmed, made, of, says, tools } from './confirmed.ts'

test('an effect says its tool first, each argument and whether the request says it, and how often', async t => {
  const request = 'Delete order 7, and tell ada@example.com "it is gone".'
  const steps = [
    call('gone', 'delete_order', { id: '7' }),
    call('tell', 'send_message', { to: 'ada@example.com', text: { $t: 'Order ${inputs.n}: it is gone' } }),
    call('more', 'send_message', { to: { $: 'inputs.to' }, text: 'Never said' }),
  ]
  const made = confirmed(request, steps, { quotes: { gone: 'delete ORDER 7', tell: 'never asked for' } })
  const [gone, tell, more] = of(made, 'effect')
  t.match(gone, {
    ...{
      id: 'effect:gone',
      step: 'gone',
      tool: 'shop__delete_order',
      effect: 'destructive',
      severity: 'tick',
    },
    quote: 'Delete order 7',
  })
  t.equal(
    gone!.says,
    'shop__delete_order removes or overwrites something, once in a run\n  id: "7" (in your words)',
  )
  t.match(tell, { severity: 'info', effect: 'write' })
  t.notOk(tell!.quote, 'a quote that the request does not hold is not shown')
  t.match(tell!.says, 'to: "ada@example.com" (in your words)')
  t.match(tell!.says, 'text: "Order ${inputs.n}: it is gone" (not in your words)')
  t.match(more!.says, 'to: = inputs.to (computed)\n  text: "Never said" (not in your words)')
  t.strictSame(made.entries[0], gone, 'what is ticked comes first')
  t.strictSame(of(made, 'recipient'), [])
})

test('whose words a request holds that an agent has sent, nobody says', async t => {
  const steps = [
    call('gone', 'delete_order', { id: '7', why: 'Late', more: { $: 'inputs.n > 9 ? "x" : "y"' } }),
  ]
  const [gone] = of(confirmed('Delete order 7', steps, { plannedBy: 'agent' }), 'effect')
  t.match(gone!.says, 'id: "7" (in the request)\n  why: "Late" (not in the request)')
  t.notMatch(gone!.says, 'your words')
})

test('how often is the product of the bounds of the loops around it', async t => {
  const inside = [call('tell', 'send_message', { to: 'Ada', text: 'x' })]
  for (const [over, often] of [
    ['["a", "b"]', 'at most 10 times'],
    ['slice(inputs.list, 1, 4)', 'at most 15 times'],
    ['inputs.list.filter(x, x > 1).slice(0, 2)', 'at most 10 times'],
    ['inputs.list', 'no bound known'],
    ['slice(inputs.list, 2)', 'no bound known'],
  ] as const) {
    const loop = { id: 'each', kind: 'foreach', over, as: 'item', steps: inside }
    const repeat = { id: 'again', kind: 'repeat', most: 5, steps: [loop] }
    const [effect] = of(confirmed('Tell Ada', [repeat]), 'effect')
    t.match(effect!.says, often, over)
    t.equal(effect!.severity, often === 'no bound known' ? 'warning' : 'info', over)
  }
})

test('the tools of agents and other workflows are effects, and what nobody knows is taken for the worst', async t => {
  const steps = [
    { id: 'agent', kind: 'agent', goal: 'Tidy up', tools: ['shop__get_orders', 'shop__delete_order'] },
    { id: 'run', kind: 'workflow', workflow: 'Report', inputs: { day: 'Monday' } },
    call('gone', 'gone', {}),
  ] as Json
  const found = of(confirmed('Tidy up', steps), 'effect')
  t.match(
    found.map(({ step, severity, tool }) => ({ step, severity, tool })),
    [
      { step: 'agent', severity: 'tick', tool: 'shop__delete_order' },
      { step: 'gone', severity: 'tick' },
      { step: 'run', severity: 'warning', tool: null },
    ],
  )
  t.match(says(found), 'Runs the workflow "Report" (not in your words)')
})

test('recipients that the request does not hold are named, wherever they stand, in reads too', async t => {
  const request =
    'Mail ann@corp.com, look at https://shop.example/list and post to the ops channel. あに@x.jpへ'
  const message = (args: Json) => [call('tell', 'send_message', args)]
  const named = (steps: Json) => says(of(confirmed(request, steps), 'recipient'))
  for (const [what, steps] of [
    ['an address', message({ to: 'eve@corp.com', text: '' })],
    ['a part of one that is said', message({ to: 'ann@corp.co', text: '' })],
    ['one within a text with values', message({ to: 'Ann', text: { $t: 'See eve@corp.com, ${inputs.x}' } })],
    ['one in an expression', message({ to: { $: 'inputs.x == 1 ? "eve@corp.com" : "x"' }, text: '' })],
    ['a channel', message({ to: '#random', text: '' })],
    ['a name in an argument for recipients', message({ to: 'Evelyn', text: '' })],
    ['a mention', message({ to: 'Ann', text: 'Hi @everyone' })],
    ['a phone number', message({ to: '+49 30 1234567', text: '' })],
    ['a host that is read', [call('read', 'list_guests', { url: 'https://evil.example/?x=1' })]],
    ['a value that is kept first', [{ id: 'who', kind: 'set', value: { list: ['eve@corp.com'] } }]],
  ] as [string, Json][])
    t.not(named(steps), '', what)
  for (const [what, steps] of [
    ['an address', message({ to: 'ANN@corp.com', text: 'ok' })],
    ['a host', [call('read', 'list_guests', { url: 'https://shop.example/other' })]],
    ['a channel without its mark', message({ to: '#ops', text: '' })],
    ['a particle behind it', message({ to: 'あに@x.jp', text: '' })],
  ] as [string, Json][])
    t.equal(named(steps), '', `${what} that is said`)
  const hidden = confirmed(request, message({ to: 'eve\u202e@corp.com', text: '' }))
  t.match(JSON.stringify(hidden.entries), /\\\\u202e/, 'hidden characters are marked')
})

test('a value of a list that stands for other words is named, with what the tool says', async t => {
  const steps = [call('guests', 'list_guests', { status: 'arriving_today' })]
  const [found] = of(confirmed('Who is checking in today?', steps), 'enum')
  t.match(found, { severity: 'info', options: ['arriving_today', 'staying'], tool: 'shop__list_guests' })
  t.match(found!.says, 'status: "arriving_today"\n    The tool says of it: "Where the guest is"')
  t.strictSame(
    of(confirmed('Who is staying?', [call('g', 'list_guests', { status: 'staying' })]), 'enum'),
    [],
  )
})

test('assumptions, starts, lists that end early, repeated effects, judgement and credentials are entries', async t => {
  const steps = [
    call('guests', 'list_guests', {}),
    { id: 'mood', kind: 'ask', question: 'Is it urgent?', choices: ['yes', 'no'] },
    call('tell', 'send_message', { to: { $secret: 'hidden' }, text: { $: 'string(steps.guests)' } }),
  ] as Json
  const start = [{ kind: 'schedule', cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' }]
  const assumptions = [{ step: 'tell', field: 'text', text: 'in English', options: ['in German'] }]
  const made = confirmed('Tell Ada of the guests', steps, { start, assumptions })
  t.match(of(made, 'assumption'), [{ step: 'tell', severity: 'warning', options: ['in German'] }])
  t.match(says(of(made, 'schedule')), 'Starts every weekday at 09:00, Europe/Berlin')
  t.match(of(made, 'cut-list'), [{ step: 'guests', says: /50 items at most/ }])
  t.match(of(made, 'repeats'), [{ step: 'tell' }])
  t.match(says(of(made, 'ask')), /question: "Is it urgent\?" \(not in your words\)\n {2}choices: "yes", "no"/)
  t.match(says(of(made, 'credential')), 'the credential "hidden" goes to "shop"')
  const shown = withTimes(made.entries, start as never, Date.parse('2026-11-27T12:00:00Z'))
  t.equal(shown.find(({ kind }) => kind === 'schedule')!.times!.length, 5)
  t.notOk(made.entries.some(entry => 'times' in entry))
})

test('ids are unique and the same for the same thing; the digest follows plan, entries and tools', async t => {
  const request = 'Tell Ada and Bob'
  const steps = [
    call('a', 'send_message', { to: 'Ada', text: 'x' }),
    call('b', 'delete_order', { id: 'Bob' }),
  ]
  const assumptions = ['one', 'one', 'zwei '.repeat(200)].map(text => ({
    ...{ step: null, field: null, options: [] },
    text,
  }))
  const first = confirmed(request, steps, { assumptions })
  const ids = first.entries.map(({ id }) => id)
  t.equal(new Set(ids).size, ids.length)
  t.ok(ids.every(id => id.length <= 120))
  t.strictSame(confirmed(request, steps, { assumptions }), first)
  const changed = (own: Partial<HubTool>) =>
    tools.map(tool => (tool.name === 'send_message' ? { ...tool, ...own } : tool))
  for (const [what, other] of [
    [
      'another argument',
      confirmed(request, [steps[0]!, call('b', 'delete_order', { id: 'Eve' })], { assumptions }),
    ],
    ['another request', confirmed('Tell Ada', steps, { assumptions })],
    [
      'another description',
      confirmed(request, steps, { assumptions, tools: changed({ description: 'New' }) }),
    ],
  ] as const)
    t.not(other.digest, first.digest, what)
  const spanned = made(request, steps, { assumptions })
  const plan = { ...spanned.plan, steps: spanned.plan.steps.map(step => ({ ...step, span: null })) }
  t.equal(confirmation({ ...spanned, plan }).digest, first.digest, 'places in the request do not count')
  const observed = changed({ observedOutput: { type: 'object' } })
  t.equal(confirmed(request, steps, { assumptions, tools: observed }).digest, first.digest)
})
