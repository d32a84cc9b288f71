// Refresh tokens: `rt_`, the id of the session, 32 random bytes, and a MAC of both. Only the hash of the
// current one is stored. The MAC tells two bad tokens apart: one that was made here and replaced since is in
// the wrong hands, so the session ends; one that somebody made up is refused, and nothing else happens.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { prefixes } from '../../domain/ids.ts'
import type { DeriveSecret } from './derived-secrets.ts'

export interface RefreshToken {
  readonly text: string
  /** SHA-256 in hex. */
  readonly hash: string
}

export interface RefreshTokens {
  make(sessionId: string): RefreshToken
  /** The token that replaces this one: the same each time, and only this server can make it. */
  successor(sessionId: string, text: string): RefreshToken
  /** The session of a token; null when the token was not made here. */
  read(text: string): { readonly sessionId: string; readonly hash: string } | null
}

export const refreshTokenLength = 3 + 26 + 43 + 43
const pattern = /^rt_([0-7][0-9a-hjkmnp-tv-z]{25})([\w-]{42}[AEIMQUYcgkosw048])([\w-]{42}[AEIMQUYcgkosw048])$/

export function createRefreshTokens(deriveSecret: DeriveSecret): RefreshTokens {
  const secret = deriveSecret('refresh tokens')
  const macOf = (content: string) => createHmac('sha256', secret).update(content).digest()
  const tokenOf = (sessionId: string, random: Buffer) => {
    const content = sessionId.slice(prefixes.session.length + 1) + random.toString('base64url')
    const text = `rt_${content}${macOf(content).toString('base64url')}`
    return { text, hash: hash('sha256', text) }
  }
  return {
    make: sessionId => tokenOf(sessionId, randomBytes(32)),
    successor: (sessionId, text) => tokenOf(sessionId, macOf(`successor of ${text}`)),
    read(text) {
      const parts = pattern.exec(text)
      if (parts === null) return null
      const [, suffix = '', random = '', mac = ''] = parts
      if (!timingSafeEqual(macOf(suffix + random), Buffer.from(mac, 'base64url'))) return null
      return { sessionId: `${prefixes.session}_${suffix}`, hash: hash('sha256', text) }
    },
  }
}
