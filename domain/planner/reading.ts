// What every statement does with what it read: say what was assumed, what is unclear, which words are left.
import { type Attempt, diagnostic, unreadWords, withDiagnostics } from './attempt.ts'
import type { Token } from './text/tokens.ts'
import { articles } from './text/words.ts'
import type { Value } from './values/values.ts'

export const unreadCost = 10

export function withUnread(
  attempt: Attempt,
  unread: readonly Token[],
  path: string | null = attempt.steps[0]?.id ?? null,
): Attempt {
  return withDiagnostics(attempt, unreadWords(unread, attempt.env, path), unread.length * unreadCost)
}

/** What was assumed about values is said; what is unclear about them is an error. */
export function withValues(attempt: Attempt, values: readonly Value[], tokens: readonly Token[]): Attempt {
  const path = attempt.steps[0]?.id ?? null
  const assumed = values.flatMap(value => (value.assumption === undefined ? [] : [value.assumption]))
  const unclear = values.flatMap(value => (value.unclear === undefined ? [] : [value.unclear]))
  const diagnostics = [
    ...assumed.map(message => diagnostic(tokens, { code: 'ASSUMED', message, severity: 'info', path })),
    ...unclear.map(message =>
      diagnostic(tokens, { code: 'UNCLEAR_REFERENCE', message, severity: 'error', path }),
    ),
  ]
  return withDiagnostics(attempt, diagnostics, assumed.length + unclear.length * unreadCost)
}

export function isWords(tokens: readonly Token[]): boolean {
  return tokens.some(isRead)
}

/** Full stops, commas and articles say nothing by themselves. */
export function isRead(token: Token): boolean {
  if (token.kind === 'mark') return !['.', ',', ';', ':', '!', '-', '(', ')'].includes(token.text)
  return token.kind !== 'word' || !articles.has(token.lower)
}
