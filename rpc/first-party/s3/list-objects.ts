// s3__list_objects
import { DomUtils } from 'htmlparser2'
import type { Json } from '../../../domain/json.ts'
import { flag, integer, list, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { parseXml, type XmlTree } from '../xml.ts'
import { bucketSchema, objectUrl } from './bucket.ts'
import { callS3 } from './request.ts'

interface Arguments {
  readonly bucket?: string
  readonly prefix?: string
  readonly folders?: boolean
  readonly after?: string
  readonly limit?: number
}

const listed = object(
  {
    key: text('Key', 'Name of the object'),
    sizeBytes: integer('Size', 'Number of bytes'),
    modifiedAt: text('Modified', 'ISO 8601'),
    etag: text('ETag', 'Tag of the contents'),
  },
  ['key', 'sizeBytes', 'modifiedAt', 'etag'],
)

export const listObjects = firstPartyTool<Arguments>({
  name: 'list_objects',
  title: 'List objects in S3',
  description:
    'Lists the objects of a bucket in S3-compatible storage by their beginning, in alphabetical order.',
  effect: 'read',
  keywords: ['list', 'find', 'browse', 'objects', 'files', 'bucket', 's3', 'storage', 'folder'],
  inputSchema: object({
    bucket: bucketSchema,
    prefix: text('Prefix', 'How their keys begin', {
      maxLength: 1_024,
      'x-words': ['under', 'prefix', 'beginning with'],
    }),
    folders: flag('Folders', 'Only one level: what lies deeper is listed as a folder'),
    after: text('After', 'Only keys after this one', { maxLength: 1_024, 'x-words': ['after'] }),
    limit: integer('Limit', 'Most to give', {
      default: 1_000,
      minimum: 1,
      maximum: 5_000,
      'x-words': ['limit', 'most'],
    }),
  }),
  outputSchema: object(
    {
      objects: list('Objects', 'In the order of their keys', { items: listed }),
      folders: list('Folders', 'Beginnings of keys, each with a slash at its end', {
        items: text('Folder', 'Prefix'),
      }),
      isCut: flag('Cut', 'There are more'),
    },
    ['objects', 'folders', 'isCut'],
  ),
  examples: [
    {
      prompt: 'List the S3 objects in "invoices" under "2026/"',
      args: { bucket: 'invoices', prefix: '2026/' },
    },
  ],
  async run({ bucket, prefix = '', folders, after = '', limit = 1_000 }, context) {
    const url = objectUrl(bucket, '', context)
    const objects: Json[] = []
    const prefixes: string[] = []
    let token: string | null = ''
    while (token !== null && objects.length + prefixes.length < limit) {
      const query = {
        'list-type': '2',
        'encoding-type': 'url',
        'max-keys': String(Math.min(1_000, limit - objects.length - prefixes.length)),
        ...withoutEmpty({ prefix, 'start-after': after, 'continuation-token': token }),
        ...(folders === true ? { delimiter: '/' } : {}),
      }
      const page = pageOf(parseXml((await callS3({ method: 'GET', url, query }, context)).body.toString()))
      objects.push(...page.objects)
      prefixes.push(...page.folders)
      token = page.next
    }
    return { objects, folders: prefixes, isCut: token !== null }
  },
})

function withoutEmpty(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

/** From a ListBucketResult. */
function pageOf(tree: XmlTree): { objects: Json[]; folders: string[]; next: string | null } {
  const decode = textOf(tree, 'EncodingType') === 'url' ? decodeKey : (key: string) => key
  const objects = DomUtils.getElementsByTagName('Contents', tree).map(({ children }) => ({
    key: decode(textOf(children, 'Key')),
    sizeBytes: Number(textOf(children, 'Size')) || 0,
    modifiedAt: textOf(children, 'LastModified'),
    etag: textOf(children, 'ETag'),
  }))
  const folders = DomUtils.getElementsByTagName('CommonPrefixes', tree).map(({ children }) =>
    decode(textOf(children, 'Prefix')),
  )
  const next = textOf(tree, 'NextContinuationToken')
  return { objects, folders, next: textOf(tree, 'IsTruncated') === 'true' && next !== '' ? next : null }
}

function textOf(tree: XmlTree, name: string): string {
  return DomUtils.textContent(DomUtils.getElementsByTagName(name, tree, true, 1))
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', '%20'))
  } catch {
    return key
  }
}
