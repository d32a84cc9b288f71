// postgresql__list_tables
import { flag, list, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { inTransaction } from './connection.ts'

const column = object(
  {
    name: text('Name', 'Name of the column'),
    type: text('Type', 'Its type, as in SQL'),
    isNullable: flag('Nullable', 'May be null'),
    isKey: flag('Key', 'Belongs to the primary key'),
  },
  ['name', 'type', 'isNullable', 'isKey'],
)
const table = object(
  {
    schema: text('Schema', 'Its schema'),
    name: text('Name', 'Its name'),
    kind: text('Kind', 'table, view, materialized view, partitioned table or foreign table'),
    columns: list('Columns', 'In order', { items: column }),
  },
  ['schema', 'name', 'kind', 'columns'],
)

/** What the role may read, except system schemas. */
const tables = `
  select n.nspname as schema, c.relname as name,
    case c.relkind when 'r' then 'table' when 'v' then 'view' when 'm' then 'materialized view'
      when 'p' then 'partitioned table' else 'foreign table' end as kind,
    (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'isNullable', not a.attnotnull, 'isKey', coalesce(a.attnum = any (k.conkey), false)) order by a.attnum), '[]')
      from pg_attribute a left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'p', 'f') and has_table_privilege(c.oid, 'select')
    and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
    and ($1::text is null or n.nspname = $1)
  order by 1, 2 limit 500`

export const listTables = firstPartyTool<{ schema?: string }>({
  name: 'list_tables',
  title: 'List PostgreSQL tables',
  description: 'Lists the tables and views of a PostgreSQL database that may be read, with their columns.',
  effect: 'read',
  keywords: [
    'list',
    'describe',
    'inspect',
    'tables',
    'columns',
    'schema',
    'database',
    'postgres',
    'postgresql',
  ],
  inputSchema: object({
    schema: text('Schema', 'Only of this schema', { maxLength: 63, 'x-words': ['of', 'in', 'schema'] }),
  }),
  outputSchema: list('Tables', 'By schema and name, at most 500', { items: table }),
  examples: [{ prompt: 'List the PostgreSQL tables of the schema "sales"', args: { schema: 'sales' } }],
  run: ({ schema = null }: { schema?: string | null }, context) =>
    inTransaction('read only', context, async ({ client }) => (await client.query(tables, [schema])).rows),
})
