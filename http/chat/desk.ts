// The desk of the main thread (runtime/engine.ts): makes the calls of assistants to routes of the service,
// with the rights that the speaker has now.
// 1. A call goes through the route's own checks: permission, validation, tenancy.
// 2. Its intent follows from its key, so a call that comes again finds what the first one has made.
// 3. What the route refuses is an answer; only what may be asked again later is thrown.
import type { AskConfirmation } from '../../actors/chat/confirming/asking-confirmation.ts'
import type { ToolRights } from '../../actors/chat/model/tools.ts'
import type { Grant } from '../../actors/chat/protocol.ts'
import type { DeskCall } from '../../actors/chat/service.ts'
import type { ServiceAnswer } from '../../domain/chat/service-calls.ts'
import { isChatOnly, isShared, ownerOf } from '../../domain/chat/speaker.ts'
import { Failure, notFound } from '../../domain/failure.ts'
import { timeOf } from '../../domain/ids.ts'
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import { allows, type Caller, lackOf } from '../../domain/people/permissions.ts'
import { allowsTool } from '../../domain/tools/tool-allowance.ts'
import type { Desk } from '../../runtime/engine.ts'
import type { IncomingRequest } from '../exchange.ts'
import { argumentsOf, callRoute, isPage, shownBy } from '../mcp/service-tools.ts'
import { keyedIntent } from '../pipeline/intent.ts'
import type { Route } from '../pipeline/route.ts'
import type { Services } from '../services.ts'
import { isOpenTo, narrowed } from './chat-rights.ts'
import { openConfirmation } from './confirmations.ts'
import { type OfferedTool, offeredTools } from './offered-tools.ts'

export function createDesk(routes: readonly Route[], services: Services): Desk {
  const offered = offeredTools(routes)
  const offeredText = JSON.stringify(offered.map(({ tool }) => tool))
  const underWay = new Map<string, Promise<string>>()
  const byName = new Map(routes.map(route => [`${route.method} ${route.path}`, route]))
  return async message => {
    const asked = JSON.parse(message) as DeskMessage
    switch (asked.type) {
      case 'service-call':
        return madeOnce(asked)
      case 'service-tools':
        return offeredText
      case 'tool-rights':
        return JSON.stringify(await rightsOf(asked))
      case 'open-confirmation': {
        const { workflowId } = asked
        const found = async () => openConfirmation(services, await callerOf(services, asked), workflowId)
        return JSON.stringify(await answered(async () => (await found()) as unknown as Json))
      }
      case 'keep-grant': {
        const { organizationId, owner, grant } = asked
        await callerOf(services, { ...asked, sessionId: '', by: grant.by })
        await services.chatGrants.keep(organizationId, { ...grant, owner, createdBy: grant.by.userId })
        return 'null'
      }
    }
  }

  /** An effect that has waited for long asks again: it gets the answer of the call under way. */
  function madeOnce(call: DeskCall): Promise<string> {
    const name = `${call.sessionId}/${call.key}`
    const first = underWay.get(name)
    if (first !== undefined) return first
    const making = answered(() => make(call))
      .then(answer => JSON.stringify(answer))
      .finally(() => underWay.delete(name))
    underWay.set(name, making)
    return making
  }

  /** Which tools of the service a language model gets for this speaker. */
  async function rightsOf(asker: DeskAsker): Promise<ToolRights> {
    const { organizationId, workflowId } = asker
    const caller = await callerOf(services, asker)
    const owner = ownerOf(asker.by)
    const allowance = caller.key?.tools ?? null
    const mayOnlyChat = isChatOnly(caller)
    const isOpen = ({ tool: { route, name }, permission }: OfferedTool) =>
      isOpenTo(caller, { route, permission }) &&
      (workflowId === null || isOfOne(name)) &&
      // The list of a key that may only chat narrows the workflows instead (chat-rights.ts).
      (mayOnlyChat || allowsTool(allowance, name))
    const tools = offered.filter(isOpen).map(({ tool }) => tool.name)
    const hub = mayOnlyChat || !allows(caller, 'tool:call') ? null : { allowance }
    // What was allowed when a shared key could still allow for good.
    if (isShared(asker.by)) return { tools, hub, granted: [] }
    return { tools, hub, granted: await services.chatGrants.toolsOf(organizationId, owner) }
  }

  async function make(call: DeskCall): Promise<Json> {
    const route = byName.get(call.route)
    if (route === undefined) throw new TypeError(`no route ${call.route}`)
    const speaker = await callerOf(services, call)
    const { caller, args, show } = await narrowed(services, call, speaker)
    const { permission } = route.options
    if (permission !== undefined && !allows(caller, permission))
      throw new Failure('forbidden', lackOf(caller, permission))
    const intent = keyedIntent(call.sessionId, call.key, timeOf(call.key.split('/', 1)[0]!), true)
    const request = requestOf(call)
    const { tool } = route.options
    const isTool = call.isTool === true && tool !== undefined
    const given = isTool ? argumentsOf(route, args) : args
    const value = await callRoute(route, given, { caller, request, services, intent, isTool })
    const shown = await show(
      isObject(value) && isPage(value as JsonObject) ? (value as JsonObject)['items']! : value,
    )
    return isTool ? shownBy(tool, call.args, shown) : shown
  }
}

type DeskAsker = Pick<DeskCall, 'organizationId' | 'sessionId' | 'workflowId' | 'by'>

type DeskMessage =
  | DeskCall
  | AskConfirmation
  | { readonly type: 'service-tools' }
  | ({ readonly type: 'tool-rights' } & DeskAsker)
  | {
      readonly type: 'keep-grant'
      readonly organizationId: string
      readonly owner: string
      readonly grant: Grant
    }

/** In a session about one workflow. */
function isOfOne(name: string): boolean {
  return /workflow|execution/.test(name) && name !== 'create_workflow'
}

async function answered(make: () => Promise<Json>): Promise<ServiceAnswer> {
  try {
    return { ok: true, value: await make() }
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'unavailable' || error.code === 'overloaded')
      throw error
    return { ok: false, code: error.code, message: error.message, facts: error.facts as JsonObject }
  }
}

/** The speaker as a caller now. @throws {Failure} not-found: no member any more, or the key has ended */
async function callerOf(
  services: Services,
  { organizationId, sessionId, by }: Pick<DeskAsker, 'organizationId' | 'sessionId' | 'by'>,
): Promise<Caller> {
  const { userId, key, root } = by
  const chain = root === undefined ? {} : { root }
  const facts = { organizationId, userId, sessionId: null, chatId: sessionId, ...chain }
  if (key === null) return { ...facts, role: await services.roles.ofMember(organizationId, userId), key }
  const { role, expiresAt, budget } = await services.roles.ofKey(organizationId, key.id)
  if (expiresAt !== null && expiresAt <= Date.now()) throw notFound('API key')
  return { ...facts, role, key: { ...key, budget, expiresAt } }
}

/** Stands for a request where a route asks for one. */
function requestOf({ key, route, waitMs }: DeskCall): IncomingRequest {
  const [method, path] = route.split(' ') as [string, string]
  const wait = waitMs >= 1_000 ? `wait=${Math.min(20, Math.floor(waitMs / 1_000))}` : ''
  return {
    ...{ id: key, method, path, query: '', clientAddress: '', fields: [] },
    header: name => (name === 'prefer' ? wait : ''),
    onClose: () => {},
  }
}
