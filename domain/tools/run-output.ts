// What a call of `run_<slug>` gives, for a workflow that says what it returns: its output, or where its
// execution is when that has not ended yet. Clients check what a tool gives against its schema, so both stand
// there.
import type { Json, JsonObject, JsonSchema } from '../json.ts'

const unfinished: JsonObject = {
  type: 'object',
  title: 'The execution has not ended',
  properties: {
    execution: {
      type: 'object',
      properties: { id: { type: 'string' }, status: { type: 'string' } },
      required: ['id', 'status'],
    },
    message: { type: 'string' },
  },
  required: ['execution', 'message'],
}

/** Null where it cannot be said: MCP knows objects only, and some references hold only at the root. */
export function runOutputSchema(outputSchema: JsonSchema | null): JsonSchema | null {
  if (outputSchema?.['type'] !== 'object' || !isMovable(outputSchema)) return null
  const { $schema: _, $defs, definitions, ...output } = outputSchema
  return {
    type: 'object',
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
    anyOf: [output, unfinished],
  }
}

/** As structured content that fits that schema. */
export function unfinishedRun(execution: { readonly id: string; readonly status: string }, message: string) {
  const { id, status } = execution
  return { execution: { id, status }, message }
}

function isMovable(value: Json): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, part]) => {
    if (name === '$ref' && typeof part === 'string') return /^#\/(?:\$defs|definitions)\//.test(part)
    return !onlyAtRoot.has(name) && isMovable(part as Json)
  })
}

const onlyAtRoot = new Set(['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', '$recursiveRef'])
