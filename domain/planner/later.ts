// Constructs that are understood and not carried out yet: they are refused by name, and nothing else is made
// of them.
import { type Attempt, failed } from './attempt.ts'
import type { Environment } from './environment.ts'
import type { Token } from './text/tokens.ts'

/** Constructs that are understood and not carried out yet: how they begin, and what they are called. */
const laterConstructs: readonly (readonly [RegExp, string])[] = [
  [
    /^(when|whenever) .*\b(arrives?|happens?|comes? in|is (created|updated|received)|changes)\b/,
    'starting on an event',
  ],
  [/^(while|until|repeat until)\b/, 'repeating until something holds'],
]

/** A construct that is understood and not carried out yet. */
export function readLater(tokens: readonly Token[], env: Environment): Attempt | null {
  const words = tokens.filter(
    token => token.kind === 'word' || token.kind === 'number' || token.kind === 'mark',
  )
  const said = words.map(token => token.lower).join(' ')
  const found = laterConstructs.find(([pattern]) => pattern.test(said))
  if (found === undefined) return null
  const message = `${found[1]} is not supported yet: leave "${env.prompt.slice(tokens[0]!.start, tokens.at(-1)!.end)}" out`
  return failed(tokens, env, { code: 'NOT_SUPPORTED', message })
}
