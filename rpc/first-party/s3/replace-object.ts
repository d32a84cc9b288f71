// s3__replace_object
import { firstPartyTool } from '../first-party-tool.ts'
import { callS3 } from './request.ts'
import { type StoreArguments, storeCall, stored, storeSchema } from './store.ts'

export const replaceObject = firstPartyTool<StoreArguments>({
  name: 'replace_object',
  title: 'Replace an object in S3',
  description:
    'Stores a file or a text under a key in S3-compatible storage, in place of what is there. May be tried again safely.',
  effect: 'destructive',
  keywords: ['replace', 'overwrite', 'update', 'object', 'file', 'bucket', 's3', 'storage'],
  inputSchema: storeSchema,
  outputSchema: stored,
  examples: [
    {
      prompt: 'Overwrite the S3 object "status.txt" with text "ready"',
      args: { text: 'ready', key: 'status.txt' },
    },
  ],
  async run(args, context) {
    const { headers } = await callS3(storeCall(args, context), context)
    return { key: args.key, etag: headers['etag'] ?? null }
  },
})
