// What an MCP client can declare, and the error for a call that needs more. Used by surfaces and lanes.
import { isObject, type JsonObject } from '../../domain/json.ts'
import { RpcError, rpcCodes } from '../json-rpc.ts'
import type { InputRequest } from './surface.ts'

/** Extension of 2026-07-28 (SEP-2663): calls that continue as tasks. */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** The capability that each request to the client needs. */
export const capabilityOf = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
} as const satisfies Record<InputRequest['method'], string>

/**
 * Does the client support tasks?
 * @param client its capabilities
 */
export function hasTasks({ extensions }: JsonObject): boolean {
  return isObject(extensions) && isObject(extensions[tasksExtension])
}

/**
 * Can the client show its person a form? One that can only open addresses cannot.
 * @param client its capabilities
 */
export function asksPerson({ elicitation }: JsonObject): boolean {
  return isObject(elicitation) && ('form' in elicitation || !('url' in elicitation))
}

/** @param requiredCapabilities what the client would have to declare, in the shape of its declaration */
export function missingCapability(requiredCapabilities: JsonObject): RpcError {
  const message = 'Missing required client capability'
  return new RpcError(rpcCodes.missingCapability, message, { requiredCapabilities })
}

export function missingTasks(): RpcError {
  return missingCapability({ extensions: { [tasksExtension]: {} } })
}
