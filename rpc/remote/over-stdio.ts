// The way of a request to a tool server on stdio: with its credential, to who owns its process. Used by
// channel.ts in place of HTTP.
import { ToolFailure } from '../builtin/tool.ts'
import type { Credentials } from '../credentials/credentials.ts'
import type { StdioCalls, StdioQuestion } from '../stdio/stdio-calls.ts'
import { type Fault, fault, type Reply } from './reply.ts'
import type { RemoteRequest } from './target.ts'

export interface StdioWay {
  readonly credentials: Credentials
  /** Default: nothing is allowed. */
  readonly stdio?: StdioCalls | undefined
}

export async function askOverStdio({ credentials, stdio }: StdioWay, request: RemoteRequest): Promise<Reply> {
  if (stdio === undefined) return notHere
  const { target, method, params, deadline, signal, onProgress, isAnew = false } = request
  const secret = await secretOf(credentials, request)
  if ('type' in secret) return secret
  const { id: server, organizationId, url } = target
  const question = { server, organizationId, url, ...secret, method, params, deadline, isAnew }
  return stdio.ask(question satisfies StdioQuestion, { signal, onProgress })
}

const notHere = fault('stdio-not-allowed', 'runs on stdio, which is not done here')

async function secretOf(
  credentials: Credentials,
  { target: { organizationId, credentialId, url }, deadline, signal, idempotencyKey }: RemoteRequest,
): Promise<Fault | Pick<StdioQuestion, 'secret'>> {
  if (credentialId == null) return { secret: null }
  const use = { organizationId, credential: credentialId, url, idempotencyKey, deadline, signal }
  try {
    const secret = await credentials.reveal(use)
    credentials.used(use, null)
    return { secret }
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    return fault(error.code, `was not called: ${error.message}`, { retryable: error.retryable })
  }
}
