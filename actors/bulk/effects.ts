// The kind of bulk actions, which actors/host.ts gives to its host: opens the behavior, reads a page of
// executions and asks each of them, eight at once, in the host's thread. A page may be done again: a
// cancelled execution stays cancelled, and the id of a retry derives from the bulk action and the execution.

import { Failure, notFound } from '../../domain/failure.ts'
import { derivedId, prefixes } from '../../domain/ids.ts'
import type { ExecutionFilter } from '../../domain/work/execution-filter.ts'
import type { ActorKind, Outside } from '../../runtime/actor.ts'
import type { SearchLag } from '../../storage/executions/search-lag.ts'
import { type StartBounds, startWithin, unbounded } from '../../storage/usage/start-bounds.ts'
import { askUntilAnswered } from '../ask-until-answered.ts'
import type { Message as ExecutionMessage } from '../execution/protocol.ts'
import { tenantOf } from '../tenant.ts'
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
  /** Default: there are none. */
  readonly startBounds?: StartBounds
}

export type BulkKind = ActorKind<Message, Event, State, BulkEffect, never>

const pageSize = 100
/** Concurrent asks to executions: the hosts' mailboxes have other work too. */
const atOnce = 8
/** Pause between two looks at the progress of the search index. */
const searchPauseMs = 1_000
/** One hour: the index gives way to executions, so a backlog takes time. */
const mostSearchLooks = 3_600

export function bulkKind(parts: BulkParts): BulkKind {
  return {
    prefix: prefixes.bulk,
    alarm: { type: 'alarm' },
    poisoned: reason => ({ type: 'poison', reason }),
    tenantOf,
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
  const total = await askUntilAnswered(outside, () => parts.count(start.organizationId, start.filter))
  return total === null ? null : { type: 'counted', total }
}

/** Waits for the search index, or the action would miss executions. @throws {Failure} it is too far behind */
async function untilSearchable(
  { search }: BulkParts,
  filter: ExecutionFilter,
  outside: Outside,
): Promise<void> {
  const moment = await askUntilAnswered(outside, () => search.moment(filter))
  if (moment === null) return
  for (let looks = 0; looks < mostSearchLooks; looks++) {
    if ((await askUntilAnswered(outside, () => search.hasReached(moment))) !== false) return
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
  const found = await askUntilAnswered(outside, () =>
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

/** Cancels or retries one execution. @returns why it failed; null when it succeeded */
async function actOn(
  parts: BulkParts,
  { address, start, id }: { address: string; start: BulkStart; id: string },
  outside: Outside,
): Promise<string | null> {
  const { organizationId, action } = start
  const send = (to: string, message: ExecutionMessage) =>
    askUntilAnswered(outside, () => outside.ask(to, message))
  try {
    if (action === 'cancel') {
      await send(id, { type: 'cancel', organizationId })
      return null
    }
    const { startedBy, key = null, root } = start
    const request = { organizationId, id, startedBy, key, root }
    const retry = await askUntilAnswered(outside, () => parts.retry(request))
    const name = `${address}/${id}`
    if (retry === 'continue') await send(id, { type: 'continue', organizationId, intent: name })
    else if (retry !== null) {
      const newId = derivedId('execution', name, address)
      await startWithin(parts.startBounds ?? unbounded, newId, retry, admitted =>
        send(newId, { type: 'start', start: admitted }),
      )
    }
    return null
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}
