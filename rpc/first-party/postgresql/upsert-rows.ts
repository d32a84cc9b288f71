// postgresql__upsert_rows
import type { JsonObject } from '../../../domain/json.ts'
import { list, object, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { inTransaction } from './connection.ts'
import { columnsOf, identifier, insertInto, rowsArgument, tableName, tableSchema } from './table.ts'
import { affected } from './values.ts'

interface Arguments {
  readonly table: string
  readonly rows: readonly JsonObject[]
  readonly keys: readonly string[]
}

export const upsertRows = firstPartyTool<Arguments>({
  name: 'upsert_rows',
  title: 'Insert or update rows in PostgreSQL',
  description:
    'Writes a list of objects to a PostgreSQL table: rows with the same keys are updated, others added; all of them, or ' +
    'none. May be tried again safely.',
  effect: 'destructive',
  keywords: [
    'upsert',
    'update',
    'merge',
    'sync',
    'synchronize',
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
      keys: list('Keys', 'Columns of a unique key of the table', {
        items: text('Column', 'Name of a column'),
        minItems: 1,
        maxItems: 32,
        'x-words': ['by', 'keys', 'key'],
      }),
    },
    ['rows', 'table', 'keys'],
  ),
  outputSchema: affected,
  examples: [
    {
      prompt: 'Upsert the rows {{steps.orders}} into the PostgreSQL table "orders" by {{inputs.keys}}',
      args: { rows: [{ id: 7, total: 12.5 }], table: 'orders', keys: ['id'] },
    },
  ],
  run: ({ table, rows, keys }, context) =>
    inTransaction('read write', context, async ({ client }) => {
      const columns = columnsOf(rows)
      const missing = keys.find(key => !columns.includes(key))
      if (missing !== undefined)
        throw invalidArguments(`keys: no row has the column ${JSON.stringify(missing)}`)
      const changed = columns.filter(name => !keys.includes(name)).map(identifier)
      const change = changed.map(name => `${name} = excluded.${name}`).join(', ')
      const action = change === '' ? 'nothing' : `update set ${change}`
      const insert = insertInto(tableName(table), columns)
      const sql = `${insert} on conflict (${keys.map(identifier).join(', ')}) do ${action}`
      const { rowCount } = await client.query(sql, [JSON.stringify(rows)])
      return { count: rowCount ?? 0 }
    }),
})
