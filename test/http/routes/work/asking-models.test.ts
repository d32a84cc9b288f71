// A request to plan that asks a language model counts as a write; what asks none counts as a read.
import tap, { test } from 'tap'
import { openTestDatabase } from '../../../support/database.ts'
import { startMarketplace, worldOf } from '../../../support/marketplace.ts'
import { sampleAnswer } from '../../../support/sample-answer.ts'
import * as model from '../../../support/servers/model-server.ts'

const server = await model.startModelServer(tap)
server.offer(['gpt-5'])
server.say(model.json(sampleAnswer))
const limits = { RATE_LIMIT_WRITE: '4' }
const market = await startMarketplace(worldOf(await openTestDatabase()), [], {}, limits)
tap.teardown(() => market.stop())
const ada = { email: 'ada@example.com', password: 'correct horse battery' }
const signedUp = await market.clientOf(null).post('/api/v1/auth/signup', ada)
const client = market.clientOf(signedUp.body.token)

const plan = { steps: [{ id: 'end', kind: 'return', value: 40 }] }
const ask = (body: object) => client.post('/api/v1/workflows/plan', body)

test('asking a model counts as a write, typing and checking a plan do not', async t => {
  for (let turn = 0; turn < 6; turn++) t.equal((await ask({ prompt: 'Let it be forty.' })).status, 200)
  const key = 'sk-proj-0123456789abcdef'
  const connected = await client.post('/api/v1/models/connect', { key, url: server.url })
  t.equal(connected.status, 201, 'the first write')
  server.say(model.json({ plan, quotes: {} }))
  for (const prompt of ['Forty.', 'Forty, please.', 'Let it be forty.'])
    t.match(await ask({ prompt }), { status: 200, body: { plannedBy: 'model' } })
  const refused = await ask({ prompt: 'Forty again.' })
  t.match(refused, { status: 429, body: { error: /more than 4 requests a minute/ } })
  t.equal((await ask({ prompt: 'Let it be forty.', plan, change: 'Fifty.' })).status, 429)
  t.equal(
    (await ask({ prompt: '1. Return 40.', plan, change: 'Fifty.' })).status,
    429,
    'of a plan in notation',
  )
  t.equal((await ask({ prompt: 'Let it be forty.', typing: true })).status, 200)
  t.match(await ask({ prompt: 'Let it be forty.', plan }), { status: 200, body: { status: 'ready' } })
  t.match(await ask({ prompt: '1. Return 40.' }), { status: 200, body: { plannedBy: 'author' } }, 'notation')
})
