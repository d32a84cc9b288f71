// `Prefer: wait=N` (RFC 7240): the caller prefers to wait for the result.
import type { IncomingRequest } from '../exchange.ts'

const longestWaitSeconds = 60

/**
 * Seconds that the caller is ready to wait, 1 to 60; null when it did not ask, or not in a form that we read.
 */
export function preferredWait(request: IncomingRequest): number | null {
  const prefer = request.header('prefer')
  if (prefer === '') return null
  const match = /(?:^|[,;])\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:[,;]|$)/i.exec(prefer)
  if (!match) return null
  return Math.min(longestWaitSeconds, Math.max(1, Number(match[1])))
}
