// A tool's result that was too large to pass on (large-results.ts), as /rpc sends it: its beginning as text
// and a link to the rest. It does not fit the tool's outputSchema, so it cannot be structuredContent. A tool
// that has an outputSchema therefore gives an error: clients refuse a result that breaks the schema.
import { isId } from '../../domain/ids.ts'
import { isObject, type Json } from '../../domain/json.ts'
import { type ResultPreview, resultPath } from '../large-results.ts'
import type { WireResult, WireTool } from '../tool-wire.ts'
import { resourceUri } from './resource-uri.ts'

/** @returns null: the result is complete */
export function previewIn(output: Json): ResultPreview | null {
  if (!isObject(output) || output['truncated'] !== true) return null
  const { preview, sizeBytes, link } = output
  const isOurs =
    typeof link === 'string' &&
    link.startsWith(resultPath) &&
    isId('toolResult', link.slice(resultPath.length))
  if (!isOurs || typeof preview !== 'string' || typeof sizeBytes !== 'number') return null
  return { truncated: true, preview, sizeBytes, link }
}

/** @param tool the tool that was called */
export function wirePreview({ preview, sizeBytes, link }: ResultPreview, tool: WireTool): WireResult {
  const uri = resourceUri({ kind: 'tool-result', id: link.slice(resultPath.length) })
  const about = `${tool.name} was carried out. Its result has ${sizeBytes} bytes, more than are passed on: all of it is at ${uri} (GET ${link}). It begins:`
  const content = [
    { type: 'text', text: `${about}\n${preview}` },
    { type: 'resource_link', uri, name: 'result', mimeType: 'application/json', size: sizeBytes },
  ] as const
  if (tool.outputSchema === undefined) return { content }
  const error = { code: 'result-too-large', retryable: false, link, sizeBytes }
  return { content, isError: true, _meta: { 'troupe/error': error } }
}
