// "if that fails, ...", "on error, ...", "ignore errors": what follows when the step before has failed for
// good.
import { type Attempt, amending, diagnostic, failed, withDiagnostics } from '../attempt.ts'
import { type Environment, leave, type Result } from '../environment.ts'
import { isRead, withUnread } from '../reading.ts'
import { readBody, type Where } from '../statements.ts'
import type { Token } from '../text/tokens.ts'
import { phraseAt } from '../values/conditions.ts'
import { isSeparator } from './branch.ts'
import { readRetry } from './retries.ts'

const openings = [
  ...['if that fails', 'if it fails', 'if this fails', 'if the step fails', 'if the request fails'],
  ...[
    'if the call fails',
    'if there is an error',
    'if an error occurs',
    'on error',
    'on errors',
    'on failure',
  ],
  ...['in case of an error', 'in case of error', 'in case of errors'],
]

/** Where the words after "if that fails" begin, or null. */
export function failureAt(tokens: readonly Token[]): number | null {
  return openings.map(words => phraseAt(tokens, 0, words)).find(end => end !== null) ?? null
}

const ignorings = [
  'ignore it',
  'ignore that',
  'continue',
  'go on',
  'carry on',
  'do nothing',
  'continue anyway',
]

export function readFailure(tokens: readonly Token[], start: number, { body, env }: Where): Attempt {
  const misplaced = misplacement(tokens, env)
  if (misplaced !== null) return misplaced
  const [other] = body.otherwise
  if (other !== undefined) {
    const message =
      'say what happens when all goes well in steps of their own: "otherwise" cannot follow here'
    return failed([...tokens, ...other.tokens], env, { code: 'UNREAD_WORDS', message })
  }
  const rest = tokens.slice(tokens[start] !== undefined && isSeparator(tokens[start]) ? start + 1 : start)
  const end =
    body.items.length > 0 ? undefined : ignorings.find(words => phraseAt(rest, 0, words) === rest.length)
  if (end !== undefined)
    return said(
      amending(env, step => ({ ...step, onError: 'continue' })),
      tokens,
      env,
    )
  const first = rest[0]?.lower
  const retry = first === 'retry' || first === 'try' ? readRetry(rest.slice(1), rest, env) : null
  return retry ?? said(handled(rest, { body, env }), tokens, env)
}

/** @param rest what follows "ignore" */
export function readIgnore(
  rest: readonly Token[],
  tokens: readonly Token[],
  env: Environment,
): Attempt | null {
  const end = ['any errors', 'all errors', 'errors', 'any error', 'the error', 'failures']
    .map(words => phraseAt(rest, 0, words))
    .find(after => after !== null)
  if (end === undefined) return null
  const misplaced = misplacement(tokens, env)
  if (misplaced !== null) return misplaced
  const read = said(
    amending(env, step => ({ ...step, onError: 'continue' })),
    tokens,
    env,
  )
  return withUnread(read, rest.slice(end).filter(isRead), env.before!.id)
}

/** The steps that handle the failure see the error and what the failed step saw, which is all but itself. */
function handled(rest: readonly Token[], { body, env }: Where): Attempt {
  const own = env.results.find(({ id }) => id === env.before!.id)
  const within: Environment = {
    ...env,
    results: env.results.filter(each => each !== own),
    variables: [{ name: 'error', schema: errorSchema, isError: true }, ...env.variables],
    antecedent: null,
  }
  const inner = readBody(rest, body.items, within)
  const steps = inner.steps
  const read = amending(afterHandler(leave(env, inner.env), own, inner), step => ({
    ...step,
    onError: { steps },
  }))
  return withDiagnostics(read, inner.diagnostics, inner.cost)
}

/**
 * The step's output may now be that of the handler. It is clear still when that ends all, or is of the same
 * kind.
 */
function afterHandler(
  env: Environment,
  own: Result | undefined,
  { steps, env: inner }: Attempt,
): Environment {
  const last = steps.at(-1)?.kind
  const { antecedent } = env
  if (last === 'return' || last === 'fail' || own === undefined) return env
  const given = inner.results.find(({ id }) => id === steps.at(-1)?.id)
  if (given !== undefined && given.schema !== null && given.schema === own.schema) return env
  const unclear = { ...own, isUnclear: true }
  const isMeant = antecedent?.type === 'result' && antecedent.result.id === own.id
  return {
    ...env,
    results: env.results.map(each => (each === own ? unclear : each)),
    antecedent: isMeant ? { type: 'result', result: unclear } : antecedent,
  }
}

const errorSchema = {
  type: 'object',
  properties: { code: { type: 'string' }, message: { type: 'string' }, step: { type: 'string' } },
  additionalProperties: false,
}

function misplacement(tokens: readonly Token[], env: Environment): Attempt | null {
  const kind = env.before?.kind
  if (kind !== undefined && kind !== 'return' && kind !== 'fail') return null
  const message = 'there is no step before this that could fail: say it right after that step'
  return failed(tokens, env, { code: 'BAD_PLACE', message })
}

/** "that" is the last step, also of a sentence that has several, and all of a loop: which is said aloud. */
function said(attempt: Attempt, tokens: readonly Token[], env: Environment): Attempt {
  const { id, kind } = env.before!
  const isWhole = kind === 'foreach' || kind === 'parallel' || kind === 'if'
  if (env.beforeCount < 2 && !isWhole) return attempt
  const message = isWhole
    ? `read as being about all of ${id} as a whole; say it inside of it for its steps`
    : `read as being about the last step only, ${id}`
  const about = { code: 'ASSUMED', message, severity: 'info', path: id } as const
  return withDiagnostics(attempt, [diagnostic(tokens, about)])
}
