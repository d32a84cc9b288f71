// Notifications of a running call to its client (progress and log), the same in all MCP revisions.
import type { JsonObject } from '../../domain/json.ts'
import type { LogLevel, SurfaceContext } from '../surface/surface.ts'
import { isAtLeast } from './log-levels.ts'

/** Sends a notification on the stream of the call. */
export type Notify = (method: 'notifications/progress' | 'notifications/message', params: JsonObject) => void

/**
 * Progress must rise: values that do not are dropped.
 * @param progressToken of the client; null: it wants no progress
 */
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

/** @param least severity that the client wants; null: it wants no log */
export function logTo(least: LogLevel | null, notify: Notify): SurfaceContext['log'] {
  return (level, data, logger) => {
    if (least === null || !isAtLeast(level, least)) return
    notify('notifications/message', { level, data, ...(logger !== undefined && { logger }) })
  }
}
