// Backups, between two databases of one PostgreSQL: what comes back is what was there, at one moment, or
// nothing.
import { type Test, test } from 'tap'
import { dump } from '../../../storage/backup/dump.ts'
import { openDatabase } from '../../../storage/open-database.ts'
import { newKey, openKeyRing } from '../../../storage/secrets/master-key.ts'
import { openVault } from '../../../storage/secrets/open-vault.ts'
import { createVault } from '../../../storage/secrets/vault.ts'
import { signUpSomeone } from '../../support/database.ts'
import { emptyDatabase, freshDatabase } from '../../support/postgres.ts'
import { backupOf, contents, now, restoreInto, withClient } from './restoring.ts'

const key = newKey()
const [keyId] = createVault(openKeyRing({ type: 'given', keys: [key] })).keyIds
const awkward = ['\\.', '\\N', 'a\tb\nc\rd\\e', '', '{"text":"\\n\\\\."}', 'ä漢😀', "'; drop table users; --"]

/**
 * A database with an organization, a sealed row, and a journal of awkward texts, many rows and one that is
 * large.
 */
async function original(t: Test): Promise<string> {
  const url = await freshDatabase()
  const database = await openDatabase({ url })
  t.teardown(() => database.close())
  await openVault(database, { masterKey: key, previousKeys: [], dataDir: '/nonexistent' }, () => {})
  await signUpSomeone(database)
  await withClient(url, async client => {
    await client.query(`select setval('event_positions', 41)`)
    for (const [i, text] of awkward.entries())
      await client.query('insert into journal (address, seq, at, body) values ($1, 1, 1, $2)', [
        `a${i}`,
        text,
      ])
    await client.query(
      `insert into journal (address, seq, at, body) select 'many', n, n, repeat('x', n % 50) from generate_series(1, 20000) n`,
    )
    await client.query(
      `insert into journal (address, seq, at, body) values ('large', 1, 1, repeat('line\\n', 600000))`,
    )
  })
  return url
}

const restore = (url: string, backup: readonly Buffer[], keyIds: readonly string[] = [keyId!]) =>
  restoreInto(url, backup, keyIds)

/** The backup cut anew, so that every boundary falls somewhere else. */
function recut(backup: readonly Buffer[], size: number): Buffer[] {
  const whole = Buffer.concat(backup)
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
    whole.subarray(i * size, (i + 1) * size),
  )
}

test('a restored database holds what the original held, row for row, and stands behind the fence', async t => {
  const from = await original(t)
  const backup = await backupOf(from)
  const into = await emptyDatabase()
  const { header, rows } = await restore(into, recut(backup, 10_007))
  t.ok(rows > 20_000)
  t.equal(header.createdAt, now)
  t.strictSame(header.keyIds, [keyId])
  t.strictSame(await contents(into), await contents(from))
  const fences = await withClient(into, client =>
    client.query('select * from restores where activated_at is null'),
  )
  t.equal(fences.rows.length, 1)
  const { rows: next } = await withClient(into, client =>
    client.query(`select nextval('event_positions') as n`),
  )
  t.equal(Number(next[0].n), 42, 'numbers that were given are not given again')
  t.match(fences.rows[0].source, /2027-01-15T08:00:00.000Z, Troupe 0\.0\.0/)
})

test('a backup is of one moment, whatever is written meanwhile', async t => {
  const from = await original(t)
  const before = await contents(from)
  const pieces: Buffer[] = []
  for await (const piece of dump({ url: from, madeBy: '0.0.0', now })) {
    if (pieces.length === 1)
      await withClient(from, async client => {
        await client.query(`insert into journal (address, seq, at, body) values ('late', 1, 1, 'x')`)
        await client.query('update organizations set name = $1', ['changed'])
      })
    pieces.push(piece)
  }
  const into = await emptyDatabase()
  await restore(into, pieces)
  t.strictSame(await contents(into), before)
  t.notSame(await contents(from), before)
})

test('a database that holds anything is not restored into', async t => {
  const from = await original(t)
  const backup = await backupOf(from)
  await t.rejects(restore(from, backup), { message: /not empty \(there are rows in \w+\)/ })
})

test('a backup that is cut off, damaged, foreign, newer or sealed by another key is refused, and leaves nothing', async t => {
  const backup = await backupOf(await original(t))
  const whole = Buffer.concat(backup)
  const at = whole.indexOf('many\t1\t')
  const damaged = Buffer.from(whole)
  damaged[at] = 'M'.charCodeAt(0)
  const [header] = backup
  const newer = { ...JSON.parse(header!.toString()), migrations: ['999-later'] }
  const into = await emptyDatabase()
  for (const [bad, message] of [
    [[whole.subarray(0, whole.length >> 1)], /cut off/],
    [[whole.subarray(0, whole.lastIndexOf('{"end"'))], /cut off/],
    [[damaged], /damaged/],
    [[Buffer.from('id,name\n1,a\n')], /not a backup of Troupe/],
    [[Buffer.from('{"format":"other"}\n')], /not a backup of Troupe/],
    [[Buffer.from(`${JSON.stringify(newer)}\n`)], /newer version \(999-later\)/],
  ] as const)
    await t.rejects(restore(into, bad), { message }, String(message))
  await t.rejects(restore(into, backup, ['another']), { message: new RegExp(`sealed by the key ${keyId}`) })
  t.strictSame(await contents(into), await contents(await freshDatabase()), 'nothing of it has stayed')
  await restore(into, backup)
})
