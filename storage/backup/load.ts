// Loads a backup into an empty database, all or nothing, for `npm run restore` (main/commands/restore.ts).
// The same transaction raises the fence, so at no moment can a restored copy be taken for the original
// (docs/decisions/029).
import type { Client } from 'pg'
import { connectPatiently } from '../postgres/connection-config.ts'
import { migrate, unknownMigration } from '../postgres/migrate.ts'
import { type DumpHeader, type DumpMark, DumpReader } from './dump-format.ts'
import { dumpedTables, occupiedBy, queriesOf, quoted } from './dump-tables.ts'
import { raiseFence } from './fence.ts'
import { loadTable } from './load-table.ts'
import { fixTextForms } from './table-sums.ts'

/** What to do about a database in which something is or runs. */
export const intoEmpty =
  'restore into an empty one, which DATABASE_URL names, or without it a new folder in DATA_DIR'

export interface LoadOptions {
  readonly url: string
  /** The backup, uncompressed. */
  readonly source: AsyncIterable<Buffer>
  /** Ids of the master keys at hand. */
  readonly keyIds: readonly string[]
  /** Unix ms. */
  readonly now: number
  readonly onProgress: (line: string) => void
}

export interface Loaded {
  readonly header: DumpHeader
  readonly rows: number
  readonly tables: number
  /**
   * Each table was compared with what the original said of it. False: the backup is of an earlier version and
   * does not say.
   */
  readonly isCompared: boolean
}

/**
 * @throws {Error} the database is not empty; the backup is none, damaged, of a newer version, or sealed by
 *   a missing key
 */
export async function load(options: LoadOptions): Promise<Loaded> {
  const loaded = await loadRows(options)
  await migrate(options.url, options.onProgress)
  return loaded
}

async function loadRows(options: LoadOptions): Promise<Loaded> {
  const { url, source, keyIds, onProgress } = options
  const reader = new DumpReader(source)
  const header = await reader.mark<DumpHeader>()
  checkHeader(header, keyIds)
  const client = await connectPatiently(url, 'restore')
  try {
    await client.query('set client_min_messages = warning')
    const occupied = await occupiedBy(client)
    if (occupied !== null) throw new Error(`the database is not empty (${occupied}): ${intoEmpty}`)
    // First the schema of the backup. The later migrations then change its rows like those of any other
    // database.
    await migrate(url, onProgress, header.migrations.at(-1))
    await client.query('begin')
    await fixTextForms(client)
    const filled = await fill(client, reader)
    const source = `of ${new Date(header.createdAt).toISOString()}, Troupe ${header.madeBy}`
    await raiseFence(queriesOf(client), options.now, source)
    await client.query('commit')
    return { header, rows: reader.rows, ...filled }
  } finally {
    // The end of the session rolls an open transaction back.
    await client.end()
  }
}

function checkHeader(header: DumpHeader, keyIds: readonly string[]): void {
  const { format, version, migrations, keyIds: needed } = header
  if (format !== 'troupe-backup') throw new Error('this is not a backup of Troupe')
  const unknown = version === 1 ? unknownMigration(migrations) : `format ${version}`
  if (unknown !== null)
    throw new Error(`the backup was made by a newer version (${unknown}): restore it with that version`)
  const missing = needed.find(id => !keyIds.includes(id))
  if (missing !== undefined)
    throw new Error(
      `the secrets of the backup are sealed by the key ${missing}, and there is ${keyIds.join(', ') || 'none'}: ` +
        'set MASTER_KEY, or copy the file master-key of the original into DATA_DIR',
    )
}

type Filled = Pick<Loaded, 'tables' | 'isCompared'>

/** Triggers are off: a restored row is not a change, and nothing must follow from it. */
async function fill(client: Client, reader: DumpReader): Promise<Filled> {
  const tables = (await dumpedTables(client)).map(({ name }) => quoted(name))
  const triggers = async (how: 'disable' | 'enable') => {
    for (const table of tables) await client.query(`alter table ${table} ${how} trigger user`)
  }
  await triggers('disable')
  // The rows that migrations inserted are in the backup, too.
  await client.query(`truncate ${tables.join(', ')}`)
  const filled = await loadAll(client, reader)
  await triggers('enable')
  return filled
}

async function loadAll(client: Client, reader: DumpReader): Promise<Filled> {
  let tables = 0
  let compared = 0
  for (;;) {
    const sumSoFar = reader.sum()
    const mark = await reader.mark<DumpMark>()
    if ('table' in mark) {
      tables++
      if (await loadTable(client, mark, reader.table())) compared++
    } else if ('sequences' in mark) {
      for (const [name, last] of Object.entries(mark.sequences))
        await client.query('select setval($1::regclass, $2)', [quoted(name), last])
    } else {
      if (mark.sha256 === sumSoFar && mark.rows === reader.rows)
        return { tables, isCompared: compared === tables }
      throw new Error('the backup is damaged: its checksum does not fit')
    }
  }
}
