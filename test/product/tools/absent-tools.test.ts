// A workflow whose tool cannot be called any more says so when it is read, and a call of the tool says why.
import { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { sharedProduct } from '../../support/product.ts'
import { until } from '../../support/runs.ts'
import { ChangingServer } from '../../support/servers/changing-server.ts'
import { createWorkflow, registerServer } from '../../support/workflows.ts'

const product = await sharedProduct()
const inputSchema = { type: 'object', properties: { order: { type: 'integer' } } }
const refund = { name: 'refund', description: 'Refunds an order', inputSchema }
const list = { name: 'list', description: 'Lists orders', annotations: { readOnlyHint: true } }
const using = (tool: string) => ({
  steps: [
    { id: 'call', title: 'Call', kind: 'tool', server: 'orders', tool, args: {} },
    { id: 'end', title: 'End', kind: 'return', value: { $: 'steps.call' } },
  ],
})

test('a quarantined, missing or switched-off tool is named by its workflows and by a call', async t => {
  const { client } = await product.signUp()
  const server = await ChangingServer.start(t, refund, list)
  const { id } = (await registerServer(client, 'Orders', server.url)).body
  const [refunding, listing] = [
    await createWorkflow(client, using('refund')),
    await createWorkflow(client, using('list')),
  ]
  const said = async (workflow: string) => (await client.get(`/api/v1/workflows/${workflow}`)).body
  t.strictSame((await said(refunding)).diagnostics, [])
  t.strictSame(await hintsOf(client, 'orders__list'), { readOnlyHint: true }, 'hints pass as given')

  server.tools = [{ ...refund, inputSchema: { ...inputSchema, required: ['order'] } }, list]
  await client.post(`/api/v1/mcp-servers/${id}/refresh`)
  const quarantined = { code: 'TOOL_QUARANTINED', severity: 'question', path: 'call.tool', message: /accept/ }
  const read = await until(
    () => said(refunding),
    ({ diagnostics }) => diagnostics.length > 0,
  )
  t.match(read, { status: 'ready', version: 1, diagnostics: [quarantined] })
  t.strictSame((await said(listing)).diagnostics, [], 'the other one is fine')
  const listed = (await client.get('/api/v1/workflows')).body as { id: string; diagnostics: object[] }[]
  t.match(listed.find(one => one.id === refunding)!.diagnostics, [quarantined])
  t.match(await call(client, 'orders__refund'), {
    result: { isError: true, _meta: { 'troupe/error': { code: 'tool-quarantined' } } },
  })

  await client.post(`/api/v1/mcp-servers/${id}/tools/refund/accept`)
  await until(
    () => said(refunding),
    ({ diagnostics }) => diagnostics.length === 0,
  )
  await client.put(`/api/v1/mcp-servers/${id}`, { enabled: false })
  t.match(
    await until(
      () => said(listing),
      ({ diagnostics }) => diagnostics.length > 0,
    ),
    {
      diagnostics: [{ code: 'TOOL_OFF', message: 'call: tool server "Orders" is switched off' }],
    },
  )
  t.match(await call(client, 'orders__list'), {
    error: { code: -32602, message: /"Orders" is switched off/ },
  })
  t.equal((await client.delete(`/api/v1/mcp-servers/${id}`)).status, 200)
  t.match(
    await until(
      () => said(listing),
      ({ diagnostics }) => diagnostics[0]?.code === 'UNKNOWN_TOOL',
    ),
    {
      diagnostics: [{ message: 'call: there is no tool server orders any more' }],
    },
  )
})

async function call(client: Client, name: string) {
  const params = { name, arguments: {} }
  return (await client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).body
}

async function hintsOf(client: Client, name: string) {
  const { body } = await client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  return body.result.tools.find((tool: { name: string }) => tool.name === name).annotations
}
