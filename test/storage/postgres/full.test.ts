// Whoever PostgreSQL does not let in learns what helps, by the error that PostgreSQL gives.
import { Client } from 'pg'
import { test } from 'tap'
import { connectPatiently } from '../../../storage/postgres/connection-config.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { reachDatabase } from '../../../storage/postgres/reach-database.ts'
import { emptyDatabase } from '../../support/postgres.ts'

const url = await emptyDatabase()
const owner = new Client(url)
await owner.connect()
await owner.query(`create role crowd login password 'crowd' connection limit 1`)

function urlWith(change: (url: URL) => void): string {
  const other = new URL(url)
  change(other)
  return other.href
}

const asCrowd = urlWith(other => {
  other.username = other.password = 'crowd'
})

test('too many clients: more connections help, and nothing else', async t => {
  const first = await connectPatiently(asCrowd, 'first')
  const refused = { message: /^cannot open database .* too many connections .*\. Raise max_connections/ }
  await t.rejects(connectPatiently(asCrowd, 'second'), refused)
  await t.rejects(reachDatabase({ databaseUrl: asCrowd, dataDir: '/nowhere' }), refused, 'so say commands')
  const connection = new HostConnection(asCrowd)
  const asked = connection.query({ name: '', text: 'select 1' }, [])
  const said = 'the database is not available at the moment: it has too many clients'
  await t.rejects(asked, { code: 'unavailable', message: said })
  await connection.close()
  await first.end()
})

test('a wrong password, a missing database and a missing server have remedies of their own', async t => {
  const cases = [
    ['Correct user and password in DATABASE_URL', urlWith(other => (other.password = 'wrong'))],
    ['Create it, or correct DATABASE_URL', urlWith(other => (other.pathname = 'nowhere'))],
    ['Start PostgreSQL there, or correct DATABASE_URL', 'postgresql://a:b@127.0.0.1:9/nowhere'],
  ] as const
  for (const [remedy, wrong] of cases) {
    await t.rejects(connectPatiently(wrong, 'test'), { message: new RegExp(`\\. ${remedy}$`) })
  }
})

test('the end', () => owner.end())
