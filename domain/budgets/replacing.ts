// Replaces what a pattern of a user matches. Called by the expression `replacePattern` and by the tool
// `text_replace`, so that both read a replacement the same way.
import { spend } from './budget.ts'
import { type Match, type Pattern, PatternError } from './pattern.ts'

/**
 * @param replacement `$1`, `$<name>` and `$$`, as in JavaScript
 * @param checkLength is told how long the text becomes, in UTF-16 units, and may throw
 * @throws {PatternError} the replacement names a group that the pattern does not have
 * @throws {OverBudget}
 */
export function replaceMatches(
  text: string,
  pattern: Pattern,
  replacement: string,
  checkLength: (length: number) => void,
  isLiteral = false,
): string {
  const parts: string[] = []
  let length = text.length
  let end = 0
  for (const match of pattern.matches(text)) {
    const inserted = isLiteral ? replacement : expand(replacement, match, pattern)
    length += inserted.length - (match.end - match.start)
    checkLength(length)
    parts.push(text.slice(end, match.start), inserted)
    end = match.end
  }
  parts.push(text.slice(end))
  return parts.join('')
}

function expand(replacement: string, match: Match, pattern: Pattern): string {
  spend(1 + replacement.length / 8)
  return replacement.replace(/\$(?:\$|(\d{1,2})|<([A-Za-z_]\w*)>)/g, (_, index?: string, name?: string) => {
    const wanted = index ?? name
    return wanted === undefined ? '$' : (match.group(groupOf(wanted, pattern)) ?? '')
  })
}

/** The group that a person names by number or name. @throws {PatternError} the pattern has none of it */
export function groupOf(name: string, pattern: Pattern): string | number {
  const group = /^\d{1,3}$/.test(name) ? Number(name) : name
  if (pattern.hasGroup(group)) return group
  throw new PatternError(`the pattern has no group ${name}, it has ${pattern.groups}`)
}
