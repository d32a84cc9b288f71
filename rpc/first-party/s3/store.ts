// Builds the request that stores an object from the arguments of a step. put_object and replace_object differ
// only in what they do when the object exists.
import type { JsonSchema } from '../../../domain/json.ts'
import { object, record, text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { contentOfFile, type FileArgument, fileArgument } from '../file.ts'
import type { FirstPartyContext } from '../first-party-server.ts'
import { nullableText } from '../foreign.ts'
import { bucketSchema, keySchema, objectUrl } from './bucket.ts'
import type { S3Call } from './request.ts'

export interface StoreArguments {
  readonly key: string
  readonly bucket?: string
  readonly text?: string
  readonly file?: FileArgument
  readonly mediaType?: string
  readonly metadata?: Readonly<Record<string, string>>
}

const visible = '^[\\x20-\\x7e]*$'

export const storeSchema: JsonSchema = object(
  {
    file: fileArgument('File', 'A file, such as one that another step gives', { 'x-words': ['file'] }),
    text: text('Text', 'A text, stored in UTF-8, instead of a file', {
      maxLength: 1_048_576,
      'x-words': ['text', 'with'],
    }),
    key: keySchema,
    bucket: { ...bucketSchema, 'x-words': ['bucket', 'in', 'into', 'to'] },
    mediaType: text('Media type', 'That of the file when absent', { pattern: visible, maxLength: 255 }),
    metadata: record(
      'Metadata',
      'Values to store with it',
      text('Value', 'Value', { pattern: visible, maxLength: 1_000 }),
      {
        propertyNames: { pattern: '^[A-Za-z0-9-]{1,100}$' },
        maxProperties: 20,
      },
    ),
  },
  ['key'],
)

export const stored = object(
  { key: text('Key', 'Its key'), etag: nullableText('ETag', 'Tag of the contents') },
  ['key', 'etag'],
)

/** @throws {ToolFailure} `invalid-arguments` */
export function storeCall(
  args: StoreArguments,
  context: FirstPartyContext,
): S3Call & { headers: Record<string, string> } {
  if ((args.text === undefined) === (args.file === undefined))
    throw invalidArguments('expected either text or file')
  const { bytes, mediaType } =
    args.file === undefined
      ? { bytes: Buffer.from(args.text ?? ''), mediaType: 'text/plain; charset=utf-8' }
      : contentOfFile(args.file)
  const metadata = Object.entries(args.metadata ?? {}).map(([name, value]) => [
    `x-amz-meta-${name.toLowerCase()}`,
    value,
  ])
  const headers: Record<string, string> = {
    'content-type': args.mediaType ?? mediaType ?? 'application/octet-stream',
    ...Object.fromEntries(metadata),
  }
  return { method: 'PUT', url: objectUrl(args.bucket, args.key, context), headers, body: bytes }
}
