// Reads journal entries for timelines without values that are too large for a list. PostgreSQL leaves them
// out, so a step's result of 8 MiB never reaches the main thread. actors/execution/reading/execution-log.ts
// reads by it; main/services.ts opens it.
// 1. A value over `pageBounds.valueBytes` in an event is null, and the event's `leftOut` gives its field,
//    its beginning and its size. Of `start` and `request` this holds for the values inside.
// 2. An entry that PostgreSQL can not take apart (a text in it holds NUL or half a surrogate pair) comes
//    whole.
// 3. A read ends with the entry that passes the bytes of a page, counted before values are left out.
import { pageBounds } from '../../domain/page.ts'
import type { Entry } from '../../runtime/journal.ts'
import type { Queries, Statement } from '../postgres/statement.ts'
import { entriesAfter } from './journal.ts'

export interface ShortRead {
  readonly address: string
  readonly after: number
  readonly limit: number
  /** Path of the step whose events come whole; null for none. */
  readonly wholeStep: string | null
}

/**
 * Entries from the event after `after` on, as `readEntries` gives them; none when none follows.
 * @throws {Failure} unavailable
 */
export async function readShortEntries(
  queries: Queries,
  { address, after, limit, wholeStep }: ShortRead,
): Promise<Entry[]> {
  const entries = await queries.query<Entry>(read, [address, after + 1, limit, wholeStep])
  return entriesAfter(entries, after)
}

const { bytes, valueBytes, previewLength } = pageBounds
const isLarge = (value: string) => `octet_length(${value}::text) > ${valueBytes}`

/**
 * SQL of an object with its small values only.
 * @param nested SQL for a large value, with `key` and `value`
 */
const small = (object: string, nested: string) => `(select '{' || string_agg(
    to_json(key)::text || ':' || case when ${isLarge('value')} then ${nested} else value::text end, ',') || '}'
  from json_each(${object}))`

/** `start` and `request` are cut one level deeper, because their values are those of the event. */
const inside = `case when key in ('start', 'request') then ${small('value', `'null'`)} else 'null' end`

const leftOut = `(select coalesce(json_agg(json_build_object('field', key, 'preview', left(value::text, ${previewLength}),
    'sizeBytes', octet_length(value::text))), '[]')::text
  from (select key, value from json_each(event) where key not in ('start', 'request')
    union all select key, value from json_each(case when event->'request' is not null then event->'request' else '{}' end)
  ) large where ${isLarge('value')})`

const short = `case when ${isLarge('event')} and (event->>'step' = $4) is not true
  then left(${small('event', inside)}, -1) || ',"leftOut":' || ${leftOut} || '}' else event::text end`

const read: Statement = {
  name: 'journal.read-short',
  text: `select address, seq, at, case
      when octet_length(body) <= ${valueBytes} or not pg_input_is_valid(body, 'jsonb') then body
      else (select '[' || string_agg(${short}, ',' order by place) || ']'
        from json_array_elements(body::json) with ordinality as events(event, place))
    end as body
    from (
      select entries.*, sum(octet_length(body)) over (order by seq rows unbounded preceding) - octet_length(body) as before
      from (select address, seq, at, body from journal where address = $1 and seq >= coalesce(
          (select max(seq) from journal where address = $1 and seq <= $2::int8), 0)
        order by seq limit $3) entries
    ) entries
    where before < ${bytes} order by seq`,
}
