// postgresql__insert_rows
import type { JsonObject } from '../../../domain/json.ts'
import { choice, object } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { inTransaction } from './connection.ts'
import { columnsOf, insertInto, rowsArgument, tableName, tableSchema } from './table.ts'
import { affected } from './values.ts'

interface Arguments {
  readonly table: string
  readonly rows: readonly JsonObject[]
  readonly onConflict?: 'fail' | 'skip'
}

export const insertRows = firstPartyTool<Arguments>({
  name: 'insert_rows',
  title: 'Insert rows into PostgreSQL',
  description:
    'Adds a list of objects to a PostgreSQL table: all of them, or none. With onConflict skip, rows that are there ' +
    'already are left out, and the step may be tried again safely.',
  effect: 'write',
  keywords: [
    'insert',
    'add',
    'save',
    'store',
    'append',
    'load',
    'rows',
    'records',
    'postgres',
    'postgresql',
    'table',
  ],
  inputSchema: object(
    {
      rows: rowsArgument,
      table: tableSchema,
      onConflict: choice(
        'On conflict',
        'What to do about a row that a unique key of the table has already',
        { fail: ['fail'], skip: ['skip', 'ignore'] },
        { default: 'fail' },
      ),
    },
    ['rows', 'table'],
  ),
  outputSchema: affected,
  examples: [
    {
      prompt: 'Insert the rows {{steps.orders}} into the PostgreSQL table "orders"',
      args: { rows: [{ id: 7, total: 12.5 }], table: 'orders' },
    },
  ],
  run: ({ table, rows, onConflict = 'fail' }, context) =>
    inTransaction('read write', context, async ({ client }) => {
      const insert = insertInto(tableName(table), columnsOf(rows))
      const sql = onConflict === 'skip' ? `${insert} on conflict do nothing` : insert
      const { rowCount } = await client.query(sql, [JSON.stringify(rows)])
      return { count: rowCount ?? 0 }
    }),
})
