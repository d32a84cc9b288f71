// The limit of the free plan over every way in at once: REST, /rpc, chat, hooks.
import { test } from 'tap'
import { probes } from '../../support/probes.ts'
import { Product } from '../../support/product.ts'
import { createWorkflow, execute, returning } from '../../support/workflows.ts'

const limit = 4
const product = await Product.start({ environment: { FREE_TIER_EXECUTIONS: String(limit), HOSTS: '2' } })

test('with one execution left, of fifty starts over REST, /rpc, chat and hooks one is accepted', async t => {
  probes(t, 80)
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  const { name } = (await client.get(`/api/v1/workflows/${workflow}`)).body
  const hook = await client.post(`/api/v1/workflows/${workflow}/triggers`, {
    kind: 'hook',
    verification: { kind: 'none' },
  })
  const sessions = await Promise.all(
    Array.from({ length: 12 }, () => client.post('/api/v1/chat/sessions', {})),
  )
  for (let n = 1; n < limit; n++) await execute(client, workflow)
  const params = { name: 'execute_workflow', arguments: { id: workflow, inputs: {} } }
  const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  const path = new URL(hook.body.url).pathname
  const answers = await Promise.all([
    ...Array.from({ length: 14 }, () => execute(client, workflow)),
    ...Array.from({ length: 12 }, () => client.post('/rpc', rpc)),
    ...sessions.map(({ body }) =>
      client.post(`/api/v1/chat/sessions/${body.id}/messages`, { message: `run ${name}` }),
    ),
    ...Array.from({ length: 12 }, (_, n) => product.client().post(path, { n })),
  ])
  const [rest, called, said, hooked] = [
    answers.slice(0, 14),
    answers.slice(14, 26),
    answers.slice(26, 38),
    answers.slice(38),
  ]
  const started = (await client.get('/api/v1/executions')).body
  t.equal(started.length, limit, 'P80')
  const accepted =
    rest.filter(({ status }) => status === 201).length +
    called.filter(({ body }) => !body.result.isError).length +
    said.filter(({ body }) => JSON.stringify(body).includes('"type":"execution"')).length +
    hooked.filter(({ status }) => status === 202).length
  t.equal(accepted, 1, 'P80')
  const refusal = { error: `monthly limit of ${limit} executions reached`, limit, current: limit }
  const body = { ...refusal, upgrade: '/api/v1/billing/checkout' }
  for (const one of [...rest, ...hooked].filter(({ status }) => status >= 400)) {
    t.equal(one.status, 402, 'P80')
    t.strictSame(one.body, body, 'P80')
  }
  for (const { body } of said.filter(({ body }) => !JSON.stringify(body).includes('"type":"execution"')))
    t.match(body.reply.content, /4 runs of this month are used up/, 'P80')
})
