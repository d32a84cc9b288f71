// The tools that a language model gets in a chat: of the service itself, by the desk of the main thread,
// and of the hub; and its calls of them, by the gate of all models' calls (actors/model-calls/).
// 1. No tool decides approvals: only a person does, by a message of the session or by the inbox.
// 2. Whoever may only chat gets no tools of the hub: those act with the credentials of the organization.

import { toolCu } from '../../../domain/billing/meter.ts'
import type { Speaker } from '../../../domain/chat/speaker.ts'
import type { JsonSchema } from '../../../domain/json.ts'
import { rpcName } from '../../../domain/tools/offered-name.ts'
import { toolSearch } from '../../../domain/tools/search/tool-search.ts'
import { type HubTool, offeredName, splitOfferedName, type ToolEffect } from '../../../domain/tools/tool.ts'
import { allowsTool, type ToolAllowance } from '../../../domain/tools/tool-allowance.ts'
import type { Hub } from '../../../rpc/hub.ts'
import type { Outside } from '../../../runtime/actor.ts'
import {
  callForModel,
  type ModelCall,
  type ModelCallParts,
  type ModelCallResult,
  type ModelRights,
} from '../../model-calls/model-calls.ts'
import type { CallEffect, CallResult } from '../protocol.ts'
import { askDesk } from '../service.ts'
import { callOwn } from './own-calls.ts'

/** A tool as the model sees it. */
export interface ChatTool {
  /** Offered name, or the name of a tool of the service. */
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonSchema
  readonly effect: ToolEffect
}

/** A tool of the service: a route. */
export interface ServiceTool extends ChatTool {
  readonly route: string
  readonly asksEachTime?: true
}

/** What the desk says of a speaker, at this moment. */
export interface ToolRights {
  /** Names of tools of the service. */
  readonly tools: readonly string[]
  /** The hub's tools that they may call: all, or those of their key's list; null: none. */
  readonly hub: { readonly allowance: ToolAllowance } | null
  /** What they have allowed for good: tools, and tools at hosts. */
  readonly granted: readonly string[]
}

export interface Desk extends Pick<ToolRights, 'granted' | 'hub'> {
  readonly tools: readonly ServiceTool[]
}

export interface Asker {
  readonly organizationId: string
  readonly sessionId: string
  readonly workflowId: string | null
  readonly by: Speaker
}

/** Tools of the hub that a model gets beside those of the service. */
const mostHubTools = 40
const callMs = 60_000

/** The tools of the service: the desk is asked for them once, and all answers share them. */
export class ServiceTools {
  #all: readonly ServiceTool[] | null = null

  /** Those of the speaker; null when nobody waits for the answer any more. */
  async of(asker: Asker, outside: Outside): Promise<Desk | null> {
    const all = this.#all ?? (await askDesk<readonly ServiceTool[]>({ type: 'service-tools' }, outside))
    const rights = await askDesk<ToolRights>({ type: 'tool-rights', ...asker }, outside)
    if (all === null || rights === null) return null
    this.#all = all
    return { ...rights, tools: all.filter(({ name }) => rights.tools.includes(name)) }
  }
}

/** The tools of the hub that fit the words best, when there are many. */
export async function hubTools(
  hub: Pick<Hub, 'list'>,
  organizationId: string,
  desk: Pick<Desk, 'hub'>,
  words: string,
): Promise<readonly ChatTool[]> {
  if (desk.hub === null) return []
  const all = (await hub.list(organizationId)).filter(tool => hubRefusal(desk, offeredName(tool)) === null)
  const found = all.length <= mostHubTools ? all : fitting(all, words)
  return found.map(tool => ({ ...tool, name: offeredName(tool) }))
}

function hubRefusal({ hub }: Pick<Desk, 'hub'>, name: string): string | null {
  if (hub === null) return 'whoever you work for may not call tools'
  if (allowsTool(hub.allowance, name)) return null
  const { server, tool } = splitOfferedName(name)
  return allowsTool(hub.allowance, rpcName({ server, name: tool }))
    ? null
    : `the API key that you work for may not call ${name}`
}

function fitting(all: readonly HubTool[], words: string): readonly HubTool[] {
  const best = toolSearch(all)
    .matching(words)
    .map(({ tool }) => tool)
  // Of the rest, those of tool servers before the built-in ones: somebody has registered them.
  const rest = all.filter(tool => !best.includes(tool))
  const ordered = [
    ...rest.filter(({ server }) => server !== null),
    ...rest.filter(({ server }) => server === null),
  ]
  return [...best, ...ordered].slice(0, mostHubTools)
}

export interface ChatCallParts extends ModelCallParts {
  readonly serviceTools: ServiceTools
  /** Takes compute units from the budget of the speaker's key: why it cannot, null when it could. */
  readonly unpaid: (by: Pick<CallEffect, 'organizationId' | 'by'>, cu: number) => Promise<string | null>
}

/** Makes a call, if whoever speaks may have it made; null when nobody waits for it any more. */
export async function makeCall(
  { serviceTools, unpaid, ...parts }: ChatCallParts,
  sessionId: string,
  effect: CallEffect,
  outside: Outside,
): Promise<CallResult | null> {
  const { id, organizationId, workflowId, by, tool: name, args, granted } = effect
  const asker = { organizationId, sessionId, workflowId, by }
  const desk = await serviceTools.of(asker, outside)
  if (desk === null) return null
  const { key, userId, root } = by
  const { isOffered, isApproved } = effect
  const words = { said: effect.words, plan: [] }
  const call: ModelCall = {
    ...{ organizationId, name, args, isOffered, isApproved, words },
    ...{ idempotencyKey: `${sessionId}/${id}`, timeoutMs: callMs, ...(root !== undefined && { root }) },
    // An end user for whom a token was made is nobody here, and not the maker of the key.
    userId: key?.subject == null ? userId : null,
    origin: { type: 'chat', id: sessionId, userId, keyId: key?.id ?? null },
  }
  const rights: ModelRights = {
    ...{ granted: new Set([...desk.granted, ...granted]), asksForEffects: true },
    refusal: wanted => hubRefusal(desk, wanted),
    unpaid: () => unpaid(effect, toolCu),
    own(wanted) {
      const own = desk.tools.find(one => one.name === wanted)
      if (own === undefined) return null
      return { ...own, call: () => callOwn({ ...asker, id }, own, args, outside) }
    },
  }
  const result = await callForModel(parts, call, rights, outside)
  return result === null || outside.signal.aborted ? null : resultOf(result)
}

function resultOf(result: ModelCallResult): CallResult {
  if (result.ok) return { ok: true, output: result.output }
  const { code, message } = result.error
  if (code !== 'approval-required') return { ok: false, error: message }
  const { remembers, why } = result
  return {
    ...{ ok: false, error: message, isApprovalNeeded: true },
    ...(remembers !== undefined && { remembers }),
    ...(why != null && { why }),
  }
}
