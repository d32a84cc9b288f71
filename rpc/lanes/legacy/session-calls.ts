// Answers requests of a 2025 session that the SDK's server leaves to us, on the surface of the POST that
// brought them. When the surface needs input, the client is asked within the same call, on the stream of its
// POST, and then the surface is called again with the answers.
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { ResultSchema, type ServerNotification, type ServerRequest } from '@modelcontextprotocol/sdk/types.js'
import { isObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { RpcError, rpcCodes } from '../../json-rpc.ts'
import { capabilityOf } from '../../surface/capabilities.ts'
import type { InputRequest, LogLevel, Surface, SurfaceContext } from '../../surface/surface.ts'
import { type CallMethod, callMethods, complete, cursorParam, listMethods } from '../methods.ts'
import { logTo, type Notify, progressTo } from '../notifications.ts'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

export interface SessionCall {
  readonly surface: Surface
  readonly method: string
  readonly params: JsonObject
  readonly clientCapabilities: JsonObject
  readonly logLevel: LogLevel
  readonly detach: () => void
  readonly extra: Extra
}

/** How long a person may take to answer. */
const askTimeoutMs = 600_000
/** Rounds of questions in one call. */
const roundLimit = 10

/** @throws {RpcError} */
export async function answerSessionCall(call: SessionCall): Promise<JsonObject> {
  const { method, params, surface } = call
  const list = listMethods.get(method)
  if (list !== undefined) {
    const { items, nextCursor } = await list.page(surface, cursorParam(params))
    return { [list.array]: items as Json, ...(nextCursor !== null && { nextCursor }) }
  }
  if (method === 'completion/complete') return complete(surface, params)
  const callMethod = callMethods.get(method)
  if (callMethod === undefined) throw new RpcError(rpcCodes.methodNotFound, 'Method not found')
  try {
    return await runRounds(callMethod, call)
  } catch (error) {
    throw method === 'resources/read' ? withOwnCode(error) : error
  }
}

async function runRounds(callMethod: CallMethod, call: SessionCall): Promise<JsonObject> {
  const context = contextOf(call)
  let inputs: Readonly<Record<string, Json>> = {}
  let requestState: Json = null
  for (let round = 0; round < roundLimit; round++) {
    const outcome = await callMethod.run(call.surface, call.params, { ...context, inputs, requestState })
    if (outcome.type === 'complete') return outcome.result
    if (outcome.type === 'task') throw new RpcError(rpcCodes.internalError, 'Internal error')
    inputs = await askAll(call, outcome.requests)
    requestState = outcome.state
  }
  throw new RpcError(rpcCodes.internalError, `more than ${roundLimit} questions in a row`)
}

async function askAll(call: SessionCall, requests: Readonly<Record<string, InputRequest>>) {
  const answers = Object.entries(requests).map(
    async ([key, { method, params }]) => [key, await ask(call, method, params)] as const,
  )
  return Object.fromEntries(await Promise.all(answers))
}

function contextOf(call: SessionCall): SurfaceContext {
  const { extra } = call
  const notify: Notify = (method, params) => {
    // The session may have ended meanwhile; then there is nobody to notify.
    extra.sendNotification({ method, params } as unknown as ServerNotification).catch(() => {})
  }
  return {
    signal: extra.signal,
    progress: progressTo(extra._meta?.progressToken ?? null, notify),
    log: logTo(call.logLevel, notify),
    meta: (extra._meta ?? {}) as JsonObject,
    clientCapabilities: call.clientCapabilities,
    inputs: {},
    requestState: null,
    ask: (method, params) => ask(call, method, params),
    detach: call.detach,
  }
}

/** @throws {RpcError} the client cannot answer this, answered with an error, or took too long */
async function ask(
  { clientCapabilities, extra }: SessionCall,
  method: InputRequest['method'],
  params: JsonObject,
): Promise<Json> {
  const capability = capabilityOf[method]
  if (clientCapabilities[capability] === undefined) {
    throw new RpcError(rpcCodes.invalidRequest, `this needs a client with the capability ${capability}`)
  }
  const request = { method, params } as unknown as ServerRequest
  const options = { timeout: askTimeoutMs, signal: extra.signal }
  try {
    return (await extra.sendRequest(request, ResultSchema, options)) as unknown as Json
  } catch (cause) {
    const message = `the client did not answer ${method}: ${(cause as Error).message}`
    throw new RpcError(rpcCodes.invalidRequest, message)
  }
}

/** These revisions have their own code for a resource that does not exist. */
function withOwnCode(error: unknown): unknown {
  if (!(error instanceof RpcError) || error.code !== rpcCodes.invalidParams) return error
  if (!isObject(error.data) || error.data['uri'] === undefined) return error
  return new RpcError(rpcCodes.resourceNotFound, error.message, error.data)
}
