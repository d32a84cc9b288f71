// Error answers of the modern lane and their HTTP status: 400 for a bad envelope, 404 for an unknown method,
// 200 for errors of the method itself.
import { RpcError, type RpcId, rpcCodes, rpcFailureOf } from '../../json-rpc.ts'
import { type LaneAnswer, whole } from '../lane-answer.ts'
import { supportedVersions } from '../versions.ts'

/** The envelope cannot be served; always status 400. */
export class EnvelopeError extends RpcError {}

export function headerMismatch(message: string): RpcError {
  return new EnvelopeError(rpcCodes.headerMismatch, `Header mismatch: ${message}`)
}

export function malformed(message: string): RpcError {
  return new EnvelopeError(rpcCodes.invalidParams, message)
}

export function unsupportedVersion(requested: string): RpcError {
  const data = { supported: supportedVersions, requested }
  return new EnvelopeError(rpcCodes.unsupportedVersion, 'Unsupported protocol version', data)
}

export function methodNotFound(method: string): RpcError {
  return new RpcError(rpcCodes.methodNotFound, `Method not found: ${method}`)
}

/**
 * @param id null when the request has no readable id: then the error carries none, as the revision demands
 */
export function failureAnswer(id: RpcId, error: unknown): LaneAnswer {
  const { id: _, ...anonymous } = rpcFailureOf(id, error)
  return whole(statusOf(error), id === null ? JSON.stringify(anonymous) : failureText(id, error))
}

/** The error response as JSON text, for a stream that has begun. */
export function failureText(id: RpcId, error: unknown): string {
  return JSON.stringify(rpcFailureOf(id, error))
}

function statusOf(error: unknown): number {
  if (error instanceof EnvelopeError) return 400
  if (!(error instanceof RpcError)) return 200
  if (error.code === rpcCodes.missingCapability) return 400
  return error.code === rpcCodes.methodNotFound ? 404 : 200
}
