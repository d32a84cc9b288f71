// Results that are too large to pass on. Each is kept whole for as long as executions are; the step gets its
// beginning and a link. Called by the connector (rpc/remote/remote-server.ts);
// storage/tool-servers/tool-results.ts keeps them.
import { Failure } from '../domain/failure.ts'
import { isObject, type Json } from '../domain/json.ts'
import { withoutBinaries } from '../domain/tools/content.ts'
import type { ToolResult } from '../domain/tools/tool.ts'

export interface LargeResultStore {
  /**
   * @param body JSON text
   * @returns the id of the kept result; null when the organization has no space left
   * @throws {Failure} unavailable
   */
  keep(organizationId: string, body: string): Promise<string | null>
}

/** What a step gets instead of a large result. */
export interface ResultPreview {
  readonly truncated: true
  /** The first characters of its JSON. */
  readonly preview: string
  readonly sizeBytes: number
  /** Path on this service; needs the permission to read executions. */
  readonly link: string
}

export const resultPath = '/api/v1/tool-results/'

/** As much as a person or a model reads. */
const previewLength = 4_000

/** @returns the preview as the output; `too-large` or `unavailable` when the result could not be kept */
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
  // A language model may read it, and binary content means nothing to one.
  const preview = JSON.stringify(withoutBinaries(output)).slice(0, previewLength).toWellFormed()
  const kept: ResultPreview = { truncated: true, preview, sizeBytes, link: `${resultPath}${id}` }
  return { ok: true, output: { ...kept } }
}

/** Does it stand for a large result? */
export function isPreview(output: Json): boolean {
  if (!isObject(output) || output['truncated'] !== true) return false
  return typeof output['link'] === 'string' && output['link'].startsWith(resultPath)
}
