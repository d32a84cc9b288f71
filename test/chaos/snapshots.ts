// Hashes of journal rows taken during a chaos run, held against the rows at its end: what is written is never
// rewritten.
import { setTimeout as pause } from 'node:timers/promises'
import type { ChaosDatabase } from './chaos-database.ts'
import type { Violations } from './checks/violations.ts'

const everyMs = 2_000
const executionsEach = 50

interface HashedRow {
  readonly row: string
  readonly hash: string
}

const hashed = `address || ' ' || seq as row, md5(at || body) as hash`

export class Snapshots {
  readonly #database: ChaosDatabase
  readonly #taken = new Map<string, string>()

  constructor(database: ChaosDatabase) {
    this.#database = database
  }

  /** Takes some of the newest rows again and again. */
  async run(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const newest = `select id from executions order by id desc limit ${executionsEach}`
      const sql = `select ${hashed} from journal where address in (${newest})`
      const rows = await this.#database.query<HashedRow>(sql).catch(() => [])
      for (const { row, hash } of rows) this.#taken.set(row, hash)
      await pause(everyMs)
    }
  }

  async check(violations: Violations): Promise<void> {
    const addresses = [...new Set([...this.#taken.keys()].map(row => row.split(' ')[0]))]
    const rows = await this.#database.query<HashedRow>(
      `select ${hashed} from journal where address = any($1)`,
      [addresses],
    )
    const now = new Map(rows.map(({ row, hash }) => [row, hash]))
    for (const [row, hash] of this.#taken) {
      violations.expect('what was written is never rewritten', now.get(row) === hash, () => row)
    }
  }
}
