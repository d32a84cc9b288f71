// The one way from what a language model writes to a call: the assistant of chats and the agent steps of
// executions come through here, and so does whatever asks a model next (test/actors/model-calls/ holds that).
// 1. Everything is looked up at the moment of the call: whether the tool was offered, the rights of whoever
//    the model works for, the tool's effect, what was granted, the hosts that an admin has allowed.
// 2. A refusal is an error that the model is told, and an entry of the audit log.

import type { JsonObject } from '../../domain/json.ts'
import { type JudgedTool, type Verdict, verdictOf } from '../../domain/models/model-call.ts'
import type { Words } from '../../domain/models/named-address.ts'
import type { NewAuditEntry } from '../../domain/people/audit.ts'
import type { StepErrorCode } from '../../domain/tools/failures/step-errors.ts'
import { offeredName, splitOfferedName, type ToolError, type ToolResult } from '../../domain/tools/tool.ts'
import type { Hub, ToolCall } from '../../rpc/hub.ts'
import type { Outside } from '../../runtime/actor.ts'
import { askUntilAnswered } from '../ask-until-answered.ts'

/** A call as a model has asked for it. */
export interface ModelCall
  extends Pick<
    ToolCall,
    'organizationId' | 'userId' | 'idempotencyKey' | 'timeoutMs' | 'traceparent' | 'root' | 'execution'
  > {
  /** Offered name of a tool, or what the model made up. */
  readonly name: string
  readonly args: JsonObject
  /** Was the tool among those that the model got with its question? */
  readonly isOffered: boolean
  readonly isApproved: boolean
  /** Addresses and credentials in it are the person's, or the plan's. */
  readonly words: Words
  /** For the audit log: whose key, which session or execution. */
  readonly origin: CallOrigin
}

export interface CallOrigin {
  readonly userId: string | null
  readonly keyId: string | null
  readonly type: 'chat' | 'execution'
  readonly id: string
}

/** What whoever the model works for may do at this moment. */
export interface ModelRights {
  /** Of the hub's tools, by offered name; null when they may call it, else why not. */
  refusal(name: string): string | null
  /** A tool of the service itself of that name; null when there is none, or it is not theirs. */
  own(name: string): OwnTool | null
  /** Pays for a call of the hub's: why that cannot be paid, null when it is. Absent: it is paid elsewhere. */
  unpaid?(): Promise<string | null>
  readonly granted: ReadonlySet<string>
  readonly asksForEffects: boolean
}

export interface OwnTool extends JudgedTool {
  call(): Promise<ModelCallResult | null>
}

/** Of an `approval-required`: why somebody is asked, and what an approval for further calls would allow. */
export type ModelCallResult = ToolResult & {
  readonly why?: string | null
  readonly remembers?: string | null
}

export interface ModelCallParts {
  readonly hub: Pick<Hub, 'list' | 'call'>
  /** Host patterns that an admin lets models reach. */
  readonly hosts: (organizationId: string) => Promise<readonly string[]>
  readonly noteRefusal: NoteRefusal
}

export type NoteRefusal = (refusal: RefusedCall) => Promise<void>

export interface RefusedCall {
  readonly organizationId: string
  readonly origin: CallOrigin
  /** Of the tool, as the model wrote it. */
  readonly name: string
  readonly code: string
}

/** Makes the call, or says why not; null when nobody waits for it any more. */
export async function callForModel(
  parts: ModelCallParts,
  call: ModelCall,
  rights: ModelRights,
  outside: Outside,
): Promise<ModelCallResult | null> {
  const { name, isOffered } = call
  if (!isOffered) return refuse(parts, call, outside, 'tool-not-allowed', notOffered(name))
  const own = rights.own(name)
  const tool = own ?? (await listed(parts, call, outside))
  if (tool === null) return refuse(parts, call, outside, 'unknown-tool', `there is no tool ${shown(name)}`)
  const refusal = own === null ? rights.refusal(name) : null
  if (refusal !== null) return refuse(parts, call, outside, 'forbidden', refusal)
  const verdict = await judged(parts, call, { ...rights, tool }, outside)
  if (verdict === null) return null
  if (verdict.type === 'asks') return askFirst(name, verdict)
  if (own !== null) return own.call()
  const paid = await askUntilAnswered(outside, async () => ({ refusal: (await rights.unpaid?.()) ?? null }))
  if (paid === null) return null
  if (paid.refusal !== null) return refuse(parts, call, outside, 'budget-exceeded', paid.refusal)
  return callHub(parts, call, outside)
}

/** Of an answer that asks for tools which the model was not offered. */
export function notOffered(name: string): string {
  return `${shown(name)} is not among the tools that you were given`
}

async function listed(
  { hub }: ModelCallParts,
  { organizationId, name }: ModelCall,
  outside: Outside,
): Promise<JudgedTool | null> {
  const tools = await askUntilAnswered(outside, () => hub.list(organizationId))
  return tools?.find(tool => offeredName(tool) === name) ?? null
}

async function judged(
  { hosts }: ModelCallParts,
  { organizationId, name, args, isApproved, words }: ModelCall,
  {
    tool,
    granted,
    asksForEffects,
  }: Pick<ModelRights, 'granted' | 'asksForEffects'> & {
    readonly tool: JudgedTool
  },
  outside: Outside,
): Promise<Verdict | null> {
  const allowed = await askUntilAnswered(outside, () => hosts(organizationId))
  if (allowed === null) return null
  return verdictOf({ name, args, tool, asksForEffects, isApproved, granted, words, hosts: allowed })
}

function askFirst(name: string, { why, remembers }: Verdict & { readonly type: 'asks' }): ModelCallResult {
  const message = why === null ? `somebody has to approve ${name} first` : `${name} ${why}`
  return { ok: false, error: { code: 'approval-required', message, retryable: false }, why, remembers }
}

function callHub(
  { hub }: ModelCallParts,
  { name, args, isApproved, ...call }: ModelCall,
  outside: Outside,
): Promise<ToolResult | null> {
  const { organizationId, userId = null, idempotencyKey, timeoutMs, traceparent, root, execution } = call
  return askUntilAnswered(outside, () =>
    hub.call({
      ...{ organizationId, userId, ...splitOfferedName(name), args, idempotencyKey, timeoutMs, traceparent },
      ...{ signal: outside.signal, approved: isApproved, execution, ...(root !== undefined && { root }) },
    }),
  )
}

async function refuse(
  { noteRefusal }: ModelCallParts,
  { organizationId, origin, name }: ModelCall,
  outside: Outside,
  code: StepErrorCode,
  message: string,
): Promise<ModelCallResult | null> {
  const noted = await askUntilAnswered(outside, async () => {
    await noteRefusal({ organizationId, origin, name, code })
    return true
  })
  if (noted === null) return null
  const error: ToolError = { code, message, retryable: false }
  return { ok: false, error }
}

/** Models make names up. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 200).toWellFormed())
}

/** The entry of the audit log. */
export function refusalEntry({ organizationId, origin, name, code }: RefusedCall): NewAuditEntry {
  const { userId, keyId, type, id } = origin
  const key = keyId === null ? null : { id: keyId, scopes: [] }
  const tool = name.slice(0, 200).toWellFormed().replaceAll('\0', '\ufffd')
  return {
    ...{ organizationId, action: 'model-call.refused', target: { type, id }, details: { code, tool } },
    actor: userId === null ? null : { userId, key },
  }
}
