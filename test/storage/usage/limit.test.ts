// The monthly limit over several hosts at once, and at the turn of the month: never one more than the limit.
import tap, { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { Refusal } from '../../../runtime/journal.ts'
import { openJournal } from '../../../storage/journal/journal.ts'
import { usageStore } from '../../../storage/usage/usage.ts'
import { startOf } from '../../contracts/journal.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const journals = [0, 1, 2].map(slot => openJournal({ url: database.url, slot, queries: database }))
tap.teardown(() => Promise.all(journals.map(journal => journal.close())))
const usage = usageStore(database)

const turn = Date.UTC(2026, 11, 1)
const startAt = (organizationId: string, limit: number, createdAt: number) =>
  startOf(organizationId, limit, { id: newId('execution'), createdAt, startedAt: createdAt })

test('of starts on several hosts around the turn of the month, each month has exactly its limit', async t => {
  const organizationId = newId('organization')
  const limit = 7
  const offsets = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? -1 : 0))
  // A host commits on one connection: at sixty at once, opening them would be what takes long.
  const ofHosts = await Promise.all(
    journals.map(async (journal, host) => {
      const refusals: ReadonlyMap<number, Refusal>[] = []
      for (const offset of offsets.filter((_, n) => n % 3 === host)) {
        refusals.push(await journal.commit([startAt(organizationId, limit, turn + offset)]))
      }
      return refusals
    }),
  )
  const refusals = ofHosts.flat()
  t.equal(refusals.filter(({ size }) => size === 0).length, 2 * limit)
  for (const at of [turn - 1, turn]) t.match(await usage.ofMonth(organizationId, at), { executions: limit })
  const [refused] = refusals.filter(({ size }) => size > 0)
  t.match([...refused!.values()], [{ code: 'quota-exceeded', facts: { limit, current: limit } }])
})

test('a limit that is raised lets in what it holds more, and one that is lowered nobody', async t => {
  const organizationId = newId('organization')
  const start = async (limit: number) =>
    (await journals[0]!.commit([startAt(organizationId, limit, turn)])).size === 0
  t.strictSame([await start(1), await start(1), await start(2), await start(2)], [true, false, true, false])
  t.notOk(await start(1))
  t.match(await usage.ofMonth(organizationId, turn), { executions: 2 })
})
