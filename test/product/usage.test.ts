// Usage over the API and in the log, live; and the check that recomputes every figure from the journal, also
// after a kill under load.
import { Client as Postgres } from 'pg'
import { test } from 'tap'
import { operatorCommand } from '../support/operator-command.ts'
import { probes } from '../support/probes.ts'
import { Product } from '../support/product.ts'
import { startExampleServer } from '../support/servers/example-server.ts'
import { createWorkflow, execute, registerServer, runToEnd } from '../support/workflows.ts'

const product = await Product.start({ environment: { HOSTS: '2', FREE_TIER_EXECUTIONS: '1000' } })
const tools = await startExampleServer()

const slow = { kind: 'tool', server: 'example', tool: 'slow', args: { ms: 0 } }
const plan = {
  steps: [
    { id: 'a', title: 'a', ...slow },
    { id: 'hash', title: 'hash', kind: 'tool', tool: 'hash_text', args: { text: 'x' } },
    { id: 'code', title: 'code', kind: 'code', js: 'return 1', args: {} },
  ],
}

async function check(): Promise<{ readonly code: number | null; readonly said: string }> {
  const environment = { DATABASE_URL: product.databaseUrl, RETENTION_DAYS: '0' }
  const { code, output } = await operatorCommand('usage-check', [], environment)
  return { code, said: output }
}

test('usage is there at once, by day, workflow, tool and key, and the log counts live', async t => {
  probes(t, 77)
  const { client } = await product.signUp()
  const { id: keyId, key } = (await client.post('/api/v1/apikeys', { name: 'CI' })).body
  await registerServer(client, 'Example', tools.url)
  const workflow = await createWorkflow(client, plan)
  const ended = await runToEnd(product.client(key), workflow)
  t.match(ended, { status: 'completed', cu: 5 })
  const usage = async (query: string) => (await client.get(`/api/v1/usage${query}`)).body
  const figures = { executions: 1, cu: 5, modelTokens: 0 }
  t.strictSame(await usage('?by=workflow'), [{ workflowId: workflow, ...figures }])
  t.strictSame(await usage('?by=key'), [{ keyId, ...figures }])
  t.match(await usage(''), [figures])
  t.match(await usage('?by=tool'), [
    { tool: 'example__slow', cu: 1 },
    { tool: 'hash_text', cu: 1 },
  ])
  const counted = (await client.readLog(ended.id)).flatMap(({ data }) =>
    data.cu === undefined ? [] : [data.cu],
  )
  t.strictSame([...new Set(counted)], [1, 2, 3, 5])
  for (const query of ['?by=color', '?from=2&to=1', '?from=0', '?from=-1', '?to=x'])
    t.equal((await client.get(`/api/v1/usage${query}`)).status, 400, query)
  const { client: other } = await product.signUp()
  for (const by of ['day', 'workflow', 'tool', 'key'])
    t.strictSame((await other.get(`/api/v1/usage?by=${by}`)).body, [], 'P77')
  t.match(
    (await other.get('/api/v1/billing/current')).body,
    { executions: { used: 0 }, cu: { used: 0 } },
    'P77',
  )
})

test('after a kill under load every figure is what the journal says, and a changed one is found', async t => {
  const { client, organizationId } = await product.signUp()
  await registerServer(client, 'Example', tools.url)
  const workflow = await createWorkflow(client, plan)
  const starts = Array.from({ length: 60 }, () => execute(client, workflow).catch(() => null))
  await Promise.race(starts)
  await product.kill()
  await Promise.all(starts)
  await product.start()
  await runToEnd(client, workflow)
  for (let left = 200; left > 0; left--) {
    const { body } = await client.get('/api/v1/executions?status=running')
    if (body.every(({ status }: { status: string }) => status === 'completed')) break
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  t.match(await check(), { code: 0, said: /\d+ executions folded: every figure is right/ })
  const postgres = new Postgres(product.databaseUrl)
  await postgres.connect()
  await postgres.query('update usage set cu = cu + 1 where organization_id = $1 and cu > 0', [organizationId])
  const one = 'select min(id) from executions where organization_id = $1'
  await postgres.query(`update executions set cu = 99 where id = (${one})`, [organizationId])
  await postgres.end()
  const { code, said } = await check()
  t.equal(code, 1)
  t.match(said, /months org_\S+ \d{6}: kept \d+,\d+, folded \d+,\d+/)
  t.match(said, /exec_\S+: its row says 99 .* its journal 5 /)
})
