// Who is to be woken when: rows that the journal's commits write.
import type { Queries } from './statement.ts'

/** Addresses whose moment is before `before` (Unix ms), ascending, after a given one; '' at first. */
export async function dueAddresses(
  queries: Queries,
  before: number,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await queries.query<{ address: string }>(due, [before, after, limit])
  return rows.map(row => row.address)
}

const due = {
  name: 'wakeups.due',
  text: 'select address from wakeups where due_at < $1 and address > $2 order by address limit $3',
}
