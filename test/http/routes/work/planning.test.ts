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
const words = ['filter', 'find', 'return']
const planner = scriptedPlanner({ 'return 1': planned, 'retrun 1': misread }, words)
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

test('what could be written at a place replaces the prompt from there to the place', async t => {
  const suggest = (prompt: string, offset: number) =>
    client.post(`${workflows}/plan/suggest`, { prompt, offset })
  const { status, body } = await suggest('Then fi it', 7)
  t.equal(status, 200)
  t.strictSame(body, {
    from: 5,
    suggestions: ['filter', 'find'].map(text => ({ text, title: `The word ${text}`, kind: 'word' })),
  })
  t.equal((await suggest('', 0)).body.suggestions.length, words.length, 'nothing is written yet')
  t.match((await suggest('Then xy', 7)).body, { from: 5, suggestions: [] })
})

test('a place that is not in the prompt is refused with its name', async t => {
  const refused = async (body: object, reason: RegExp) =>
    t.match(await client.post(`${workflows}/plan/suggest`, body), { status: 400, body: { error: reason } })
  await refused({ prompt: 'find', offset: 5 }, /^offset: expected at most 4.*received 5/)
  await refused({ prompt: 'find', offset: -1 }, /^offset: /)
  await refused({ prompt: 'find', offset: 1.5 }, /^offset: /)
  await refused({ prompt: 'find' }, /^offset: /)
  await refused({ offset: 0 }, /^prompt: /)
  await refused({ prompt: '\u{1f600}', offset: 1 }, /^offset: 1 is in the middle of a character/)
  await refused({ prompt: 'x'.repeat(20_001), offset: 0 }, /^prompt: .*20000/)
})

test('a key that may read workflows may ask, and no other', async t => {
  const ask = { prompt: 're', offset: 2 }
  const keyOf = async (scopes: readonly string[]) =>
    market.clientOf((await client.post('/api/v1/apikeys', { name: 'key', scopes })).body.key)
  const reader = await keyOf(['read'])
  t.equal((await reader.post(`${workflows}/plan/suggest`, ask)).status, 200)
  t.equal((await reader.post(`${workflows}/plan`, { prompt: 'return 1' })).status, 200)
  const chatter = await keyOf(['chat'])
  t.equal((await chatter.post(`${workflows}/plan/suggest`, ask)).status, 403)
  t.equal((await market.clientOf(null).post(`${workflows}/plan/suggest`, ask)).status, 401)
})
