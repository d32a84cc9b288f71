// The W3C header `traceparent`: which trace something belongs to, and which span caused it. Only its syntax, and the ids
// of the spans of executions, which follow from the execution's id: an execution outlives threads and processes, and
// whatever it does must name the same parent before and after.
// @see https://www.w3.org/TR/trace-context/#traceparent-header
import { hash } from 'node:crypto'

export interface TraceContext {
  /** 32 hex digits, not all zero. */
  readonly traceId: string
  /** 16 hex digits, not all zero. */
  readonly spanId: string
  readonly isSampled: boolean
}

/** @param text the header's value. @returns null when it is none; a later version is read as far as this one goes */
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

/** The span of an execution, whoever began its trace; without anybody its trace follows from its id, too. */
export function executionContext(executionId: string, trace: string | null): TraceContext {
  const digits = hash('sha256', executionId, 'hex')
  const parent = trace === null ? null : parseTraceparent(trace)
  return {
    traceId: parent?.traceId ?? digits.slice(16, 48),
    spanId: digits.slice(0, 16),
    isSampled: parent?.isSampled ?? true,
  }
}
