// Whether a prompt that the notation cannot read is meant as notation all the same, so that its author is
// told what is wrong with it, or is a request in words. Pure, and as quick as the text is long. A line counts
// as notation that is read, or that is a sentence of the notation up to its fault. A request may have such
// lines ("Wait 3 seconds.", in a list of others), so that more than half of the lines must be so, and one of
// them without a fault. Where a line has a mark that no request has, half of them are enough.
import { openingOf } from '../notation/kinds.ts'
import { item, type NotationError } from '../notation/lines.ts'
import type { ReadNotation } from '../notation/read.ts'

/** @param lines of the prompt */
export function isMeant(
  { plan, errors, lines: { said, read } }: ReadNotation,
  lines: readonly string[],
): boolean {
  if (plan.irVersion !== undefined || lines.some(line => named.test(line))) return true
  const begun = new Set(
    errors.filter(error => isBegunIn(lines[error.line - 1] ?? '', error)).map(({ line }) => line),
  ).size
  // A line with a wrong number is read, and has a fault.
  const share = Math.min(said, read + begun) / Math.max(1, said)
  return lines.some(hasMark) ? share >= 0.5 : share > 0.5 && read > 0
}

/** Over a block that says what it is. */
const named = /^ *`{3,}notation\s*$/

const starting = /^Start (?:every|by the cron|when) /

/** Is more than the first words and one name read before the fault? */
function isBegunIn(line: string, { column }: NotationError): boolean {
  if (hasMark(line)) return true
  const { said, from } = sentenceIn(line)
  const [start] = starting.exec(said) ?? []
  const opening = start ?? openingOf(said) ?? null
  if (opening === null) return false
  const at = Math.max(0, column - 1 - from)
  const read = said.slice(opening.length, at)
  // "Call Bob with the news" is no argument.
  if (/ with [\w-]+$/.test(read)) return /^ ["[{\d]/.test(said.slice(at))
  return !/^[\w-]*$/.test(read)
}

/** What the notation has, and no request: arguments with a colon, expressions in the place of words. */
const marks: readonly RegExp[] = [
  /^Call (?:"[^"]*"|[\w-]+) with (?:"[^"]*"|[\w-]+): (?:["\u201c[{\d]|-\d|(?:true|false|null|below|secret)\b)/,
  /^Call (?=\w*_)\w+ with [\w-]+: \S/,
  /^Run the (?:workflow|JavaScript) .* with (?:the inputs )?[\w-]+: \S/,
  /^(?:If|For each \w+ of the list) \{\{.*\}\}(?:, \d+ at a time)?:$/,
]

/** What no request has in an item of a list: one in words may say the name of a tool in a sentence. */
const marksOfItems: readonly RegExp[] = [
  /^Call (?=\w*__)\w+(?:\.| with )/,
  /^Call (?=\w*_)\w+ with [\w-]+ (?:"[^"]*"|[[{\d][^ ]*)\.$/,
  /^Let \w+ be (?:steps|inputs)\.[a-z]/,
]

function hasMark(line: string): boolean {
  const { said, isItem } = sentenceIn(line.trimEnd())
  const capital = `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`
  return [...marks, ...(isItem ? marksOfItems : [])].some(mark => mark.test(capital))
}

const bullet = /^[-*•] +/

/** Without its blanks and its number. @returns `from`: where it begins */
function sentenceIn(line: string): {
  readonly said: string
  readonly from: number
  readonly isItem: boolean
} {
  const indent = line.length - line.trimStart().length
  const begun = line.slice(indent)
  const number = item.exec(begun)
  const from = indent + ((number ?? bullet.exec(begun))?.[0].length ?? 0)
  return { said: line.slice(from), from, isItem: number !== null }
}
