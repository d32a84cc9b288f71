// The ways out of the hub: results, progress and listings, scrubbed of secrets that a server may echo. The
// journal, event streams, /rpc and the log see nothing that has not passed here. Clients of servers do not
// scrub, except results that are stored: those are scrubbed first.
import type { Json } from '../../domain/json.ts'
import { boundedAnswer, type ToolAnswer } from '../../domain/tools/failures/tool-answer.ts'
import type { SentResult, ToolResult } from '../../domain/tools/tool.ts'
import { ToolFailure } from '../builtin/tool.ts'
import type { Listing } from '../remote/remote-server.ts'
import type { ToolProgress } from '../tool-progress.ts'
import type { Credentials } from './credentials.ts'

/** The part of a call that this file needs. */
interface CallFacts {
  readonly organizationId: string
  readonly onProgress?: (progress: ToolProgress) => void
}

/**
 * @param run makes the call; the call that it gets scrubs its progress
 * @throws {ToolFailure} `credential-failed`: the secrets cannot be read; nothing has run
 * @throws what `run` throws, its texts scrubbed
 */
export async function scrubbedResult<Call extends CallFacts>(
  credentials: Credentials,
  call: Call,
  run: (call: Call) => Promise<ToolResult>,
): Promise<ToolResult> {
  const { organizationId } = call
  const scrub = (text: string) => credentials.scrub(organizationId, text)
  const scrubValue = (value: Json) => credentials.scrubValue(organizationId, value)
  const learning = credentials.learn(organizationId)
  if (learning) await learning
  let result: ToolResult
  try {
    result = await run(withScrubbedProgress(credentials, call))
  } catch (error) {
    await learnAnew(credentials, organizationId)
    throw withCleanTexts(error, scrub, scrubValue)
  }
  const more = learnAnew(credentials, organizationId)
  if (more) await more
  return cleanResult(result, scrub, scrubValue)
}

function cleanResult(
  result: ToolResult,
  scrub: (text: string) => string,
  scrubValue: (value: Json) => Json,
): ToolResult {
  const sent = result.sent && { sent: scrubValue({ ...result.sent }) as unknown as SentResult }
  if (!result.ok) {
    const { message, tool } = result.error
    const answer = tool && { tool: cleanAnswer(tool, scrubValue) }
    return { ...result, ...sent, error: { ...result.error, message: scrub(message), ...answer } }
  }
  const output = scrubValue(result.output)
  return output === result.output && sent === undefined ? result : { ...result, ...sent, output }
}

/** For texts of a call that are kept before its result passes here. */
export async function scrubbedText(
  credentials: Credentials,
  organizationId: string,
  text: string,
): Promise<string> {
  await learnAnew(credentials, organizationId)
  return credentials.scrub(organizationId, text)
}

/**
 * Another thread may have sent a secret that was stored meanwhile. If the secrets cannot be read, those known
 * before count.
 */
function learnAnew(credentials: Credentials, organizationId: string): void | Promise<void> {
  return credentials.learn(organizationId)?.catch(() => {})
}

/**
 * Scrubs a listing before it is kept, shown and planned with. `credential-failed`: the secrets cannot be
 * read.
 */
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

function withScrubbedProgress<Call extends CallFacts>(credentials: Credentials, call: Call): Call {
  const { organizationId, onProgress } = call
  if (onProgress === undefined) return call
  const tell = (progress: ToolProgress) =>
    onProgress(credentials.scrubValue(organizationId, progress as Json) as ToolProgress)
  return { ...call, onProgress: tell }
}

/** Cut only then: a secret that is cut in two would not be found. */
function cleanAnswer({ status, content }: ToolAnswer, scrubValue: (value: Json) => Json): ToolAnswer {
  return boundedAnswer({ status, content: scrubValue(content) })
}

function withCleanTexts(
  error: unknown,
  scrub: (text: string) => string,
  scrubValue: (value: Json) => Json,
): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ToolFailure && at.answer !== undefined) at.answer = cleanAnswer(at.answer, scrubValue)
    at.message = scrub(at.message)
    if (at.stack !== undefined) at.stack = scrub(at.stack)
  }
  return error
}
