// What an address of the list of runs says: its filters, its view, and the filter of the API that they mean.
import { numberOf, only, parameters, type RawSearch, textOf } from '../../app/search.ts'

export function runsSearch(raw: RawSearch) {
  return parameters({
    q: textOf(raw['q'], 200),
    status: textOf(raw['status'], 100),
    workflowId: textOf(raw['workflowId'], 100),
    trigger: textOf(raw['trigger'], 50),
    tool: textOf(raw['tool'], 200),
    since: numberOf(raw['since']),
    until: numberOf(raw['until']),
    atLeastMs: numberOf(raw['atLeastMs']),
    atMostMs: numberOf(raw['atMostMs']),
    view: raw['view'] === 'causes' ? ('causes' as const) : undefined,
  })
}

export type RunsSearch = ReturnType<typeof runsSearch>

export const statuses = [
  'queued',
  'running',
  'waiting',
  'awaiting_approval',
  'completed',
  'failed',
  'cancelled',
] as const
export const triggers = [
  'api',
  'chat',
  'schedule',
  'tool',
  'workflow',
  'retry',
  'hook',
  'completion',
] as const

export type Status = (typeof statuses)[number]

/** Statuses of the address; what is no status is left out. */
export function statusesOf({ status = '' }: RunsSearch): readonly Status[] {
  const named = status.split(',')
  return statuses.filter(each => named.includes(each))
}

/** The filter of a bulk action. */
export function filterOf(search: RunsSearch) {
  const status = statusesOf(search)
  const whole = (value: number | undefined) =>
    value === undefined ? undefined : Math.max(0, Math.trunc(value))
  return only({
    q: search.q,
    status: status.length === 0 ? undefined : status,
    workflowId: search.workflowId,
    trigger: triggers.find(each => each === search.trigger),
    tool: search.tool,
    createdAfter: whole(search.since),
    createdBefore: whole(search.until),
    minDurationMs: whole(search.atLeastMs),
    maxDurationMs: whole(search.atMostMs),
  })
}

/** The same as the query of a search. */
export function queryOf(search: RunsSearch) {
  const { status, ...rest } = filterOf(search)
  return { ...rest, ...(status !== undefined && { status: status.join(',') }) }
}
