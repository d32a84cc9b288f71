// Reads what a server says of itself, from its answer to initialize or server/discover. Used by sessions.ts
// and trial.ts.
import { isObject } from '../../../domain/json.ts'
import { type ServerAbout, serverAboutBounds } from '../../../domain/tools/server-about.ts'
import { oneLine } from './tool-intake.ts'

const serverInfoKey = 'io.modelcontextprotocol/serverInfo'

/** @param result as received; its `serverInfo` stands in `_meta` since 2026-07-28 */
export function aboutOf(result: unknown, protocolVersion: string): ServerAbout {
  const meta = isObject(result) && isObject(result['_meta']) ? result['_meta'] : {}
  const said = meta[serverInfoKey] ?? (isObject(result) ? result['serverInfo'] : undefined)
  const info = isObject(said) ? said : {}
  const { nameLength, versionLength } = serverAboutBounds
  return {
    protocolVersion: oneLine(protocolVersion, versionLength),
    name: oneLine(info['name'], nameLength) || null,
    title: oneLine(info['title'], nameLength) || null,
    version: oneLine(info['version'], versionLength) || null,
    websiteUrl: websiteOf(info['websiteUrl']),
  }
}

/** A link that people may follow: http or https, nothing else. */
function websiteOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > serverAboutBounds.urlLength) return null
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' ? url.href : null
}
