// How a modern call answers. A quick and silent call answers with one JSON object. A call that sends a
// notification, or stays silent so long that a proxy might give up, answers with an event stream from then
// on. The client cancels by closing the connection or the stream.
import { EventQueue } from '../event-queue.ts'
import { type LaneAnswer, type LaneRequest, takesEvents, whole } from '../lane-answer.ts'
import type { Notify } from '../notifications.ts'
import type { ModernId } from './envelope.ts'
import { failureAnswer, failureText } from './refusal.ts'

/** After this time without an answer a stream begins; its comments keep the connection alive. */
const quietMs = 10_000

export interface Speaking {
  readonly signal: AbortSignal
  /** Sends a notification, if the client accepts event streams. */
  readonly notify: Notify
}

/** @param work gives the result as JSON text; an exception becomes the error */
export function answerCall(
  request: LaneRequest,
  id: ModernId,
  work: (speaking: Speaking) => Promise<string>,
): Promise<LaneAnswer> {
  const cancel = new AbortController()
  const { promise, resolve } = Promise.withResolvers<LaneAnswer>()
  let queue: EventQueue | null = null

  function open(): EventQueue {
    if (queue === null) {
      queue = new EventQueue(isComplete => isComplete || cancel.abort())
      resolve({ type: 'stream', source: queue, after: 0 })
    }
    return queue
  }

  function settle(text: string, answer: () => LaneAnswer): void {
    clearTimeout(quiet)
    if (queue === null) resolve(answer())
    else queue.finish(text)
  }

  const canStream = takesEvents(request)
  const quiet = setTimeout(() => canStream && !cancel.signal.aborted && open(), quietMs)
  request.onClose(() => cancel.abort())
  const notify: Notify = (method, params) => {
    if (canStream && !cancel.signal.aborted) open().push(JSON.stringify({ jsonrpc: '2.0', method, params }))
  }
  work({ signal: cancel.signal, notify }).then(
    result => {
      const text = responseText(id, result)
      settle(text, () => whole(200, text))
    },
    (error: unknown) => settle(failureText(id, error), () => failureAnswer(id, error)),
  )
  return promise
}

/** @param result JSON text */
export function responseText(id: ModernId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
}
