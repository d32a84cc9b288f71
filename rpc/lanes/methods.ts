// The methods that both MCP lanes have, on a surface. Each reads its parameters and names one that does not
// fit. The lane puts the result into the shape of its revision.
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import { RpcError, rpcCodes } from '../json-rpc.ts'
import type { Outcome, Surface, SurfaceContext, SurfacePage } from '../surface/surface.ts'

/** A list of the surface: the name of its array in the result, and one page. */
export interface ListMethod {
  readonly array: string
  page(surface: Surface, cursor: string | null): Promise<SurfacePage<unknown>>
}

export const listMethods: ReadonlyMap<string, ListMethod> = new Map([
  ['tools/list', { array: 'tools', page: ({ tools }, cursor) => tools.list(cursor) }],
  ['prompts/list', { array: 'prompts', page: ({ prompts }, cursor) => prompts.list(cursor) }],
  ['resources/list', { array: 'resources', page: ({ resources }, cursor) => resources.list(cursor) }],
  [
    'resources/templates/list',
    { array: 'resourceTemplates', page: ({ resources }, cursor) => resources.templates(cursor) },
  ],
] satisfies [string, ListMethod][])

/** A call of the surface. It may take time, send notifications, and ask the client. */
export interface CallMethod {
  /** The parameter that names what is called; on the modern lane the header `Mcp-Name` mirrors it. */
  readonly subject: 'name' | 'uri'
  run(surface: Surface, params: JsonObject, context: SurfaceContext): Promise<Outcome<JsonObject>>
}

export const callMethods: ReadonlyMap<string, CallMethod> = new Map([
  [
    'tools/call',
    {
      subject: 'name',
      run: async ({ tools }, params, context) =>
        (await tools.call(
          textParam(params, 'name'),
          objectParam(params, 'arguments'),
          context,
        )) as unknown as Outcome<JsonObject>,
    },
  ],
  [
    'prompts/get',
    {
      subject: 'name',
      run: ({ prompts }, params, context) =>
        prompts.get(textParam(params, 'name'), textsParam(params, 'arguments'), context),
    },
  ],
  [
    'resources/read',
    {
      subject: 'uri',
      run: ({ resources }, params, context) => resources.read(textParam(params, 'uri'), context),
    },
  ],
] satisfies [string, CallMethod][])

/** @throws {RpcError} invalid params */
export async function complete(surface: Surface, params: JsonObject): Promise<JsonObject> {
  const { ref, argument } = params
  if (!isObject(ref)) throw invalid('ref: expected object')
  if (!isObject(argument)) throw invalid('argument: expected object')
  if (typeof argument['name'] !== 'string') throw invalid('argument.name: expected string')
  if (typeof argument['value'] !== 'string') throw invalid('argument.value: expected string')
  return surface.complete(params)
}

/**
 * @returns null for the first page
 * @throws {RpcError} invalid params
 */
export function cursorParam({ cursor }: JsonObject): string | null {
  if (cursor === undefined) return null
  if (typeof cursor !== 'string') throw invalid('cursor: expected string')
  return cursor
}

/** @throws {RpcError} invalid params */
export function textParam(params: JsonObject, name: string): string {
  const value = params[name]
  if (typeof value !== 'string') throw invalid(`${name}: expected string`)
  return value
}

/**
 * Absent means empty.
 * @throws {RpcError} invalid params
 */
export function objectParam(params: JsonObject, name: string): JsonObject {
  const value = params[name] === undefined ? {} : params[name]
  if (!isObject(value)) throw invalid(`${name}: expected object`)
  return value as JsonObject
}

function textsParam(params: JsonObject, name: string): Readonly<Record<string, string>> {
  const values = objectParam(params, name)
  for (const [key, value] of Object.entries<Json>(values)) {
    if (typeof value !== 'string') throw invalid(`${name}.${key}: expected string`)
  }
  return values as Readonly<Record<string, string>>
}

function invalid(what: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `params.${what}`)
}
