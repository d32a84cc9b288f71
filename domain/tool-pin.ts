// The fingerprint of a tool's definition: what people and plans have relied on since they saw it. Two definitions have
// the same pin when nothing that a caller or a reader can notice differs.
import { createHash } from 'node:crypto'
import { canonical, type Json } from './json.ts'
import type { ToolDefinition } from './tool.ts'

/** SHA-256 in hex of name, title, description, both schemas, the annotations and the effect that follows from them. */
export function pinOf(tool: ToolDefinition): string {
  const { name, title, description, inputSchema, outputSchema, effect, annotations = {} } = tool
  const pinned = [name, title, description, inputSchema, outputSchema, effect, { ...annotations }]
  return createHash('sha256')
    .update(JSON.stringify(canonical(pinned)))
    .digest('hex')
}

/** The same for a whole list, whatever its order, with the tools that were left out of it. */
export function listPinOf(
  tools: readonly ToolDefinition[],
  refused: readonly { readonly name: string; readonly reason: string }[],
): string {
  const left = refused.map(({ name, reason }): Json => [name, reason])
  const parts = [tools.map(pinOf).sort(), left]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
