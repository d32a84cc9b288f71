// Backups in memory, and what a database holds, for the tests beside.
import { Client } from 'pg'
import { dump } from '../../../storage/backup/dump.ts'
import { type Loaded, load } from '../../../storage/backup/load.ts'

export const now = 1_800_000_000_000

export async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

export async function backupOf(url: string): Promise<Buffer[]> {
  return Array.fromAsync(dump({ url, madeBy: '0.0.0', now }))
}

export function restoreInto(
  url: string,
  backup: readonly Buffer[],
  keyIds: readonly string[],
): Promise<Loaded> {
  const source = (async function* () {
    yield* backup
  })()
  return load({ url, source, keyIds, now, onProgress: () => {} })
}

/** Number and content of the rows of every table that is kept. */
export function contents(url: string): Promise<Record<string, string>> {
  return withClient(url, async client => {
    const { rows } = await client.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname not in ('mikro_orm_migrations', 'restores')`,
    )
    const found: Record<string, string> = {}
    for (const { name } of rows) {
      const { rows: sums } = await client.query(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by t::text)), '') as sum from "${name}" t`,
      )
      found[name] = sums[0].sum
    }
    return found
  })
}
