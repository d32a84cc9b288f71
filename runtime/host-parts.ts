// What a host is made of: given by the thread that it runs in (actors/host.ts), a test, or the simulator.
import type { AnyKind } from './activation.ts'
import type { Clock } from './clock.ts'
import type { FromHost } from './frames.ts'
import type { Journal } from './journal.ts'

export interface HostParts {
  readonly kinds: readonly AnyKind[]
  readonly journal: Journal<unknown>
  readonly clock: Clock
  /** Frames to the main thread. `payload` is JSON text. */
  readonly send: (head: FromHost, payload?: string) => void
  /** Notes whose code runs now, where a crash of the thread cannot erase it; '' when nobody's. */
  readonly mark?: (address: string) => void
  /** A defect of ours that the thread must not survive. */
  readonly crash: (error: unknown) => void
  /** The host looks on: it answers, and does nothing outside, until it is told otherwise. */
  readonly isFenced?: boolean
}
