// Texts of codes and tokens: a prefix that says what it is, and 32 random bytes. Only their SHA-256 is
// stored.
import { hash, randomBytes } from 'node:crypto'

/** `cc_` a code, `ca_` an access token, `cr_` a refresh token. */
export type IssuedKind = 'code' | 'access' | 'refresh'

const prefixOf = { code: 'cc_', access: 'ca_', refresh: 'cr_' } as const
const pattern = /^c[acr]_[\w-]{43}$/

export const accessTokenPrefix = prefixOf.access

/** A code is exchanged at once, by a program. */
export const codeLifetimeMs = 60_000
export const accessLifetimeMs = 15 * 60_000
/** From the last renewal on. */
export const refreshLifetimeMs = 30 * 24 * 3_600_000

export function makeIssued(kind: IssuedKind): { readonly text: string; readonly hash: string } {
  const text = prefixOf[kind] + randomBytes(32).toString('base64url')
  return { text, hash: hash('sha256', text) }
}

/** The hash of a text that could be of this kind; null for any other text. */
export function hashIssued(text: string, kind?: IssuedKind): string | null {
  if (!pattern.test(text) || (kind !== undefined && !text.startsWith(prefixOf[kind]))) return null
  return hash('sha256', text)
}
