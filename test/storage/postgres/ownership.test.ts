import { Client } from 'pg'
import { test } from 'tap'
import { connectionConfig } from '../../../storage/postgres/connection-config.ts'
import { acquireOwnership } from '../../../storage/postgres/ownership.ts'
import { freshDatabase } from '../../support/postgres.ts'

const patience = { startMs: 0, regainMs: 100 }
const unexpected = (error: Error) => {
  throw error
}

test('a second owner is refused and told who the first is', async t => {
  const url = await freshDatabase()
  const ownership = await acquireOwnership(url, unexpected)
  await t.rejects(acquireOwnership(url, unexpected, patience), {
    message: new RegExp(`another server already runs on this database \\(process ${process.pid} on `),
  })
  await ownership.release()
})

test('a database that was given back can be owned again', async t => {
  const url = await freshDatabase()
  await (await acquireOwnership(url, unexpected)).release()
  const again = await acquireOwnership(url, unexpected)
  await again.release()
  t.pass()
})

test('what a dead owner still has under way is ended before the next one begins', async t => {
  const url = await freshDatabase()
  const journal = new Client(connectionConfig(url, 'journal'))
  journal.on('error', () => {})
  await journal.connect()
  const commit = t.rejects(journal.query('select pg_sleep(60)'), { code: '57P01' })
  const ownership = await acquireOwnership(url, unexpected)
  await commit
  await ownership.release()
})

test('two databases of one server have two owners', async t => {
  const ownerships = await Promise.all(
    [await freshDatabase(), await freshDatabase()].map(url => acquireOwnership(url, unexpected)),
  )
  await Promise.all(ownerships.map(ownership => ownership.release()))
  t.pass()
})

test('a dropped connection is opened again and the database is still owned', async t => {
  const url = await freshDatabase()
  const ownership = await acquireOwnership(url, unexpected)
  const other = await connect(url)
  const dropped = await ownerOf(other)
  await dropOwner(other)
  for (let owner = dropped; owner === dropped || owner === null; ) owner = await ownerOf(other)
  await t.rejects(acquireOwnership(url, unexpected, patience), { message: /another server/ })
  await ownership.release()
  await other.end()
})

test('an owner whose connection dropped is told when another process was quicker', async t => {
  const url = await freshDatabase()
  const { promise: lost, resolve: onLost } = Promise.withResolvers<Error>()
  const ownership = await acquireOwnership(url, onLost, patience)
  const other = await connect(url)
  const thief = await connect(url)
  const stolen = thief.query(`select pg_advisory_lock(objid::int8) from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`)
  while (!(await isAnyoneWaiting(other)));
  await dropOwner(other)
  await stolen
  t.match((await lost).message, /another server/)
  await ownership.release()
  await thief.end()
  await other.end()
})

const owners = `from pg_stat_activity where application_name like 'troupe owner%' and datname = current_database()`

async function dropOwner(client: Client): Promise<void> {
  await client.query(`select pg_terminate_backend(pid) ${owners}`)
}

/** Process id of the session that holds the lock. */
async function ownerOf(client: Client): Promise<number | null> {
  const { rows } = await client.query(`select pid from pg_locks where locktype = 'advisory' and granted
    and pid in (select pid ${owners})`)
  return rows[0]?.pid ?? null
}

/** Whether a session stands in line for the lock. */
async function isAnyoneWaiting(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`)
  return rowCount !== 0
}

async function connect(url: string): Promise<Client> {
  const client = new Client(url)
  await client.connect()
  return client
}
