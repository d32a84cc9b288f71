// What an execution may hold and record. Every input and result stays in its state, in its journal, and in each list that
// it becomes part of; without a bound a plan of two steps fills the memory of its host, and its journal is never written.
// Checked when a step begins or ends; past a bound the step fails, as for any other reason.
import type { Json } from '../../domain/json.ts'
import { failed } from './failing.ts'
import type { Run } from './paths.ts'
import type { Event, State } from './protocol.ts'

/** In bytes of JSON, about. */
export const sizeBounds = {
  /**
   * Input and output of one step, a list of results for instance: 80 bytes for each of 100,000. A `return` has its output
   * in three places of one commit, for which PostgreSQL has 2.5 s (storage/connection-config.ts). It took 14 MB in 2.0 s on
   * a machine six times overloaded; what is lost there is tried again.
   */
  step: 8_388_608,
  /** Of all steps together: a journal is read in one piece, 32 MiB in 1.4 s there. Temporal ends a workflow at 50 MB. */
  execution: 67_108_864,
  /** Results that a retry keeps: its first event. */
  kept: 16_777_216,
} as const

/** The events, or the failure of the step that begins or ends with them, when that would be too large to record. */
export function recordable(run: Run, state: State, events: readonly Event[]): readonly Event[] {
  const [first] = events
  if (first === undefined || !('step' in first)) return events
  const message = excess(state, first)
  return message === null ? events : failed(run, state, first.step, { code: 'too-large', message })
}

/** What an event adds to what its execution has recorded. */
export function recordedBytes(event: Event): number {
  switch (event.type) {
    case 'step-started':
      return sizeOf(event.input)
    case 'step-completed':
      return sizeOf(event.output) + (event.input === undefined ? 0 : sizeOf(event.input))
    case 'approval-requested':
      return sizeOf(event.request.args)
    default:
      return 0
  }
}

/** About the bytes of a value as JSON, found without making the JSON. A large value is gone through once. */
export function sizeOf(value: Json): number {
  if (typeof value === 'string') return (value.length < 1_000 ? value.length : Buffer.byteLength(value)) + 2
  if (typeof value !== 'object' || value === null) return 5
  const known = sizes.get(value)
  if (known !== undefined) return known
  let size = 2
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item) + 1
  else
    for (const key in value)
      size += key.length + 4 + sizeOf((value as { readonly [key: string]: Json })[key]!)
  if (size > 4_096) sizes.set(value, size)
  return size
}

/** Values never change. */
const sizes = new WeakMap<object, number>()

function excess({ recordedBytes: before }: State, event: Event): string | null {
  const bytes = recordedBytes(event)
  const isKept = event.type === 'step-completed' && event.kept
  if (bytes > sizeBounds.step && !isKept)
    return `the step has ${bytes} bytes of input and output, and may have ${sizeBounds.step}`
  if (before + bytes <= sizeBounds.execution) return null
  return `the steps have recorded ${before} bytes of inputs and outputs: ${bytes} more would exceed ${sizeBounds.execution}`
}
