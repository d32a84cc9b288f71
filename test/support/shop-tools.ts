// Tools of a shop, for plans that models write.
import type { JsonSchema } from '../../domain/json.ts'
import type { HubTool, ToolEffect } from '../../domain/tools/tool.ts'

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
