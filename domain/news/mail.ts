// A mail from the service to one person, as routes and chores hand it in (storage/notifications/mails.ts),
// and the developer's outbox.
import { z } from 'zod'

export interface Mail {
  /** Null for a mail that belongs to a person and no organization: a password reset. */
  readonly organizationId: string | null
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string | undefined
}

export const OutboxMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  createdAt: z.int(),
})
export type OutboxMail = z.infer<typeof OutboxMail>

/** How long sending is tried: a day. */
export const mailLifetimeMs = 24 * 3_600_000

/**
 * Pause before the next attempt: doubles from 30 s to an hour; its second half is jitter.
 * @param attempt 1 after the first
 * @param random in [0, 1)
 * @returns ms
 * @see "Exponential Backoff and Jitter" (equal jitter), AWS Architecture Blog
 */
export function mailPauseMs(attempt: number, random: number): number {
  const most = Math.min(3_600_000, 30_000 * 2 ** Math.min(attempt - 1, 20))
  return Math.round(most / 2 + (most / 2) * random)
}
