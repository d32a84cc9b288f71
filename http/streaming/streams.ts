// The live streams of a server, opened by the answerer. Each is checked once a second: a revoked key, an
// expired token or a removed member loses its streams too. When the server drains, all of them end with a
// `draining` event, and their readers come back with Last-Event-ID.
import type { EventSource } from '../../runtime/event-source.ts'
import type { OpenBody } from '../exchange.ts'
import { defaultTimes, SseStream, type SseTimes } from './sse.ts'

export interface Streams {
  /**
   * Serves a stream until it ends.
   * @param stillValid throws or rejects when the reader may no longer read
   * @returns a function to call when the reader has left
   */
  serve(stream: { body: OpenBody; source: EventSource; after: number }, stillValid: () => unknown): () => void
  /** Ends them all. */
  drain(): void
  readonly size: number
}

const recheckMs = 1_000

/** @param onError called with the error of a source */
export function createStreams(onError: (cause: unknown) => void, times: SseTimes = defaultTimes): Streams {
  const live = new Map<SseStream, () => unknown>()
  let recheck: NodeJS.Timeout | null = null

  async function check(stream: SseStream, stillValid: () => unknown): Promise<void> {
    try {
      await stillValid()
    } catch {
      stream.end('unauthenticated')
    }
  }

  function recheckAll(): void {
    for (const [stream, stillValid] of live) void check(stream, stillValid)
  }

  return {
    serve(stream, stillValid) {
      const served = new SseStream(
        stream,
        cause => {
          live.delete(served)
          if (cause !== null) onError(cause)
          if (live.size === 0 && recheck !== null) {
            clearInterval(recheck)
            recheck = null
          }
        },
        times,
      )
      live.set(served, stillValid)
      served.start()
      recheck ??= setInterval(recheckAll, recheckMs)
      return () => served.leave()
    },
    drain() {
      for (const stream of live.keys()) stream.end('draining')
    },
    get size() {
      return live.size
    },
  }
}
