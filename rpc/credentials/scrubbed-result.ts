// The ways out of the hub: what a call came to, what is said while it works, and what a server lists, with no secret in
// it, whatever a server echoed. The journal, the stream of events, /rpc and the log of a defect of ours only see what
// went through here. Who speaks to servers does not scrub; but a result that is to be stored is cleaned before that.
import type { Json } from '../../domain/json.ts'
import type { ToolResult } from '../../domain/tool.ts'
import type { Listing } from '../remote/remote-server.ts'
import type { ToolProgress } from '../tool-progress.ts'
import { ToolFailure } from '../tools/tool.ts'
import type { Credentials } from './credentials.ts'

/** What is known here of a call. */
interface Told {
  readonly organizationId: string
  readonly onProgress?: (progress: ToolProgress) => void
}

/**
 * @param run gets the call, and tells its progress through here
 * @throws {ToolFailure} `credential-failed`: the secrets cannot be read, and nothing was run
 * @throws what `run` throws, its texts scrubbed
 */
export async function scrubbedResult<Call extends Told>(
  credentials: Credentials,
  call: Call,
  run: (call: Call) => Promise<ToolResult>,
): Promise<ToolResult> {
  const { organizationId } = call
  const scrub = (text: string) => credentials.scrub(organizationId, text)
  const learning = credentials.learn(organizationId)
  if (learning) await learning
  let result: ToolResult
  try {
    result = await run(tellingCleanly(credentials, call))
  } catch (error) {
    await learnAnew(credentials, organizationId)
    throw withCleanTexts(error, scrub)
  }
  const more = learnAnew(credentials, organizationId)
  if (more) await more
  if (!result.ok) return { ...result, error: { ...result.error, message: scrub(result.error.message) } }
  const output = credentials.scrubValue(organizationId, result.output)
  return output === result.output ? result : { ...result, output }
}

/** What is kept of a call before its result has come through here. */
export async function scrubbedText(
  credentials: Credentials,
  organizationId: string,
  text: string,
): Promise<string> {
  await learnAnew(credentials, organizationId)
  return credentials.scrub(organizationId, text)
}

/** What was stored meanwhile may have been sent by another thread. If it cannot be read, what was known before counts. */
function learnAnew(credentials: Credentials, organizationId: string): void | Promise<void> {
  return credentials.learn(organizationId)?.catch(() => {})
}

/** What a server lists is kept, shown and planned with. `credential-failed`: the secrets cannot be read. */
export async function scrubbedListing(
  credentials: Credentials,
  organizationId: string,
  list: () => Promise<Listing>,
): Promise<Listing> {
  const listing = await list()
  try {
    await credentials.learn(organizationId)
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error
    const { code, message, retryable } = error
    return { ok: false, error: { code, message, retryable } }
  }
  if (listing.ok)
    return credentials.scrubValue(organizationId, listing as unknown as Json) as unknown as Listing
  return {
    ok: false,
    error: { ...listing.error, message: credentials.scrub(organizationId, listing.error.message) },
  }
}

function tellingCleanly<Call extends Told>(credentials: Credentials, call: Call): Call {
  const { organizationId, onProgress } = call
  if (onProgress === undefined) return call
  const tell = (progress: ToolProgress) =>
    onProgress(credentials.scrubValue(organizationId, progress as Json) as ToolProgress)
  return { ...call, onProgress: tell }
}

function withCleanTexts(error: unknown, scrub: (text: string) => string): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    at.message = scrub(at.message)
    if (at.stack !== undefined) at.stack = scrub(at.stack)
  }
  return error
}
