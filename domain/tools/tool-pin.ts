// The fingerprint of a tool's definition, by which people and plans recognize what they rely on. Two
// definitions have the same pin when no caller or reader can notice a difference.
import { createHash } from 'node:crypto'
import { canonical, type Json } from '../json.ts'
import type { ToolDefinition } from './tool.ts'

/**
 * SHA-256 in hex of name, title, description, both schemas, the annotations and the effect derived from
 * them.
 */
export function pinOf(tool: ToolDefinition): string {
  const { name, title, description, inputSchema, outputSchema, effect, annotations = {} } = tool
  const pinned = [name, title, description, inputSchema, outputSchema, effect, { ...annotations }]
  return createHash('sha256')
    .update(JSON.stringify(canonical(pinned)))
    .digest('hex')
}

/** The pin of a whole list in any order, including the tools that were left out of it. */
export function listPinOf(
  tools: readonly ToolDefinition[],
  refused: readonly { readonly name: string; readonly reason: string }[],
): string {
  const left = refused.map(({ name, reason }): Json => [name, reason])
  const parts = [tools.map(pinOf).sort(), left]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
