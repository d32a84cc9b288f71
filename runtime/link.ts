// A link to one host, wherever it runs. A port: runtime/pool.ts gives threads of piscina, `inProcessLink` a host in
// this thread for tests.
import type { Clock } from './clock.ts'
import { type ServeOptions, serveHost } from './serve.ts'

/** What the main thread holds of a host. */
export interface Link {
  send(packed: string): void
  /** Ends the host at once, whatever it does. */
  kill(): void
  /** Whose code ran when the host died; '' when nobody's. */
  suspect(): string
}

export interface LinkEvents {
  receive(packed: string): void
  /** The host is gone: `reason` is null after a stop that was asked for. */
  ended(reason: Error | null): void
}

export type OpenLink = (slot: number, events: LinkEvents) => Link

/** Hosts without threads: the same frames, the same code, one tick apart. */
export function inProcessLinks(
  parts: (slot: number) => Omit<ServeOptions, 'send' | 'stopped' | 'threadId' | 'crash' | 'mark' | 'clock'>,
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
    const served = serveHost({
      ...parts(slot),
      clock,
      threadId: 0,
      send: packed => isAlive && queueMicrotask(() => events.receive(packed)),
      stopped: () => queueMicrotask(() => end(null)),
      crash,
      mark: address => {
        if (isAlive) suspect = address
      },
    })
    /** What a thread does not catch ends it. */
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
