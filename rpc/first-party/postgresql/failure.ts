// Turns a refusal of the database, or a failed connection, into a ToolFailure. SQLSTATE codes: PostgreSQL
// documentation, appendix A.

import type { StepErrorCode } from '../../../domain/tools/failures/step-errors.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import { toOutboundError } from '../../outbound/outbound-error.ts'
import { inOneLine } from '../rest-failure.ts'

interface DatabaseError extends Error {
  readonly severity?: string
  readonly code?: string
  readonly detail?: string
  readonly hint?: string
}

/** Codes: `not-authorized`, `forbidden`, `read-only`, `conflict`, `timeout`, `unavailable`, `rejected`. */
export function failureOf(error: DatabaseError, host: string): Error {
  const { severity, code = '', message, detail, hint } = error
  if (severity !== undefined) {
    const said = [message, detail, hint].filter(part => part !== undefined).join('; ')
    const [word, retryable] = wordOf(code)
    return new ToolFailure(word, `${host} answered ${code}${inOneLine(said)}`, retryable, { cause: error })
  }
  if (code !== '') return toOutboundError(error, host)
  if (/SSL/.test(message))
    return new ToolFailure('bad-tls', `${host}${inOneLine(message)}`, false, { cause: error })
  if (/terminated|ended|closed/i.test(message)) {
    return new ToolFailure('reset', `${host} broke the connection off`, true, { cause: error })
  }
  return new ToolFailure(
    'bad-answer',
    `${host} did not answer as PostgreSQL does${inOneLine(message)}`,
    false,
    {
      cause: error,
    },
  )
}

/** @returns the failure's code, and whether a retry may succeed */
function wordOf(state: string): readonly [StepErrorCode, boolean] {
  if (state === '57014') return ['timeout', true]
  if (state === '42501') return ['forbidden', false]
  if (state === '25006') return ['read-only', false]
  // Serialization failure, deadlock, lock not available.
  if (state === '40001' || state === '40P01' || state === '55P03') return ['conflict', true]
  switch (state.slice(0, 2)) {
    case '28':
      return ['not-authorized', false]
    case '23':
      return ['conflict', false]
    case '53':
    case '57':
    case '58':
      return ['unavailable', true]
    default:
      return ['rejected', false]
  }
}
