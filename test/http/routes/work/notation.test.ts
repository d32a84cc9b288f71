// Prompts in notation, and plans answered in it, over HTTP. The planner behind has no plan for any prompt, so
// whatever is planned is planned without it.
import tap, { test } from 'tap'
import { openTestDatabase } from '../../../support/database.ts'
import { startMarketplace, worldOf } from '../../../support/marketplace.ts'
import { scriptedPlanner } from '../../../support/scripted-planner.ts'

const planner = scriptedPlanner({})
const market = await startMarketplace(worldOf(await openTestDatabase()), [], { planner })
tap.teardown(() => market.stop())
const ada = { email: 'ada@example.com', password: 'correct horse battery' }
const { token } = (await market.clientOf(null).post('/api/v1/auth/signup', ada)).body
const client = market.clientOf(token)

const workflows = '/api/v1/workflows'
const prompt = `1. Call csv_parse with text: {{inputs.orders}}. Call it orders.
2. Return {{size(steps.orders)}}.`
const notation = `${prompt}\n`
const other = '1. Return "another".'
const wrong = `${prompt.replace('{{size(steps.orders)}}', 'their number')}
3. Stop the run here.`
const ready = { status: 'ready', plannedBy: 'author', acceptance: null, explanation: null, diagnostics: [] }

test('a prompt in notation is its plan, as its author has typed it, whichever route takes it', async t => {
  const steps = [{ id: 'orders', kind: 'tool', tool: 'csv_parse' }, { kind: 'return' }]
  const inputsSchema = { properties: { orders: {} }, required: ['orders'] }
  const { acceptance: _, ...planned } = ready
  t.match(await client.post(`${workflows}/plan`, { prompt }), {
    status: 200,
    body: { ...planned, prompt, notation, plan: { steps }, inputsSchema, outline: [{ step: 'orders' }, {}] },
  })
  const made = await client.post(workflows, { name: 'Count', prompt })
  t.match(made, { status: 201, body: { ...ready, prompt, notation, plan: { steps }, inputsSchema } })
  const path = `${workflows}/${made.body.id}`
  t.match(await client.put(path, { prompt: other }), {
    body: { ...ready, version: 2, notation: `${other}\n` },
  })
  const kept = await client.post(`${path}/versions`, { prompt, note: 'as before' })
  t.match(kept, { status: 201, body: { version: 3, plannedBy: 'author', prompt, notation } })
  const ran = await client.post(`${workflows}/dry-run`, { prompt, inputs: { orders: 'a\n1\n2' } })
  t.match(ran, { status: 200, body: { status: 'completed', output: 2 } })
  const saved = { name: 'Typed', prompt, plannedBy: 'reader' }
  t.match((await client.post(workflows, saved)).body, ready, 'as the dashboard saves what was typed')
})

test('notation with a fault is no plan; the fault is where it is, and the prompt stays as it is', async t => {
  const diagnostics = [
    {
      code: 'NOTATION',
      severity: 'error',
      message: /^line 2, column 11: expected a value: .*as in: Return /,
    },
  ]
  const planned = (await client.post(`${workflows}/plan`, { prompt: wrong })).body
  t.match(planned, { status: 'needs_review', plan: { steps: [] }, diagnostics })
  t.notOk('notation' in planned, 'nothing of it is a plan')
  t.equal(wrong.slice(...(planned.diagnostics[0].span as [number, number])), 'their number.')
  const made = await client.post(workflows, { name: 'Wrong', prompt: wrong })
  t.match(made, { status: 201, body: { status: 'needs_review', prompt: wrong, diagnostics } })
  const slipped = await client.post(`${workflows}/plan`, { prompt: '1. Call csv_parse with text "a".' })
  t.match(slipped.body.diagnostics, [{ code: 'NOTATION', message: /^line 1, column 28: expected ": "/ }])
  const request = await client.post(`${workflows}/plan`, { prompt: '1. Parse the orders\n2. Return them' })
  t.match(request.body.diagnostics, [{ code: 'NEEDS_MODEL' }], 'a request is for the planner')
})

test('the compiler judges a plan in notation as every plan', async t => {
  const unknown = '1. Call nobody__does with a: 1.\n2. Return {{steps.nobody_does}}.'
  const { body } = await client.post(`${workflows}/plan`, { prompt: unknown })
  t.match(body, { status: 'needs_review', plannedBy: 'author' })
  t.match(JSON.stringify(body.diagnostics), /nobody__does|nobody/)
  t.match(body.notation, /^1\. Call nobody__does/, 'it has steps to show')
})

test('answers about one workflow or version have the notation, also of plans that are sent; lists have none', async t => {
  const plan = { steps: [{ id: 'end', kind: 'return', title: 'The end', value: { $: 'inputs.x' } }] }
  const said = { notation: '1. Return {{inputs.x}}. Call it end. Titled "The end".\n' }
  t.match((await client.post(`${workflows}/plan`, { prompt: 'By hand', plan })).body, said)
  const { body } = await client.post(workflows, { name: 'Sent', prompt: 'By hand', plan })
  t.match(body, said)
  const path = `${workflows}/${body.id}`
  t.match((await client.get(path)).body, said)
  t.match((await client.get(`${path}/versions/1`)).body, said)
  t.match((await client.post(`${path}/versions/1/activate`)).body, said)
  const [listed] = (await client.get(workflows)).body
  const [version] = (await client.get(`${path}/versions`)).body
  for (const item of [listed, version]) t.ok(item.plan.steps.length > 0 && !('notation' in item))
})

