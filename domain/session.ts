// A session: one sign-in of one person on one device. Its token and its refresh token end with it.
import { z } from 'zod'

export const Session = z.object({
  id: z.string(),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable().meta({ description: 'When its token was renewed last' }),
  expiresAt: z.int(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  provider: z.string().nullable().meta({ description: 'null: by password' }),
  current: z.boolean().meta({ description: 'The one of this request' }),
})
export type Session = z.infer<typeof Session>

/** Who signs in from where, as far as the request says. */
export interface Visit {
  readonly address: string | null
  readonly userAgent: string | null
}

export const unknownVisit: Visit = { address: null, userAgent: null }

/** How long a session lives, and with it its refresh token, unless it is refreshed. */
export const sessionLifetimeMs = 30 * 24 * 3_600_000

export const userAgentLength = 300
