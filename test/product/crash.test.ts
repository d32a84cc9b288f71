// kill -9 in the middle of 200 executions, and what must hold afterwards: what was accepted completes, what
// was done to the world was done once, what was written stays as it was.
import { setTimeout as pause } from 'node:timers/promises'
import { Client as Database } from 'pg'
import { type Test, test } from 'tap'
import type { Client } from '../support/people/client.ts'
import { Product } from '../support/product.ts'
import { Ledger } from '../support/servers/ledger-server.ts'

const executions = 200
const steps = ['first', 'second', 'third'] as const
const calls = executions * steps.length

/** What was accepted has to complete within 30 s of the last start; the rest is for the starts themselves. */
const limit = { timeout: 180_000 }

/** Each step enters what the one before it got back. */
const plan = {
  steps: [
    { id: 'first', kind: 'tool', server: 'ledger', tool: 'enter', args: { line: { $: 'inputs.line' } } },
    ...steps.slice(1).map((id, index) => ({
      id,
      kind: 'tool',
      server: 'ledger',
      tool: 'enter',
      args: { line: { $t: `\${steps.${steps[index]}.line}+` } },
    })),
    { id: 'answer', kind: 'return', value: { $: 'steps.third.line' } },
  ],
}

const product = await Product.start()

test('executions outlive a server that is killed again and again', limit, async t => {
  const run = await begin()
  const journals: JournalRow[][] = []
  let held = run.ledger.holdFrom(calls * 0.3)
  for (const next of [0.7, Number.POSITIVE_INFINITY]) {
    await held
    await product.kill()
    journals.push(await journalOf(run))
    run.ledger.release()
    // Before the start: all that is left may be done by the time that it is over.
    held = run.ledger.holdFrom(calls * next)
    await product.start()
  }
  await everyExecutionEnds(run)
  await everythingHappenedOnce(t, run)
  t.ok(run.ledger.calls.length > run.ledger.entries.size, 'calls that were cut off came again')
  await journalOnlyGrew(t, run, journals)
})

test('executions outlive a server that is killed together with its database', limit, async t => {
  const run = await begin()
  await run.ledger.holdFrom(calls * 0.5)
  process.kill(product.postgresPid!, 'SIGKILL')
  await product.kill()
  run.ledger.release()
  await product.start()
  await everyExecutionEnds(run)
  await everythingHappenedOnce(t, run)
})

test('executions outlive a database that is killed under a server that lives', limit, async t => {
  const run = await begin()
  await run.ledger.holdFrom(calls * 0.5)
  process.kill(product.postgresPid!, 'SIGKILL')
  run.ledger.release()
  await everyExecutionEnds(run)
  await everythingHappenedOnce(t, run)
})

interface Run {
  readonly organizationId: string
  readonly ledger: Ledger
  /** Ids of the executions that were accepted. */
  readonly accepted: Promise<string[]>
}

/** Starts all executions at once, in an organization of their own. */
async function begin(): Promise<Run> {
  const ledger = await Ledger.start()
  const { client, organizationId } = await product.signUp()
  await client.post('/api/v1/mcp-servers', { name: 'Ledger', url: ledger.url })
  const { body } = await client.post('/api/v1/workflows', { name: 'Entries', prompt: 'Enter', plan })
  return { organizationId, ledger, accepted: startAll(client, body.id) }
}

/** @returns the ids of those that were accepted; what a kill cut off was not */
async function startAll(client: Client, workflow: string): Promise<string[]> {
  const answers = await Promise.allSettled(
    Array.from({ length: executions }, (_, n) =>
      client.post(`/api/v1/workflows/${workflow}/execute`, { inputs: { line: `line ${n}` } }),
    ),
  )
  return answers.flatMap(each =>
    each.status === 'fulfilled' && each.value.status === 201 ? [each.value.body.id] : [],
  )
}

/** Also those whose start was written and whose 201 was cut off. */
async function everyExecutionEnds(run: Run): Promise<void> {
  await run.accepted
  for (;;) {
    const rows = await executionsOf(run).catch(() => null)
    if (rows?.every(({ status }) => status === 'completed' || status === 'failed')) return
    await pause(50)
  }
}

async function everythingHappenedOnce(t: Test, run: Run): Promise<void> {
  const { ledger } = run
  const accepted = await run.accepted
  const rows = await executionsOf(run)
  const ids = new Set(rows.map(({ id }) => id))
  t.ok(accepted.length > 0 && accepted.every(id => ids.has(id)), 'every accepted execution is there')
  t.strictSame(
    rows.filter(({ status, inputs, output }) => {
      return status !== 'completed' || JSON.parse(output) !== `${JSON.parse(inputs).line}++`
    }),
    [],
    'every execution completed, with the output of its own inputs',
  )
  t.strictSame(
    [...ledger.entries.keys()].sort(),
    rows.flatMap(({ id }) => steps.map(step => `${id}/${step}`)).sort(),
    'each step of each execution made its entry, under its own key',
  )
  t.strictSame(
    ledger.calls.filter(({ idempotencyKey, args }) => ledger.entries.get(idempotencyKey)?.line !== args.line),
    [],
    'and every attempt of it had the same arguments',
  )
  storyIsWhole(t, await journalOf(run))
}

/**
 * No event is missing, none is there twice: each execution has one beginning, one end and one result per
 * step.
 */
function storyIsWhole(t: Test, rows: readonly JournalRow[]): void {
  const next = new Map<string, number>()
  const told: string[] = []
  const gaps: JournalRow[] = []
  for (const row of rows) {
    const events = JSON.parse(row.body) as { type: string; step?: string; status?: string }[]
    if (row.seq !== (next.get(row.address) ?? 1)) gaps.push(row)
    next.set(row.address, row.seq + events.length)
    told.push(...events.map(({ type, step, status }) => `${row.address} ${type} ${step ?? status ?? ''}`))
  }
  t.strictSame(gaps, [], 'the journal has no gap')
  t.equal(new Set(told).size, told.length, 'nothing is told twice')
  // Started, running, three calls that began and returned, the answer, completed, ended.
  t.equal(told.length, next.size * (2 + 2 * steps.length + 3), 'and nothing is left out')
}

/** What was written before a kill stands there afterwards, letter by letter. */
async function journalOnlyGrew(t: Test, run: Run, earlier: readonly JournalRow[][]): Promise<void> {
  const now = new Map((await journalOf(run)).map(row => [`${row.address} ${row.seq}`, row.body]))
  for (const rows of earlier) {
    t.ok(rows.length > 0)
    t.strictSame(
      rows.filter(({ address, seq, body }) => now.get(`${address} ${seq}`) !== body),
      [],
    )
  }
}

interface JournalRow {
  readonly address: string
  readonly seq: number
  readonly body: string
}

function journalOf({ organizationId }: Run): Promise<JournalRow[]> {
  return query(
    `select address, seq, body from journal join executions on id = address
     where organization_id = $1 order by address, seq`,
    [organizationId],
  )
}

interface ExecutionRow {
  readonly id: string
  readonly status: string
  readonly inputs: string
  readonly output: string
}

function executionsOf({ organizationId }: Run): Promise<ExecutionRow[]> {
  return query('select id, status, inputs, output from executions where organization_id = $1', [
    organizationId,
  ])
}

/** Over a connection of its own: the database is away now and then. */
async function query<Row extends object>(sql: string, values: readonly string[]): Promise<Row[]> {
  const database = new Database({ connectionString: product.databaseUrl })
  database.on('error', () => {})
  try {
    await database.connect()
    return (await database.query<Row>(sql, [...values])).rows
  } finally {
    await database.end().catch(() => {})
  }
}
