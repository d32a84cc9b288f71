// text-json__diff_json
import type { Json } from '../../../domain/json.ts'
import { anything, flag, object } from '../../builtin/schema.ts'
import { runConfined } from '../confined.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { patchSchema } from './operation.ts'
import type { PatchTask } from './patch.ts'

export const diffJson = firstPartyTool<{ from: Json; to: Json }>({
  name: 'diff_json',
  title: 'Compare JSON',
  description:
    'Finds what differs between two values, as a JSON Patch (RFC 6902) that turns the first into the second.',
  effect: 'read',
  keywords: ['compare', 'diff', 'difference', 'differ', 'changes', 'changed', 'json'],
  inputSchema: object(
    {
      from: anything('From', 'The value before', { 'x-words': ['from', 'between', 'of'] }),
      to: anything('To', 'The value after', { 'x-words': ['to', 'with', 'and'] }),
    },
    ['from', 'to'],
  ),
  outputSchema: object({ isSame: flag('Same', 'Nothing differs'), patch: patchSchema }, ['isSame', 'patch']),
  examples: [
    {
      prompt: 'Compare the JSON from {{steps.before}} to {{steps.after}}',
      args: { from: { a: 1, b: [1, 2] }, to: { a: 2, b: [1] } },
      output: {
        isSame: false,
        patch: [
          { op: 'replace', path: '/a', value: 2 },
          { op: 'remove', path: '/b/1' },
        ],
      },
    },
  ],
  async run({ from, to }, context) {
    const module = new URL('./patch.ts', import.meta.url).href
    const patch = await runConfined<PatchTask, readonly Json[]>(module, { kind: 'diff', from, to }, context)
    return { isSame: patch.length === 0, patch }
  },
})
