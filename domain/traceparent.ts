// The W3C header `traceparent`: which trace something belongs to, and which span caused it. This file knows
// its syntax, and the ids of spans of executions: they follow from the execution's id, because an execution
// outlives threads and processes and must name the same parent before and after a restart.
// @see https://www.w3.org/TR/trace-context/#traceparent-header
import { hash } from 'node:crypto'

export interface TraceContext {
  /** 32 hex digits, not all zero. */
  readonly traceId: string
  /** 16 hex digits, not all zero. */
  readonly spanId: string
  readonly isSampled: boolean
}

/**
 * @param text the header's value
 * @returns null when it is malformed; a later version is read as far as this one goes
 */
export function parseTraceparent(text: string): TraceContext | null {
  if (text.length < 55 || text.length > 256) return null
  const match = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(
    text,
  )
  if (match === null || (match[1] === '00' && match[5] !== undefined)) return null
  return { traceId: match[2]!, spanId: match[3]!, isSampled: (Number.parseInt(match[4]!, 16) & 1) === 1 }
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/**
 * The span of an execution in the trace that caused it; without one, the trace too follows from the
 * execution's id.
 */
export function executionContext(executionId: string, trace: string | null): TraceContext {
  const digits = hash('sha256', executionId, 'hex')
  const parent = trace === null ? null : parseTraceparent(trace)
  return {
    traceId: parent?.traceId ?? digits.slice(16, 48),
    spanId: digits.slice(0, 16),
    isSampled: parent?.isSampled ?? true,
  }
}
