// tools/call, prompts/get and resources/read of 2026-07-28: the context that a surface gets, and the answer
// made of its outcome. A client that is asked something calls again with the answers; the server keeps
// nothing in between.
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { RpcError, rpcCodes } from '../../json-rpc.ts'
import type { SurfaceContext } from '../../surface/surface.ts'
import { logTo, progressTo } from '../notifications.ts'
import type { Speaking } from './answering.ts'
import type { ModernRequest } from './envelope.ts'
import type { StateBinding } from './request-state.ts'

/** @param subject the parameter that names what is called */
export function bindingOf(
  principal: string,
  { method, params }: ModernRequest,
  subject: string,
): StateBinding {
  return { principal, method, subject: String(params[subject]), args: params['arguments'] ?? null }
}

/** @throws {RpcError} invalid params: bad answers or a bad state */
export function contextOf(
  request: ModernRequest,
  speaking: Speaking,
  open: (sealed: string) => Json,
): SurfaceContext {
  return {
    signal: speaking.signal,
    progress: progressTo(request.progressToken, speaking.notify),
    log: logTo(request.logLevel, speaking.notify),
    meta: request.params['_meta'] as JsonObject,
    clientCapabilities: request.capabilities,
    inputs: inputsOf(request.params),
    requestState: stateOf(request.params, open),
    ask: null,
    detach: null,
  }
}

/** @throws {RpcError} invalid params */
export function inputsOf({ inputResponses }: JsonObject): Readonly<Record<string, JsonObject>> {
  if (inputResponses === undefined) return {}
  if (!isObject(inputResponses)) throw invalid('inputResponses: expected object')
  for (const [key, response] of Object.entries(inputResponses)) {
    if (!isObject(response)) throw invalid(`inputResponses.${key}: expected object`)
  }
  return inputResponses as Readonly<Record<string, JsonObject>>
}

function stateOf({ requestState }: JsonObject, open: (sealed: string) => Json): Json {
  if (requestState === undefined) return null
  if (typeof requestState !== 'string') throw invalid('requestState: expected string')
  return open(requestState)
}

function invalid(what: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `params.${what}`)
}
