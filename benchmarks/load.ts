// The load generator's process: takes one Load from its parent, says when the measured time begins and ends,
// answers with a LoadResult, and ends. It ends with its parent, too. `measure.ts` is the parent's side of it.
import { Generator } from './generator.ts'

export interface Load {
  readonly port: number
  /** Several servers, to which the connections are spread evenly. */
  readonly ports?: readonly number[]
  readonly connections: number
  /** The exact bytes of every request. */
  readonly request: string
  /** A text in the request in whose place each has a number of its own, as long as the text. */
  readonly numberAt?: string
  /**
   * What every answer must contain to count as one, besides a status from 200 to 299; '' asks for nothing.
   */
  readonly expect: string
  readonly warmUpSeconds: number
  readonly seconds: number
  /**
   * Requests a second over all connections, latency counted from when they should have left; 0 is closed
   * loop.
   */
  readonly rate: number
  /** Errors are a figure, and not the end of the measurement. */
  readonly mayFail?: boolean
  /** Answers of 429 and 503 with Retry-After are refusals, not errors. */
  readonly mayRefuse?: boolean
}

export interface LoadResult {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  readonly longestMs: number
  /** The longest time in which no answer came from any connection. */
  readonly longestPauseMs: number
  /** Right answers within the measured time. */
  readonly answers: number
  /** The same, warm-up and drain included. */
  readonly accepted: number
  /** Refusals within the measured time. */
  readonly refused: number
  /**
   * Everything else, warm-up and drain included: other statuses, other bodies, lost connections, no answer.
   */
  readonly errors: number
  readonly firstError: string | null
  /** Processor time of the generator for each answer, microseconds. */
  readonly generatorUs: number
  /** Open loop: how late the generator itself sent, the median; it is part of the latencies. */
  readonly p50LateMs: number
}

export type LoadMessage =
  | { readonly type: 'measuring' }
  | { readonly type: 'measured' }
  | { readonly type: 'result'; readonly result: LoadResult }
  | { readonly type: 'failed'; readonly message: string }

process.once('message', async (load: Load) => {
  const tell = (message: LoadMessage) => process.send?.(message)
  try {
    const generator = new Generator(load)
    const result = await generator.run(
      () => tell({ type: 'measuring' }),
      () => tell({ type: 'measured' }),
    )
    tell({ type: 'result', result })
  } catch (error) {
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
  process.disconnect()
})
process.once('disconnect', () => process.exit())
