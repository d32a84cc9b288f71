// Reads as of one moment: everything that `run` asks sees the database as it was when it began, whatever is
// written meanwhile. For commands that compare (main/commands/usage-check.ts).
import { Client } from 'pg'
import { connectionConfig } from './connection-config.ts'
import type { Queries } from './statement.ts'

export async function inSnapshot<T>(url: string, run: (queries: Queries) => Promise<T>): Promise<T> {
  const client = new Client(connectionConfig(url, 'snapshot'))
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    return await run({
      query: async <Row extends object>(
        statement: { name: string; text: string },
        values: readonly unknown[],
      ) => (await client.query<Row>({ ...statement, values: [...values] })).rows,
    })
  } finally {
    await client.end()
  }
}
