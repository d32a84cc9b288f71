// What lies in the database before a load begins, written by SQL: a million executions would take the API
// minutes. Rows are as the product writes them; their ids are TypeIDs of long ago, below all that the load
// makes.
import { Client } from 'pg'
import { SearchIndex } from '../storage/executions/search-index.ts'
import type { Queries } from '../storage/postgres/statement.ts'

const chunk = 50_000

/** Ends with a database at rest: vacuumed, analyzed, written out. */
export async function withDatabase(url: string, fill: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    await fill(client)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Entries of four events each: `executions` of them begin an execution. */
export async function storeEntries(client: Client, entries: number): Promise<void> {
  for (let from = 0; from < entries; from += chunk) {
    const to = Math.min(from + chunk, entries)
    await client.query(
      `insert into journal (address, seq, at, body)
      select 'exec_00' || lpad(to_hex(n / 4), 24, '0'), 1 + n % 4, 1700000000000 + n,
        '[{"type":"step-completed","step":"first","output":"value ' || n || '","input":{"template":"value {{value}}"}}]'
      from generate_series($1::int, $2::int - 1) n`,
      [from, to],
    )
  }
}

export interface StoredExecutions {
  readonly count: number
  /** Takes organization and version from these; each has the same share. */
  readonly workflowIds: readonly string[]
}

/**
 * Executions that have ended: 5 % failed, 1 % cancelled. Each customer has one in 10,000, each city one in
 * 20.
 */
export async function storeExecutions(
  client: Client,
  { count, workflowIds }: StoredExecutions,
): Promise<void> {
  for (let from = 0; from < count; from += chunk) {
    await client.query(storeChunk, [workflowIds, from, Math.min(from + chunk, count), count, Date.now()])
  }
}

const storeChunk = `
with versions as materialized (
  select row_number() over (order by w.id) - 1 as place, w.id, w.organization_id, w.name, w.active_version_id
  from workflows w where w.id = any($1)
),
stored as (
  insert into executions (id, organization_id, workflow_id, workflow_name, workflow_version, version_id, status, trigger,
    inputs, output, error, cu, created_at, started_at, finished_at)
  select 'exec_00' || lpad(to_hex(n), 24, '0'), v.organization_id, v.id, v.name, 1, v.active_version_id,
    case when n % 20 = 7 then 'failed' when n % 100 = 3 then 'cancelled' else 'completed' end,
    case when n % 10 = 1 then '{"kind":"schedule","ref":null}' else '{"kind":"api","ref":null}' end,
    '{"customer":"customer' || n % 10000 || '","city":"city' || n / 7 % 20 || '","amount":' || n % 977 || '}',
    case when n % 20 = 7 then null else '{"invoice":"INV-' || n || '","total":' || n % 977 || '}' end,
    case when n % 20 = 7 then '{"message":"card declined","step":"pay","code":"tool-failed"}' end,
    4, at, at, at + n % 5000
  from generate_series($2::int, $3::int - 1) n
  join versions v on v.place = n / 3 % array_length($1::text[], 1)
  cross join lateral (select $5::int8 - 1000 * ($4::int8 - n) as at) moment
  returning id
)
insert into execution_changes (ids)
select array_agg(id) from (select id, row_number() over () / 500 as part from stored) parts group by part`

/** Everything that waits to be put into the search table, at once rather than at the pace of the product. */
export async function indexStored(client: Client): Promise<void> {
  const queries: Queries = {
    async query<Row extends object>(statement: { name: string; text: string }, values: readonly unknown[]) {
      return (await client.query<Row>({ ...statement, values: [...values] })).rows
    },
  }
  const index = new SearchIndex(queries)
  while (await isLeft(client)) await index.take(8)
}

async function isLeft(client: Client): Promise<boolean> {
  return (await client.query('select from execution_changes limit 1')).rowCount === 1
}
