// text-json__merge_json
import type { Json, JsonObject } from '../../../domain/json.ts'
import { isObject } from '../../../domain/json.ts'
import { bounded } from '../../builtin/bounds.ts'
import { anything, object } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'

export const mergeJson = firstPartyTool<{ value: Json; changes: Json }>({
  name: 'merge_json',
  title: 'Merge JSON',
  description:
    'Merges one object into another as a JSON Merge Patch (RFC 7396): fields are replaced, objects merged, and null ' +
    'removes a field. Lists are replaced as a whole.',
  effect: 'read',
  keywords: ['merge', 'combine', 'overlay', 'override', 'defaults', 'json', 'objects'],
  inputSchema: object(
    {
      changes: anything('Changes', 'What is laid over it', { 'x-words': ['merge', 'changes', 'with'] }),
      value: anything('Value', 'What it is laid over', { 'x-words': ['into', 'over', 'value'] }),
    },
    ['changes', 'value'],
  ),
  outputSchema: anything('Value', 'The merged value'),
  examples: [
    {
      prompt: 'Merge the JSON objects {{steps.changes}} into {{steps.order}}',
      args: { changes: { b: { d: null, e: 3 } }, value: { a: 1, b: { c: 2, d: 4 } } },
      output: { a: 1, b: { c: 2, e: 3 } },
    },
  ],
  run: ({ value, changes }) => merged(bounded(value), bounded(changes)),
})

/** @see RFC 7396, section 2 */
function merged(value: Json, changes: Json): Json {
  if (!isObject(changes)) return changes
  const fields = new Map(isObject(value) ? Object.entries(value as JsonObject) : [])
  for (const [name, change] of Object.entries(changes as JsonObject)) {
    if (change === null) fields.delete(name)
    else fields.set(name, merged(fields.get(name) ?? null, change))
  }
  return Object.fromEntries(fields)
}
