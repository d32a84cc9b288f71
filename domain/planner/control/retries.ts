// "try up to 3 times", "retry 5 times, then park": how often the tool call before is made.
import type { RetryPolicy } from '../../plan/plan.ts'
import { type Attempt, amending, diagnostic, failed, withDiagnostics } from '../attempt.ts'
import type { Environment } from '../environment.ts'
import { isRead, withUnread } from '../reading.ts'
import { timesAt } from '../text/times.ts'
import type { Token } from '../text/tokens.ts'
import { phraseAt } from '../values/conditions.ts'

interface Retry {
  readonly policy: RetryPolicy
  readonly end: number
  readonly assumption: string | null
}

/** @param rest what follows "try" or "retry" */
export function readRetry(
  rest: readonly Token[],
  tokens: readonly Token[],
  env: Environment,
): Attempt | null {
  const verb = tokens[tokens.length - rest.length - 1]?.lower ?? ''
  const retry = retryAt(rest, verb.startsWith('retry'))
  if (retry === null) return null
  const { before } = env
  if (before?.kind !== 'tool') {
    const message = 'only tool calls are tried again: say it right after the step that is one'
    return failed(tokens, env, { code: 'BAD_PLACE', message })
  }
  const read = amending(env, step => ({ ...step, retry: retry.policy }))
  const path = before.id
  const said =
    retry.assumption === null
      ? []
      : [diagnostic(tokens, { code: 'ASSUMED', message: retry.assumption, severity: 'info', path })]
  return withUnread(withDiagnostics(read, said), rest.slice(retry.end).filter(isRead), path)
}

function retryAt(rest: readonly Token[], isAgain: boolean): Retry | null {
  let at = ['it', 'this', 'that'].includes(rest[0]?.lower ?? '') ? 1 : 0
  const isRetry = isAgain || rest[at]?.lower === 'again'
  if (rest[at]?.lower === 'again') at += 1
  at = phraseAt(rest, at, 'up to') ?? phraseAt(rest, at, 'at most') ?? at
  const times = timesAt(rest, at)
  if (times === null) return null
  const maxAttempts = times.count + (isRetry ? 1 : 0)
  if (maxAttempts < 1 || maxAttempts > 100) return null
  const inAll = phraseAt(rest, times.end, 'in all') ?? times.end
  const park = parkAt(rest, inAll)
  const assumption = isRetry
    ? `read as ${maxAttempts} calls in all: the first one and ${times.count} more`
    : null
  const policy = park === null ? { maxAttempts } : { maxAttempts, park: true }
  return { policy, end: park ?? inAll, assumption }
}

const parkings = [
  'park',
  'park it',
  'wait for me',
  'wait for somebody',
  'wait for someone',
  'wait for a person',
]

function parkAt(tokens: readonly Token[], start: number): number | null {
  let at = start
  while (['and', ',', 'then'].includes(tokens[at]?.lower ?? '')) at += 1
  if (at === start) return null
  const ends = parkings.map(words => phraseAt(tokens, at, words)).filter(end => end !== null)
  return ends.length === 0 ? null : Math.max(...ends)
}
