// Drafts as models write them, and the tools that they are about.
import type { Draft, DraftStep } from '../../domain/drafts/draft.ts'
import type { Json, JsonSchema } from '../../domain/json.ts'
import type { HubTool, ToolEffect } from '../../domain/tools/tool.ts'

type Fields = Readonly<Record<string, unknown>>

const text = { type: 'string' } as const

export function shopTool(name: string, effect: ToolEffect, more: Partial<HubTool> = {}): HubTool {
  return {
    ...{ server: 'shop', name, title: '', description: `${name.replaceAll('_', ' ')}.`, effect },
    ...{ inputSchema: { type: 'object', properties: {} }, outputSchema: null, keywords: [], examples: [] },
    ...more,
  }
}

function object(...names: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map(name => [name, text])),
    required: [...names],
  }
}

export const getOrders = shopTool('get_orders', 'read', {
  inputSchema: { type: 'object', properties: { status: { type: 'string', enum: ['open', 'paid', 'late'] } } },
  outputSchema: {
    type: 'array',
    items: { type: 'object', properties: { id: text, status: text, email: text } },
  },
})
export const sendMessage = shopTool('send_message', 'write', { inputSchema: object('to', 'text') })
export const deleteOrder = shopTool('delete_order', 'destructive', { inputSchema: object('id') })
export const shopTools = [getOrders, sendMessage, deleteOrder]

export const literal = (value: Json) => ({ type: 'literal', json: JSON.stringify(value) }) as const
export const cel = (source: string) => ({ type: 'expression', cel: source }) as const
export const template = (source: string) => ({ type: 'text', template: source }) as const

export function step(
  id: string,
  kind: DraftStep['kind'],
  words: readonly string[],
  fields: Fields,
): DraftStep {
  return { id, kind, words, in: null, when: null, ...fields } as unknown as DraftStep
}

export function call(
  id: string,
  tool: string,
  words: readonly string[],
  args: Fields,
  more: Fields = {},
): DraftStep {
  const named = Object.entries(args).map(([name, value]) => ({ name, value }))
  const usual = { tool, args: named, onError: 'fail', attempts: 1, approval: null }
  return step(id, 'tool', words, { ...usual, ...more })
}

export function draftOf(steps: readonly DraftStep[], more: Partial<Draft> = {}): Draft {
  return { steps: [...steps], remove: [], schedule: null, aside: [], ...more }
}
