// s3__presign_url: computes the signature here and sends nothing.
import { choice, integer, object, text } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { bucketSchema, keySchema, objectUrl } from './bucket.ts'
import { signerOf, withQuery } from './request.ts'

interface Arguments {
  readonly key: string
  readonly bucket?: string
  readonly method?: 'GET' | 'PUT'
  readonly expiresInSeconds?: number
  readonly fileName?: string
}

export const presignUrl = firstPartyTool<Arguments>({
  name: 'presign_url',
  title: 'Share an object in S3',
  description:
    'Makes an address by which anybody can download an object of S3-compatible storage, or upload one, until it expires. ' +
    'Whoever has the address can use it.',
  effect: 'read',
  keywords: ['share', 'presign', 'sign', 'link', 'temporary', 'download link', 'object', 'bucket', 's3'],
  inputSchema: object(
    {
      key: keySchema,
      bucket: bucketSchema,
      method: choice(
        'Method',
        'What the address is for',
        { GET: ['download'], PUT: ['upload'] },
        { default: 'GET', 'x-words': ['for', 'to'] },
      ),
      expiresInSeconds: integer('Expires', 'Seconds that it is good for, at most 7 days', {
        default: 3_600,
        minimum: 1,
        maximum: 604_800,
      }),
      fileName: text('File name', 'Name under which a browser saves it', {
        pattern: '^[^"\\\\/\\x00-\\x1f\\x7f]+$',
        maxLength: 255,
      }),
    },
    ['key'],
  ),
  outputSchema: object({ url: text('Address', 'The address'), expiresAt: text('Expires', 'ISO 8601') }, [
    'url',
    'expiresAt',
  ]),
  examples: [
    {
      prompt: 'Share the S3 object "invoices/7.pdf"',
      args: { key: 'invoices/7.pdf' },
    },
  ],
  async run({ key, bucket, method = 'GET', expiresInSeconds = 3_600, fileName }, context) {
    const url = withQuery(objectUrl(bucket, key, context), {
      'X-Amz-Expires': String(expiresInSeconds),
      ...(fileName === undefined
        ? {}
        : { 'response-content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}` }),
    })
    const expiresAt = new Date(Date.now() + expiresInSeconds * 1_000).toISOString()
    const signed = await (await signerOf(context, { method, url, signQuery: true })).sign()
    // A form writes a space as a plus; the signature was made with %20.
    return { url: signed.url.href.replaceAll('+', '%20'), expiresAt }
  },
})
