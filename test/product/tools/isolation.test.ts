// One organization never sees another's: every resource of a stranger is answered like one that never was.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { sharedProduct } from '../../support/product.ts'
import { startExampleServer } from '../../support/servers/example-server.ts'
import { createWorkflow, execute, pausing, registerServer, runToEnd } from '../../support/workflows.ts'

const product = await sharedProduct()
const example = await startExampleServer()

test('what belongs to another organization is 404, with the same answer as for an id that never was', async t => {
  const { client: owner } = await product.signUp()
  const { client: stranger } = await product.signUp()
  const server = (await registerServer(owner, 'Example', example.url)).body.id
  const workflow = await createWorkflow(owner, pausing(60_000))
  const execution = (await execute(owner, workflow)).body.id
  const key = (await owner.post('/api/v1/apikeys', { name: 'CI' })).body.id
  const plan = pausing(1)

  const unknown: Record<string, string> = {
    [server]: newId('toolServer'),
    [workflow]: newId('workflow'),
    [execution]: newId('execution'),
    [key]: newId('apiKey'),
  }
  for (const [method, path, body] of [
    ['GET', `/api/v1/workflows/${workflow}`],
    ['PUT', `/api/v1/workflows/${workflow}`, { name: 'Mine' }],
    ['PUT', `/api/v1/workflows/${workflow}`, { plan }],
    ['DELETE', `/api/v1/workflows/${workflow}`],
    ['GET', `/api/v1/workflows/${workflow}/versions`],
    ['GET', `/api/v1/workflows/${workflow}/versions/1`],
    ['POST', `/api/v1/workflows/${workflow}/versions`, { prompt: 'Return 1', plan }],
    ['POST', `/api/v1/workflows/${workflow}/versions/1/activate`],
    ['POST', `/api/v1/workflows/${workflow}/execute`, { inputs: {} }],
    ['POST', '/api/v1/executions', { workflowId: workflow, inputs: {} }],
    ['POST', '/api/v1/executions', { workflowId: workflow, inputs: {}, version: 1 }],
    ['GET', `/api/v1/executions/${execution}`],
    ['GET', `/api/v1/executions/${execution}/steps`],
    ['GET', `/api/v1/executions/${execution}/logs`],
    ['POST', `/api/v1/executions/${execution}/cancel`],
    ['GET', `/api/v1/mcp-servers/${server}`],
    ['PUT', `/api/v1/mcp-servers/${server}`, { name: 'Mine' }],
    ['POST', `/api/v1/mcp-servers/${server}/refresh`],
    ['DELETE', `/api/v1/mcp-servers/${server}`],
    ['DELETE', `/api/v1/apikeys/${key}`],
  ] as const) {
    const replaced = (text: string) =>
      Object.entries(unknown).reduce((all, [known, other]) => all.replace(known, other), text)
    const answer = await stranger.send(method, path, body)
    const sameForNobody = await stranger.send(method, replaced(path), body && replaced(JSON.stringify(body)))
    t.equal(answer.status, 404, `${method} ${path}`)
    t.strictSame(answer.body, sameForNobody.body)
    t.strictSame(Object.keys(answer.body), ['error'])
  }

  t.equal((await owner.get(`/api/v1/workflows/${workflow}`)).body.name, 'Test', 'nothing was changed')
  t.equal((await owner.post(`/api/v1/executions/${execution}/cancel`)).status, 200, 'nor cancelled')
})

test('lists, searches and tools hold nothing of another organization', async t => {
  const { client: owner } = await product.signUp()
  const { client: stranger } = await product.signUp()
  await registerServer(owner, 'Example', example.url)
  const workflow = await createWorkflow(owner, pausing(1))
  await runToEnd(owner, workflow)
  for (const path of [
    '/api/v1/workflows?include=stats',
    '/api/v1/executions',
    `/api/v1/executions/search?workflowId=${workflow}`,
    '/api/v1/mcp-servers',
    '/api/v1/apikeys',
  ]) {
    t.strictSame((await stranger.get(path)).body, [], path)
  }
  const names = (await stranger.get('/api/v1/tools?limit=100')).body.map(({ name }: { name: string }) => name)
  t.notOk(names.some((name: string) => name.startsWith('example__')))
  const plan = await stranger.post('/api/v1/workflows/plan', { prompt: 'Pause', plan: pausing(1) })
  t.equal(plan.body.status, 'needs_review', 'nor can a plan use its tools')
})
