// Resources that the conformance suite reads by URI.
import type { JsonObject } from '../../domain/json.ts'
import { RpcError, rpcCodes } from '../json-rpc.ts'
import type { WireResource } from '../surface/surface.ts'
import { image } from './fixture-tool.ts'

interface FixtureResource {
  readonly wire: WireResource
  readonly content: JsonObject
}

const resources: readonly FixtureResource[] = [
  {
    wire: { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
    content: { text: 'This is the content of the static text resource.' },
  },
  {
    wire: { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
    content: { blob: image },
  },
  {
    wire: { uri: 'test://watched-resource', name: 'watched-resource', mimeType: 'text/plain' },
    content: { text: 'Watched resource content' },
  },
]

const template = /^test:\/\/template\/([^/]+)\/data$/

export const resourceList: readonly WireResource[] = resources.map(({ wire }) => wire)

export const templateList: readonly JsonObject[] = [
  { uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' },
]

/** @throws {RpcError} no such resource */
export function readResource(uri: string): JsonObject {
  const found = resources.find(({ wire }) => wire.uri === uri)
  if (found !== undefined) return { contents: [{ uri, mimeType: found.wire['mimeType']!, ...found.content }] }
  const id = template.exec(uri)?.[1]
  if (id === undefined) throw new RpcError(rpcCodes.invalidParams, 'Resource not found', { uri })
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { contents: [{ uri, mimeType: 'application/json', text }] }
}
