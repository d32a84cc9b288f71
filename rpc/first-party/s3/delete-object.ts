// s3__delete_object
import { flag, object } from '../../builtin/schema.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { bucketSchema, keySchema, objectUrl } from './bucket.ts'
import { callS3 } from './request.ts'

export const deleteObject = firstPartyTool<{ bucket?: string; key: string }>({
  name: 'delete_object',
  title: 'Delete an object in S3',
  description: 'Deletes an object of S3-compatible storage. One that is not there counts as deleted.',
  effect: 'destructive',
  keywords: ['delete', 'remove', 'erase', 'object', 'file', 'bucket', 's3', 'storage'],
  inputSchema: object({ key: keySchema, bucket: bucketSchema }, ['key']),
  outputSchema: object({ deleted: flag('Deleted', 'It is not there any more') }, ['deleted']),
  examples: [
    {
      prompt: 'Delete the S3 object "2025/old.csv" from "invoices"',
      args: { key: '2025/old.csv', bucket: 'invoices' },
    },
  ],
  async run({ bucket, key }, context) {
    await callS3({ method: 'DELETE', url: objectUrl(bucket, key, context) }, context)
    return { deleted: true }
  },
})
