// Constructs that are understood and not carried out yet: they are refused by what they are.
import type { Diagnostic } from '../../plan/plan.ts'
import type { Token } from '../lattice/tokens.ts'

/** How they begin, and what they are called. */
const constructs: readonly (readonly [RegExp, string])[] = [
  [
    /^(when|whenever) .*\b(arrives?|happens?|comes? in|is (created|updated|received)|changes)\b/,
    'starting on an event',
  ],
  [/^(while|until|repeat until|repeat .* until)\b/, 'repeating until something holds'],
]

export function laterIn(tokens: readonly Token[]): Diagnostic | null {
  const said = tokens.map(({ lower }) => lower).join(' ')
  const found = constructs.find(([pattern]) => pattern.test(said))
  if (found === undefined) return null
  const span = [tokens[0]!.start, tokens.at(-1)!.end] as const
  const message = `${found[1]} is not supported yet: leave it out`
  return { code: 'NOT_SUPPORTED', severity: 'error', path: null, span, message }
}
