// Severities of `notifications/message` (RFC 5424), least first.
import type { LogLevel } from '../surface/surface.ts'

const levels: readonly string[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] satisfies LogLevel[]

export function isLogLevel(value: unknown): value is LogLevel {
  return typeof value === 'string' && levels.includes(value)
}

/** Does a message of this level pass? */
export function reaches(level: LogLevel, least: LogLevel): boolean {
  return levels.indexOf(level) >= levels.indexOf(least)
}
