// The contract of journals (runtime/journal.ts), wherever they store entries. Each test has addresses and
// organizations of its own.
import { test } from 'tap'
import { newId } from '../../domain/ids.ts'
import type { ExecutionOrigin, ExecutionProjection, Projection } from '../../domain/work/projection.ts'
import { type Commit, type Journal, SeqTaken } from '../../runtime/journal.ts'

export const at = Date.UTC(2026, 10, 21)

const texts = `'"\\{},()$1 \u0000 \n\r\t é 漢 😀 \ud800 ${'x'.repeat(100_000)}`

/** Events `first` to `first + count - 1` of an address, as one entry. */
export function entryOf(address: string, first: number, count = 1): Commit<Projection> {
  const events = Array.from({ length: count }, (_, n) => ({ event: first + n }))
  return { address, seq: first, at: at + first, body: JSON.stringify(events), projections: [] }
}

/** What events say of an execution. */
export function originOf(organizationId: string): ExecutionOrigin {
  const workflow = { workflowId: 'wf_1', workflowName: 'Report', workflowVersion: 1 }
  return { organizationId, ...workflow, trigger: { kind: 'api', ref: null }, startedBy: null }
}

/** The first entry of an execution, counted against the limit. */
export function startOf(
  organizationId: string,
  limit: number | null,
  row: { id?: string; [column: string]: unknown } = {},
): Commit<Projection> {
  const id = row.id ?? newId('execution')
  const execution: ExecutionProjection = {
    ...{ kind: 'execution', type: 'started', origin: originOf(organizationId) },
    charge: { limit },
    row: {
      id,
      organizationId,
      workflowId: 'wf_1',
      workflowName: 'Report',
      workflowVersion: 1,
      versionId: 'wfv_1',
      status: 'running',
      trigger: '{}',
      inputs: '{}',
      output: null,
      error: null,
      cu: 1,
      usage: null,
      createdAt: at,
      startedAt: at,
      finishedAt: null,
      forkedFrom: null,
      root: null,
      ...row,
    },
  }
  return { ...entryOf(id, 1, 2), projections: [execution] }
}

