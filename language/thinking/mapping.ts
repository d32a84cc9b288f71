// Inputs of triggers, computed in a thread of the pool of mappings.ts, which loads this module. What is large
// goes to and fro as JSON text: to clone objects would take the main thread several times as long.
import type { InputMapping } from '../../domain/work/starts/input-mapping.ts'
import { expressionDefect, mapInputs } from '../../domain/work/trigger-mapping.ts'

export type MappingTask =
  | { readonly type: 'map'; readonly mapping: InputMapping; readonly scope: string }
  | { readonly type: 'check'; readonly mapping: InputMapping; readonly names: readonly string[] }

/** @returns for `map` a Mapped as JSON text; for `check` the defect, or null */
export default function answer(task: MappingTask): string | null {
  if (task.type === 'map') return JSON.stringify(mapInputs(task.mapping, JSON.parse(task.scope)))
  for (const [input, source] of Object.entries(task.mapping)) {
    const defect = expressionDefect(source, task.names)
    if (defect !== null) return `${input}: ${defect}`
  }
  return null
}
