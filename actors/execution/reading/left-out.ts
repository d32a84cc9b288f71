// Values that are too large for a timeline. storage/journal/short-entries.ts reads the journal without them:
// the field of the event is null, and `leftOut` describes it. Here a LeftOut takes the place of the value,
// passes through the fold of timeline.ts, and becomes `truncated` of the listed step. timeline.ts and
// execution-log.ts call it.

import { isObject, type Json } from '../../../domain/json.ts'
import { pageBounds, type Truncated } from '../../../domain/page.ts'
import type { ExecutionStep, ListedStep } from '../../../domain/work/execution.ts'
import type { Event } from '../protocol.ts'
import { sizeOf } from '../steps/sizes.ts'

/** The description of a value, which storage/journal/short-entries.ts adds to an event. */
type Gap = Omit<Truncated, 'link'>

/** Takes the place of a value. */
class LeftOut {
  readonly gap: Gap

  constructor(gap: Gap) {
    this.gap = gap
  }
}

/** The events of an entry, with a LeftOut for each value that was too large. */
export function eventsIn(body: string): Event[] {
  const events = JSON.parse(body) as (Event & { readonly leftOut?: readonly Gap[] })[]
  return events.map(event => (event.leftOut === undefined ? event : marked(event, event.leftOut)))
}

/** A step as the timeline lists it. @param link address of the whole step */
export function listedStep(step: ExecutionStep, link: string): ListedStep {
  const gaps = (['input', 'output', 'error'] as const).flatMap(field => gapOf(field, step[field]) ?? [])
  if (gaps.length === 0) return { ...step, truncated: [] }
  const none = Object.fromEntries(gaps.map(({ field }) => [field, null]))
  return { ...step, ...none, truncated: gaps.map(gap => ({ ...gap, link })) }
}

function marked(event: Event, gaps: readonly Gap[]): Event {
  const marks = Object.fromEntries(gaps.map(gap => [gap.field, new LeftOut(gap)]))
  if (event.type !== 'approval-requested') return { ...event, ...marks } as Event
  return { ...event, request: { ...event.request, ...marks } } as Event
}

function gapOf(field: string, value: unknown): Gap | null {
  if (value instanceof LeftOut) return { ...value.gap, field }
  if (value === null || (!isObject(value) && typeof value !== 'string' && !Array.isArray(value))) return null
  if (sizeOf(value as Json) <= pageBounds.valueBytes) return null
  const text = JSON.stringify(value)
  const preview = text.slice(0, pageBounds.previewLength).toWellFormed()
  return { field, preview, sizeBytes: Buffer.byteLength(text) }
}
