// postgresql__execute: runs any one statement and commits it if it succeeds.
import type { Json } from '../../../domain/json.ts'
import { flag, integer, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { inTransaction } from './connection.ts'
import { columnsSchema, maxRowsSchema, namedRows, rowsSchema, rowTypes, valuesSchema } from './values.ts'

interface Arguments {
  readonly sql: string
  readonly values?: readonly Json[]
  readonly maxRows?: number
}

export const execute = firstPartyTool<Arguments>({
  name: 'execute',
  title: 'Execute SQL in PostgreSQL',
  description:
    'Runs one SQL statement that may write, in a transaction of its own, and gives the rows that RETURNING names. ' +
    'PostgreSQL knows no idempotency key: write statements that may run twice, such as INSERT ... ON CONFLICT DO NOTHING.',
  effect: 'destructive',
  keywords: [
    'execute',
    'run',
    'update',
    'delete',
    'insert',
    'sql',
    'statement',
    'database',
    'postgres',
    'postgresql',
  ],
  inputSchema: object(
    {
      sql: text('SQL', 'One statement', {
        minLength: 1,
        maxLength: 100_000,
        'x-words': ['sql', 'statement'],
      }),
      values: valuesSchema,
      maxRows: maxRowsSchema,
    },
    ['sql'],
  ),
  outputSchema: object(
    {
      command: text('Command', 'INSERT, UPDATE, DELETE, ...'),
      count: integer('Count', 'Rows that the statement touched'),
      columns: columnsSchema,
      rows: rowsSchema,
      isCut: flag('Cut', 'The statement returned more rows than were asked for'),
    },
    ['command', 'count', 'columns', 'rows', 'isCut'],
  ),
  examples: [
    {
      prompt:
        'Execute the SQL statement "update orders set sent = true where id = $1" in PostgreSQL with values {{inputs.ids}}',
      args: { sql: 'update orders set sent = true where id = $1', values: [7] },
    },
  ],
  run: ({ sql, values = [], maxRows = 1_000 }, context) =>
    inTransaction('read write', context, async ({ client }) => {
      const result = await client.query<unknown[]>({
        text: sql,
        values: [...values],
        rowMode: 'array',
        types: rowTypes,
        // Without values the library would send a script of several statements.
        ...{ queryMode: 'extended' },
      })
      const { command, rowCount, fields, rows } = result
      const named = namedRows(fields, rows.slice(0, maxRows))
      return { command: command ?? '', count: rowCount ?? 0, ...named, isCut: rows.length > maxRows }
    }),
})
