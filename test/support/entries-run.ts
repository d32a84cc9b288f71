// Executions that each enter three lines in a ledger, and what must hold of them whatever dies meanwhile:
// what was accepted completes, what was done to the world was done once, what was written stays as it was.
import { setTimeout as pause } from 'node:timers/promises'
import { Client as Database } from 'pg'
import type { Test } from 'tap'
import type { Client } from './people/client.ts'
import { Ledger } from './servers/ledger-server.ts'

const steps = ['first', 'second', 'third'] as const

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

export interface JournalRow {
  readonly address: string
  readonly seq: number
  readonly body: string
}

interface ExecutionRow {
  readonly id: string
  readonly status: string
  readonly inputs: string
  readonly output: string
}

export interface EntriesRunOptions {
  /** How many executions. */
  readonly count: number
  readonly organizationId: string
  /** Of the organization; executions are started at one after the other. */
  readonly clients: readonly Client[]
  readonly databaseUrl: string
}

export class EntriesRun {
  readonly ledger: Ledger
  /** Calls of the ledger when nothing is repeated. */
  readonly calls: number
  readonly #options: EntriesRunOptions
  /** Ids of the executions that were accepted. */
  #accepted: Promise<string[]>

  private constructor(ledger: Ledger, options: EntriesRunOptions) {
    this.ledger = ledger
    this.calls = options.count * steps.length
    this.#options = options
    this.#accepted = Promise.resolve([])
  }

  /** Starts all executions at once. */
  static async begin(options: EntriesRunOptions): Promise<EntriesRun> {
    const run = new EntriesRun(await Ledger.start(), options)
    const client = options.clients[0]!
    await client.post('/api/v1/mcp-servers', { name: 'Ledger', url: run.ledger.url })
    const { body } = await client.post('/api/v1/workflows', { name: 'Entries', prompt: 'Enter', plan })
    run.#accepted = run.#startAll(body.id)
    return run
  }

  /** Also those whose start was written and whose 201 was cut off. */
  async ended(): Promise<void> {
    await this.#accepted
    for (;;) {
      const rows = await this.#executions().catch(() => null)
      if (rows?.every(({ status }) => status === 'completed' || status === 'failed')) return
      await pause(50)
    }
  }

  async happenedOnce(t: Test): Promise<void> {
    const { ledger } = this
    const accepted = await this.#accepted
    const rows = await this.#executions()
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
      ledger.calls.filter(
        ({ idempotencyKey, args }) => ledger.entries.get(idempotencyKey)?.line !== args.line,
      ),
      [],
      'and every attempt of it had the same arguments',
    )
    storyIsWhole(t, await this.journal())
  }

  /** What was written before a kill stands there afterwards, letter by letter. */
  async journalOnlyGrew(t: Test, earlier: readonly JournalRow[][]): Promise<void> {
    const now = new Map((await this.journal()).map(row => [`${row.address} ${row.seq}`, row.body]))
    for (const rows of earlier) {
      t.ok(rows.length > 0)
      t.strictSame(
        rows.filter(({ address, seq, body }) => now.get(`${address} ${seq}`) !== body),
        [],
      )
    }
  }

  journal(): Promise<JournalRow[]> {
    return this.#query(
      `select address, seq, body from journal join executions on id = address
       where organization_id = $1 order by address, seq`,
    )
  }

  /** @returns the ids of those that were accepted; what a kill cut off was not */
  async #startAll(workflow: string): Promise<string[]> {
    const { count, clients } = this.#options
    const answers = await Promise.allSettled(
      Array.from({ length: count }, (_, n) =>
        clients[n % clients.length]!.post(`/api/v1/workflows/${workflow}/execute`, {
          inputs: { line: `line ${n}` },
        }),
      ),
    )
    return answers.flatMap(each =>
      each.status === 'fulfilled' && each.value.status === 201 ? [each.value.body.id] : [],
    )
  }

  #executions(): Promise<ExecutionRow[]> {
    return this.#query('select id, status, inputs, output from executions where organization_id = $1')
  }

  /** Of the organization, over a connection of its own: the database is away now and then. */
  async #query<Row extends object>(sql: string): Promise<Row[]> {
    const database = new Database({ connectionString: this.#options.databaseUrl })
    database.on('error', () => {})
    try {
      await database.connect()
      return (await database.query<Row>(sql, [this.#options.organizationId])).rows
    } finally {
      await database.end().catch(() => {})
    }
  }
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
