// Regular expressions of users, in RE2's syntax: their size and their work have bounds, and are paid for
// (budget.ts). Expressions (`matches`), the text tools and the schemas of others use them; nobody compiles a
// user's pattern otherwise.
import { RE2JS, RE2JSException } from 're2js'
import { spend } from './budget.ts'
import { programOf } from './metered-re2.ts'

/** The pattern is invalid, too large, or has no linear-time form. The message is for its author. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

export const patternBounds = {
  /** Characters of a pattern. */
  length: 1_000,
  /** Instructions, with each repetition written out: `[a-z]{1,100}` has some 200. */
  instructions: 5_000,
} as const

/** Units to compile one instruction, and one class of Unicode (`\pL`), whose ranges are many. */
const [instructionCost, classCost] = [150, 15_000]

/** Where a search for a match goes on; see `Pattern.matches`. */
export interface Match {
  readonly start: number
  readonly end: number
  /** What the group matched, by number or name; null when it took no part. */
  group(name: string | number): string | null
}

export interface Pattern {
  /** Units that it took to compile. */
  readonly cost: number
  /** Number of groups in parentheses. */
  readonly groups: number
  /** Of the groups that have one, in their order. */
  readonly names: readonly string[]
  hasGroup(name: string | number): boolean
  /** @throws {OverBudget} */
  isFoundIn(text: string): boolean
  /** All matches from left to right. A match holds until the next one is asked for. @throws {OverBudget} */
  matches(text: string): Generator<Match>
}

/**
 * @param source in RE2's syntax
 * @throws {PatternError} @throws {OverBudget}
 */
export function compilePattern(source: string, { ignoreCase = false } = {}): Pattern {
  if (source.length > patternBounds.length) {
    throw new PatternError(`the pattern is longer than ${patternBounds.length} characters`)
  }
  const size = writtenOut(source)
  if (size > patternBounds.instructions) {
    throw new PatternError('the pattern repeats too much: smaller numbers in {...} are needed')
  }
  const cost = size * instructionCost + countClasses(source) * classCost
  spend(cost)
  return patternOf(compile(source, ignoreCase), cost)
}

function compile(source: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause
    throw new PatternError(cause.message, { cause })
  }
}

function patternOf(compiled: RE2JS, cost: number): Pattern {
  programOf(compiled)
  const groups = compiled.groupCount()
  const named = compiled.namedGroups()
  return {
    cost,
    groups,
    names: Object.keys(named).sort((a, b) => named[a]! - named[b]!),
    hasGroup: name => (typeof name === 'number' ? name <= groups : Object.hasOwn(named, name)),
    isFoundIn(text) {
      spend(searchCost + text.length * scanCost)
      return compiled.test(text)
    },
    *matches(text) {
      const matcher = compiled.matcher(text)
      let from = 0
      // A search reads at least up to the end of its match.
      while (matcher.find()) {
        spend((matcher.end() - from) * scanCost + 10)
        yield { start: matcher.start(), end: matcher.end(), group: name => matcher.group(name) }
        from = matcher.end()
      }
      spend((text.length - from) * scanCost)
    },
  }
}

/** Units for a search, and for each character that costs nothing else: a table is looked up. */
const [searchCost, scanCost] = [20, 0.5]

/** No fewer than the instructions that the pattern compiles to, in one pass over its characters. */
function writtenOut(source: string): number {
  const outer: number[] = []
  /** Of the open group, and of the last thing in it, which a repetition repeats. */
  let [size, last] = [0, 0]
  for (const [token, from, to] of source.matchAll(tokens)) {
    if (token.startsWith('(')) {
      outer.push(size)
      ;[size, last] = [0, 0]
    } else if (token === ')') {
      last = size + 2
      size = (outer.pop() ?? 0) + last
    } else if (from !== undefined) {
      const times = Number(to || from)
      size += last * times + times
      last += last * times + times
    } else {
      last = 2
      size += last
    }
  }
  return outer.reduce((sum, each) => sum + each, size)
}

/** Groups, counted repetitions, escapes, classes, and any other character. */
const tokens =
  /\((?:\?P?<\w+>|\?[a-zA-Z-]*:?)?|\)|\{(\d{1,9})(?:,(\d{0,9}))?\}|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]|[\s\S]/g

function countClasses(source: string): number {
  return source.split(/\\p|\[:/i).length - 1
}
