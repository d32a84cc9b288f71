// Images, sounds and files in a result that is too large to pass on: each is kept by itself, and a link to it
// takes its place, so that the rest passes as it is. Called by rpc/remote/large.ts; http/mcp/resources.ts
// reads what is kept here.
import { Failure } from '../domain/failure.ts'
import { isObject, type Json, type JsonObject } from '../domain/json.ts'
import { type Binary, binaryOf, contentPart, sizeOf } from '../domain/tools/content.ts'
import { type LargeResultStore, resultPath } from './large-results.ts'
import { excerpt } from './remote/excerpt.ts'
import { resourceUri } from './surface/resource-uri.ts'

/** Smaller ones stay: of those a result holds few that matter. */
const linkedFromBytes = 16 * 1024

/**
 * A binary that cannot be kept stays where it is.
 * @param part of a result's `content`, without secrets
 */
export async function linkedBinary(
  store: LargeResultStore,
  organizationId: string,
  part: Json,
): Promise<Json> {
  const binary = binaryOf(part)
  if (binary === null || sizeOf(binary) < linkedFromBytes) return part
  try {
    const id = await store.keep(organizationId, JSON.stringify(contentPart(part)))
    return id === null ? part : linkTo(id, part as JsonObject, binary)
  } catch (error) {
    if (error instanceof Failure) return part
    throw error
  }
}

function linkTo(id: string, { type, resource, annotations }: JsonObject, binary: Binary): JsonObject {
  const { uri } = isObject(resource) ? resource : {}
  return {
    type: 'resource_link',
    uri: resourceUri({ kind: 'tool-result', id }),
    name: typeof uri === 'string' ? excerpt(uri) : (type as string),
    mimeType: binary.mimeType,
    size: sizeOf(binary),
    ...(annotations !== undefined && { annotations }),
    _meta: { 'troupe/link': `${resultPath}${id}` },
  }
}

/** The binary of a kept result, as `resources/read` answers it; null when the result is no binary. */
export function keptBinary(body: string): { readonly blob: string; readonly mimeType: string } | null {
  // Not a look into each large result: those that this file keeps begin with their type.
  if (!/^\{"type":"(?:image|audio|resource)",/.test(body)) return null
  const binary = binaryOf(contentPart(JSON.parse(body)))
  return binary === null ? null : { blob: binary.data, mimeType: binary.mimeType }
}
