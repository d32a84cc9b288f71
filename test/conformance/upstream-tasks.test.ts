// The hub as a client of tasks, against the server that passes the conformance suite of MCP 2026-07-28: the
// service registers its own /rpc of the fixtures as a tool server.
import { test } from 'tap'
import type { Client } from '../support/people/client.ts'
import { sharedProduct } from '../support/product.ts'
import { createWorkflow, runToEnd } from '../support/workflows.ts'

const product = await sharedProduct({ CONFORMANCE_FIXTURES: '1' })
const conformanceKey = /^conformance key: (sk_\w+)$/m.exec(product.stdout)![1]!

test('tools that answer with tasks are called like others, by agents and by workflows', async t => {
  const { client } = await product.signUp()
  const secret = { token: conformanceKey }
  const credential = await client.post('/api/v1/credentials', { name: 'Suite', kind: 'bearer', secret })
  t.equal(credential.status, 201, JSON.stringify(credential.body))
  const registration = { name: 'Suite', url: `${product.url}/rpc`, credentialId: credential.body.id }
  const { body } = await client.post('/api/v1/mcp-servers', registration)
  t.match(body, { status: 'healthy', error: null })

  const computed = /Computed cakes for 0\.2 s/
  const args = { seconds: 0.2, label: 'cakes' }
  t.match(await call(client, 'suite__slow_compute', args), { result: { content: [{ text: computed }] } })
  t.match(await call(client, 'suite__failing_job'), {
    result: { content: [{ text: 'The job failed' }], isError: true },
  })
  t.match(await call(client, 'suite__protocol_error_job'), { error: { message: /The job broke/ } })
  t.match(await call(client, 'suite__confirm_delete', { filename: 'a.txt' }), {
    error: {
      message: 'tool server "Suite" asked for elicitation/create, which a call of its tool can not give',
    },
  })
  const step = { id: 'call', kind: 'tool', title: 'Compute', server: 'suite', tool: 'slow_compute', args }
  const run = await runToEnd(client, await createWorkflow(client, { steps: [step] }))
  t.match(run, { status: 'completed', output: computed })
})

async function call(client: Client, name: string, args: object = {}) {
  const params = { name, arguments: args }
  return (await client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).body
}
