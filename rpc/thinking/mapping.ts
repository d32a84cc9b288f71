// Inputs of triggers, computed in a thread of the pool of mappings.ts, which loads this module.
import type { JsonObject } from '../../domain/json.ts'
import type { InputMapping } from '../../domain/work/trigger.ts'
import { expressionDefect, type Mapped, mapInputs } from '../../domain/work/trigger-mapping.ts'

export type MappingTask =
  | { readonly type: 'map'; readonly mapping: InputMapping; readonly scope: JsonObject }
  | { readonly type: 'check'; readonly mapping: InputMapping; readonly names: readonly string[] }

export default function answer(task: MappingTask): Mapped | string | null {
  if (task.type === 'map') return mapInputs(task.mapping, task.scope)
  for (const [input, source] of Object.entries(task.mapping)) {
    const defect = expressionDefect(source, task.names)
    if (defect !== null) return `${input}: ${defect}`
  }
  return null
}
