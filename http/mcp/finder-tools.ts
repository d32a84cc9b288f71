// The tools that are no routes. search_tools and describe_tool find tools, for whoever writes workflows: they
// know the built-in ones, which only workflows call, beside those that callers call themselves. call_tool
// stands for a catalog too large to list, with the same checks as a call by name. get_plan_guide teaches the
// plan language.
import type { Json, JsonObject } from '../../domain/json.ts'
import type { MarketplaceEntry } from '../../domain/tools/marketplace/marketplace.ts'
import { rpcName } from '../../domain/tools/offered-name.ts'
import { type HubTool, offeredName, type ToolDefinition } from '../../domain/tools/tool.ts'
import { callShapeOf } from '../../language/language.ts'
import type { WireTool } from '../../rpc/tool-wire.ts'

export const foundMost = 8
/** Characters of the line about a tool. */
const lineLength = 120
/** Of a tool's signature in a row: characters of its arguments, and of its output. */
const shapeLength = { arguments: 240, output: 120 } as const
/** Prompts that show how a tool is said. */
const promptsMost = 2

const search: ToolDefinition = {
  name: 'search_tools',
  title: 'Search tools',
  description: `Find tools for steps of a plan, or to call: ${foundMost} at most, with what each takes and gives, and whether you can call it yourself. \`installable\`: servers of the marketplace that an admin could install for it.`,
  inputSchema: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        minLength: 1,
        maxLength: 500,
        description: 'A few words',
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
            signature: { type: 'string' },
            required: { type: 'array', items: { type: 'string' } },
            callable: { type: 'boolean' },
          },
          required: ['name', 'line', 'required', 'callable'],
        },
      },
      installable: { type: 'array' },
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
    'One tool whole, where its line and signature in search_tools do not say enough: description, inputSchema, outputSchema.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 200, description: 'As search_tools gives it' },
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
  description: 'Call a tool that search_tools has found and that is not listed. Gives what the tool gives.',
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

const guide: ToolDefinition = {
  name: 'get_plan_guide',
  title: 'Learn to write plans',
  description:
    'Read it once, before you write a plan: the plan language, whole and with examples, in one answer.',
  inputSchema: { type: 'object', properties: {} },
  outputSchema: null,
  effect: 'read',
  keywords: ['plan', 'guide'],
  examples: [],
}

export const finderTools = { search, describe, call, guide } as const

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
    signature: shapeOf(found, shapeLength),
    required: Array.isArray(required) ? (required as Json[]) : [],
    callable,
  }
}

/** By the name that plans say. */
function shapeOf({ definition }: FoundTool, most?: Parameters<typeof callShapeOf>[1]): string {
  return callShapeOf('server' in definition ? definition : { ...definition, server: null }, most)
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
    signature: shapeOf(found),
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
