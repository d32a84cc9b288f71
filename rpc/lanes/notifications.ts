// What a call says to its client while it runs, in the notifications that all revisions share.
import type { JsonObject } from '../../domain/json.ts'
import type { LogLevel, SurfaceContext } from '../surface/surface.ts'
import { reaches } from './log-levels.ts'

/** Sends a notification on the stream of the call. */
export type Notify = (method: 'notifications/progress' | 'notifications/message', params: JsonObject) => void

/** Progress must rise: what does not is left out. @param progressToken of the client; null when it wants none */
export function progressTo(
  progressToken: string | number | null,
  notify: Notify,
): SurfaceContext['progress'] {
  if (progressToken === null) return null
  let last = Number.NEGATIVE_INFINITY
  return (progress, total, message) => {
    if (progress <= last) return
    last = progress
    notify('notifications/progress', {
      progressToken,
      progress,
      ...(total !== null && { total }),
      ...(message !== null && { message }),
    })
  }
}

/** @param least severity that the client wants; null when it wants none */
export function logTo(least: LogLevel | null, notify: Notify): SurfaceContext['log'] {
  return (level, data, logger) => {
    if (least === null || !reaches(level, least)) return
    notify('notifications/message', { level, data, ...(logger !== undefined && { logger }) })
  }
}
