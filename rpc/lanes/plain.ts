// The plain lane of /rpc: one POST, one JSON-RPC 2.0 request or batch, one answer; no handshake, no session.
// 1. json-rpc.ts checks the envelope strictly. Then JSONRPCServer of json-rpc-2.0 finds and runs the method
//    (0.4 us a request). It never sees a batch, since it would answer a batch of one without the brackets.
// 2. It has the lists and calls of MCP (methods.ts): tools, prompts, resources.
// 3. Answers have status 200, errors too. Status 400 is for a body that is not JSON and for a single value
//    that is no request.
import { type JSONRPCErrorResponse, type JSONRPCRequest, JSONRPCServer } from 'json-rpc-2.0'
import { isObject, type JsonObject } from '../../domain/json.ts'
import {
  RpcError,
  type RpcRequest,
  type RpcResponse,
  readRequest,
  rpcCodes,
  rpcFailure,
  rpcFailureOf,
} from '../json-rpc.ts'
import type { RpcMethod, Surface, SurfaceContext } from '../surface/surface.ts'
import { type LaneAnswer, whole } from './lane-answer.ts'
import {
  type CallMethod,
  callMethods,
  cursorParam,
  type ListMethod,
  listMethods,
  objectParam,
} from './methods.ts'

/** Most requests in a batch (docs/internals/mcp-lanes.md). */
export const batchLimit = 50

/**
 * @param body parsed
 * @param signalOf makes a signal that aborts a call when the caller leaves; lists need none
 */
export type PlainLane = (body: unknown, surface: Surface, signalOf: () => AbortSignal) => Promise<LaneAnswer>

/** @param report gets errors of methods that callers must not see */
export function createPlainLane(report: (error: unknown, method: string) => void): PlainLane {
  const servers = new WeakMap<object, Server>()
  return (body, surface, signalOf) => {
    const methods = surface.methods ?? noMethods
    let server = servers.get(methods)
    if (server === undefined) {
      server = createServer(methods, report)
      servers.set(methods, server)
    }
    return answer(server, body, { surface, signalOf })
  }
}

interface PlainCall {
  readonly surface: Surface
  readonly signalOf: () => AbortSignal
}

type Server = JSONRPCServer<PlainCall>

const noMethods: Readonly<Record<string, RpcMethod>> = {}

function createServer(
  methods: Readonly<Record<string, RpcMethod>>,
  report: (error: unknown, method: string) => void,
): Server {
  const server = new JSONRPCServer<PlainCall>({ errorListener: () => {} })
  server.mapErrorToJSONRPCErrorResponse = (id, error) => rpcFailureOf(id, error) as JSONRPCErrorResponse
  for (const [name, list] of listMethods)
    server.addMethod(name, (params, { surface }) => listed(list, surface, params))
  for (const [name, call] of callMethods)
    server.addMethod(name, (params, visit) => called(call, params, visit))
  // Whole, not by pages.
  server.addMethod('tools/list', async (_params, { surface }) => new JsonText(await surface.tools.listText()))
  for (const [name, method] of Object.entries(methods)) server.addMethod(name, params => method(params))
  server.applyMiddleware(async (next, request, visit) => {
    try {
      return await next(request, visit)
    } catch (error) {
      if (!(error instanceof RpcError)) report(error, request.method)
      throw error
    }
  })
  return server
}

async function answer(server: Server, value: unknown, visit: PlainCall): Promise<LaneAnswer> {
  if (Array.isArray(value)) return answerBatch(server, value, visit)
  const request = readRequest(value)
  if (request === null) return refusal(400, 'Invalid Request')
  const response = await run(server, request, visit)
  return response === null ? whole(202, null) : whole(200, responseText(response))
}

async function answerBatch(server: Server, entries: unknown[], visit: PlainCall): Promise<LaneAnswer> {
  if (entries.length === 0) return refusal(200, 'Invalid Request')
  if (entries.length > batchLimit) {
    return refusal(
      200,
      `Invalid Request: ${entries.length} requests in a batch, at most ${batchLimit} are taken`,
    )
  }
  const responses = await Promise.all(
    entries.map(entry => {
      const request = readRequest(entry)
      return request === null ? invalidEntry : run(server, request, visit)
    }),
  )
  const texts = responses.filter(response => response !== null).map(responseText)
  return texts.length === 0 ? whole(202, null) : whole(200, `[${texts.join(',')}]`)
}

const invalidEntry = rpcFailure(null, rpcCodes.invalidRequest, 'Invalid Request')

/** A notification gives null, whatever its outcome. */
async function run(server: Server, request: RpcRequest, visit: PlainCall): Promise<RpcResponse | null> {
  return (await server.receive(request as JSONRPCRequest, visit)) as RpcResponse | null
}

async function listed({ array, page }: ListMethod, surface: Surface, params: unknown) {
  const { items, nextCursor } = await page(surface, cursorParam(objectOf(params)))
  return { [array]: items, ...(nextCursor !== null && { nextCursor }) }
}

async function called({ subject, run }: CallMethod, value: unknown, { surface, signalOf }: PlainCall) {
  const params = objectOf(value)
  const context = contextOf(signalOf(), objectParam(params, '_meta'))
  const outcome = await run(surface, params, context)
  if (outcome.type === 'complete') return outcome.result
  const asking = `${String(params[subject])} asks its caller questions: call it as an MCP client`
  throw new RpcError(rpcCodes.invalidRequest, asking)
}

function objectOf(value: unknown): JsonObject {
  return (isObject(value) ? value : {}) as JsonObject
}

/** A plain caller gets nothing before the answer, and cannot be asked. */
function contextOf(signal: AbortSignal, meta: JsonObject): SurfaceContext {
  const silence = { progress: null, log: () => {}, ask: null, detach: null }
  return { signal, ...silence, meta, clientCapabilities: {}, inputs: {}, requestState: null }
}

/** A result that is already JSON text. */
class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function responseText(response: RpcResponse): string {
  if ('result' in response && response.result instanceof JsonText) {
    return `{"jsonrpc":"2.0","id":${JSON.stringify(response.id)},"result":${response.result.text}}`
  }
  return JSON.stringify(response)
}

function refusal(status: 200 | 400, message: string): LaneAnswer {
  return whole(status, JSON.stringify(rpcFailure(null, rpcCodes.invalidRequest, message)))
}
