// Constructs that are understood and not carried out yet: they are refused by what they are.
import type { Diagnostic } from '../../../domain/plan/plan.ts'
import type { Token } from '../lattice/tokens.ts'

const beginning = '^(?:when|whenever|once|after|(?:every|each) time|as soon as)'
const hookSaid = 'say "When the webhook is called, ..."'

/** How they begin, and what is said of them. */
const constructs: readonly (readonly [RegExp, string])[] = [
  [
    /^(when|whenever) .*\b(arrives?|happens?|comes? in|is (created|updated|received)|changes)\b/,
    `starting on an event is not supported yet: leave it out, or ${hookSaid} and let what happens call it`,
  ],
  [
    new RegExp(`${beginning} (?:[^,:]* )?(?:web)?hook (?:fires|gets|receives|runs|has|is hit)\\b(?! called)`),
    `this start is not supported: ${hookSaid}`,
  ],
  [
    new RegExp(
      `${beginning} (?:[^,:]* )?(?:(?:execution|run) of|workflow) [^,:]*\\b(?:finish(?:es|ed)|is (?:done|over))\\b`,
    ),
    'this start is not supported: say that it "completes", "fails" or "ends"',
  ],
  [
    /^(while|until|repeat until|repeat .* until)\b/,
    'repeating until something holds is not supported yet: leave it out',
  ],
]

export function laterIn(tokens: readonly Token[]): Diagnostic | null {
  const said = tokens.map(({ lower }) => lower).join(' ')
  const found = constructs.find(([pattern]) => pattern.test(said))
  if (found === undefined) return null
  const span = [tokens[0]!.start, tokens.at(-1)!.end] as const
  return { code: 'NOT_SUPPORTED', severity: 'error', path: null, span, message: found[1] }
}
