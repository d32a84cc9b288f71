// The difference of two texts, line by line. Called by domain/work/versions/version-difference.ts, for
// prompts, and by the command line, for plans in notation.

export interface ComparedLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/**
 * Most cells of the table that finds common lines: 4 MB, some milliseconds. Texts that differ in more lines
 * are shown as removed and added as a whole, apart from the same lines at their beginning and end.
 */
const tableCells = 1_000_000

/** All lines of both, in an order in which they can be read; removed ones before added ones. */
export function lineDifference(before: string, after: string): readonly ComparedLine[] {
  return compareLines(before.split('\n'), after.split('\n'))
}

/** The same of texts that may have no line at all. */
export function compareLines(a: readonly string[], b: readonly string[]): readonly ComparedLine[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return [
    ...as('same', a.slice(0, start)),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...as('same', a.slice(a.length - end)),
  ]
}

/** The longest common subsequence, by the table of its lengths. */
function middle(a: readonly string[], b: readonly string[]): readonly ComparedLine[] {
  const width = b.length + 1
  if ((a.length + 1) * width > tableCells) return [...as('removed', a), ...as('added', b)]
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j
      lengths[at] =
        a[i] === b[j] ? lengths[at + width + 1]! + 1 : Math.max(lengths[at + width]!, lengths[at + 1]!)
    }
  }
  const lines: ComparedLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const at = i * width + j
    if (a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i]! })
      i++
      j++
    } else if (lengths[at + width]! >= lengths[at + 1]!) lines.push({ kind: 'removed', text: a[i++]! })
    else lines.push({ kind: 'added', text: b[j++]! })
  }
  return [...lines, ...as('removed', a.slice(i)), ...as('added', b.slice(j))]
}

function as(kind: ComparedLine['kind'], lines: readonly string[]): readonly ComparedLine[] {
  return lines.map(text => ({ kind, text }))
}
