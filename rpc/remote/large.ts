// Results over the 1 MiB that a call may answer. Their images, sounds and files are kept one by one and
// linked; what is still too large is kept whole, and its beginning passes on. Called by remote-server.ts.
import { isObject, type Json } from '../../domain/json.ts'
import type { ToolResult } from '../../domain/tools/tool.ts'
import type { Credentials } from '../credentials/credentials.ts'
import { keepLarge, type LargeResultStore } from '../large-results.ts'
import { linkedBinary } from '../linked-binaries.ts'
import { type CalledTool, readToolResult } from './result.ts'
import { answerBytes } from './wire.ts'

export interface Keeping {
  readonly organizationId: string
  readonly credentials: Credentials
  /** Undefined: nothing is kept. */
  readonly largeResults: LargeResultStore | undefined
}

/** The result with links in place of its large binaries; the same one when it has none. */
export async function withLinks(
  result: unknown,
  { organizationId, credentials, largeResults }: Keeping,
): Promise<unknown> {
  if (largeResults === undefined || !isObject(result) || !Array.isArray(result['content'])) return result
  const parts = result['content'] as readonly Json[]
  const content: Json[] = []
  for (const part of parts)
    content.push(
      await linkedBinary(largeResults, organizationId, credentials.scrubValue(organizationId, part)),
    )
  return content.some((part, index) => part !== parts[index]) ? { ...result, content } : result
}

export function isTooLarge(result: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(result)) > answerBytes
}

/** The beginning of the result, which is kept whole. Messages continue the text `tool server "Orders"`. */
export async function largeResultOf(
  result: unknown,
  tool: CalledTool,
  { organizationId, credentials, largeResults }: Keeping,
): Promise<ToolResult> {
  const read = readToolResult(result, tool)
  if (!read.ok) return read
  const message = `answered with more than ${answerBytes} bytes`
  if (largeResults === undefined)
    return { ok: false, error: { code: 'too-large', message, retryable: false } }
  return keepLarge(largeResults, organizationId, credentials.scrubValue(organizationId, read.output))
}
