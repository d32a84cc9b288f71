// Where a bulk action meets the world: it reads a page of executions, and speaks to each, eight at once. Runs in a host
// thread; what comes of it returns as a message. Doing a page again is harmless: a cancelled execution stays cancelled,
// and the execution that retries another has an id that follows from both.

import type { ExecutionFilter } from '../../domain/execution-filter.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import { derivedId, prefixes } from '../../domain/ids.ts'
import type { ActorKind, Outside } from '../../runtime/actor.ts'
import type { SearchLag } from '../../storage/search-lag.ts'
import type { Message as ExecutionMessage } from '../execution/protocol.ts'
import { patiently } from '../patiently.ts'
import { bulk } from './behavior.ts'
import type { BulkEffect, BulkStart, Event, Message, State } from './protocol.ts'
import type { Retries } from './retries.ts'

export interface BulkParts {
  readonly search: SearchLag
  readonly count: (organizationId: string, filter: ExecutionFilter) => Promise<number>
  /** Ids of one page, the oldest first. */
  readonly find: (
    organizationId: string,
    filter: ExecutionFilter,
    page: { limit: number; cursor: string | null },
  ) => Promise<{ readonly ids: readonly string[]; readonly next: string | null }>
  readonly retry: Retries
}

export type BulkKind = ActorKind<Message, Event, State, BulkEffect, never>

const pageSize = 100
/** Executions of a page that are spoken to at once: others have their place in the hosts' mailboxes. */
const atOnce = 8
/** Between two looks at how far the search has come. */
const searchPauseMs = 1_000
/** An hour: it gives way to executions, and a backlog takes its time. */
const mostSearchLooks = 3_600

export function bulkKind(parts: BulkParts): BulkKind {
  return {
    prefix: prefixes.bulk,
    alarm: { type: 'alarm' },
    parked: reason => ({ type: 'park', reason }),
    open(address, beginning) {
      const first = 'event' in beginning ? beginning.event : beginning.message
      if (first.type !== 'start' && first.type !== 'started') throw notFound('bulk action')
      return bulk(address)
    },
    async perform(address, effect, outside) {
      try {
        return effect.type === 'count'
          ? await count(parts, effect.start, outside)
          : await doPage(parts, address, effect, outside)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return { type: 'broke', reason: error.message }
      }
    },
  }
}

async function count(parts: BulkParts, start: BulkStart, outside: Outside): Promise<Message | null> {
  await untilSearchable(parts, start.filter, outside)
  const total = await patiently(outside, () => parts.count(start.organizationId, start.filter))
  return total === null ? null : { type: 'counted', total }
}

/** What the search does not know yet would be passed over for good. @throws {Failure} it is too far behind */
async function untilSearchable(
  { search }: BulkParts,
  filter: ExecutionFilter,
  outside: Outside,
): Promise<void> {
  const moment = await patiently(outside, () => search.moment(filter))
  if (moment === null) return
  for (let looks = 0; looks < mostSearchLooks; looks++) {
    if ((await patiently(outside, () => search.hasReached(moment))) !== false) return
    await outside.pause(searchPauseMs)
  }
  throw new Failure('unavailable', 'the search is more than an hour behind: try again later')
}

async function doPage(
  parts: BulkParts,
  address: string,
  { start, page, cursor }: Extract<BulkEffect, { type: 'page' }>,
  outside: Outside,
): Promise<Message | null> {
  const { organizationId, filter } = start
  const found = await patiently(outside, () =>
    parts.find(organizationId, filter, { limit: pageSize, cursor }),
  )
  if (found === null) return null
  const waiting = [...found.ids]
  const failures: { executionId: string; error: string }[] = []
  async function work(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined && !outside.signal.aborted; id = waiting.shift()) {
      const error = await actOn(parts, { address, start, id }, outside)
      if (error !== null) failures.push({ executionId: id, error })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const failed = failures.length
  return { type: 'page-done', page, done: found.ids.length - failed, failed, failures, next: found.next }
}

/** @returns why it could not be done, null when it was */
async function actOn(
  parts: BulkParts,
  { address, start, id }: { address: string; start: BulkStart; id: string },
  outside: Outside,
): Promise<string | null> {
  const { organizationId, action } = start
  const say = (to: string, message: ExecutionMessage) => patiently(outside, () => outside.ask(to, message))
  try {
    if (action === 'cancel') {
      await say(id, { type: 'cancel', organizationId })
      return null
    }
    const request = { organizationId, id, startedBy: start.startedBy }
    const retry = await patiently(outside, () => parts.retry(request))
    const name = `${address}/${id}`
    if (retry === 'continue') await say(id, { type: 'continue', organizationId, intent: name })
    else if (retry !== null) await say(derivedId('execution', name, address), { type: 'start', start: retry })
    return null
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}
