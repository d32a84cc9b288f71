// The tools of /rpc that are routes of this API (`tool: 'execute_workflow'`): they share handler, permission
// and schemas. The arguments of a tool are the route's path parameters, query and body in one flat object.
import { z } from 'zod'
import { Failure } from '../../domain/failure.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../domain/json.ts'
import type { Caller, Permission } from '../../domain/people/permissions.ts'
import type { ToolDefinition, ToolEffect } from '../../domain/tools/tool.ts'
import type { IncomingRequest } from '../exchange.ts'
import { type Intent, unkeyed } from '../pipeline/intent.ts'
import { fitPage } from '../pipeline/page-bytes.ts'
import { isReply } from '../pipeline/reply.ts'
import type { Route } from '../pipeline/route.ts'
import { narrow, validate } from '../pipeline/validation.ts'
import type { Services } from '../services.ts'

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

/** In the order of the routes. */
export function serviceTools(routes: readonly Route[]): readonly ServiceTool[] {
  return routes
    .filter(({ options }) => options.tool !== undefined)
    .map(route => ({
      definition: definitionOf(route),
      permission: route.options.permission ?? null,
      call: (args, callContext) => callRoute(route, args, { ...callContext, intent: unkeyed }),
    }))
}

/**
 * Calls a route inside of the process, without its limits and without asking for its permission.
 * @throws {Failure} as the route
 */
export async function callRoute(
  { options, path, handler }: Route,
  args: JsonObject,
  { caller, request, services, intent }: ToolCallContext & { readonly intent: Intent },
): Promise<Json> {
  const names = paramNames(path)
  const given = Object.fromEntries(names.map(name => [name, String(args[name])]))
  const params = options.params ? narrow(options.params, given) : given
  const query = options.query ? validate(options.query, args, 'query') : {}
  const body = options.body ? validate(options.body, args, 'body') : undefined
  return plain(await handler({ caller, params, query, body, request, intent }, services))
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

function definitionOf(route: Route): ToolDefinition {
  const { options, path } = route
  return {
    name: options.tool!,
    title: options.summary,
    description:
      options.description === undefined ? options.summary : `${options.summary}. ${options.description}`,
    inputSchema: inputSchemaOf(route),
    outputSchema: null,
    effect: effectOf(route),
    keywords: path.split('/').filter(part => part !== '' && !part.startsWith(':')),
    examples: [],
  }
}

function effectOf({ method }: Route): ToolEffect {
  if (method === 'GET') return 'read'
  return method === 'DELETE' ? 'destructive' : 'write'
}

function inputSchemaOf({ options, path }: Route): JsonSchema {
  const params = paramNames(path)
  const parts = [options.query, options.body].filter(schema => schema !== undefined).map(objectSchemaOf)
  const properties: Record<string, Json> = Object.fromEntries(
    params.map(name => [
      name,
      { type: 'string', description: `The ${name} of the ${path.split('/')[3]?.replace(/s$/, '')}` },
    ]),
  )
  for (const part of parts) Object.assign(properties, part.properties)
  if (isObject(properties['cursor'])) properties['cursor'] = { ...properties['cursor'], ...cursorText }
  return { type: 'object', properties, required: [...params, ...parts.flatMap(part => part.required)] }
}

/** Over HTTP a cursor comes from a header; here it is in the answer. */
const cursorText = { description: 'Where the last page ended: its nextCursor' }

function objectSchemaOf(schema: z.ZodType): { properties: JsonObject; required: readonly string[] } {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: JsonObject
    required?: readonly string[]
  }
  return { properties: withoutPlan(json.properties ?? {}), required: json.required ?? [] }
}

/** Leaves out the schema of a plan: it is recursive and long, and agents find it in the API reference. */
function withoutPlan({ plan, ...rest }: JsonObject): JsonObject {
  return plan === undefined
    ? rest
    : { ...rest, plan: { type: 'object', description: 'A plan as JSON, instead of compiling the prompt' } }
}

function paramNames(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(match => match[1]!)
}
