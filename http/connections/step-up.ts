// Step-up: the tools that need more scopes than a person has given are listed to their application all the
// same. A call of one is refused with 403 and the scopes that it takes, and the application asks the person
// again. Called by the routes of /rpc; what may really be called is decided by the offer (http/mcp/).
import { Failure } from '../../domain/failure.ts'
import { isObject, type Json } from '../../domain/json.ts'
import { connectionScopes, usualScopes } from '../../domain/people/connection.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import type { Surface } from '../../rpc/surface/surface.ts'
import { depthLimit, parseJson } from '../pipeline/body/body.ts'
import { isConnected } from './caller.ts'

/** The caller with the scopes that its application may ask for without being an administrator's. */
export function widened(caller: Caller): Caller {
  const { key } = caller
  if (key === null || !isConnected(caller)) return caller
  const scopes = connectionScopes.filter(it => usualScopes.includes(it) || key.scopes.includes(it))
  return scopes.length === key.scopes.length ? caller : { ...caller, key: { ...key, scopes } }
}

/**
 * @param body a request of JSON-RPC; a batch, and what is no request, passes
 * @throws {Failure} forbidden, with the scopes to ask for
 */
export async function askForScope(caller: Caller, body: string | undefined, surface: Surface): Promise<void> {
  if (widened(caller) === caller) return
  const name = calledTool(body)
  const missing = name === null ? null : ((await surface.tools.missingScope?.(name)) ?? null)
  if (missing === null) return
  const held = caller.key!.scopes
  const scopes = connectionScopes.filter(scope => scope === missing || held.includes(scope))
  throw new Failure('forbidden', `${name} needs the scope ${missing}, which the person has not given`, {
    scope: scopes.join(' '),
  })
}

function calledTool(body: string | undefined): string | null {
  const request = parsed(body)
  if (!isObject(request) || request['method'] !== 'tools/call' || !isObject(request['params'])) return null
  const { name, arguments: args } = request['params']
  const wrapped = name === 'call_tool' && isObject(args) ? args['name'] : name
  return typeof wrapped === 'string' ? wrapped : null
}

/** What is wrong with a body is for its lane to say. */
function parsed(body: string | undefined): Json | undefined {
  try {
    return parseJson(body ?? '', depthLimit + 4) as Json
  } catch {
    return undefined
  }
}
