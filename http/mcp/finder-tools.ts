// The tools that find tools. search_tools and describe_tool are there for whoever writes workflows: they know
// the built-in tools, which only workflows call, beside those that callers call themselves. call_tool stands
// for a catalog too large to list, with the same checks as a call by name.
import type { Json, JsonObject } from '../../domain/json.ts'
import type { MarketplaceEntry } from '../../domain/tools/marketplace/marketplace.ts'
import { rpcName } from '../../domain/tools/offered-name.ts'
import { type HubTool, offeredName, type ToolDefinition } from '../../domain/tools/tool.ts'
import type { WireTool } from '../../rpc/tool-wire.ts'

export const foundMost = 8
/** Characters of the line about a tool. */
const lineLength = 120
/** Prompts that show how a tool is said. */
const promptsMost = 2

const search: ToolDefinition = {
  name: 'search_tools',
  title: 'Search tools',
  description: `Use it to find a tool by what it should do: for a step of a workflow, or to call it. Gives at most ${foundMost}, best first: name, one line, names of the required arguments, and whether you can call it; what is not callable is for steps of workflows. \`installable\`: servers of the marketplace that an admin could install for it. describe_tool shows one whole.`,
  inputSchema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description: 'What it should do, in a few words',
      },
    },
    required: ['query'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      tools: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            line: { type: 'string' },
            required: { type: 'array', items: { type: 'string' } },
            callable: { type: 'boolean' },
          },
          required: ['name', 'line', 'required', 'callable'],
        },
      },
      installable: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, name: { type: 'string' }, line: { type: 'string' } },
          required: ['id', 'name', 'line'],
        },
      },
    },
    required: ['tools'],
  },
  effect: 'read',
  keywords: ['find'],
  examples: [],
}

const describe: ToolDefinition = {
  name: 'describe_tool',
  title: 'Describe a tool',
  description:
    'Use it before you call a tool that is not listed, or use one in a workflow. Gives its description, its whole inputSchema and outputSchema, and `prompts` that say it.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200, description: 'Name, as search_tools gives it' },
    },
    required: ['name'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      description: { type: 'string' },
      callable: { type: 'boolean' },
      inputSchema: { type: 'object' },
      outputSchema: { type: ['object', 'null'] },
      prompts: { type: 'array', items: { type: 'string' } },
    },
    required: ['name', 'description', 'callable', 'inputSchema', 'outputSchema', 'prompts'],
  },
  effect: 'read',
  keywords: ['describe'],
  examples: [],
}

const call: ToolDefinition = {
  name: 'call_tool',
  title: 'Call a tool',
  description:
    'Use it to call a tool that search_tools has found and that is not listed, with arguments that fit its inputSchema (describe_tool). Gives what the tool gives.',
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

export const finderTools = { search, describe, call } as const

/** A tool as a search finds it: its definition, and whether the caller can call it. */
export interface FoundTool {
  readonly definition: ToolDefinition | HubTool
  readonly wire: WireTool
  readonly callable: boolean
}

/** By the name that the caller calls, or else that prompts and plans say. */
export function nameOf({ definition, wire, callable }: FoundTool): string {
  return callable || !('server' in definition) ? wire.name : offeredName(definition)
}

/** A row of search_tools. */
export function rowOf(found: FoundTool): JsonObject {
  const { wire, callable } = found
  const required = wire.inputSchema['required']
  return {
    name: nameOf(found),
    line: lineOf(wire),
    required: Array.isArray(required) ? (required as Json[]) : [],
    callable,
  }
}

/** The answer of describe_tool. */
export function describedTool(found: FoundTool): JsonObject {
  const { definition, wire, callable } = found
  const said = 'server' in definition ? offeredName(definition) : null
  return {
    name: nameOf(found),
    title: wire.title,
    description: wire.description,
    callable,
    effect: definition.effect,
    ...(said !== null && said !== rpcName(definition as HubTool) && { inPrompts: said }),
    inputSchema: wire.inputSchema,
    outputSchema: definition.outputSchema,
    prompts: definition.examples.slice(0, promptsMost).map(({ prompt }) => prompt),
  }
}

/** A row of search_tools about a server that is not installed. */
export function installableRow({ id, name, description }: MarketplaceEntry): JsonObject {
  return { id, name, line: lineOf({ title: name, description }) }
}

/** The first sentence of the description. */
function lineOf({ title, description }: Pick<WireTool, 'title' | 'description'>): string {
  const text = (description || title).replaceAll(/\s+/g, ' ').trim()
  const [sentence = text] = /^.*?[.!?](?= |$)/.exec(text) ?? []
  return sentence.length <= lineLength ? sentence : `${sentence.slice(0, lineLength - 1).toWellFormed()}…`
}
