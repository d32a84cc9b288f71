// What editors ask about a prompt that nobody has saved: its outline, and a dry run.
import { test } from 'tap'
import { sharedProduct } from '../../../support/product.ts'

const product = await sharedProduct()
const { client } = await product.signUp()
const workflows = '/api/v1/workflows'

const prompt = `1. Parse {{inputs.orders}} as CSV and call it orders
2. For each order in the orders:
   - Change {{order.item}} to uppercase letters
3. Return the result of step 2`

test('an outline says each step in words, with its place in the prompt', async t => {
  const { body } = await client.post(`${workflows}/plan`, { prompt, typing: true })
  t.equal(body.status, 'ready')
  t.match(body.outline, [
    { step: 'rows', depth: 0, text: /csv_parse/ },
    { step: 'each_order', depth: 0, text: /^For each order/ },
    { step: 'text_case', depth: 1 },
    { depth: 0 },
    { step: 'return', depth: 0, text: /^Return/ },
  ])
  const [first] = body.outline
  t.equal(prompt.slice(...first.span), 'Parse {{inputs.orders}} as CSV and call it orders')
})

test('of a prompt that is not understood, the outline has what was read before', async t => {
  const { body } = await client.post(`${workflows}/plan`, { prompt: `${prompt} frobnicated`, typing: true })
  t.match(body, { status: 'needs_review', plan: { steps: [] } })
  t.strictSame([...new Set(body.outline.map(({ step }: { step: string }) => step))].slice(0, 2), [
    'rows',
    'each_order',
  ])
  t.strictSame((await client.post(`${workflows}/plan`, { prompt: 'frobnicate' })).body.outline, [])
  const daily = await client.post(`${workflows}/plan`, {
    prompt: 'Every day at 9:00, wait 1 hour. Frobnicate.',
  })
  t.match(daily.body.outline, [{ step: null, text: /^Run this every day/ }, { text: 'Wait 1 hour.' }])
})

test('a plan by hand has an outline, unless its expressions cannot be read', async t => {
  const of = async (value: object) => {
    const plan = { steps: [{ id: 'end', kind: 'return', value }] }
    return (await client.post(`${workflows}/plan`, { prompt: 'By hand', plan })).body.outline
  }
  t.match(await of({ $: 'inputs.n + 1' }), [{ step: 'end', depth: 0, span: null }])
  t.type(await of({ $: 'inputs. +' }), Array)
})

test('a prompt is tried without saving it', async t => {
  const inputs = { orders: 'item\npears' }
  const tried = await client.post(`${workflows}/dry-run`, { prompt, inputs })
  t.match(tried, { status: 200, body: { status: 'completed', output: ['PEARS'], effects: [], reads: 0 } })
  t.notOk('workflowId' in tried.body)
  t.strictSame((await client.get(workflows)).body, [], 'nothing is saved')
  t.strictSame((await client.get('/api/v1/executions')).body, [], 'and nothing has run')
  const plan = { steps: [{ id: 'end', kind: 'return', value: 7 }] }
  t.match(await client.post(`${workflows}/dry-run`, { prompt: 'By hand', plan }), { body: { output: 7 } })
})

test('what cannot run is not tried, nor with inputs that do not fit', async t => {
  const refused = await client.post(`${workflows}/dry-run`, { prompt: 'frobnicate' })
  t.match(refused, { status: 409, body: { error: /needs review/ } })
  t.match(await client.post(`${workflows}/dry-run`, { prompt }), { status: 400, body: { error: /inputs/ } })
  t.match(await product.client(null).post(`${workflows}/dry-run`, { prompt }), { status: 401 })
})
