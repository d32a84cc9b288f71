// A link from the main thread to one host, wherever it runs. A port that the supervisor opens:
// runtime/system/pool.ts links to worker threads, `inProcessLinks` to hosts in this thread, for tests.
import type { Clock } from '../clock.ts'
import { type ServedHost, type ServeOptions, serveHost } from './serve.ts'

/** The main thread's end. */
export interface Link {
  send(packed: string): void
  /** Ends the host at once, whatever it does. */
  kill(): void
  /** The address whose code runs, or ran when the host died; '' for nobody's (host/suspects.ts). */
  suspect(): string
}

export interface LinkEvents {
  receive(packed: string): void
  /** The host has ended. @param reason null after a requested stop */
  ended(reason: Error | null): void
}

export type OpenLink = (slot: number, events: LinkEvents) => Link

/**
 * Hosts without threads: the same frames and code; a frame takes one microtask.
 * @param parts of the host of a slot; `served` returns its end of the link once the host is up
 */
export function inProcessLinks<P>(
  parts: (
    slot: number,
    served: () => ServedHost,
  ) => Omit<ServeOptions<P>, 'send' | 'stopped' | 'threadId' | 'crash' | 'mark' | 'clock'>,
  clock: Clock,
): OpenLink {
  return (slot, events) => {
    let suspect = ''
    let isAlive = true
    const end = (reason: Error | null) => {
      if (!isAlive) return
      isAlive = false
      served.abandon()
      events.ended(reason)
    }
    const crash = (error: unknown) => end(error instanceof Error ? error : new Error(String(error)))
    const served: ServedHost = serveHost({
      ...parts(slot, () => served),
      clock,
      threadId: 0,
      send: packed => isAlive && queueMicrotask(() => events.receive(packed)),
      stopped: () => queueMicrotask(() => end(null)),
      crash,
      mark: address => {
        if (isAlive) suspect = address
      },
    })
    /** An uncaught error ends the host, as it ends a thread. */
    const deliver = (packed: string) => {
      try {
        if (isAlive) served.receive(packed)
      } catch (error) {
        crash(error)
      }
    }
    return {
      send: packed => queueMicrotask(() => deliver(packed)),
      kill: () => end(new Error('killed')),
      suspect: () => suspect,
    }
  }
}
