// An old PostgreSQL is refused at the start, with a word about what to do.
import { Client } from 'pg'
import { test } from 'tap'
import { requireServerVersion } from '../../../storage/postgres/server-version.ts'
import { emptyDatabase } from '../../support/postgres.ts'

const url = await emptyDatabase()

/** The setting cannot be changed in a real one. */
const saying = (number: string) => ({ query: async () => ({ rows: [{ number }] }) }) as unknown as Client

test('the PostgreSQL of the tests is new enough', async () => {
  const client = new Client(url)
  await client.connect()
  await requireServerVersion(client).finally(() => client.end())
})

test('PostgreSQL 16 is the oldest one', async t => {
  await requireServerVersion(saying('160000'))
  await t.rejects(requireServerVersion(saying('150016')), {
    message: /PostgreSQL 15, and PostgreSQL 16 or newer is needed: upgrade it/,
  })
})
