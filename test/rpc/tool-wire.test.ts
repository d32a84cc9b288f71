// Tools as the lanes of /rpc list them.
import { test } from 'tap'
import type { ToolDefinition } from '../../domain/tools/tool.ts'
import { wireTool } from '../../rpc/tool-wire.ts'
import { toolOf } from '../support/actors/tool-server-life.ts'

const hintsOf = (rest: Partial<ToolDefinition>) => wireTool(toolOf('refund', rest)).annotations

test('hints of another server pass as it gave them, also when it gave none', async t => {
  const given = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true }
  t.strictSame(hintsOf({ effect: 'write', annotations: given }), given)
  t.strictSame(hintsOf({ effect: 'write', annotations: {} }), {})
})

test('our own tools say what they do', async t => {
  const read = { readOnlyHint: true }
  t.strictSame(hintsOf({ effect: 'pure' }), read)
  t.strictSame(hintsOf({ effect: 'read' }), read)
  const destroys = { destructiveHint: true }
  t.strictSame(hintsOf({ effect: 'destructive' }), destroys)
})
