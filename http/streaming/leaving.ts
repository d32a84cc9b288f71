// A signal for work whose result nobody needs once the client has left.
import { Failure } from '../../domain/failure.ts'
import type { IncomingRequest } from '../exchange.ts'

/** Aborts when the client leaves before its whole answer is sent. Nobody gets to see the reason. */
export function leavingSignal(request: Pick<IncomingRequest, 'onClose'>): AbortSignal {
  const left = new AbortController()
  request.onClose(() => left.abort(new Failure('unavailable', 'the client has left')))
  return left.signal
}
