// Severities of `notifications/message` (RFC 5424), least severe first.
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

/** Is a message of this level severe enough? */
export function isAtLeast(level: LogLevel, least: LogLevel): boolean {
  return levels.indexOf(level) >= levels.indexOf(least)
}
