// A reader comes back to the events of an actor and says which one was its last.
import { Failure } from '../domain/failure.ts'
import type { Entry } from '../runtime/journal.ts'

/** Entries from the event after `after` on; the first may begin earlier. */
export type ReadEntries = (address: string, after: number, limit: number) => Promise<Entry[]>

/** Was it the actor's last, too: has it ended with that event? @throws {Failure} bad-request: there is no such event */
export async function endsWith(read: ReadEntries, address: string, eventId: number): Promise<boolean> {
  const [entry] = await read(address, eventId - 1, 1)
  const event = entry && (JSON.parse(entry.body) as { readonly type: string }[])[eventId - entry.seq]
  if (event === undefined) throw new Failure('bad-request', `Last-Event-ID: there is no event ${eventId}`)
  return event.type === 'ended'
}
