// Decides which address a step of the web server calls, and whether the credential goes there. The credential
// belongs to the base address of the installation: no argument of a step can send it elsewhere.

import { text } from '../../builtin/schema.ts'
import { invalidArguments } from '../../builtin/tool.ts'
import { urlOf } from '../../builtin/web/http-content.ts'
import type { FirstPartyContext } from '../first-party-server.ts'

export const addressSchema = text(
  'Address',
  'Web address, beginning with http:// or https://, or a path of the base address, beginning with /',
  { 'x-words': ['from', 'at', 'to', 'url', 'address'], minLength: 1, maxLength: 8_000 },
)

export interface ResolvedAddress {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A URL of the answer, without the query values of the credential. */
  shown(url: string): string
}

/** @throws {ToolFailure} also of the credential */
export async function resolveAddress(given: string, context: FirstPartyContext): Promise<ResolvedAddress> {
  const base = context.settings['baseUrl']
  const hasBase = typeof base === 'string'
  if (given.startsWith('/') && !hasBase) {
    throw invalidArguments(
      `${given.slice(0, 200)} needs a base address, and the web server is installed without one`,
    )
  }
  const url = given.startsWith('/') ? `${String(base).replace(/\/+$/, '')}${given}` : given
  if (!hasBase || !isUnder(url, base)) return { url, headers: {}, shown: answered => answered }
  const { headers, query } = await context.authorize(url)
  return { url: urlOf({ url, query }), headers, shown: answered => without(answered, Object.keys(query)) }
}

/** Same origin, and a path below the base path. */
function isUnder(url: string, base: string): boolean {
  const [target, root] = [URL.parse(url), URL.parse(base)]
  if (target === null || root === null || target.origin !== root.origin) return false
  return `${target.pathname}/`.startsWith(`${root.pathname.replace(/\/+$/, '')}/`)
}

function without(url: string, names: readonly string[]): string {
  if (names.length === 0) return url
  const shown = new URL(url)
  for (const name of names) shown.searchParams.delete(name)
  return shown.href
}
