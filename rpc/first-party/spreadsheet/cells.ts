// Converts rows of the arguments to cells.
import type { Json } from '../../../domain/json.ts'
import { isObject } from '../../../domain/json.ts'
import { valueAt } from '../../builtin/field.ts'
import { ToolFailure } from '../../builtin/tool.ts'

/** More than fit into the largest file of a step. */
const maxCells = 500_000

export interface Cells {
  /** Empty when the rows are lists. */
  readonly names: readonly string[]
  readonly cells: readonly (readonly Json[])[]
}

/** @throws {ToolFailure} `too-large` */
export function cellsOf(rows: readonly Json[], columns: readonly string[] | undefined): Cells {
  const names = columns ?? namesOf(rows)
  const cells =
    names.length === 0
      ? rows.map(row => (Array.isArray(row) ? row : [row]))
      : rows.map(row => names.map(name => valueAt(row, name) ?? null))
  const count = cells.reduce((sum, row) => sum + row.length, 0)
  if (count > maxCells)
    throw new ToolFailure('too-large', `the table has ${count} cells, at most ${maxCells} are written`)
  return { names, cells }
}

/** Fields of all rows, in order of appearance. */
function namesOf(rows: readonly Json[]): string[] {
  const names = new Set<string>()
  for (const row of rows) if (isObject(row)) for (const name of Object.keys(row)) names.add(name)
  return [...names]
}
