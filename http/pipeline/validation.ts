// Checks a request against the schemas that its route declares. Messages name the field and what was
// expected: `inputs.amount: expected number, received string`.
import { z } from 'zod'
import { Failure, notFound } from '../../domain/failure.ts'

/** More would be noise: people fix the first ones first. */
const issuesShown = 5
/** Of one issue: zod lists every name that it does not know. */
const issueLength = 500

/** @throws {Failure} validation-failed */
export function validate<T>(schema: z.ZodType<T>, value: unknown, root: 'body' | 'query'): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const messages = result.error.issues.slice(0, issuesShown).map(issue => messageOf(issue, root))
  throw new Failure('validation-failed', messages.join('; '))
}

/** A boolean parameter of the query. */
export const flag = z.enum(['true', 'false']).transform(value => value === 'true')

/**
 * The parameters of the path, by the schema of the route.
 * @throws {Failure} not-found: a path that does not fit does not exist
 */
export function narrow<T>(schema: z.ZodType<T>, params: Readonly<Record<string, string>>): T {
  const result = schema.safeParse(params)
  if (result.success) return result.data
  throw notFound('path')
}

/**
 * The parameters of a raw query string.
 * @throws {Failure} validation-failed for a name given twice, NUL, or broken UTF-8
 */
export function parseQuery(query: string): Record<string, string> {
  const values: Record<string, string> = Object.create(null)
  if (query === '') return values
  for (const [name, value] of new URLSearchParams(query)) {
    if (name in values) throw new Failure('validation-failed', `${name.slice(0, 100)}: given more than once`)
    if (/[\u0000\ufffd]/.test(name + value)) {
      throw new Failure('validation-failed', 'the query holds NUL or broken UTF-8')
    }
    values[name] = value
  }
  return values
}

/** A whole number in a query string, or in the arguments of a tool that derives from the route. */
export function queryInteger(min: number, max: number) {
  const fromText = (value: unknown) =>
    typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  return z.preprocess(fromText, z.int().min(min).max(max))
}

/** The query of every list: `z.object({ ...listQuery, status: ... })`. */
export const listQuery = {
  limit: queryInteger(1, 100).default(50).meta({ description: 'How many, 1 to 100, default 50' }),
  cursor: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .meta({ description: 'Where the last page ended; from its Link header' }),
}

function messageOf(issue: z.core.$ZodIssue, root: string): string {
  const path = issue.path.map(String).join('.').slice(0, 200)
  const said = expectation(issue)
  const shown = said.length > issueLength ? `${said.slice(0, issueLength)}...` : said
  return `${path === '' ? root : path}: ${shown}`
}

/**
 * Drops the part before zod's colon (`Invalid input: expected number, received string`), which says nothing.
 */
function expectation(issue: z.core.$ZodIssue): string {
  const said = issue.message.replace(/^(Invalid input|Invalid option|Too small|Too big|Invalid string): /, '')
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return said
  const branches = issue.errors.map(issues => issues[0]).filter(first => first !== undefined)
  const unique = new Set(
    branches.map(first => (first.path.length === 0 ? expectation(first) : messageOf(first, ''))),
  )
  return [...unique].slice(0, 3).join(', or ')
}
