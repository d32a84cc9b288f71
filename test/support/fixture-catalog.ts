// A catalog server for tests of the marketplace and of the calls of installed tools. It can be had in other
// versions.
import type { JsonSchema } from '../../domain/json.ts'
import type { ToolDefinition } from '../../domain/tools/tool.ts'
import { object, text } from '../../rpc/builtin/schema.ts'
import type { FirstPartyServer, FirstPartyTool } from '../../rpc/first-party/first-party-server.ts'

type Run = FirstPartyTool['run']

/** A tool that answers its arguments unless told otherwise. */
export function fixtureTool(
  name: string,
  changes: Partial<ToolDefinition> & { readonly run?: Run } = {},
): FirstPartyTool {
  return {
    name,
    title: name,
    description: `Does ${name}`,
    effect: 'read',
    keywords: [],
    examples: [],
    inputSchema: { type: 'object' },
    outputSchema: null,
    run: async args => args,
    ...changes,
  }
}

/** Looks up words: `find` and `count`. */
export function fixtureServer(changes: Partial<FirstPartyServer> = {}): FirstPartyServer {
  return {
    slug: 'words',
    name: 'Words',
    description: 'Looks up words in a dictionary.',
    publisher: 'Troupe',
    version: '1.0.0',
    categories: ['language'],
    credential: null,
    settings: null,
    tools: [fixtureTool('find', { inputSchema: wordSchema() }), fixtureTool('count')],
    ...changes,
  }
}

export function wordSchema(extra: Record<string, JsonSchema> = {}): JsonSchema {
  return object({ word: text('Word', 'Word to look up'), ...extra }, ['word'])
}
