// Facts about an object, from the headers of an answer.
import type { JsonObject } from '../../../domain/json.ts'
import { integer, record, text } from '../../builtin/schema.ts'
import type { OutboundResponse } from '../../outbound/outbound.ts'
import { nullableText } from '../foreign.ts'

/** Names the step that stored an object: the step's next attempt sees that the work is done. */
export const stepHeader = 'x-amz-meta-troupe-step'

export const factsSchema = {
  sizeBytes: integer('Size', 'Number of bytes'),
  mediaType: nullableText('Media type', 'As it was stored'),
  etag: nullableText('ETag', 'Tag of the contents'),
  modifiedAt: nullableText('Modified', 'ISO 8601'),
  metadata: record('Metadata', 'Values that were stored with it', text('Value', 'Value')),
}

export function factsOf({ headers, body }: OutboundResponse): JsonObject {
  const modified = Date.parse(headers['last-modified'] ?? '')
  const metadata = Object.entries(headers)
    .filter(([name]) => name.startsWith('x-amz-meta-') && name !== stepHeader)
    .map(([name, value]) => [name.slice('x-amz-meta-'.length), value])
  return {
    sizeBytes: Number(headers['content-length'] ?? body.length),
    mediaType: headers['content-type'] ?? null,
    etag: headers['etag'] ?? null,
    modifiedAt: Number.isNaN(modified) ? null : new Date(modified).toISOString(),
    metadata: Object.fromEntries(metadata),
  }
}
