// What the command line ends with, for scripts. Documented in the README.
import { ApiError } from '../http/client.ts'

export const exitCodes = {
  ok: 0,
  /** The execution failed or was cancelled. */
  failed: 1,
  /** The command, or what was given to it, makes no sense. */
  usage: 2,
  /** Not logged in, or not allowed. */
  auth: 3,
  notFound: 4,
  /** The state of the resource, or a limit, does not allow it now. */
  conflict: 5,
  /** The service cannot be reached, or is not ready. */
  unreachable: 6,
  /** A defect, of the service or of this program. */
  defect: 7,
  /** Ctrl-C, as shells have it. */
  interrupted: 130,
} as const

/** What was typed is wrong; the message says what to type. */
export class UsageError extends Error {}

/** What was named is not there. */
export class NotFound extends Error {}

/** Nobody is logged in. */
export class NotLoggedIn extends Error {}

const byStatus: Readonly<Record<number, number>> = {
  0: exitCodes.unreachable,
  400: exitCodes.usage,
  401: exitCodes.auth,
  402: exitCodes.conflict,
  403: exitCodes.auth,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
  413: exitCodes.usage,
  429: exitCodes.conflict,
  503: exitCodes.unreachable,
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage
  if (error instanceof NotFound) return exitCodes.notFound
  if (error instanceof NotLoggedIn) return exitCodes.auth
  return error instanceof ApiError ? (byStatus[error.status] ?? exitCodes.defect) : exitCodes.defect
}
