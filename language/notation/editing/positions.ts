// Lines and columns of a text as places in it.
import type { Place } from '../../../language/notation/values/hearing.ts'

/** Where each line begins. */
export function lineStartsOf(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/**
 * What is underlined: up to the end of the line. What is missing at its end is shown at its last character.
 */
export function errorSpan(
  text: string,
  starts: readonly number[],
  { line, column }: Place,
): { readonly from: number; readonly to: number } {
  const start = starts[line - 1] ?? text.length
  const said = text.slice(start, (starts[line] ?? text.length + 1) - 1).trimEnd()
  const from = start + Math.min(column, Math.max(1, said.length)) - 1
  return { from, to: Math.max(from, start + said.length) }
}
