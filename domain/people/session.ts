// A session: one sign-in of one person on one device. Its token and its refresh token end with it.
import { z } from 'zod'

export const Session = z.object({
  id: z.string(),
  createdAt: z.int(),
  lastUsedAt: z.int().nullable().meta({ description: 'When its token was last renewed' }),
  expiresAt: z.int(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  provider: z
    .string()
    .nullable()
    .meta({ description: 'The provider that the person signed in with; null for a password' }),
  current: z.boolean().meta({ description: 'Is it the session of this request?' }),
})
export type Session = z.infer<typeof Session>

/** Where a sign-in comes from, as far as the request tells. */
export interface SignInOrigin {
  readonly address: string | null
  readonly userAgent: string | null
}

export const unknownOrigin: SignInOrigin = { address: null, userAgent: null }

/** How long a session and its refresh token live unless they are refreshed. */
export const sessionLifetimeMs = 30 * 24 * 3_600_000

export const userAgentLength = 300
