// Loads the rows of one table of a backup, and compares what the table holds then with what PostgreSQL said
// of the original. Called by load.ts.
import { type Client, DatabaseError } from 'pg'
import { copyIn } from '../postgres/copy.ts'
import type { TableMark } from './dump-format.ts'
import { quoted } from './dump-tables.ts'
import { tableSum } from './table-sums.ts'

const advice =
  'take another file, or make a new backup of the original; backups of earlier versions may hold wrong rows'

/**
 * @returns whether there was anything to compare with @throws {Error} the rows cannot be loaded, or are not
 *   those of the original
 */
export async function loadTable(
  client: Client,
  mark: TableMark,
  rows: AsyncIterable<Buffer>,
): Promise<boolean> {
  const { table, columns } = mark
  try {
    const sql = `copy ${quoted(table)} (${columns.map(quoted).join(', ')}) from stdin`
    await copyIn(client, sql, rows)
  } catch (error) {
    if (!isOfData(error)) throw error
    throw new Error(`the backup is damaged: ${table} cannot be loaded (${error.message}): ${advice}`, {
      cause: error,
    })
  }
  if (mark.rows === undefined || mark.sum === undefined) return false
  const loaded = await tableSum(client, { name: table, columns })
  if (loaded.rows !== mark.rows)
    throw new Error(
      `the backup is damaged: ${table} has ${loaded.rows} rows, and had ${mark.rows} when it was made: ${advice}`,
    )
  if (loaded.sum !== mark.sum)
    throw new Error(`the backup is damaged: the rows of ${table} are not those of the original: ${advice}`)
  return true
}

/** The rows are to blame (data, constraints, names), not the connection, the disk or the server. */
function isOfData(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && /^(22|23|42)/.test(error.code ?? '')
}