/** @param open a journal that refuses starts past their limit */
export function journalContract(open: () => Journal<Projection>): void {
  const journal = open()
  const addresses = () => newId('execution')

  test('what is committed is read, in the order of its numbers', async t => {
    const address = addresses()
    const entries = [entryOf(address, 1, 3), entryOf(address, 4), entryOf(address, 5, 2)]
    for (const entry of entries) t.equal((await journal.commit([entry])).size, 0)
    t.strictSame(await journal.read(address), entries.map(withoutProjection))
  })

  test('entries of many actors, and several of one, share a commit', async t => {
    const [one, other] = [addresses(), addresses()]
    await journal.commit([entryOf(one, 1), entryOf(other, 1, 2), entryOf(one, 2)])
    t.strictSame(
      (await journal.read(one)).map(({ seq }) => seq),
      [1, 2],
    )
    t.strictSame(
      (await journal.read(other)).map(({ seq }) => seq),
      [1],
    )
  })

  test('an empty commit is taken', async t => {
    t.equal((await journal.commit([])).size, 0)
  })

  test('an unknown address has no entries', async t => {
    t.strictSame(await journal.read(addresses()), [])
  })

  test('R7: a number that is taken is refused loudly, and nothing of that commit is kept', async t => {
    const [taken, innocent] = [addresses(), addresses()]
    await journal.commit([entryOf(taken, 1)])
    const second = { ...entryOf(taken, 1), body: '["another owner"]' }
    await t.rejects(journal.commit([entryOf(innocent, 1), second]), SeqTaken)
    t.strictSame(await journal.read(innocent), [])
    t.strictSame(await journal.read(taken), [withoutProjection(entryOf(taken, 1))])
  })

  test('R7: a number that is given twice in one commit is refused loudly', async t => {
    const address = addresses()
    await t.rejects(journal.commit([entryOf(address, 1), entryOf(address, 1)]), SeqTaken)
    t.strictSame(await journal.read(address), [])
  })

  test('a journal goes on after a commit that failed', async t => {
    const address = addresses()
    await journal.commit([entryOf(address, 1)])
    await t.rejects(journal.commit([entryOf(address, 1)]))
    await journal.commit([entryOf(address, 2)])
    t.equal((await journal.read(address)).length, 2)
  })

  test('a read from any event gives the entries that hold what follows, and no other', async t => {
    const address = addresses()
    for (const entry of [entryOf(address, 1, 3), entryOf(address, 4), entryOf(address, 5, 2)]) {
      await journal.commit([entry])
    }
    const expected = [[1, 4, 5], [1, 4, 5], [1, 4, 5], [4, 5], [5], [5], [], []]
    for (const [after, seqs] of expected.entries()) {
      t.strictSame(
        (await journal.read(address, after)).map(({ seq }) => seq),
        seqs,
        `after ${after}`,
      )
    }
    // A number that a reader made up; no journal gets so far.
    for (const after of [2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1])
      t.strictSame(await journal.read(address, after), [])
  })

  test('a read gives no more entries than it was asked for', async t => {
    const address = addresses()
    await journal.commit([1, 2, 3, 4].map(seq => entryOf(address, seq)))
    t.strictSame(
      (await journal.read(address, 0, 2)).map(({ seq }) => seq),
      [1, 2],
    )
    t.strictSame(
      (await journal.read(address, 2, 2)).map(({ seq }) => seq),
      [3, 4],
    )
    t.strictSame(await journal.read(address, 4, 2), [])
  })

  test('addresses do not see each other', async t => {
    const address = addresses()
    await journal.commit([entryOf(address, 1), entryOf(`${address}x`, 1), entryOf(address.slice(0, -1), 1)])
    t.equal((await journal.read(address)).length, 1)
  })

  test('texts come back as they were', async t => {
    const address = addresses()
    const body = JSON.stringify([texts])
    await journal.commit([{ ...entryOf(address, 1), body }])
    t.equal((await journal.read(address))[0]!.body, body)
  })

  test('a refused commit leaves no trace, and the others of the transaction are taken', async t => {
    const organizationId = newId('organization')
    const [granted, refused, bystander] = [
      startOf(organizationId, null),
      startOf(organizationId, 0),
      entryOf(addresses(), 1),
    ]
    const refusals = await journal.commit([granted, refused, bystander])
    t.strictSame([...refusals.keys()], [1])
    t.match(refusals.get(1), { code: 'quota-exceeded', facts: { limit: 0 } })
    t.strictSame(await journal.read(refused.address), [])
    t.equal((await journal.read(granted.address)).length, 1)
    t.equal((await journal.read(bystander.address)).length, 1)
    t.equal((await journal.commit([{ ...refused, projections: [] }])).size, 0, 'its numbers are free')
  })

  test('a load gives the latest snapshot as it was, and what follows it', async t => {
    const address = addresses()
    t.strictSame(await journal.load(address, 1, 10), { snapshot: null, entries: [] })
    const first = { seq: 2, version: 1, body: '{}' }
    const entries = [entryOf(address, 1, 2), entryOf(address, 3), entryOf(address, 4, 2), entryOf(address, 6)]
    await journal.commit([{ ...entries[0]!, snapshot: first }, entryOf(addresses(), 1)])
    t.strictSame(await journal.load(address, 1, 10), { snapshot: first, entries: [] })
    await journal.commit([entries[1]!])
    t.strictSame(await journal.load(address, 1, 10), {
      snapshot: first,
      entries: [withoutProjection(entries[1]!)],
    })
    const second = { seq: 5, version: 1, body: JSON.stringify({ texts }) }
    await journal.commit([{ ...entries[2]!, snapshot: second }])
    await journal.commit([entries[3]!])
    t.strictSame(await journal.load(address, 1, 10), {
      snapshot: second,
      entries: [withoutProjection(entries[3]!)],
    })
    t.strictSame(await journal.read(address), entries.map(withoutProjection), 'the entries are as they were')
  })

  test('a load without a snapshot of the version gives the first entries, as many as it was asked for', async t => {
    const address = addresses()
    const entries = [1, 2, 3, 4].map(seq => entryOf(address, seq))
    await journal.commit(entries)
    const expected = { snapshot: null, entries: entries.slice(0, 3).map(withoutProjection) }
    t.strictSame(await journal.load(address, 1, 3), expected)
    await journal.commit([{ ...entryOf(address, 5), snapshot: { seq: 5, version: 1, body: '{}' } }])
    t.strictSame(await journal.load(address, 2, 3), expected)
    t.strictSame(await journal.load(address, null, 3), expected)
    t.strictSame(await journal.load(`${address}x`, 1, 3), { snapshot: null, entries: [] })
  })

  test('a commit that is not taken leaves no snapshot, nor does a refused start', async t => {
    const address = addresses()
    await journal.commit([entryOf(address, 1)])
    const snapshot = { seq: 1, version: 1, body: '{}' }
    await t.rejects(journal.commit([{ ...entryOf(address, 1), snapshot }]), SeqTaken)
    t.equal((await journal.load(address, 1, 1)).snapshot, null)
    const refused = { ...startOf(newId('organization'), 0), snapshot }
    t.equal((await journal.commit([refused])).size, 1)
    t.strictSame(await journal.load(refused.address, 1, 1), { snapshot: null, entries: [] })
  })
}

function withoutProjection({ projections: _, ...entry }: Commit<Projection>) {
  return entry
}
