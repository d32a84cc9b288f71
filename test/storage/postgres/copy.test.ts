// COPY over a connection of pg: what a slow reader gets is what the server sent, whatever arrives meanwhile.
import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { Client } from 'pg'
import { type Test, test } from 'tap'
import { copyIn, copyOut } from '../../../storage/postgres/copy.ts'
import { emptyDatabase } from '../../support/postgres.ts'

async function connect(t: Test): Promise<Client> {
  const client = new Client(await emptyDatabase())
  client.on('error', () => {})
  await client.connect()
  t.teardown(() => client.end())
  return client
}

/** Some 6 MB: rows of equal length, rows longer than a packet, and texts of every width. */
const rows = `select n, case when n % 500 = 0 then repeat(md5(n::text), 5000) || n
    when n % 3 = 0 then 'ä漢😀\\\\' || n else md5(n::text) end as text
  from generate_series(1, 30000) n`

test('a reader that is slower than the connection gets every row as the server sent it', async t => {
  const client = await connect(t)
  await client.query(`create table source as ${rows}`)
  const expected = await client.query<{ text: string; line: string }>(
    `select n || E'\\t' || replace(text, E'\\\\', E'\\\\\\\\') as line from source order by n`,
  )
  const hash = createHash('sha256')
  const copy = copyOut(client, 'copy (select * from source order by n) to stdout')
  for (;;) {
    const { value, done } = await copy.next()
    if (done) {
      t.equal(value, 30_000, 'and hears how many there were')
      break
    }
    // What the socket holds arrives now, before this piece is read.
    for (let i = 0; i < 20; i++) await turn()
    hash.update(value)
  }
  const wanted = createHash('sha256')
  for (const { line } of expected.rows) wanted.update(`${line}\n`)
  t.equal(hash.digest('hex'), wanted.digest('hex'))
})

test('bytes that are overwritten after they were handed over arrive as they were', async t => {
  const client = await connect(t)
  await client.query('create table target (n int, text text)')
  const reused = Buffer.alloc(100_000)
  await copyIn(
    client,
    'copy target from stdin',
    (async function* () {
      for (let n = 0; n < 100; n++) {
        const length = reused.write(`${n}\t${String(n % 10).repeat(90_000)}\n`)
        yield reused.subarray(0, length)
        reused.fill(0)
      }
    })(),
  )
  const { rows } = await client.query(
    `select count(*)::int as n from target where text = repeat((n % 10)::text, 90000)`,
  )
  t.equal(rows[0].n, 100)
})

/** A connection by hand: what the server sends, the test says. */
function byHand() {
  const stream = new PassThrough()
  let copy!: CopyOut
  const client = {
    query(query: CopyOut) {
      copy = query
      query.submit({ stream, query() {} })
      return query
    },
  }
  const bytes = copyOut(client as unknown as Client, 'copy it to stdout')
  return { bytes, stream, server: () => copy }
}
interface CopyOut {
  submit(connection: object): void
  handleCopyData(message: { chunk: Buffer }): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
}

test('a buffer that the driver uses again changes nothing of what was read before', async t => {
  const { bytes, server } = byHand()
  const first = bytes.next()
  const buffer = Buffer.from('1\tone\n')
  server().handleCopyData({ chunk: buffer })
  buffer.write('2\ttwo\n')
  server().handleCopyData({ chunk: buffer })
  buffer.fill(0)
  t.equal(String((await first).value), '1\tone\n2\ttwo\n')
})

test('a connection that waits for its reader reads on when the copy is over, or it would never close', async t => {
  const { bytes, stream, server } = byHand()
  const first = bytes.next()
  server().handleCopyData({ chunk: Buffer.from('1\n') })
  t.equal(String((await first).value), '1\n')
  server().handleCopyData({ chunk: Buffer.alloc(2_000_000, 'x') })
  t.ok(stream.isPaused())
  server().handleCommandComplete({ text: 'COPY 2' })
  server().handleReadyForQuery()
  t.notOk(stream.isPaused())
})
