// One connection to the live stream of the service (GET /api/v1/events), from its opening to its end.
import { readEvents, type Streamed } from '../../../http/client.ts'
import { endSession, type OutReason } from '../session.ts'

type LiveEvent = Streamed<'GET /api/v1/events'>
type DataOf<E extends LiveEvent['event']> = Extract<LiveEvent, { readonly event: E }>['data']

export interface LiveHandlers {
  /** What is committed from now on is told. */
  readonly hello: (hello: DataOf<'hello'>) => void
  readonly changes: (changes: DataOf<'changes'>) => void
  readonly end: (reason: Exclude<OutReason, 'none' | 'unreachable'>) => void
}

/** The service sends something every 15 s. */
const silenceMs = 40_000
/** After a regular end: the service restarts, or the token is to be renewed. */
const againMs = 600

/**
 * @returns milliseconds after which to connect again
 * @throws the connection broke, or there was none
 */
export async function connect(token: string, signal: AbortSignal, handlers: LiveHandlers): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  const response = await fetch('/api/v1/events', { headers, signal, cache: 'no-store' })
  if (response.status === 401) endSession('expired')
  // Too many tabs: this one is told nothing until another is closed.
  if (response.status === 429) return 1_000 * Number(response.headers.get('retry-after') ?? 1) + 10_000
  if (!response.ok) throw new Error(`the live stream answered ${response.status}`)
  for await (const streamed of readEvents(response, silenceMs)) {
    const { event, data } = streamed as LiveEvent
    if (event === 'hello') handlers.hello(data)
    else if (event === 'changes') handlers.changes(data)
    else if (event === 'end') {
      handlers.end(data.reason)
      return againMs
    } else if (event === 'draining') return againMs
  }
  throw new Error('the live stream broke')
}
