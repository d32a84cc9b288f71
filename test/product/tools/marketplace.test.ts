import { test } from 'tap'
import { serve } from '../../rpc/loopback.ts'
import { restartableProduct } from '../../support/product.ts'

const install = '/api/v1/marketplace/tools/web/install'

test('an installed tool is called by workflows and over /rpc, also after a restart, until it is uninstalled', async t => {
  const product = await restartableProduct()
  const { client } = await product.signUp()
  const { origin } = await serve(t, (_request, response) =>
    response.setHeader('content-type', 'application/json').end('{"stock": 3}'),
  )
  t.match(await client.post(install), { status: 201, body: { server: { status: 'healthy' } } })
  const plan = {
    steps: [{ id: 'look', kind: 'tool', server: 'web', tool: 'request', args: { url: origin } }],
  }
  const { body: workflow } = await client.post('/api/v1/workflows', { name: 'Stock', prompt: 'Look', plan })
  t.match(workflow, { status: 'ready' })

  async function works(): Promise<void> {
    const path = `/api/v1/workflows/${workflow.id}/execute`
    const run = await client.post(path, { inputs: {} }, { prefer: 'wait=30' })
    t.match(run.body, { status: 'completed', output: { body: { stock: 3 } } })
    const params = { name: 'web__request', arguments: { url: origin } }
    const call = await client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    t.match(call.body, { result: { structuredContent: { body: { stock: 3 } } } })
  }
  await works()
  await product.stop()
  await product.start()
  await works()

  const [server] = (await client.get('/api/v1/mcp-servers')).body
  for (const path of [install, `/api/v1/mcp-servers/${server.id}`])
    t.match(await client.delete(path), { status: 409, body: { error: /"Stock" \(version 1\).*force=true/ } })
  t.match(await client.delete(`${install}?force=true`), {
    status: 200,
    body: { broke: [{ workflowName: 'Stock' }] },
  })
  const run = await client.post(
    `/api/v1/workflows/${workflow.id}/execute`,
    { inputs: {} },
    { prefer: 'wait=30' },
  )
  t.match(run.body, { status: 'failed', error: { code: 'unknown-tool-server', step: 'look' } })
})
