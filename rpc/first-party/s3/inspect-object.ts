// s3__inspect_object
import { flag, object } from '../../builtin/schema.ts'
import { ToolFailure } from '../../builtin/tool.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { bucketSchema, keySchema, objectUrl } from './bucket.ts'
import { factsOf, factsSchema } from './object-facts.ts'
import { callS3 } from './request.ts'

export const inspectObject = firstPartyTool<{ bucket?: string; key: string }>({
  name: 'inspect_object',
  title: 'Inspect an object in S3',
  description:
    'Says whether an object exists in S3-compatible storage, its size, type and metadata, without reading it.',
  effect: 'read',
  keywords: ['inspect', 'check', 'exists', 'size', 'metadata', 'head', 'object', 'bucket', 's3'],
  inputSchema: object({ key: keySchema, bucket: bucketSchema }, ['key']),
  outputSchema: object({ exists: flag('Exists', 'There is such an object'), ...factsSchema }, ['exists']),
  examples: [
    {
      prompt: 'Inspect the S3 object "2026/january.csv" in "invoices"',
      args: { key: '2026/january.csv', bucket: 'invoices' },
    },
  ],
  async run({ bucket, key }, context) {
    try {
      const response = await callS3({ method: 'HEAD', url: objectUrl(bucket, key, context) }, context)
      return { exists: true, ...factsOf(response) }
    } catch (error) {
      if (error instanceof ToolFailure && error.code === 'not-found') return { exists: false }
      throw error
    }
  },
})
