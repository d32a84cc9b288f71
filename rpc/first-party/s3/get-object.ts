// s3__get_object
import { object } from '../../builtin/schema.ts'
import { fileOf, fileOutput, maxFileBytes, textBeside } from '../file.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { nullableText } from '../foreign.ts'
import { bucketSchema, keySchema, objectUrl } from './bucket.ts'
import { factsOf, factsSchema } from './object-facts.ts'
import { callS3 } from './request.ts'

export const getObject = firstPartyTool<{ bucket?: string; key: string }>({
  name: 'get_object',
  title: 'Get an object from S3',
  description:
    'Reads an object of S3-compatible storage: as text when it is text in UTF-8, and as a file to pass on. ' +
    'Larger objects are shared by presign_url.',
  effect: 'read',
  keywords: ['get', 'read', 'download', 'fetch', 'load', 'object', 'file', 'bucket', 's3', 'storage'],
  inputSchema: object({ key: keySchema, bucket: bucketSchema }, ['key']),
  outputSchema: object(
    {
      file: fileOutput('File', 'The object'),
      text: nullableText('Text', 'Its text; null when it is no text, or longer than 200,000 bytes'),
      ...factsSchema,
    },
    ['file', 'text', 'sizeBytes', 'mediaType', 'etag', 'modifiedAt', 'metadata'],
  ),
  examples: [
    {
      prompt: 'Download the S3 object "2026/january.csv" from "invoices"',
      args: { key: '2026/january.csv', bucket: 'invoices' },
    },
  ],
  async run({ bucket, key }, context) {
    const url = objectUrl(bucket, key, context)
    const response = await callS3({ method: 'GET', url, maxBytes: maxFileBytes }, context)
    const { body, headers } = response
    const name = key.split('/').findLast(segment => segment !== '') ?? key
    const file = fileOf(body, name.slice(-255), headers['content-type'] ?? 'application/octet-stream')
    return { file, text: textBeside(body), ...factsOf(response), sizeBytes: body.length }
  },
})
