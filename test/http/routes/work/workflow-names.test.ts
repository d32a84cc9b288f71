// Names of workflows, without what makes a list of workflows large.
import tap, { test } from 'tap'
import { openTestDatabase } from '../../../support/database.ts'
import { startMarketplace, worldOf } from '../../../support/marketplace.ts'

const market = await startMarketplace(worldOf(await openTestDatabase()), [])
tap.teardown(() => market.stop())
const signUp = async (email: string) => {
  const ada = { email, password: 'correct horse battery' }
  return market.clientOf((await market.clientOf(null).post('/api/v1/auth/signup', ada)).body.token)
}
const client = await signUp('ada@example.com')
const plan = { steps: [{ id: 'answer', kind: 'return', title: 'Answer', value: 1 }] } as const

test('names come newest first, in pages, without plans, and without what is deleted', async t => {
  const make = async (name: string) =>
    (await client.post('/api/v1/workflows', { name, prompt: 'by hand', plan })).body
  const made = [await make('One'), await make('Two'), await make('Three')]
  const pick = ({ id, name, slug, createdAt }: (typeof made)[number]) => ({ id, name, slug, createdAt })
  const [one, two, three] = made.map(pick)
  t.strictSame((await client.get('/api/v1/workflows/names')).body, [three, two, one])
  await client.delete(`/api/v1/workflows/${two!.id}`)
  t.strictSame((await client.get('/api/v1/workflows/names?limit=1')).body, [three])
  t.strictSame((await client.get('/api/v1/workflows/names')).body, [three, one])
})

test('names of another organization are not listed', async t => {
  const other = await signUp('eve@example.com')
  t.strictSame((await other.get('/api/v1/workflows/names')).body, [])
})
