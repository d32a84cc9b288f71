// text-json__patch_json
import type { Operation } from 'rfc6902'
import type { Json } from '../../../domain/json.ts'
import { anything, object } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { runConfined } from '../confined.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { patchSchema } from './operation.ts'
import type { PatchTask } from './patch.ts'

export const patchJson = firstPartyTool<{ value: Json; patch: readonly Operation[] }>({
  name: 'patch_json',
  title: 'Patch JSON',
  description: 'Applies a JSON Patch (RFC 6902) to a value: all of its operations, or the step fails.',
  effect: 'read',
  keywords: ['patch', 'apply', 'change', 'edit', 'set', 'json'],
  inputSchema: object(
    { value: anything('Value', 'Value to change', { 'x-words': ['to', 'of', 'value'] }), patch: patchSchema },
    ['value', 'patch'],
  ),
  outputSchema: anything('Value', 'The changed value'),
  examples: [
    {
      prompt: 'Patch the JSON value {{steps.order}} with {{steps.changes}}',
      args: { value: { a: 1 }, patch: [{ op: 'add', path: '/b', value: [2] }] },
      output: { a: 1, b: [2] },
    },
  ],
  async run({ value, patch }, context) {
    for (const [index, operation] of patch.entries()) checkOperation(operation, index)
    const module = new URL('./patch.ts', import.meta.url).href
    return runConfined<PatchTask, Json>(module, { kind: 'patch', value, patch }, context)
  },
})

function checkOperation(operation: Operation, index: number): void {
  const { op, path } = operation
  const field = op === 'move' || op === 'copy' ? 'from' : op === 'remove' ? null : 'value'
  if (field !== null && !Object.hasOwn(operation, field)) {
    throw invalidArguments(`patch.${index}.${field}: expected one, ${op} needs it`)
  }
  const pointers = 'from' in operation ? [path, operation.from] : [path]
  if (pointers.some(pointer => /(^|\/)(__proto__|constructor|prototype)(\/|$)/.test(pointer))) {
    throw invalidArguments(`patch.${index}: the names __proto__, constructor and prototype cannot be patched`)
  }
}
