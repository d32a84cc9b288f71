// What tools turn out to answer: learned from executions and calls over /rpc, shown with the tools, and kept.
import { type Test, test } from 'tap'
import { serve } from '../../rpc/loopback.ts'
import type { Client } from '../../support/people/client.ts'
import { restartableProduct } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { createWorkflow, registerServer, runToEnd } from '../../support/workflows.ts'

const product = await restartableProduct()
const reads = { readOnlyHint: true }
const inputSchema = { type: 'object', properties: { answer: {} } }
const tools = [
  { name: 'find', description: 'Finds', inputSchema, annotations: reads },
  { name: 'pay', description: 'Pays', inputSchema },
  { name: 'typed', description: 'Says', inputSchema, annotations: reads, outputSchema: { type: 'object' } },
]

/** Answers what it is asked to. */
async function startShop(t: Test) {
  const { origin } = await serve(t, async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { id, method, params } = JSON.parse(body)
    const known = method === 'tools/list' || method === 'tools/call'
    const result = method === 'tools/list' ? { tools } : { structuredContent: params?.arguments?.answer }
    const error = { code: -32601, message: 'Method not found' }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(known ? { result } : { error }) }))
  })
  return origin
}

async function toolNamed(client: Client, name: string) {
  const all = (await client.get('/api/v1/tools?limit=100')).body as {
    name: string
    observedSchema: unknown
  }[]
  return all.find(tool => tool.name === name)!
}

async function run(client: Client, tool: string, answer: object) {
  const step = { id: 'call', kind: 'tool', server: 'shop', tool, args: { answer: { $: 'inputs.answer' } } }
  const { status, error } = await runToEnd(client, await createWorkflow(client, { steps: [step] }), {
    answer,
  })
  if (status !== 'completed') throw new Error(JSON.stringify(error))
}

const orders = { orders: [{ id: 'A-1', email: 'ann@acme.com', amount: 3 }], total: 1 }
const seen = {
  type: 'object',
  properties: {
    orders: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, email: { type: 'string' }, amount: { type: 'integer' } },
        required: ['id', 'email', 'amount'],
      },
    },
    total: { type: 'integer' },
  },
  required: ['orders', 'total'],
}

test('what a reading tool answers is shown with it, without values, also after a kill -9', {
  timeout: 180_000,
}, async t => {
  const { client } = await product.signUp()
  const { id } = (await registerServer(client, 'Shop', await startShop(t))).body
  t.equal((await toolNamed(client, 'shop__find')).observedSchema, null)
  await run(client, 'find', orders)
  const shown = await until(
    () => toolNamed(client, 'shop__find'),
    ({ observedSchema }) => observedSchema !== null,
  )
  t.strictSame(shown.observedSchema, seen)
  const detail = async () => (await client.get(`/api/v1/mcp-servers/${id}`)).body.tools
  t.match(await detail(), [{ name: 'find', observedSchema: seen }, { observedSchema: null }, {}])
  await product.kill()
  await product.start()
  t.strictSame((await toolNamed(client, 'shop__find')).observedSchema, seen)

  const call = { name: 'shop__find', arguments: { answer: { orders: [], next: 'B' } } }
  const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }
  t.equal((await client.post('/rpc', rpc)).status, 200)
  const widened = await until(
    () => toolNamed(client, 'shop__find'),
    ({ observedSchema }) => JSON.stringify(observedSchema).includes('next'),
  )
  const { properties } = seen
  t.strictSame(widened.observedSchema, {
    ...{ type: 'object', properties: { ...properties, next: { type: 'string' } }, required: ['orders'] },
  })
})

test('nothing is learned of tools that change something or say what they answer, nor for another organization', {
  timeout: 180_000,
}, async t => {
  const url = await startShop(t)
  const [ada, bob] = [(await product.signUp()).client, (await product.signUp()).client]
  for (const client of [ada, bob]) await registerServer(client, 'Shop', url)
  await run(ada, 'pay', orders)
  await run(ada, 'typed', orders)
  await run(ada, 'find', orders)
  await until(
    () => toolNamed(ada, 'shop__find'),
    ({ observedSchema }) => observedSchema !== null,
  )
  for (const name of ['shop__pay', 'shop__typed']) t.equal((await toolNamed(ada, name)).observedSchema, null)
  t.equal((await toolNamed(bob, 'shop__find')).observedSchema, null)
})
