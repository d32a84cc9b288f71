import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import { pageBounds } from '../../../domain/page.ts'
import type { Entry } from '../../../runtime/journal.ts'
import { readEntries } from '../../../storage/journal/journal.ts'
import { readShortEntries } from '../../../storage/journal/short-entries.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const { bytes, valueBytes, previewLength } = pageBounds
const large = 'x'.repeat(valueBytes)

type Events = readonly object[]

test('what is small comes as it was written', async t => {
  const events = [{ type: 'step-completed', step: 'a', output: `é漢😀 \u0000 "\\`, input: { b: 1.0, a: -0 } }]
  const address = await write([events])
  const limit = 'x'.repeat(valueBytes - JSON.stringify([{ output: '' }]).length)
  const other = await write([[{ output: limit }]])
  for (const each of [address, other]) {
    t.strictSame(await readShort(each), await readEntries(database, { address: each, after: 0, limit: 9 }))
  }
})

test('a value that is too large is left out, and its event says what it was', async t => {
  const output = `é"${large}`
  const address = await write([
    [{ type: 'step-started', step: 'a', input: { n: 1 } }],
    [
      { type: 'step-completed', step: 'a', output, input: { z: 1, a: [2.5, 'é'] } },
      { type: 'ended', output, error: null },
    ],
  ])
  const gap = (value: unknown) => ({
    field: 'output',
    preview: JSON.stringify(value).slice(0, previewLength),
    sizeBytes: Buffer.byteLength(JSON.stringify(value)),
  })
  t.strictSame(eventsOf(await readShort(address)), [
    { type: 'step-started', step: 'a', input: { n: 1 } },
    {
      type: 'step-completed',
      step: 'a',
      output: null,
      input: { z: 1, a: [2.5, 'é'] },
      leftOut: [gap(output)],
    },
    { type: 'ended', output: null, error: null, leftOut: [gap(output)] },
  ])
  const whole = eventsOf(await readShort(address, { wholeStep: 'a' }))
  t.strictSame(whole[1], { type: 'step-completed', step: 'a', output, input: { z: 1, a: [2.5, 'é'] } })
  t.match(whole[2], { output: null })
})

test('of a start and of a question the small values stay', async t => {
  const start = { organizationId: 'org_1', versionId: 'wfv_1', inputs: { large }, forkedFrom: null }
  const request = { id: 'apr_1', message: 'May I?', tool: 'send', args: { large } }
  const address = await write([
    [{ type: 'started', start }],
    [{ type: 'approval-requested', step: 'a', request }],
  ])
  const [started, requested] = eventsOf(await readShort(address))
  t.strictSame(started, { type: 'started', start: { ...start, inputs: null }, leftOut: [] })
  t.match(requested, { request: { ...request, args: null }, leftOut: [{ field: 'args' }] })
})

test('an entry that PostgreSQL can not take apart comes whole', async t => {
  for (const text of ['\u0000', '\ud800']) {
    const events = [{ type: 'step-completed', step: 'a', output: [large, text] }]
    t.strictSame(eventsOf(await readShort(await write([events]))), events)
  }
})

test('a read ends by its bytes, and reads joined have every event once', async t => {
  const sizes = [10, 60_000, 2 * bytes, 65_000, 3, 65_000]
  const list = Array.from({ length: 60 }, (_, n) => [
    { n, output: 'x'.repeat(sizes[n % sizes.length]!) },
    { n, output: 1 },
  ])
  const address = await write(list)
  const seen: number[] = []
  let reads = 0
  for (; ; reads++) {
    const entries = await readShort(address, { after: seen.length, limit: 100 })
    if (entries.length === 0) break
    t.ok(entries.slice(0, -1).reduce((sum, { body }) => sum + body.length, 0) <= bytes)
    seen.push(...eventsOf(entries).map(event => (event as { n: number }).n))
  }
  t.ok(reads > 10, `${reads} reads`)
  t.strictSame(
    seen,
    list.flat().map(({ n }) => n),
  )
  t.strictSame(
    eventsOf(await readShort(address, { after: 1, limit: 1 })).length,
    2,
    'from the middle of an entry',
  )
})

function readShort(address: string, of: { after?: number; limit?: number; wholeStep?: string | null } = {}) {
  return readShortEntries(database, { address, after: 0, limit: 10, wholeStep: null, ...of })
}

function eventsOf(entries: readonly Entry[]): object[] {
  return entries.flatMap(({ body }) => JSON.parse(body) as object[])
}

/** As a host would have committed them. @returns the address */
async function write(entries: readonly Events[]): Promise<string> {
  const address = newId('execution')
  const statement = {
    name: 'test.write',
    text: 'insert into journal (address, seq, at, body) values ($1, $2, 1, $3)',
  }
  let seq = 1
  for (const events of entries) {
    await database.query(statement, [address, seq, JSON.stringify(events)])
    seq += events.length
  }
  return address
}
