import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'tap'
import { startEmbedded } from '../../../storage/embedded/embedded.ts'
import { openDatabase } from '../../../storage/open-database.ts'
import { HostConnection } from '../../../storage/postgres/host-connection.ts'
import { emptyDatabase, freshDatabase } from '../../support/postgres.ts'

test('an unreachable database is named by host and port, never by its password', async t => {
  const error = await openDatabase({ url: 'postgresql://me:hush@127.0.0.1:1/troupe' }).catch(error => error)
  t.match(error.message, /database troupe at 127\.0\.0\.1:1: .*ECONNREFUSED.*DATABASE_URL/)
  t.notMatch(String(error.stack), /hush/)
})

test('a wrong password is told without the password', async t => {
  const url = new URL(await freshDatabase())
  url.password = 'wrong'
  const error = await openDatabase({ url: url.href }).catch(error => error)
  t.match(error.message, /password authentication failed/)
  t.notMatch(String(error.stack), /wrong/)
})

test('processes that start at once migrate once', async t => {
  const url = await emptyDatabase()
  const lines: string[] = []
  const opening = [1, 2, 3].map(() => openDatabase({ url, onProgress: line => lines.push(line) }))
  const databases = await Promise.all(opening)
  t.teardown(() => Promise.all(databases.map(database => database.close())))
  t.equal(lines.length, 1)
  t.match(lines[0], /^migrating the database: 001-foundation, /)
  for (const database of databases) await database.ping()
})

test('a database of a newer version is refused', async t => {
  const url = await freshDatabase()
  const database = await openDatabase({ url })
  const migration = {
    name: 'test.migration',
    text: `insert into mikro_orm_migrations (name) values ('999-later')`,
  }
  await database.query(migration, [])
  await database.close()
  await t.rejects(openDatabase({ url }), { message: /newer version \(999-later\)/ })
})

test('bigint columns are numbers', async t => {
  const database = await openDatabase({ url: await freshDatabase() })
  t.teardown(() => database.close())
  const now = { name: 'test.bigint', text: 'select 1795220230433::bigint as at, null::bigint as never' }
  t.strictSame(await database.query(now, []), [{ at: 1795220230433, never: null }])
})

test('a statement that runs too long is given up', async t => {
  const database = await openDatabase({ url: await freshDatabase() })
  t.teardown(() => database.close())
  await t.rejects(database.query({ name: 'test.sleep', text: 'select pg_sleep(60)' }, []), {
    code: 'unavailable',
  })
  await database.ping()
})

test('while the database is down reads fail within 5 s, and when it is back they answer by themselves', async t => {
  const dataDir = mkdtempSync(join(tmpdir(), 'troupe-down-'))
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const first = await startEmbedded({ dataDir, settings: ['fsync=off'] })
  const database = await openDatabase({ url: first.url })
  const connection = new HostConnection(first.url)
  await Promise.all(Array.from({ length: 10 }, () => database.ping()))
  await first.stop()
  for (const querying of [database, connection]) {
    const before = performance.now()
    await t.rejects(querying.query({ name: 'ping', text: 'select 1' }, []), { code: 'unavailable' })
    t.ok(performance.now() - before < 5_000)
  }
  const second = await startEmbedded({ dataDir, settings: ['fsync=off'] })
  t.equal(second.url, first.url, 'the same address')
  await database.ping()
  t.strictSame(await connection.query({ name: 'ping', text: 'select 1 as one' }, []), [{ one: 1 }])
  await database.close()
  await connection.close()
  await second.stop()
})
