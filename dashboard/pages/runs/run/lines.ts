// The lines of a waterfall: the rows of a trace that are open, one below the other, as far as they were read.
import type { Row, Trace } from './trace.ts'

export type Line =
  | {
      readonly type: 'row'
      readonly key: string
      readonly row: Row
      readonly depth: number
      readonly isOpen: boolean
    }
  | { readonly type: 'more'; readonly key: string; readonly around: string; readonly depth: number }

/** Groups of at most so many rows are open when nobody has closed them. */
const small = 30

/** @param chosen which groups somebody has opened or closed */
export function linesOf(trace: Trace, chosen: ReadonlyMap<string, boolean>): readonly Line[] {
  const lines: Line[] = []
  const visit = (around: string, depth: number): void => {
    const group = trace.within.get(around)
    if (group === undefined) return
    for (const id of group.ids) {
      const row = trace.rows.get(id)!
      const isOpen = row.inside !== null && (chosen.get(id) ?? isOpenAtFirst(trace, row))
      lines.push({ type: 'row', key: id, row, depth, isOpen })
      if (isOpen && trace.within.has(id)) visit(id, depth + 1)
      else if (isOpen) lines.push({ type: 'more', key: `${id} more`, around: id, depth: depth + 1 })
    }
    if (group.next !== null) lines.push({ type: 'more', key: `${around} more`, around, depth })
  }
  visit('', 0)
  return lines
}

function isOpenAtFirst({ within }: Trace, { id, inside, kind, status }: Row): boolean {
  if (inside === null || inside.rows > small || !within.has(id)) return false
  // An item that went well says so in one line.
  return kind !== 'item' || status !== 'completed'
}
