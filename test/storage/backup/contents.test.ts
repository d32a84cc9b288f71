// Backups of megabytes, read more slowly than the database sends: every row comes back as it was. A backup
// whose rows are not those of the original is refused, whoever has changed them.
import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { test } from 'tap'
import { checkRows, dump } from '../../../storage/backup/dump.ts'
import { emptyDatabase, freshDatabase } from '../../support/postgres.ts'
import { backupOf, contents, now, restoreInto, withClient } from './restoring.ts'

const deflate = promisify(gzip)
const inflate = promisify(gunzip)

/** Some 7 MB: many rows of equal length, rows longer than 64 KiB, texts of every width, nulls, lists. */
const filling = `
insert into users (id, email, email_key, name, created_at)
  select 'u' || n, n || '@example.com', n || '@example.com',
    case n % 4 when 0 then null when 1 then 'Ädä 漢字 😀 ' || n when 2 then E'tab\\t\\\\line\\n' || n else '' end, n
  from generate_series(1, 4000) n;
insert into organizations (id, name, plan, created_at) select 'o' || n, md5(n::text), 'free', n from generate_series(1, 50) n;
insert into api_keys (id, organization_id, created_by, name, prefix, hash, scopes, created_at)
  select 'k' || n, 'o' || n, 'u' || n, 'é"{' || n, 'p', md5(n::text), array['read', 'a,"b\\c', '漢', null], n
  from generate_series(1, 50) n;
insert into journal (address, seq, at, body)
  select 'equal', n, 1000000 + n, repeat(md5(n::text), 10) from generate_series(100000, 109999) n;
insert into journal (address, seq, at, body)
  select 'long', n, n, repeat(md5(n::text) || 'ß漢😀', 3000) from generate_series(1, 20) n;`

const from = await freshDatabase()
await withClient(from, client => client.query(filling))
const backup = await backupOf(from)

/** A backup with other lines: its own checksum is made anew, as if it had been written like that. */
function rewritten(change: (line: string) => string): Buffer[] {
  const lines = Buffer.concat(backup).toString().trimEnd().split('\n')
  const end = JSON.parse(lines.pop()!)
  const body = `${lines.map(change).join('\n')}\n`
  const sha256 = createHash('sha256').update(body).digest('hex')
  return [Buffer.from(body), Buffer.from(`${JSON.stringify({ ...end, sha256 })}\n`)]
}

/** As earlier versions wrote it: without what PostgreSQL says of each table. */
function unsummed(line: string): string {
  if (!line.startsWith('{"table"')) return line
  const { table, columns } = JSON.parse(line)
  return JSON.stringify({ table, columns })
}

test('what is read more slowly than it comes is restored byte for byte', async t => {
  const members: Buffer[] = []
  for await (const piece of dump({ url: from, madeBy: '0.0.0', now })) {
    // The connection brings more before this piece is taken.
    for (let i = 0; i < 20; i++) await turn()
    members.push(await deflate(piece))
  }
  const into = await emptyDatabase()
  const loaded = await restoreInto(into, [await inflate(Buffer.concat(members))], [])
  t.ok(loaded.isCompared)
  t.strictSame(await contents(into), await contents(from))
})

test('rows that are not those of the original are refused by name, and leave nothing', async t => {
  const text = Buffer.concat(backup).toString()
  const [line, other] = /^equal\t100001\t.*\nequal\t100002\t.*$/m.exec(text)![0].split('\n') as [
    string,
    string,
  ]
  const into = await emptyDatabase()
  const swapped = line.replace(/[^\t]+$/, other.split('\t').at(-1)!)
  for (const [change, message] of [
    [(each: string) => (each === line ? swapped : each), /the rows of journal are not those of the original/],
    [(each: string) => (each === line ? other : each), /journal cannot be loaded \(duplicate key/],
    [
      (each: string) => (each === line ? each.replace('equal', 'eq\0al') : each),
      /journal cannot be loaded \(invalid byte/,
    ],
    [(each: string) => (each === line ? 'equal\\t1' : each), /journal cannot be loaded \(missing data/],
    [
      (each: string) => each.replace(`${line}`, `${line}\n${line.replace('equal', 'more')}`),
      /journal has (\d+) rows/,
    ],
  ] as const)
    await t.rejects(restoreInto(into, rewritten(change), []), { message })
  const one = (each: string) => unsummed(each === line ? 'equal\\t1' : each)
  await t.rejects(restoreInto(into, rewritten(one), []), {
    message: /damaged: journal cannot be loaded .*make a new backup of the original/,
  })
  t.strictSame(await contents(into), await contents(await freshDatabase()))
})

test('a sound backup of an earlier version is restored, and nothing is said to have been compared', async t => {
  const into = await emptyDatabase()
  const { isCompared } = await restoreInto(into, rewritten(unsummed), [])
  t.notOk(isCompared)
  t.strictSame(await contents(into), await contents(from))
})

test('a backup ends with an error unless as many rows arrive as PostgreSQL counts and sends', async t => {
  checkRows('journal', { counted: 3, sent: 3, arrived: 3 })
  for (const wrong of [{ counted: 2 }, { sent: 4 }, { arrived: 4 }])
    t.throws(() => checkRows('journal', { counted: 3, sent: 3, arrived: 3, ...wrong }), {
      message: /^journal has/,
    })
})
