// The two tools that stand for a catalog too large to list: one finds tools by words and shows their schemas,
// the other calls a found tool, with the same checks as a call by name.
import type { ToolDefinition } from '../../domain/tools/tool.ts'

const search: ToolDefinition = {
  name: 'search_tools',
  title: 'Search tools',
  description:
    'Finds tools by words, best first. There are more tools than tools/list shows: search for what you need, then call it with call_tool, or by its name.',
  inputSchema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description: 'What the tool should do, in a few words',
      },
    },
    required: ['query'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      tools: { type: 'array', items: { type: 'object' }, description: 'As tools/list shows tools' },
    },
    required: ['tools'],
  },
  effect: 'read',
  keywords: ['find'],
  examples: [],
}

const call: ToolDefinition = {
  name: 'call_tool',
  title: 'Call a tool',
  description: 'Calls a tool that search_tools has found, with arguments that fit its inputSchema.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 200, description: 'Name of the tool' },
      arguments: { type: 'object', description: 'Its arguments' },
    },
    required: ['name'],
  },
  outputSchema: null,
  // It may have any effect that the called tool has.
  effect: 'destructive',
  keywords: ['run'],
  examples: [],
}

export const finderTools = { search, call } as const
