// s3__put_object: stores an object that does not exist yet. The object carries the name of its step, so that
// the next attempt after a lost answer finds the work done.
import { createHash } from 'node:crypto'
import { ToolFailure } from '../../builtin/tool.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { stepHeader } from './object-facts.ts'
import { callS3 } from './request.ts'
import { type StoreArguments, storeCall, stored, storeSchema } from './store.ts'

export const putObject = firstPartyTool<StoreArguments>({
  name: 'put_object',
  title: 'Store an object in S3',
  description:
    'Stores a file or a text under a new key in S3-compatible storage. A key that is taken is left alone and fails the ' +
    'step, unless it was this step that stored it: it may be tried again safely.',
  effect: 'write',
  keywords: [
    'store',
    'upload',
    'save',
    'put',
    'archive',
    'back up',
    'object',
    'file',
    'bucket',
    's3',
    'storage',
  ],
  inputSchema: storeSchema,
  outputSchema: stored,
  examples: [
    {
      prompt: 'Upload the file {{steps.pdf}} to S3 as "invoices/7.pdf"',
      args: { file: { base64: 'JVBERg==', mediaType: 'application/pdf' }, key: 'invoices/7.pdf' },
    },
  ],
  async run(args, context) {
    const step = createHash('sha256').update(context.idempotencyKey).digest('hex').slice(0, 40)
    const call = storeCall(args, context)
    const headers = { ...call.headers, 'if-none-match': '*', [stepHeader]: step }
    try {
      const { headers: answered } = await callS3({ ...call, headers }, context)
      return { key: args.key, etag: answered['etag'] ?? null }
    } catch (error) {
      if (!(error instanceof ToolFailure) || error.code !== 'conflict') throw error
      const { headers: known } = await callS3({ method: 'HEAD', url: call.url }, context)
      if (known[stepHeader] === step) return { key: args.key, etag: known['etag'] ?? null }
      throw new ToolFailure('conflict', `there is an object ${args.key} already`, false, { cause: error })
    }
  },
})
