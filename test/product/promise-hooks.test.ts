// docs/decisions/011: an AsyncLocalStorage that is used once costs every promise of its thread from then on.
import { join } from 'node:path'
import { test } from 'tap'
import { Product, password } from '../support/product.ts'
import { createWorkflow, returning, runToEnd } from '../support/workflows.ts'

const preload = join(import.meta.dirname, '../support/promise-hooks.mjs')

test('whatever it was asked for, promises of the main thread are not hooked', async t => {
  const product = await Product.start({ environment: { NODE_OPTIONS: `--import ${preload}` } })
  const { email, client } = await product.signUp()
  const login = await product.client().post('/api/v1/auth/login', { email, password })
  t.equal(login.status, 200)
  const id = await createWorkflow(client, returning(1))
  const path = `/api/v1/workflows/${id}`
  t.equal((await client.put(path, { name: 'Two', plan: returning(2) })).status, 200)
  t.match(await runToEnd(client, id), { status: 'completed', output: 2 })
  const call = { name: 'get_workflow', arguments: { id } }
  const answer = await client.post('/rpc', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
  t.match(answer, { status: 200, body: { result: { structuredContent: { name: 'Two' } } } })

  t.match((await product.stop())!.stdout, /^promises are free$/m)
})
