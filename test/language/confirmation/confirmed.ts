// What there is to confirm of a plan with the tools of a shop, for the tests here.
import { compile } from '../../../domain/compiler/compiler.ts'
import type { Json } from '../../../domain/json.ts'
import { readPlan } from '../../../domain/plan/reading/read-plan.ts'
import type { ConfirmationEntry } from '../../../domain/work/confirming/entry.ts'
import { type Confirmable, confirmation } from '../../../language/confirmation/confirmation.ts'
import type { Confirming } from '../../../language/confirmation/material.ts'
import { shopTool, shopTools } from '../../support/shop-tools.ts'

const guests = shopTool('list_guests', 'read', {
  inputSchema: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['arriving_today', 'staying'], description: 'Where the guest is' },
      url: { type: 'string', format: 'uri' },
      limit: { type: 'integer', default: 50, maximum: 100 },
    },
  },
})
export const tools = [...shopTools, guests]

interface Made extends Partial<Omit<Confirming, 'plan' | 'request'>> {
  readonly start?: Json
}

export function made(request: string, steps: Json, { start, tools: own = tools, ...more }: Made = {}) {
  const sent = { steps, irVersion: 2, ...(start !== undefined && { start }) }
  const { plan, diagnostics } = compile(readPlan(sent).plan, { tools: own, prompt: request })
  return { plan, tools: own, request, quotes: {}, assumptions: [], diagnostics, ...more }
}

export function confirmed(request: string, steps: Json, more: Made = {}): Confirmable {
  return confirmation(made(request, steps, more))
}

export const call = (id: string, tool: string, args: Json, more: object = {}) =>
  ({ id, kind: 'tool', server: 'shop', tool, args, ...more }) as unknown as Json
export const of = ({ entries }: Confirmable, kind: ConfirmationEntry['kind']) =>
  entries.filter(entry => entry.kind === kind)
export const says = (found: readonly ConfirmationEntry[]) => found.map(entry => entry.says).join('\n')
