// Plans that somebody sends: what is wrong with one comes back whole, over HTTP and at /rpc, and the world of
// the organization (who may decide, which models there are) counts.
import tap, { test } from 'tap'
import { openTestDatabase } from '../../../support/database.ts'
import { startMarketplace, worldOf } from '../../../support/marketplace.ts'

const market = await startMarketplace(worldOf(await openTestDatabase()), [])
tap.teardown(() => market.stop())
const ada = { email: 'ada@example.com', password: 'correct horse battery' }
const { token } = (await market.clientOf(null).post('/api/v1/auth/signup', ada)).body
const client = market.clientOf(token)

const workflows = '/api/v1/workflows'
const note = { name: 'By hand', prompt: 'Written by hand' }
const wrong = {
  steps: [
    { id: 'fetch', kind: 'tool', tool: 'http_get', args: { url: 'https://example.com' }, timeoutMs: '5m' },
    { id: 'sum', kind: 'set', value: { $: 'len(steps.fetch)' } },
    { id: 'end', kind: 'retrun', value: { $: 'steps.sum' } },
  ],
}
const told = [
  { code: 'BAD_SHAPE', severity: 'error', path: 'fetch.timeoutMs', message: /received "5m"$/ },
  { code: 'BAD_SHAPE', path: 'end.kind', message: /did you mean return\?$/, candidates: ['return'] },
  { code: 'BAD_EXPRESSION', path: 'sum.value', message: /write size\(x\)/ },
]

test('a plan of another shape is refused with all that is wrong with it, and nothing is kept', async t => {
  for (const answer of [
    await client.post(`${workflows}/plan`, { prompt: note.prompt, plan: wrong }),
    await client.post(workflows, { ...note, plan: wrong }),
    await client.post(`${workflows}/dry-run`, { prompt: note.prompt, plan: wrong, inputs: {} }),
  ]) {
    t.equal(answer.status, 400)
    t.match(answer.body.error, /^plan: fetch.timeoutMs: expected a number, received "5m"; /)
    t.match(answer.body.diagnostics, told)
  }
  t.same((await client.get(workflows)).body, [])
})

test('a plan of another shape is not changed: what cannot be read of it would be lost', async t => {
  const start = [{ kind: 'schedule', cron: '0 9 * * *', timezone: 'UTC' }]
  const faulty = { irVersion: 2, start, deadline: 'soon', steps: [{ id: 'b', knd: 'tool' }] }
  const plan = { steps: [{ id: 'end', kind: 'return', value: 1 }] }
  const path = `${workflows}/plan`
  for (const said of [{ change: 'Also tell #ops.' }, { answers: { when: 'daily' } }]) {
    for (const [sent, error] of [
      [{ plan: faulty }, /^plan: .*deadline/],
      [{ plan, base: faulty }, /^base: .*deadline/],
    ] as const) {
      const answer = await client.post(path, { prompt: note.prompt, ...sent, ...said })
      t.match(answer, { status: 400, body: { error } })
      t.match(answer.body.diagnostics, [{ path: 'deadline' }, { path: 'b.kind' }])
    }
  }
})

test('what a model wrote lies beside the plan that somebody made of it', async t => {
  const returning = (value: number) => ({ steps: [{ id: 'end', kind: 'return', value }] })
  const made = await client.post(workflows, { ...note, plan: returning(2), base: returning(1) })
  t.match(made, { status: 201, body: { plannedBy: 'author' } })
  const path = `${workflows}/${made.body.id}`
  t.match((await client.get(`${path}/versions/1`)).body, { plan: returning(2), base: returning(1) })
  await client.put(path, { plan: returning(3) })
  t.equal((await client.get(`${path}/versions/2`)).body.base, undefined)
  await client.delete(path)
})

test('a key that plans do not have keeps a workflow from running, also when its plan is sent back', async t => {
  const refund = { id: 'say', kind: 'set', value: 1, requiresApproval: true }
  const plan = { steps: [refund, { id: 'end', kind: 'return', value: 1 }] }
  const made = await client.post(workflows, { ...note, plan })
  t.match(made, { status: 201, body: { status: 'needs_review', diagnostics: [{ code: 'UNKNOWN_KEY' }] } })
  const path = `${workflows}/${made.body.id}`
  const kept = (await client.get(path)).body.plan
  t.match(await client.put(path, { plan: kept }), { status: 200, body: { status: 'needs_review' } })
  t.match(await client.post(`${path}/execute`, {}), { status: 409 })
  const { requiresApproval: _, ...mended } = refund
  const mine = { plan: { steps: [mended, plan.steps[1]] } }
  t.match(await client.put(path, mine), { status: 200, body: { status: 'ready' } })
})

test('approvers who are nobody here and models that are not there are questions', async t => {
  const ask = (assignees: string[]) => ({
    steps: [
      { id: 'ask', kind: 'approval', message: 'Go on?', assignees },
      { id: 'write', kind: 'agent', goal: 'Write a greeting' },
    ],
  })
  const codes = async (assignees: string[]) => {
    const { status, body } = await client.post(`${workflows}/plan`, { ...note, plan: ask(assignees) })
    t.match({ status, planned: body.status }, { status: 200, planned: 'ready' })
    return body.diagnostics.map(({ code }: { code: string }) => code)
  }
  t.same(await codes(['nobody@example.com']), ['NOBODY_CAN_DECIDE', 'NO_MODEL'])
  t.same(await codes(['Ada@example.com']), ['NO_MODEL'])
  t.same(await codes(['owner']), ['NO_MODEL'])
})

test('an expression that gives null leaves an optional argument out', async t => {
  const plan = {
    steps: [
      {
        ...{ id: 'rows', kind: 'tool', tool: 'csv_parse' },
        args: { text: 'a,b\n1,2', delimiter: { $: 'default(inputs.delimiter, null)' } },
      },
      { id: 'end', kind: 'return', value: { $: 'steps.rows' } },
    ],
  }
  const ran = await client.post(`${workflows}/dry-run`, { prompt: note.prompt, plan, inputs: {} })
  t.match(ran, { status: 200, body: { status: 'completed', output: [{ a: '1', b: '2' }] } })
})
