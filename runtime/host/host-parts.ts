// The parts of a host. The thread that it runs in (actors/host.ts), a test or the simulator gives them.

import type { Clock } from '../clock.ts'
import type { NodeStanding } from '../cluster/node-standing.ts'
import type { Journal } from '../journal.ts'
import type { FromHost } from '../system/frames.ts'
import type { AnyKind } from './activation.ts'

/** @typeParam P the projections that the kinds write and the journal stores */
export interface HostParts<P = unknown> {
  readonly kinds: readonly AnyKind<P>[]
  readonly journal: Journal<P>
  readonly clock: Clock
  /** Frames to the main thread. `payload` is JSON text. */
  readonly send: (head: FromHost, payload?: string) => void
  /** Notes whose code runs now, where it survives a crash of the thread; '' for nobody's. */
  readonly mark?: (address: string) => void
  /** Ends the thread: a defect of ours. */
  readonly crash: (error: unknown) => void
  /** Behind the fence the host answers messages but performs no effects, until `unfence`. */
  readonly isFenced?: boolean
  /** In a cluster: what the node may do. Absent: everything, and nobody looks. */
  readonly standing?: Pick<NodeStanding, 'isAlive' | 'owns'>
}
