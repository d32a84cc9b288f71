// What PostgreSQL's errors mean to a caller. Called by Database, HostConnection and the stores.
// 1. A database that is away, restarting, full or too slow is a Failure that passes (`unavailable`, 503).
// 2. A broken unique constraint is for the store to name (`breaksUnique`).
// 3. Every other error is a defect of ours and stays as it is.
import { Failure } from '../../domain/failure.ts'

/** SQLSTATE codes of errors that pass when the database is back: appendix A of PostgreSQL's manual. */
const passing = new Set([
  '25006', // read only
  '40P01', // deadlock: PostgreSQL cancelled one of the transactions
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '57014', // statement timeout
  '57P01', // terminated by an administrator
  '57P02', // crash of another session
  '57P03', // starting up
  '57P05', // idle session timeout
])
const systemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const driverMessages =
  /^Connection terminated|^timeout exceeded when trying to connect|^Query read timeout|^Client has encountered a connection error|not queryable/

/** Why PostgreSQL reads and does not write, by SQLSTATE, in words that a stranger may read. */
const unwritable = new Map([
  ['25006', 'it is read-only'],
  ['53100', 'its disk is full'],
])

/** Why the database does not write, although it answers; null for every other error. Nothing was written. */
export function whyUnwritable(error: unknown): string | null {
  const { code } = error as { code?: unknown }
  return (typeof code === 'string' && unwritable.get(code)) || null
}

/** What an operator does whom PostgreSQL does not let in, by SQLSTATE. */
const remedies = new Map([
  ['28000', 'Correct the user in DATABASE_URL, or let it in (pg_hba.conf)'],
  ['28P01', 'Correct user and password in DATABASE_URL'],
  ['3D000', 'Create it, or correct DATABASE_URL'],
  [
    '53300',
    'Raise max_connections of PostgreSQL (a server opens some 30 and two for each host) or the limit that it ' +
      'names, or stop what else is connected',
  ],
  ['57P03', 'Wait until it has started; if it does not, its log says why'],
])

/** What helps when no session can be opened, as a sentence without its full stop. */
export function remedyOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  const known = typeof code === 'string' ? remedies.get(code) : undefined
  return known ?? 'Start PostgreSQL there, or correct DATABASE_URL'
}

/** Is the database away, rather than the statement wrong? */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof code === 'string') {
    return passing.has(code) || systemErrors.has(code) || code.startsWith('08')
  }
  return typeof message === 'string' && driverMessages.test(message)
}

/** Runs a query. An unreachable database becomes Failure('unavailable'); other errors stay as they are. */
export async function orUnavailable<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    const unwritten = whyUnwritable(error)
    const why = unwritten ?? (isFull(error) ? 'it has too many clients' : null)
    const what = unwritten === null ? 'is not available' : 'cannot write'
    const said = `the database ${what} at the moment${why === null ? '' : `: ${why}`}`
    const failure = new Failure('unavailable', said, { retryAfterMs: 1_000 })
    failure.cause = error
    throw failure
  }
}

/** PostgreSQL, the database or the role has as many sessions as it may have. */
function isFull(error: unknown): boolean {
  return (error as { code?: unknown }).code === '53300'
}

/** Did the statement break this unique constraint or index? */
export function breaksUnique(error: unknown, constraint: string): boolean {
  const { code, constraint: broken } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && broken === constraint
}
