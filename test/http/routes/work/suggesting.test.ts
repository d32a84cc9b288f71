// What the planner of the service suggests while somebody types, over HTTP: the grammar and built-in tools.
import tap, { test } from 'tap'
import { openTestDatabase } from '../../../support/database.ts'
import { startMarketplace, worldOf } from '../../../support/marketplace.ts'

const market = await startMarketplace(worldOf(await openTestDatabase()), [])
tap.teardown(() => market.stop())
const ada = { email: 'ada@example.com', password: 'correct horse battery' }
const { token } = (await market.clientOf(null).post('/api/v1/auth/signup', ada)).body
const client = market.clientOf(token)

test('words that go on as the sentence may, each once, at most 20', async t => {
  const suggest = (prompt: string, offset = prompt.length) =>
    client.post('/api/v1/workflows/plan/suggest', { prompt, offset })
  // Who types is answered in time, or with nothing: a machine under load needs several tries.
  const some = async (prompt: string, offset?: number) => {
    for (;;) {
      const answer = await suggest(prompt, offset)
      if (answer.status !== 200 || answer.body.suggestions.length > 0) return answer
    }
  }
  const { status, body } = await some('If the total is over 5, other', 2)
  t.equal(status, 200)
  t.equal(body.from, 0)
  t.ok(body.suggestions.every(({ text }: { text: string }) => text.toLowerCase().startsWith('if')))
  const empty = (await some('')).body.suggestions
  t.ok(empty.length > 0 && empty.length <= 20)
  t.equal(new Set(empty.map(({ text }: { text: string }) => text)).size, empty.length)
  t.strictSame((await suggest('Return "wh')).body.suggestions, [], 'a text is the own of the author')
})
