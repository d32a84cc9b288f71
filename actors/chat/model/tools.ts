// The tools that a language model gets in a chat: of the service itself, by the desk of the main thread,
// and of the hub. What may be called without approval follows from what a tool does, and from grants.
// 1. No tool decides approvals: only a person does, by a message of the session or by the inbox.
// 2. Whoever may only chat gets no tools of the hub: those act with the credentials of the organization.
import { isChatOnly, type Speaker } from '../../../domain/chat/speaker.ts'
import type { JsonObject, JsonSchema } from '../../../domain/json.ts'
import { type HubTool, offeredName, splitOfferedName, type ToolEffect } from '../../../domain/tools/tool.ts'
import { toolSearch } from '../../../domain/tools/tool-search.ts'
import type { Hub } from '../../../rpc/hub.ts'
import type { Outside } from '../../../runtime/actor.ts'
import { deskAddress } from '../../../runtime/engine.ts'
import { askUntilAnswered } from '../../ask-until-answered.ts'
import type { CallEffect, CallResult } from '../protocol.ts'
import { type DeskCall, deskCall } from '../service.ts'

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
}

/** What the desk says of a speaker: names of tools. */
export interface ToolRights {
  readonly tools: readonly string[]
  /** Tools that the speaker has allowed for good. */
  readonly granted: readonly string[]
}

export interface OwnTools extends Pick<ToolRights, 'granted'> {
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
  async of(asker: Asker, outside: Outside): Promise<OwnTools | null> {
    const all = this.#all ?? (await askDesk<readonly ServiceTool[]>({ type: 'service-tools' }, outside))
    const rights = await askDesk<ToolRights>({ type: 'tool-rights', ...asker }, outside)
    if (all === null || rights === null) return null
    this.#all = all
    const { granted } = rights
    return { tools: all.filter(({ name }) => rights.tools.includes(name)), granted }
  }
}

async function askDesk<T>(message: { readonly type: string }, outside: Outside): Promise<T | null> {
  const reply = await askUntilAnswered(outside, () => outside.ask(deskAddress, message))
  return reply === null ? null : (JSON.parse(reply) as T)
}

/** The tools of the hub that fit the words best, when there are many. */
export async function hubTools(
  hub: Pick<Hub, 'list'>,
  { organizationId, by }: Asker,
  words: string,
): Promise<readonly ChatTool[]> {
  if (isChatOnly(by) || (by.key !== null && !by.key.scopes.includes('execute'))) return []
  const all = await hub.list(organizationId)
  const found = all.length <= mostHubTools ? all : fitting(all, words)
  return found.map(tool => ({ ...tool, name: offeredName(tool) }))
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

export function needsApproval({ effect }: Pick<ChatTool, 'effect'>): boolean {
  return effect === 'write' || effect === 'destructive'
}

/** Makes a call; null when nobody waits for it any more. */
export async function makeCall(
  { hub, serviceTools }: { readonly hub: Pick<Hub, 'call'>; readonly serviceTools: ServiceTools },
  sessionId: string,
  { id, organizationId, workflowId, by, tool, args, isApproved }: CallEffect,
  outside: Outside,
): Promise<CallResult | null> {
  const asker = { organizationId, sessionId, workflowId, by }
  const desk = await serviceTools.of(asker, outside)
  if (desk === null) return null
  const own = desk.tools.find(({ name }) => name === tool)
  if (own !== undefined) return callService(asker, id, own, args, outside)
  if (isChatOnly(by)) return { ok: false, error: `there is no tool ${tool}` }
  const result = await askUntilAnswered(outside, () =>
    hub.call({
      ...{ organizationId, ...splitOfferedName(tool), args, idempotencyKey: `${sessionId}/${id}` },
      ...{ timeoutMs: callMs, signal: outside.signal, approved: isApproved },
      // An end user for whom a token was made is nobody here, and not the maker of the key.
      userId: by.key?.subject == null ? by.userId : null,
      ...(by.root !== undefined && { root: by.root }),
    }),
  )
  if (result === null || outside.signal.aborted) return null
  if (result.ok) return result
  const { code, message } = result.error
  return {
    ok: false,
    error: message,
    ...(code === 'approval-required' && { isApprovalNeeded: true as const }),
  }
}

async function callService(
  asker: Asker,
  callId: string,
  { route }: ServiceTool,
  args: JsonObject,
  outside: Outside,
): Promise<CallResult | null> {
  const facts = { ...asker, key: callId, route, args, waitMs: 20_000 }
  const call: DeskCall = { type: 'service-call', isTool: true, ...facts }
  const answer = await deskCall(call, outside)
  if (answer === null) return null
  return answer.ok ? { ok: true, output: answer.value } : { ok: false, error: answer.message }
}
