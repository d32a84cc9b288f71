// The methods that the examples in section 7 of the JSON-RPC 2.0 specification call.
import { isObject, type Json } from '../../domain/json.ts'
import { RpcError, rpcCodes } from '../json-rpc.ts'
import type { RpcMethod } from '../surface/surface.ts'

export const exampleMethods: Readonly<Record<string, RpcMethod>> = {
  subtract(params) {
    if (Array.isArray(params)) return number(params[0]) - number(params[1])
    if (isObject(params)) return number(params['minuend']) - number(params['subtrahend'])
    throw invalid()
  },
  sum(params) {
    if (!Array.isArray(params)) throw invalid()
    return params.reduce((sum: number, value: Json) => sum + number(value), 0)
  },
  get_data: () => ['hello', 5],
  update: () => null,
  notify_hello: () => null,
  notify_sum: () => null,
}

function number(value: unknown): number {
  if (typeof value !== 'number') throw invalid()
  return value
}

function invalid(): RpcError {
  return new RpcError(rpcCodes.invalidParams, 'Invalid params: expected numbers')
}
