// The lane of MCP 2026-07-28: stateless, every request stands alone. It does not use the official SDK, which
// costs several hundred microseconds a call (docs/decisions, lanes of /rpc).
import { isObject, type JsonObject } from '../../../domain/json.ts'
import { RpcError } from '../../json-rpc.ts'
import type { Surface } from '../../surface/surface.ts'
import { type LaneAnswer, type LaneRequest, whole } from '../lane-answer.ts'
import { type CallMethod, callMethods, complete, cursorParam, listMethods } from '../methods.ts'
import { instructions, modernCapabilities, serverInfo, supportedVersions } from '../versions.ts'
import { answerCall, responseText, type Speaking } from './answering.ts'
import { bindingOf, contextOf } from './calls.ts'
import { idOf, type ModernId, type ModernRequest, readModern } from './envelope.ts'
import { listen } from './listen.ts'
import { paramHeaderDefect } from './param-headers.ts'
import { failureAnswer, headerMismatch, methodNotFound } from './refusal.ts'
import type { RequestStates } from './request-state.ts'
import { createResults } from './result.ts'
import { isTaskMethod, runTaskMethod } from './tasks.ts'

export type ModernLane = (
  request: LaneRequest,
  body: unknown,
  surface: Surface,
) => LaneAnswer | Promise<LaneAnswer>

export interface ModernLaneParts {
  /** Version of the service. */
  readonly version: string
  /** Origin of the service. Default: server/discover names none. */
  readonly website?: string | undefined
  readonly states: RequestStates
  /** Gets errors of methods that callers must not see. */
  readonly report: (error: unknown, method: string) => void
}

/** How long a client may cache server/discover. */
const discoverTtlMs = 300_000

/** One request and what serves it. */
interface ModernCall {
  readonly http: LaneRequest
  readonly surface: Surface
  readonly id: ModernId
  readonly request: ModernRequest
}

export function createModernLane({ version, website, states, report }: ModernLaneParts): ModernLane {
  const results = createResults(serverInfo(version))
  // Every result names the server; its website and icons are told once.
  const discovery = createResults(serverInfo(version, website)).complete(
    { supportedVersions, capabilities: modernCapabilities, instructions },
    discoverTtlMs,
  )

  function call({ http, surface, id, request }: ModernCall, method: CallMethod): Promise<LaneAnswer> {
    const binding = bindingOf(http.principal, request, method.subject)
    const work = async (speaking: Speaking) => {
      await judgeParamHeaders(surface, request, http)
      const context = contextOf(request, speaking, sealed => states.open(binding, sealed))
      const outcome = await method.run(surface, request.params, context)
      return results.outcome(request, outcome, state => states.seal(binding, state))
    }
    return answerCall(http, id, speaking =>
      work(speaking).catch((error: unknown) => {
        // A call whose caller has left stops by throwing.
        if (!speaking.signal.aborted) tell(error, request.method)
        throw error
      }),
    )
  }

  /** @returns the result as JSON text; null: no such method */
  function answerAtOnce({ surface, request }: ModernCall): Promise<string> | string | null {
    const { method, params } = request
    const list = listMethods.get(method)
    if (list !== undefined) {
      return list.page(surface, cursorParam(params)).then(page => results.list(list.array, page))
    }
    if (method === 'server/discover') return discovery
    if (method === 'completion/complete') return complete(surface, params).then(it => results.complete(it))
    if (isTaskMethod(method)) return runTaskMethod(surface, request).then(it => results.complete(it))
    return null
  }

  function tell(error: unknown, method: string): void {
    if (!(error instanceof RpcError)) report(error, method)
  }

  return async (http, body, surface) => {
    try {
      const request = readModern(body, name => http.header(name))
      const { id, method } = request
      if (id === null) return whole(202, null)
      const visit: ModernCall = { http, surface, id, request }
      const callMethod = callMethods.get(method)
      if (callMethod !== undefined) return call(visit, callMethod)
      if (method === 'subscriptions/listen') return listen(surface, id, request)
      const result = await answerAtOnce(visit)
      if (result === null) throw methodNotFound(method)
      return whole(200, responseText(id, result))
    } catch (error) {
      tell(error, methodOf(body))
      return failureAnswer(idOf(body), error)
    }
  }
}

function methodOf(body: unknown): string {
  return isObject(body) ? String(body['method']) : ''
}

/**
 * Checks that headers which mirror arguments agree with them.
 * @throws {RpcError} header mismatch
 */
async function judgeParamHeaders(surface: Surface, { method, params }: ModernRequest, http: LaneRequest) {
  if (method !== 'tools/call' || typeof params['name'] !== 'string') return
  const tool = await surface.tools.definition(params['name'])
  if (tool === null) return
  const args = isObject(params['arguments']) ? (params['arguments'] as JsonObject) : {}
  const defect = paramHeaderDefect(tool.inputSchema, args, name => http.header(name))
  if (defect !== null) throw headerMismatch(defect)
}
