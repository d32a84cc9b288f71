// Which PostgreSQL is new enough. Asked before migrations, so that an old one is refused at the start and not
// by the first statement that it does not know (`pg_input_is_valid`, storage/journal/short-entries.ts).
import type { Client } from 'pg'

const oldest = 16

/** @throws {Error} too old: says what to do */
export async function requireServerVersion(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ number: string }>(
    `select current_setting('server_version_num') as number`,
  )
  const major = Math.floor(Number(rows[0]!.number) / 10_000)
  if (major >= oldest) return
  throw new Error(
    `the database is PostgreSQL ${major}, and PostgreSQL ${oldest} or newer is needed: upgrade it, or unset ` +
      'DATABASE_URL to use the embedded database',
  )
}
