// Which address a step of the web server calls, and whether the credential goes there. The credential belongs to the
// base address of the installation: no argument of a step can send it elsewhere.
import { urlOf } from '../../tools/http-content.ts'
import { text } from '../../tools/schema.ts'
import { invalidArguments } from '../../tools/tool.ts'
import type { CatalogContext } from '../catalog-server.ts'

export const addressSchema = text(
  'Address',
  'Web address, beginning with http:// or https://, or a path of the base address, beginning with /',
  { 'x-words': ['from', 'at', 'to', 'url', 'address'], minLength: 1, maxLength: 8_000 },
)

export interface Addressed {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** An address of the answer without the values that the credential put into the query. */
  shown(url: string): string
}

/** @throws {ToolFailure} also of the credential */
export async function addressed(given: string, context: CatalogContext): Promise<Addressed> {
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

/** The same origin, and a path below that of the base. */
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
