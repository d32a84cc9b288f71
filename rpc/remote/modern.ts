// MCP 2026-07-28 as a client speaks it. There is no session: every request names the client and the revision,
// and repeats in headers what it is about.
import type { JsonObject } from '../../domain/json.ts'
import { headerValue, parameterHeaders } from '../header-parameters.ts'
import { modernVersion, versionKey } from '../lanes/versions.ts'
import { tasksExtension } from '../surface/capabilities.ts'
import type { Headers, RemoteRequest } from './target.ts'

export const clientInfo = { name: 'troupe', version: '1' } as const

/** Error codes that only this revision defines. */
export const modernCodes = {
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const

export function isModernCode(code: number): boolean {
  return code <= modernCodes.headerMismatch && code >= modernCodes.unsupportedVersion
}

/**
 * The request with the metadata and headers of this revision.
 * @param id of the request; it is its progress token too
 */
export function modernRequest(request: RemoteRequest, id: number): RemoteRequest {
  const { method, params, headers, inputSchema } = request
  const { name, taskId = name } = params
  const about: Record<string, string> = { 'mcp-protocol-version': modernVersion, 'mcp-method': method }
  if (typeof taskId === 'string') about['mcp-name'] = headerValue(taskId)
  const mirrored =
    inputSchema === undefined ? {} : parameterHeaders(inputSchema, params['arguments'] as JsonObject)
  return {
    ...request,
    headers: { ...headers, ...mirrored, ...about } satisfies Headers,
    params: { ...params, _meta: metaOf(request, id) },
  }
}

function metaOf({ params, onProgress }: RemoteRequest, id: number): JsonObject {
  return {
    ...(params['_meta'] as JsonObject | undefined),
    ...(onProgress && { progressToken: id, 'io.modelcontextprotocol/logLevel': 'info' }),
    [versionKey]: modernVersion,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': { extensions: { [tasksExtension]: {} } },
  }
}
