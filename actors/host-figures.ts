// The figures of a host. Its thread counts them; each beat takes the difference since the last one; the main
// thread adds them up (embedded.ts), so the sums survive the death of a host.
import { Histogram } from '../runtime/process/histogram.ts'

/** Time of a commit: a round trip to the database, some milliseconds. */
const commitSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Up to `bounds.actorsPerCommit`. */
const commitActors = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
/** Wait in the queue: from none to the hours that a limit may keep an execution. */
const queueSeconds = [0.001, 0.01, 0.1, 1, 10, 60, 600, 3_600, 36_000]
const loopSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** A host without work does not find out that the journal takes writes again: 30 s. */
const believedBeats = 30

const openDistributions = () => ({
  commitSeconds: new Histogram(commitSeconds),
  commitActors: new Histogram(commitActors),
  /** Time of an execution from its acceptance until its first step may begin. */
  queueSeconds: new Histogram(queueSeconds),
  /** The longest delay of the event loop in each second. */
  loopSeconds: new Histogram(loopSeconds),
})

type Distributions = ReturnType<typeof openDistributions>

/** The figures as JSON, as a beat carries them. */
export interface TakenFigures {
  readonly distributions: { readonly [Name in keyof Distributions]: ReturnType<Histogram['take']> }
  readonly started: number
  /** Ends by status. */
  readonly ended: Readonly<Record<string, number>>
  readonly heapBytes: number
  /** Commits that failed. */
  readonly lost: number
  /** Why the journal takes no writes; null: none was refused since the last one that it took. */
  readonly refusal: string | null
}

/** Figures of one thread, or the sum of all. */
export class HostFigures {
  readonly distributions = openDistributions()
  started = 0
  ended: Record<string, number> = {}
  lost = 0
  /** Of this thread, since its last `take`. */
  refusal: string | null = null
  /** By host, as of its last beat. */
  readonly heapBytes: number[] = []
  /** By host: why it could not write lately, and for how many beats that is believed. */
  readonly #refusals: { readonly why: string; readonly beats: number }[] = []

  /** Why the journal took no writes when one was last tried; null when it took it, or that was long ago. */
  get cannotWrite(): string | null {
    return Object.values(this.#refusals).find(({ beats }) => beats > 0)?.why ?? null
  }

  /** @param refusal why it takes no writes; null for another reason */
  countLost(refusal: string | null): void {
    this.lost++
    this.refusal = refusal
  }

  countEnd(status: string): void {
    this.ended[status] = (this.ended[status] ?? 0) + 1
  }

  /** Returns the figures since its last call, and starts from zero. @param heapBytes of this thread, now */
  take(heapBytes: number): TakenFigures {
    const { commitSeconds, commitActors, queueSeconds, loopSeconds } = this.distributions
    const { started, ended, lost, refusal } = this
    this.started = this.lost = 0
    this.ended = {}
    this.refusal = null
    return {
      distributions: {
        commitSeconds: commitSeconds.take(),
        commitActors: commitActors.take(),
        queueSeconds: queueSeconds.take(),
        loopSeconds: loopSeconds.take(),
      },
      ...{ started, ended, heapBytes, lost, refusal },
    }
  }

  /** Adds the figures that a host has taken. */
  add(slot: number, { distributions, started, ended, heapBytes, lost, refusal }: TakenFigures): void {
    this.#believe(slot, refusal, distributions.commitActors.sum > 0)
    this.lost += lost
    for (const name of Object.keys(distributions) as (keyof Distributions)[])
      this.distributions[name].add(distributions[name])
    this.started += started
    for (const [status, count] of Object.entries(ended))
      this.ended[status] = (this.ended[status] ?? 0) + count
    this.heapBytes[slot] = heapBytes
  }

  /** @param isWriting has a commit been taken since the last beat? */
  #believe(slot: number, why: string | null, isWriting: boolean): void {
    if (why !== null) this.#refusals[slot] = { why, beats: believedBeats }
    else if (isWriting) delete this.#refusals[slot]
    else if (this.#refusals[slot]) {
      const { why, beats } = this.#refusals[slot]
      this.#refusals[slot] = { why, beats: beats - 1 }
    }
  }
}
