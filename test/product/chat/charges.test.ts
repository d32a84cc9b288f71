// What a chat spends: tools that the model calls are metered and held to the quota, and the model of the
// service is bounded for each organization. A scripted model over the real protocol.
import tap, { test } from 'tap'
import type { Client } from '../../support/people/client.ts'
import { Product } from '../../support/product.ts'
import * as model from '../../support/servers/model-server.ts'
import { createWorkflow, execute, returning } from '../../support/workflows.ts'

const server = await model.startModelServer(tap)
const limit = 2
const product = await Product.start({
  environment: {
    ...{ MODEL_URL: server.url, MODEL_NAME: 'small', MODEL_CU_PER_MONTH: '6' },
    FREE_TIER_EXECUTIONS: String(limit),
  },
})

const hash = (text: string) => model.toolCall('hash_text', JSON.stringify({ text }))

// biome-ignore lint/suspicious/noExplicitAny: the test says what it expects
async function say(client: Client, message: string): Promise<any> {
  const { body } = await client.post('/api/v1/chat/sessions', {})
  return (await client.post(`/api/v1/chat/sessions/${body.id}/messages`, { message })).body.reply
}

test('a tool that the model calls costs a compute unit, in the sums, by day and by tool', async t => {
  const { client } = await product.signUp()
  server.say(hash('a'), hash('b'), model.text('Done.'))
  t.match(await say(client, 'hash a and b'), { content: 'Done.' })
  const { cu: tokens, serviceCu } = (await client.get('/api/v1/models')).body.used
  t.equal(serviceCu, tokens)
  const current = (await client.get('/api/v1/billing/current')).body
  t.match(current, { executions: { used: 0 }, cu: { used: tokens + 2 } })
  t.strictSame(current.serviceModel, { used: tokens, limit: 6 })
  t.match((await client.get('/api/v1/usage')).body, [{ executions: 0, cu: tokens + 2 }])
  t.strictSame((await client.get('/api/v1/usage?by=tool')).body, [
    { tool: 'hash_text', executions: 0, cu: 2, modelTokens: 0 },
  ])
})

test('an answer without calls costs the budget of the key its tokens, too', async t => {
  const { client } = await product.signUp()
  const { key } = (await client.post('/api/v1/apikeys', { name: 'Robot', budget: 4 })).body
  const robot = product.client(key)
  // Each takes one to be asked, and two for its tokens.
  for (let n = 0; n < 2; n++) {
    server.say(model.text('Yes.'))
    t.match(await say(robot, 'are you there?'), { content: 'Yes.' })
  }
  const asked = server.asked.length
  t.match(await say(robot, 'are you there?'), { content: /budget of the API key, 4 compute units/ })
  t.equal(server.asked.length, asked)
})

test('once the executions of the month are used up, a chat calls no tool and says why', async t => {
  const { client } = await product.signUp()
  const workflow = await createWorkflow(client, returning(1))
  for (let n = 0; n < limit; n++) await execute(client, workflow)
  server.say(hash('a'), model.text('It is refused.'))
  const reply = await say(client, 'hash a')
  const part = reply.parts.find(({ type }: { type: string }) => type === 'tool')
  t.match(part, { status: 'failed', error: /monthly limit of 2 executions reached: chats call no tools/ })
  t.strictSame(
    (await client.get('/api/v1/usage?by=tool')).body.filter(
      ({ tool }: { tool: string }) => tool === 'hash_text',
    ),
    [],
  )
})

test('the model of the service is not asked past the bound of an organization, and the answer says what to do', async t => {
  const { client } = await product.signUp()
  for (let n = 0; n < 3; n++) {
    server.say(model.text('Yes.'))
    await say(client, 'are you there?')
  }
  const asked = server.asked.length
  const refused = await say(client, 'are you there?')
  t.equal(server.asked.length, asked)
  t.match(refused, { status: 'failed', content: /may spend 6 compute units a month .* Settings > Models/ })
  const planned = await client.post('/api/v1/workflows/plan', { prompt: 'Frobnicate the gizmo of the day.' })
  t.equal(server.asked.length, asked, 'planning neither')
  t.match(JSON.stringify(planned.body), /Settings > Models/)
  t.match((await client.get('/api/v1/billing/current')).body, { serviceModel: { used: 6, limit: 6 } })
  const { client: other } = await product.signUp()
  server.say(model.text('Yes.'))
  t.match(await say(other, 'are you there?'), { content: 'Yes.' }, 'others have their own')
})
