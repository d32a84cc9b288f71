// Reads journal entries for timelines without values that are too large for a list. PostgreSQL leaves them
// out, so a step's result of 8 MiB never reaches the main thread. actors/execution/reading/execution-log.ts
// reads by it; main/services.ts opens it.
// 1. A value over `pageBounds.valueBytes` in an event is null, and the event's `leftOut` gives its field,
//    its beginning and its size. Of `start` and `request` this holds for the values inside.
// 2. An entry that PostgreSQL can not take apart (a text in it holds NUL or half a surrogate pair, or looks
//    so) comes whole.
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

/** SQL of what is said of a large value: an object as text. */
const said = `json_build_object('field', key, 'preview', left(value::text, ${previewLength}),
    'sizeBytes', octet_length(value::text))::text`

/** SQL of a member of an object, as text. @param otherwise what stands for a large value */
const member = (otherwise: string) =>
  `to_json(key)::text || ':' || case when ${isLarge('value')} then ${otherwise} else value::text end`

/** `start` and `request` are cut one level deeper, because their values are those of the event. */
const inside = `case when key in ('start', 'request')
  then (select '{' || string_agg(${member(`'null'`)}, ',') || '}' from json_each(value)) else 'null' end`

/** Of the start nothing is said. */
const leftOut = `case when ${isLarge('value')} then case key when 'start' then null
  when 'request' then (select string_agg(${said}, ',') from json_each(value) where ${isLarge('value')})
  else ${said} end end`

/** An event whose values are gone through once: PostgreSQL takes some 20 ms to go through a mebibyte. */
const short = `case when ${isLarge('event')} and ($4::text is null or (event->>'step' = $4) is not true)
  then (select '{' || string_agg(${member(inside)}, ',') || ',"leftOut":['
    || coalesce(string_agg(${leftOut}, ','), '') || ']}' from json_each(event))
  else event::text end`

/** JSON.stringify escapes NUL and halves of surrogate pairs, which json_each refuses, and no whole pairs. */
const isSound = String.raw`strpos(body, '\u0000') = 0 and strpos(body, '\ud') = 0`

const read: Statement = {
  name: 'journal.read-short',
  text: `select address, seq, at, case
      when octet_length(body) <= ${valueBytes} or not (${isSound}) then body
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
