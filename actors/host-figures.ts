// What a host measures of itself. Counted in its thread, taken by the beat that it sends each second as the difference
// since the one before, and added up in the main thread, where a host that is replaced takes nothing away.
import { Histogram } from '../runtime/histogram.ts'

/** A commit: a round trip to the database, some milliseconds. */
const commitSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Up to `bounds.actorsPerCommit`. */
const commitActors = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
/** From no wait at all to the hours that a limit may keep an execution. */
const queueSeconds = [0.001, 0.01, 0.1, 1, 10, 60, 600, 3_600, 36_000]
const loopSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

const openDistributions = () => ({
  commitSeconds: new Histogram(commitSeconds),
  commitActors: new Histogram(commitActors),
  /** Of executions: from acceptance until the first step may begin. */
  queueSeconds: new Histogram(queueSeconds),
  /** The longest that the event loop was kept from running, of each second. */
  loopSeconds: new Histogram(loopSeconds),
})

type Distributions = ReturnType<typeof openDistributions>

/** As they travel, as JSON. */
export interface TakenFigures {
  readonly distributions: { readonly [Name in keyof Distributions]: ReturnType<Histogram['take']> }
  readonly started: number
  /** Ends by status. */
  readonly ended: Readonly<Record<string, number>>
  readonly heapBytes: number
}

/** Figures of one thread, or the sum of all. */
export class HostFigures {
  readonly distributions = openDistributions()
  started = 0
  ended: Record<string, number> = {}
  /** By host, as of its last beat. */
  readonly heapBytes: number[] = []

  countEnd(status: string): void {
    this.ended[status] = (this.ended[status] ?? 0) + 1
  }

  /** What came since the last time. @param heapBytes of this thread, now */
  take(heapBytes: number): TakenFigures {
    const { commitSeconds, commitActors, queueSeconds, loopSeconds } = this.distributions
    const { started, ended } = this
    this.started = 0
    this.ended = {}
    return {
      distributions: {
        commitSeconds: commitSeconds.take(),
        commitActors: commitActors.take(),
        queueSeconds: queueSeconds.take(),
        loopSeconds: loopSeconds.take(),
      },
      ...{ started, ended, heapBytes },
    }
  }

  /** Adds what a host has taken. */
  add(slot: number, { distributions, started, ended, heapBytes }: TakenFigures): void {
    for (const name of Object.keys(distributions) as (keyof Distributions)[])
      this.distributions[name].add(distributions[name])
    this.started += started
    for (const [status, count] of Object.entries(ended))
      this.ended[status] = (this.ended[status] ?? 0) + count
    this.heapBytes[slot] = heapBytes
  }
}
