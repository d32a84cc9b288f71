// The tools of /rpc that are routes of this API (`tool: executeWorkflow`): they share handler, permission and
// checks. The arguments of a tool are the route's path parameters, query and body in one flat object, and
// `detail`. Answers are brief without it, because a model reads them.
import { Failure } from '../../domain/failure.ts'
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import type { Caller, Permission } from '../../domain/people/permissions.ts'
import type { ToolDefinition } from '../../domain/tools/tool.ts'
import type { IncomingRequest } from '../exchange.ts'
import { type Intent, unkeyed } from '../pipeline/intent.ts'
import { fitPage } from '../pipeline/page-bytes.ts'
import { isReply } from '../pipeline/reply.ts'
import type { Route } from '../pipeline/route.ts'
import { narrow, validate } from '../pipeline/validation.ts'
import type { Services } from '../services.ts'
import { definitionOf, isList, paramNames } from './route-tools/definition.ts'
import type { RouteTool } from './route-tools/route-tool.ts'

export interface ToolCallContext {
  readonly caller: Caller
  readonly request: IncomingRequest
  readonly services: Services
}

export interface ServiceTool {
  readonly definition: ToolDefinition
  /** Permission that a caller needs to see and call it. */
  readonly permission: Permission | null
  /**
   * @param args valid against the definition's inputSchema
   * @throws {Failure} as the route would; it becomes a result with `isError`
   */
  call(args: JsonObject, callContext: ToolCallContext): Promise<Json>
}

/** Items of a list, unless the caller says how many. */
const rowsOfList = 20

/** In the order of the routes. */
export function serviceTools(routes: readonly Route[]): readonly ServiceTool[] {
  return routes.flatMap(route => {
    const { tool, permission = null } = route.options
    if (tool === undefined) return []
    return [
      {
        definition: definitionOf(route, tool),
        permission: tool.permission ?? permission,
        call: (args, callContext) => callTool(route, tool, args, callContext),
      } satisfies ServiceTool,
    ]
  })
}

async function callTool(
  route: Route,
  tool: RouteTool,
  args: JsonObject,
  callContext: ToolCallContext,
): Promise<Json> {
  const request = ofTool(callContext.request)
  const given = argumentsOf(route, args)
  return shownBy(
    tool,
    args,
    await callRoute(route, given, { ...callContext, request, intent: unkeyed, isTool: true }),
  )
}

/** What a tool asks of its route: a list is short unless the caller says how long. */
export function argumentsOf(route: Route, { detail: _, ...args }: JsonObject): JsonObject {
  return isList(route) ? { limit: rowsOfList, ...args } : args
}

/** What a tool gives of its route's answer: of a list, of each item. */
export function shownBy({ brief }: RouteTool, { detail }: JsonObject, answer: Json): Json {
  if (detail === true || brief === undefined) return answer
  if (Array.isArray(answer)) return answer.map(item => brief(item as JsonObject))
  if (!isObject(answer)) return answer
  if (!isPage(answer as JsonObject)) return brief(answer as JsonObject)
  const { items, nextCursor } = answer as { items: JsonObject[]; nextCursor: string | null }
  return { items: items.map(brief), nextCursor }
}

export function isPage(answer: JsonObject): boolean {
  return Array.isArray(answer['items']) && 'nextCursor' in answer
}

/** What the request asks of /rpc by its headers, it does not ask of the route: a stream, a condition. */
function ofTool(request: IncomingRequest): IncomingRequest {
  const { id, method, path, query, clientAddress, fields, span = null } = request
  return {
    ...{ id, method, path, query, clientAddress, fields, span },
    header: name => (ofRpc.has(name) ? '' : request.header(name)),
    onClose: listener => request.onClose(listener),
  }
}

const ofRpc = new Set(['accept', 'if-match', 'if-none-match', 'last-event-id', 'prefer'])

interface RouteCall extends ToolCallContext {
  readonly intent: Intent
  /** A model or an agent calls it. Default: a person does. */
  readonly isTool?: boolean
}

/**
 * Calls a route inside of the process, without its limits and without asking for its permission.
 * @throws {Failure} as the route
 */
export async function callRoute(
  { options, path, handler }: Route,
  args: JsonObject,
  { caller, request, services, intent, isTool = false }: RouteCall,
): Promise<Json> {
  const names = paramNames(path)
  const given = Object.fromEntries(names.map(name => [name, String(args[name])]))
  const params = options.params ? narrow(options.params, given) : given
  const query = options.query ? validate(options.query, args, 'query') : {}
  const body = options.body ? validate(options.body, args, 'body') : undefined
  return plain(await handler({ caller, params, query, body, request, intent, isTool }, services))
}

/** The result of a handler, as the JSON that a client of the API would get. */
function plain(result: unknown): Json {
  if (!isReply(result)) return result as Json
  const { form } = result
  switch (form.type) {
    case 'value':
      return form.value as Json
    case 'json':
      return JSON.parse(form.text) as Json
    case 'page': {
      const { texts, next } = fitPage(form.page)
      return { items: form.page.items.slice(0, texts.length) as Json, nextCursor: next }
    }
    case 'text':
    case 'stream':
      throw new Failure('bad-request', 'this is a stream; read it over HTTP')
  }
}
