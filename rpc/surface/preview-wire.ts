// The result of a tool that was too large to be passed on (large-results.ts), as it leaves on /rpc: its beginning as text
// and a link to the rest. It is not what the tool's outputSchema promises, so it is no structuredContent; where there is
// such a promise it can only be an error, because clients refuse a result that does not keep it.
import { isId } from '../../domain/ids.ts'
import { isObject, type Json } from '../../domain/json.ts'
import type { ResultPreview } from '../large-results.ts'
import type { WireResult, WireTool } from '../tool-wire.ts'
import { resourceUri } from './resource-uri.ts'

const path = '/api/v1/tool-results/'

/** @returns null: a result that is there as a whole */
export function previewIn(output: Json): ResultPreview | null {
  if (!isObject(output) || output['truncated'] !== true) return null
  const { preview, sizeBytes, link } = output
  const isOurs =
    typeof link === 'string' && link.startsWith(path) && isId('toolResult', link.slice(path.length))
  if (!isOurs || typeof preview !== 'string' || typeof sizeBytes !== 'number') return null
  return { truncated: true, preview, sizeBytes, link }
}

/** @param tool that was called */
export function wirePreview({ preview, sizeBytes, link }: ResultPreview, tool: WireTool): WireResult {
  const uri = resourceUri({ kind: 'tool-result', id: link.slice(path.length) })
  const about = `${tool.name} was carried out. Its result has ${sizeBytes} bytes, more than are passed on: all of it is at ${uri} (GET ${link}). It begins:`
  const content = [
    { type: 'text', text: `${about}\n${preview}` },
    { type: 'resource_link', uri, name: 'result', mimeType: 'application/json', size: sizeBytes },
  ] as const
  if (tool.outputSchema === undefined) return { content }
  const error = { code: 'result-too-large', retryable: false, link, sizeBytes }
  return { content, isError: true, _meta: { 'troupe/error': error } }
}
