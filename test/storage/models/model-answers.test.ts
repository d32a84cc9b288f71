// Answers that are taken again: each organization's own, for their time, within bounds, gone with it.
import { test } from 'tap'
import { SimulatedClock } from '../../../runtime/clock.ts'
import { organizationStore } from '../../../storage/accounts/organizations.ts'
import { modelAnswerRetention, modelAnswerStore } from '../../../storage/models/model-answers.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const clock = new SimulatedClock(Date.UTC(2026, 10, 27))
const store = modelAnswerStore(database, clock)
const hourMs = 3_600_000
const ofSomeone = async () => (await signUpSomeone(database)).organizationId

test('an answer is found under its key, by its organization, as it was', async t => {
  const [ours, theirs] = [await ofSomeone(), await ofSomeone()]
  const answer = { total: 7, text: 'a\u0000b \ud800' }
  await store.keep(ours, 'k', answer, hourMs)
  t.strictSame(await store.find(ours, 'k', hourMs), { answer, at: clock.now() })
  t.equal(await store.find(ours, 'other', hourMs), null)
  t.equal(await store.find(theirs, 'k', hourMs), null)
})

test('it is found while it is as young as whoever asks wants it, and not after its own time', async t => {
  const id = await ofSomeone()
  await store.keep(id, 'k', 'first', 2 * hourMs)
  clock.advance(hourMs)
  t.equal(await store.find(id, 'k', hourMs), null)
  t.match(await store.find(id, 'k', hourMs + 1), { answer: 'first' })
  await store.keep(id, 'k', 'second', hourMs / 2)
  clock.advance(hourMs / 4)
  t.match(await store.find(id, 'k', 10 * hourMs), { answer: 'second' })
  clock.advance(hourMs)
  t.equal(await store.find(id, 'k', 10 * hourMs), null)
})

test('the oldest make room, by number and by bytes; one that is too large is not kept', async t => {
  const small = modelAnswerStore(database, clock, { answers: 3, bytes: 100, answerBytes: 60 })
  const keysOf = async (organizationId: string) =>
    (
      await database.query<{ key: string }>(
        { name: 'test.keys', text: 'select key from model_answers where organization_id = $1 order by at' },
        [organizationId],
      )
    ).map(({ key }) => key)
  const id = await ofSomeone()
  for (const key of ['a', 'b', 'c', 'd', 'b', 'e']) {
    await small.keep(id, key, key, hourMs)
    clock.advance(1_000)
  }
  t.strictSame(await keysOf(id), ['d', 'b', 'e'], 'one that is kept again is young again')
  await small.keep(id, 'large', 'x'.repeat(56), hourMs)
  clock.advance(1_000)
  await small.keep(id, 'larger', 'x'.repeat(57), hourMs)
  t.strictSame(await keysOf(id), ['larger'], '59 bytes leave no room for 58 others')
  await small.keep(id, 'huge', 'x'.repeat(80), hourMs)
  t.strictSame(await keysOf(id), ['larger'])
})

test('the chore removes what is over', async t => {
  const id = await ofSomeone()
  await store.keep(id, 'short', 1, 1_000)
  await store.keep(id, 'long', 1, hourMs)
  clock.advance(1_000)
  const chore = modelAnswerRetention(database, clock)
  t.ok((await chore.work()) > 0)
  const text = 'select key from model_answers where organization_id = $1'
  t.strictSame(await database.query({ name: 'test.left', text }, [id]), [{ key: 'long' }])
})

test('an organization that ends takes its answers along', async t => {
  const { organizationId, userId } = await signUpSomeone(database)
  await store.keep(organizationId, 'k', 1, hourMs)
  const caller = { organizationId, userId, role: 'owner', key: null }
  await organizationStore(database).end({ caller, ip: null } as never)
  t.equal(await store.find(organizationId, 'k', hourMs), null)
})
