// Content of MCP: the parts of a result that are for a person or a model to see. Clients refuse a whole
// result for one part that breaks the protocol, so a part that does is told as text. Language models never
// get binary content as text.
import { z } from 'zod'
import { isObject, type Json, type JsonObject } from '../json.ts'

export type ContentPart = JsonObject & {
  readonly type: 'text' | 'image' | 'audio' | 'resource' | 'resource_link'
}

/** A binary as MCP sends it. */
export interface Binary {
  /** Base64. */
  readonly data: string
  readonly mimeType: string
}

const unknownType = 'application/octet-stream'
/** Characters of a file of our own tools that a model still gets. */
const shownBase64 = 4_000

/** The part as it is, if clients take it; else its JSON as text. */
export function contentPart(value: Json): ContentPart {
  if (isPart(value)) return withFitAnnotations(value)
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(withoutBinaries(value)) }
}

/** A list of parts of which at least one is no text: the output of a tool that has shown something. */
export function contentIn(output: Json): readonly ContentPart[] | null {
  if (!Array.isArray(output) || output.length === 0 || !output.every(isPart)) return null
  return output.some(({ type }) => type !== 'text') ? output.map(withFitAnnotations) : null
}

/** The binary that the part holds; null when it holds none. */
export function binaryOf(part: unknown): Binary | null {
  if (!isObject(part)) return null
  const { type, data, mimeType, resource } = part
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return { data, mimeType: typeof mimeType === 'string' ? mimeType : unknownType }
  if (type !== 'resource' || !isObject(resource) || typeof resource['blob'] !== 'string') return null
  const { mimeType: of } = resource
  return { data: resource['blob'], mimeType: typeof of === 'string' ? of : unknownType }
}

/** Bytes of the binary, but for the padding. */
export function sizeOf({ data }: Pick<Binary, 'data'>): number {
  return Math.floor((data.length * 3) / 4)
}

/** The same value, where binary content is named and left out. For whatever a model reads as text. */
export function withoutBinaries(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutBinaries)
  if (!isObject(value)) return value
  const binary = binaryOf(value)
  if (binary !== null) {
    const { mimeType } = binary
    return { type: value['type'] as string, mimeType, sizeBytes: sizeOf(binary), omitted: 'binary content' }
  }
  if (isLargeFile(value)) {
    const { base64, ...about } = value
    return { ...(about as JsonObject), omitted: `${sizeOf({ data: base64 })} bytes of binary content` }
  }
  return Object.fromEntries(Object.entries(value).map(([name, at]) => [name, withoutBinaries(at as Json)]))
}

/** A file as our own tools give one (rpc/first-party/file.ts). A model may hand on a small one. */
function isLargeFile(value: { readonly base64?: unknown }): value is { readonly base64: string } {
  return typeof value.base64 === 'string' && value.base64.length > shownBase64
}

function isPart(value: unknown): value is ContentPart {
  if (!isObject(value)) return false
  const { type, text, mimeType, resource, uri, name } = value
  switch (type) {
    case 'text':
      return typeof text === 'string'
    case 'image':
    case 'audio':
      return typeof mimeType === 'string' && isBase64(value['data'])
    case 'resource':
      return isObject(resource) && typeof resource['uri'] === 'string' && hasContents(resource)
    case 'resource_link':
      return typeof uri === 'string' && typeof name === 'string'
    default:
      return false
  }
}

function hasContents({ text, blob }: { readonly [key: string]: unknown }): boolean {
  return typeof text === 'string' || isBase64(blob)
}

function isBase64(data: unknown): data is string {
  return typeof data === 'string' && data.length % 4 !== 1 && /^[A-Za-z0-9+/]*={0,2}$/.test(data)
}

/** Annotations that break the protocol are left out. */
function withFitAnnotations(part: ContentPart): ContentPart {
  const { annotations } = part
  if (annotations === undefined || Annotations.safeParse(annotations).success) return part
  const { annotations: _, ...rest } = part
  return rest as ContentPart
}

const Annotations = z.looseObject({
  audience: z.array(z.enum(['user', 'assistant'])).optional(),
  priority: z.number().min(0).max(1).optional(),
  lastModified: z.iso.datetime({ offset: true }).optional(),
})
