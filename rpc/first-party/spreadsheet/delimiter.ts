// Finds the delimiter of a CSV text that does not name it. Called by the CSV reader.

/** The rarest in texts and amounts first. */
const candidates = ['\t', ';', '|', ',']
/** A title and a few lines about an export stand before its table. */
const maxLines = 20
const maxLength = 20_000

/**
 * The one that divides most of the first lines into equally many cells; of several the one that makes more
 * cells. Amounts such as 1,50 and sentences have commas in some lines only. A comma when there is none.
 */
export function delimiterOf(source: string): string {
  const lines = source
    .slice(0, maxLength)
    .replace(/(^|[\r\n,;\t|])"(?:[^"]|"")*"?/g, '$1')
    .split(/[\r\n]+/)
    .filter(line => line !== '')
    .slice(0, maxLines)
  let best = { candidate: ',', lines: 0, count: 0 }
  for (const candidate of candidates) {
    const found = mostAlike(lines.map(line => line.split(candidate).length - 1))
    const isBetter = found.lines > best.lines || (found.lines === best.lines && found.count > best.count)
    if (isBetter) best = { candidate, ...found }
  }
  return best.candidate
}

/** The number of delimiters that most lines have, at least one, and how many lines these are. */
function mostAlike(counts: readonly number[]): { lines: number; count: number } {
  const linesBy = new Map<number, number>()
  for (const count of counts) if (count > 0) linesBy.set(count, (linesBy.get(count) ?? 0) + 1)
  let best = { lines: 0, count: 0 }
  for (const [count, lines] of linesBy) if (lines > best.lines) best = { lines, count }
  return best
}
