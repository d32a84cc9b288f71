// Bounds on what an execution records. Each input and output stays in its state, in its journal, and in each
// list that it becomes part of. Without bounds a plan of two steps could fill the memory of its host, and its
// journal could not be written. behavior.ts checks them when a step begins or ends; past a bound the step
// fails, and its `onError` applies as usual.
import type { Json } from '../../../domain/json.ts'
import type { Event, State } from '../protocol.ts'
import { failed } from './failing.ts'
import type { ExecutionContext } from './paths.ts'

/** In bytes of JSON, about. */
export const sizeBounds = {
  /**
   * Input and output of one step: a list of 100,000 results may have 80 bytes for each. A `return` has its
   * output in three places of one commit, and PostgreSQL has 2.5 s for a commit
   * (storage/postgres/connection-config.ts). It wrote 14 MB in 2.0 s on a machine six times overloaded; a
   * lost commit is tried again.
   */
  step: 8_388_608,
  /**
   * All steps together. A journal is read in one piece: 32 MiB took 1.4 s on that machine. Temporal ends a
   * workflow at 50 MB.
   */
  execution: 67_108_864,
  /** The results that a retry keeps, all in its first event. */
  kept: 16_777_216,
} as const

/** The same events; or the failure of their step, when they are too large to record. */
export function recordable(
  context: ExecutionContext,
  state: State,
  events: readonly Event[],
): readonly Event[] {
  const [first] = events
  if (first === undefined || !('step' in first)) return events
  const message = excess(state, first)
  return message === null ? events : failed(context, state, first.step, { code: 'too-large', message })
}

/** The bytes that an event adds to `State.recordedBytes`. */
export function recordedBytes(event: Event): number {
  switch (event.type) {
    case 'step-started':
      return sizeOf(event.input)
    case 'step-completed':
      return sizeOf(event.output) + (event.input === undefined ? 0 : sizeOf(event.input))
    case 'agent-turned':
      return sizeOf(event.turn as unknown as Json)
    case 'approval-requested':
      return sizeOf(event.request.args)
    case 'step-edited':
      return sizeOf(event.args)
    default:
      return 0
  }
}

/** The approximate bytes of a value as JSON, without making the JSON. A large value is measured once. */
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

/** Of large values, which never change. */
const sizes = new WeakMap<object, number>()

function excess({ recordedBytes: before }: State, event: Event): string | null {
  const bytes = recordedBytes(event)
  const isKept = event.type === 'step-completed' && event.kept
  if (bytes > sizeBounds.step && !isKept)
    return `the step has ${bytes} bytes of input and output, and may have ${sizeBounds.step}`
  if (before + bytes <= sizeBounds.execution) return null
  return `the steps have recorded ${before} bytes of inputs and outputs: ${bytes} more would exceed ${sizeBounds.execution}`
}
