// Two texts as a unified difference: the lines that differ, each with some lines around them, as diff -u and
// git write them. Called by troupe diff.
import { type ComparedLine, compareLines } from '../domain/plan/difference/line-difference.ts'

/** Lines that are the same, before and after each change. */
const around = 3
const signs = { same: ' ', removed: '-', added: '+' } as const

interface Hunk {
  /** Places in the compared lines. */
  readonly start: number
  readonly end: number
}

/** Without a heading; empty where the texts are the same. */
export function unifiedDifference(before: readonly string[], after: readonly string[]): string[] {
  const lines = compareLines(before, after)
  return hunksOf(lines).flatMap(hunk => hunkLines(lines, hunk))
}

function hunksOf(lines: readonly ComparedLine[]): readonly Hunk[] {
  const hunks: Hunk[] = []
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    const hunk = { start: Math.max(0, at - around), end: Math.min(lines.length, at + around + 1) }
    const last = hunks.at(-1)
    if (last === undefined || last.end < hunk.start) hunks.push(hunk)
    else hunks[hunks.length - 1] = { start: last.start, end: hunk.end }
  }
  return hunks
}

function hunkLines(lines: readonly ComparedLine[], { start, end }: Hunk): string[] {
  const shown = lines.slice(start, end)
  const removed = rangeOf(lines.slice(0, start), shown, 'added')
  const added = rangeOf(lines.slice(0, start), shown, 'removed')
  return [`@@ -${removed} +${added} @@`, ...shown.map(({ kind, text }) => `${signs[kind]}${text}`)]
}

/** Number of the first line, and how many there are, in the text that does not have the `other` kind. */
function rangeOf(
  before: readonly ComparedLine[],
  shown: readonly ComparedLine[],
  other: ComparedLine['kind'],
) {
  const [skipped, count] = [before, shown].map(lines => lines.filter(({ kind }) => kind !== other).length)
  return `${skipped! + (count === 0 ? 0 : 1)},${count}`
}
