// Results of 2026-07-28 as JSON text. Each names its type and the server; lists and contents say how long
// they may be cached. `cacheScope` is always private, because results depend on the caller.
import type { Json, JsonObject } from '../../../domain/json.ts'
import { RpcError, rpcCodes } from '../../json-rpc.ts'
import { capabilityOf, hasTasks, missingCapability, missingTasks } from '../../surface/capabilities.ts'
import type { InputRequest, Outcome, SurfacePage, WireTask } from '../../surface/surface.ts'
import type { ModernRequest } from './envelope.ts'

/** How long a list may be cached; listeners hear of changes at once. */
export const listTtlMs = 60_000
/** The content of a resource may change at any moment. */
const contentTtlMs = 0

const serverInfoKey = 'io.modelcontextprotocol/serverInfo'

export interface Results {
  /** @param ttlMs null: the result may not be cached */
  complete(result: object, ttlMs?: number | null): string
  /** A page of a list. Its text is kept as long as the surface returns the same array. */
  list(array: string, page: SurfacePage<unknown>): string
  /**
   * @param seal makes a requestState of the state
   * @throws {RpcError} the outcome needs a capability that the client did not declare
   */
  outcome(request: ModernRequest, outcome: Outcome<JsonObject>, seal: (state: Json) => string): string
}

export function createResults(serverInfo: JsonObject): Results {
  const texts = new Map<string, WeakMap<readonly unknown[], string>>()
  const identity = { [serverInfoKey]: serverInfo }

  function complete(result: object, ttlMs: number | null = null): string {
    const hints = ttlMs === null ? null : { ttlMs, cacheScope: 'private' }
    const { _meta } = result as { _meta?: object }
    return JSON.stringify({ resultType: 'complete', ...result, ...hints, _meta: { ..._meta, ...identity } })
  }

  function list(array: string, { items, nextCursor }: SurfacePage<unknown>): string {
    let kept = texts.get(array)
    if (kept === undefined) texts.set(array, (kept = new WeakMap()))
    let text = kept.get(items)
    if (text === undefined) {
      text = complete({ [array]: items, ...(nextCursor !== null && { nextCursor }) }, listTtlMs)
      kept.set(items, text)
    }
    return text
  }

  return {
    complete,
    list,
    outcome({ method, capabilities: client }, outcome, seal) {
      switch (outcome.type) {
        case 'complete':
          return complete(outcome.result, method === 'resources/read' ? contentTtlMs : null)
        case 'input-required': {
          const requestState = outcome.state === null ? null : { requestState: seal(outcome.state) }
          const inputRequests = checkedRequests(outcome.requests, client)
          return JSON.stringify({
            resultType: 'input_required',
            inputRequests,
            ...requestState,
            _meta: identity,
          })
        }
        case 'task':
          if (method !== 'tools/call') throw new RpcError(rpcCodes.internalError, 'Internal error')
          if (!hasTasks(client)) throw missingTasks()
          return JSON.stringify({ resultType: 'task', ...announcedTask(outcome.task), _meta: identity })
      }
    },
  }
}

/** A new task as it is announced. Its questions and result come by tasks/get. */
function announcedTask(task: WireTask): JsonObject {
  const { result: _result, error: _error, inputRequests: _requests, ...rest } = task
  return rest
}

function checkedRequests(requests: Readonly<Record<string, InputRequest>>, client: JsonObject) {
  const needed = Object.values(requests).map(({ method }) => capabilityOf[method])
  const missing = needed.filter(capability => client[capability] === undefined)
  if (missing.length > 0) throw missingCapability(Object.fromEntries(missing.map(name => [name, {}])))
  return requests
}
