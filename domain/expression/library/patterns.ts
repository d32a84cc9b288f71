// Implementations of the functions of patterns: RE2, as everywhere (domain/budgets/pattern.ts).
import { currentBudget, spend } from '../../budgets/budget.ts'
import { compilePattern, type Match, type Pattern, PatternError } from '../../budgets/pattern.ts'
import { replaceMatches } from '../../budgets/replacing.ts'
import { boundedText, ExpressionError, evaluationBounds } from '../budget.ts'

/** CEL's `matches` looks for the pattern anywhere in the text. */
export function matches(text: string, pattern: string): boolean {
  return compiled(pattern).isFoundIn(text)
}

/**
 * What the groups of the first match hold, null for one that took no part: a list, or a map when the groups
 * have names. A pattern without groups is one group.
 * @returns null when nothing matches
 */
export function matchGroups(text: string, source: string): unknown {
  const pattern = compiled(source)
  const { groups, names } = pattern
  if (names.length > 0 && names.length < groups)
    throw new ExpressionError(
      `${shown(source)}: all groups have names, or none; write (?:...) for what is no group`,
    )
  spend(groupsCost)
  for (const match of pattern.matches(text)) return groupsOf(match, pattern)
  return null
}

/** Units for a search that says where each group is. */
const groupsCost = 50

function groupsOf(match: Match, { groups, names }: Pattern): unknown {
  const held = (group: string | number) => {
    const part = match.group(group)
    return part === null ? null : boundedText(part)
  }
  if (names.length > 0) return Object.fromEntries(names.map(name => [name, held(name)]))
  return groups === 0 ? [held(0)] : Array.from({ length: groups }, (_, index) => held(index + 1))
}

/** @param replacement `$1`, `$<name>` and `$$`, as in JavaScript */
export function replacePattern(text: string, source: string, replacement: string): string {
  const pattern = compiled(source)
  const said = `replacePattern: ${shown(replacement)}`
  return asExpression(said, () => replaceMatches(text, pattern, replacement, checkSize))
}

function checkSize(length: number): void {
  if (length > evaluationBounds.resultBytes)
    throw new ExpressionError('replacePattern makes a text of more than 1 MiB')
}

/** The last pattern: most often the items of a list are all compared with one. */
let last: { readonly source: string; readonly pattern: Pattern; budget: number } | null = null

function compiled(source: string): Pattern {
  if (last?.source === source) {
    // Every evaluation pays for it, so that what one may do does not depend on the one before.
    if (last.budget !== currentBudget()) spend(last.pattern.cost)
    last.budget = currentBudget()
    return last.pattern
  }
  const pattern = asExpression(`${shown(source)} is no RE2 pattern`, () => compilePattern(source))
  last = { source, pattern, budget: currentBudget() }
  return pattern
}

function asExpression<T>(said: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof PatternError)) throw cause
    throw new ExpressionError(`${said}: ${cause.message}`, { cause })
  }
}

function shown(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}...` : text)
}