test('a person who says that a model wrote the notation confirms it', async t => {
  const body = { name: 'Of a model', prompt, plannedBy: 'model' }
  const made = await client.post(workflows, body)
  t.match(made.body, { plannedBy: 'model', acceptance: { acceptedAt: null }, notation })
})

test('a change in words of a plan in notation is for the planner', async t => {
  const { plan } = (await client.post(`${workflows}/plan`, { prompt })).body
  const changed = await client.post(`${workflows}/plan`, { prompt, plan, change: 'Return their first.' })
  t.match(changed.body, { status: 'needs_review', diagnostics: [{ code: 'NEEDS_MODEL' }] })
  const answered = await client.post(`${workflows}/plan`, { prompt, answers: { which: 'the first' } })
  t.match(answered.body.diagnostics, [{ code: 'NEEDS_MODEL' }])
})

test('a change of a plan in notation is what was said of it, also where no prompt stands beside the plan', async t => {
  const { plan } = (await client.post(`${workflows}/plan`, { prompt })).body
  const change = 'Return their first.'
  for (const said of [prompt, '']) {
    const changed = await client.post(`${workflows}/plan`, { prompt: said, plan, change })
    t.match(changed, { status: 200, body: { prompt: change } })
  }
})

test('a text of very many lines is answered, a large plan without its notation', async t => {
  const lines = (count: number) => ({ steps: [{ id: 'text', kind: 'set', value: '\n'.repeat(count) }] })
  const small = await client.post(`${workflows}/plan`, { prompt: '', plan: lines(30_000) })
  t.match(small, { status: 200, body: { notation: /^1\. Let text be below\./ } })
  const made = await client.post(workflows, { name: 'Lines', prompt: '', plan: lines(70_000) })
  t.equal(made.status, 201)
  t.notOk('notation' in made.body)
  t.equal((await client.get(`${workflows}/${made.body.id}`)).status, 200)
})

test('a secret of a plan in notation is its name', async t => {
  const sends = '1. Call http_get with url: "https://example.com", headers: {"x-token": secret shop_token}.'
  const { body } = await client.post(`${workflows}/plan`, { prompt: sends })
  t.match(body.plan.steps, [{ args: { headers: { 'x-token': { $secret: 'shop_token' } } } }])
  t.match(body.notation, /headers: \{"x-token": secret shop_token\}/)
})

test('what an agent sends in notation somebody confirms, as a plan that it sends', async t => {
  const call = async (name: string, args: object) => {
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    return (await client.post('/rpc', request)).body.result.structuredContent
  }
  t.match(await call('plan_workflow', { prompt }), { status: 'ready', diagnostics: [] })
  const { id } = await call('create_workflow', { name: 'By an agent', prompt })
  const kept = (await client.get(`${workflows}/${id}`)).body
  t.match(kept, { status: 'ready', plannedBy: 'agent', acceptance: { acceptedAt: null }, notation })
  const sends = '1. Call http_post.\n   url: "https://collect.example.com/all"\n   body: {"a": 1}'
  const made = await call('create_workflow', { name: 'Sends', prompt: sends })
  const { entries } = (await client.get(`${workflows}/${made.id}/confirmation`)).body
  t.match(JSON.stringify(entries), /not in the request/, 'it is no word of a person')
  t.match((await call('plan_workflow', { prompt: sends })).confirmation, { entries: [{ unquoted: true }] })
})

test('beside a plan the prompt may be empty, and nowhere else', async t => {
  const plan = { steps: [{ id: 'end', kind: 'return', value: 'here' }] }
  const made = await client.post(workflows, { name: 'Plan alone', prompt: '', plan })
  t.match(made, {
    status: 201,
    body: { status: 'ready', prompt: '', notation: '1. Return "here". Call it end.\n' },
  })
  const path = `${workflows}/${made.body.id}`
  t.match(await client.post(`${path}/versions`, { plan }), { status: 201, body: { prompt: '' } })
  t.match(await client.post(`${workflows}/plan`, { prompt: '', plan }), { status: 200 })
  const dry = await client.post(`${workflows}/dry-run`, { prompt: '', plan })
  t.match(dry, { status: 200, body: { status: 'completed', output: 'here' } })
  for (const refused of [
    await client.post(workflows, { name: 'Nothing', prompt: '' }),
    await client.put(path, { prompt: '' }),
    await client.post(`${path}/versions`, {}),
    await client.post(`${workflows}/plan`, { prompt: '' }),
    await client.post(`${workflows}/dry-run`, { prompt: '' }),
  ])
    t.match(refused, { status: 400, body: { error: /^prompt: expected at least 1 character/ } })
})
