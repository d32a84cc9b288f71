// What a planner says beside its plan, from the planner to the caller: the whole service with a scripted
// planner.
import tap, { test } from 'tap'
import type { Planned } from '../../../../domain/plan/planning.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { startMarketplace, worldOf } from '../../../support/marketplace.ts'
import { scriptedPlanner } from '../../../support/scripted-planner.ts'

const plan = { steps: [{ id: 'answer', kind: 'return', title: 'Answer', value: 1 }] } as const
const planned: Planned = { plan, diagnostics: [], schedule: null, explanation: 'Return 1.' }
const fixes = [{ title: 'Write "return"', prompt: 'return 1' }]
const misread: Planned = {
  plan: { steps: [] },
  diagnostics: [
    { code: 'UNREAD_WORDS', severity: 'error', path: null, span: [0, 6], message: '"retrun"?', fixes },
  ],
  schedule: null,
  explanation: null,
}
const planner = scriptedPlanner({ 'return 1': planned, 'retrun 1': misread })
const market = await startMarketplace(worldOf(await openTestDatabase()), [], { planner })
tap.teardown(() => market.stop())
const ada = { email: 'ada@example.com', password: 'correct horse battery' }
const { token } = (await market.clientOf(null).post('/api/v1/auth/signup', ada)).body
const client = market.clientOf(token)

const workflows = '/api/v1/workflows'

test('the explanation of a plan comes with it, and stays with the version', async t => {
  const explained = { explanation: 'Return 1.' }
  t.match((await client.post(`${workflows}/plan`, { prompt: 'return 1' })).body, explained)
  const created = await client.post(workflows, { name: 'One', prompt: 'return 1' })
  t.match(created, { status: 201, body: explained })
  const path = `${workflows}/${created.body.id}`
  t.match((await client.get(path)).body, explained)
  t.match((await client.get(`${path}/versions/1`)).body, explained)
  t.match((await client.put(path, { plan })).body, { version: 2, explanation: null }, 'written by hand')
  t.match((await client.post(`${path}/versions`, { prompt: 'return 1' })).body, explained)
  t.match((await client.get(`${path}/versions`)).body, [explained, { explanation: null }, explained])
  t.match((await client.post(`${path}/versions/2/activate`)).body, { version: 2, explanation: null })
})

test('a diagnostic carries whole prompts to write instead', async t => {
  const { body } = await client.post(`${workflows}/plan`, { prompt: 'retrun 1' })
  t.match(body, { status: 'needs_review', explanation: null })
  t.strictSame(body.diagnostics[0].fixes, fixes)
  const created = await client.post(workflows, { name: 'Two', prompt: 'retrun 1' })
  t.strictSame((await client.get(`${workflows}/${created.body.id}`)).body.diagnostics[0].fixes, fixes)
  t.match(await client.post(`${workflows}/plan`, { prompt: fixes[0]!.prompt }), { body: { status: 'ready' } })
})
