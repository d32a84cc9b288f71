// postgresql__query: reads, and cannot do anything else.
import type { Json } from '../../../domain/json.ts'
import { flag, object, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { inTransaction } from './connection.ts'
import { readRows } from './read-rows.ts'
import { columnsSchema, maxRowsSchema, rowsSchema, valuesSchema } from './values.ts'

interface Arguments {
  readonly sql: string
  readonly values?: readonly Json[]
  readonly maxRows?: number
}

/**
 * The beginnings of statements that read. The transaction is read-only anyway; this also refuses statements
 * about the session (SET, COPY ... TO PROGRAM of a superuser, LISTEN).
 */
const reading = /^(?:\s|\(|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:select|with|values|table|show|explain)\b/i

export const query = firstPartyTool<Arguments>({
  name: 'query',
  title: 'Query PostgreSQL',
  description:
    'Runs one SQL query in a read-only transaction and gives its rows. Values are bound as $1, $2, ... and never part ' +
    'of the SQL. numeric comes as text, moments in ISO 8601, bytea in base64.',
  effect: 'read',
  keywords: [
    'query',
    'run query',
    'select',
    'read',
    'fetch',
    'look up',
    'sql',
    'database',
    'postgres',
    'postgresql',
    'rows',
  ],
  inputSchema: object(
    {
      sql: text('SQL', 'One statement: SELECT, WITH, VALUES, TABLE, SHOW or EXPLAIN', {
        minLength: 1,
        maxLength: 100_000,
        'x-words': ['sql', 'query', 'for', 'statement'],
      }),
      values: valuesSchema,
      maxRows: maxRowsSchema,
    },
    ['sql'],
  ),
  outputSchema: object(
    {
      columns: columnsSchema,
      rows: rowsSchema,
      isCut: flag('Cut', 'There are more rows than were asked for'),
    },
    ['columns', 'rows', 'isCut'],
  ),
  examples: [
    {
      prompt:
        'Query PostgreSQL for "select id, total from orders where paid_at > $1" with values {{inputs.values}}',
      args: { sql: 'select id, total from orders where paid_at > $1', values: ['2026-01-01'] },
    },
  ],
  async run({ sql, values = [], maxRows = 1_000 }, context) {
    if (!reading.test(sql)) {
      throw invalidArguments(
        'sql: expected SELECT, WITH, VALUES, TABLE, SHOW or EXPLAIN; to write, use execute',
      )
    }
    return inTransaction('read only', context, ({ client }) => readRows(client, { sql, values, maxRows }))
  },
})
