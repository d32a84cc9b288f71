// The exit codes of the command line, for scripts. docs/reference/exit-codes.md is generated from them.
import { ApiError } from '../http/client.ts'

export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  auth: 3,
  notFound: 4,
  conflict: 5,
  unreachable: 6,
  defect: 7,
  /** The number that shells use. */
  interrupted: 130,
} as const

export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'Done',
  failed: 'The execution failed or was cancelled, or the prompt is no plan that runs',
  usage: 'The command or its arguments are wrong',
  auth: 'Not logged in, or not allowed',
  notFound: 'No such workflow, execution or other resource',
  conflict: 'The state of the resource or a limit does not allow it now',
  unreachable: 'The service cannot be reached, or is not ready',
  defect: 'A defect of the service or of this program',
  interrupted: 'Ctrl-C; a followed execution continues',
}

/** The arguments are wrong; the message says what to type. */
export class UsageError extends Error {}

/** The named resource does not exist. */
export class NotFound extends Error {}

/** Nobody is logged in. */
export class NotLoggedIn extends Error {}

/** The exit code for each status of an answer; 0 stands for no answer. Every other status is a defect. */
export const byStatus: Readonly<Record<number, number>> = {
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
