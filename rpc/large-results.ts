// Results of tools that are too large to be passed on: each is kept whole, for as long as executions are, and what goes
// on is its beginning with a link. Called by the connector (rpc/remote/remote-server.ts); storage/tool-results.ts keeps them.
import { Failure } from '../domain/failure.ts'
import type { Json } from '../domain/json.ts'
import type { ToolResult } from '../domain/tool.ts'

export interface LargeResultStore {
  /**
   * @param body JSON text
   * @returns the id of what is kept; null when the organization keeps as much as it may
   * @throws {Failure} unavailable
   */
  keep(organizationId: string, body: string): Promise<string | null>
}

/** What a step gets in the place of a large result. */
export interface ResultPreview {
  readonly truncated: true
  /** The first characters of its JSON. */
  readonly preview: string
  readonly sizeBytes: number
  /** Path on this service, for whoever may read executions. */
  readonly link: string
}

/** As much as somebody reads; a model too. */
const previewLength = 4_000

/** @returns the preview as the output; `too-large` or `unavailable` when it could not be kept */
export async function keepLarge(
  store: LargeResultStore,
  organizationId: string,
  output: Json,
): Promise<ToolResult> {
  const body = JSON.stringify(output)
  const sizeBytes = Buffer.byteLength(body)
  let id: string | null
  try {
    id = await store.keep(organizationId, body)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const message = `answered ${sizeBytes} bytes, which could not be kept: ${error.message}`
    return { ok: false, error: { code: error.code, message, retryable: true } }
  }
  if (id === null) {
    const message = `answered ${sizeBytes} bytes, and this organization keeps as many large results as it may`
    return { ok: false, error: { code: 'too-large', message, retryable: false } }
  }
  const preview = body.slice(0, previewLength).toWellFormed()
  const kept: ResultPreview = { truncated: true, preview, sizeBytes, link: `/api/v1/tool-results/${id}` }
  return { ok: true, output: { ...kept } }
}
