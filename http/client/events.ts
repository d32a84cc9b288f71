// Follows a stream of server-sent events to its end, over as many connections as it takes:
// 1. Every event comes once and in order: a new connection continues after the last id.
// 2. A connection that is silent for 45 s (the service sends something every 15 s) is given up.
// 3. The stream is over at its event `end`, or at 204. Ten connections in a row without an event end it with
//    an error.
import { ApiError } from './api-error.ts'
import { readEvents, type StreamEvent } from './event-reader.ts'
import { type Credential, pause, type SendingParts, sendOnce, unreached, waitBefore } from './sending.ts'
import type { ApiRequest } from './target.ts'

const silenceMs = 45_000
const reconnectMs = 1_000
/** Attempts in a row without an event. */
const emptyAttempts = 10

export async function* followEvents(
  parts: SendingParts,
  credential: Credential,
  request: ApiRequest,
): AsyncGenerator<StreamEvent, void> {
  const retries = { ...parts.retries, attempts: emptyAttempts, firstMs: reconnectMs }
  let after = request.after
  for (let attempt = 1; ; attempt++) {
    const outcome = await connect(parts, credential, request, after)
    let trouble: ApiError
    if (outcome instanceof ApiError) trouble = outcome
    else {
      if (outcome.status === 204) return
      try {
        for await (const event of readEvents(outcome, silenceMs)) {
          if (event.id === null) continue
          after = event.id
          attempt = 1
          yield event
          if (event.event === 'end') return
        }
        trouble = unreached(request.url, false, 'the stream ended')
      } catch (cause) {
        request.signal?.throwIfAborted()
        trouble = unreached(request.url, false, cause)
      }
    }
    const waitMs = waitBefore(attempt, trouble, retries)
    if (waitMs === null) throw trouble
    await pause(Math.max(waitMs, 50), request.signal)
  }
}

function connect(parts: SendingParts, credential: Credential, request: ApiRequest, after: number) {
  const headers = {
    ...request.headers,
    accept: 'text/event-stream',
    ...(after > 0 && { 'last-event-id': String(after) }),
  }
  // The deadline of an answer would end the stream as well, so its silence is watched instead.
  return sendOnce({ ...parts, timeoutMs: 2 ** 31 - 1 }, credential, { ...request, headers })
}
