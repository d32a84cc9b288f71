// The audit log: who did what that matters for the security of an organization, when, and to what
// (storage/accounts/audit.ts). An entry is written once and never changed. Its details hold names, ids,
// roles and counts, never secrets.
import { z } from 'zod'
import type { Caller } from './permissions.ts'

/** `noun.verb-in-the-past`, in kebab case: `api-key.rotated`. */
export type AuditAction = `${string}.${string}`

export interface AuditTarget {
  /** `user`, `api-key`, `team`, `invitation`, ... */
  readonly type: string
  readonly id: string
  /** Its name at the time. */
  readonly name?: string | null
}

/** Flat, small, and free of secrets. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

export interface NewAuditEntry {
  readonly organizationId: string
  /** Who did it: a caller, a user's id when there is no request of theirs, or null when nobody is known. */
  readonly actor: Pick<Caller, 'userId' | 'key'> | string | null
  readonly action: AuditAction
  readonly target?: AuditTarget
  readonly details?: AuditDetails
  /** IP address of the client. */
  readonly address?: string | null
}

/** The caller of a request and their address: what the entries of one request share. */
export interface Actor {
  readonly caller: Caller
  /** IP address of the client. */
  readonly address: string | null
}

/** The entry of an act in the actor's own organization. */
export function entryOf(
  { caller, address }: Actor,
  action: AuditAction,
  target: AuditTarget,
  details: AuditDetails = {},
): NewAuditEntry {
  return { organizationId: caller.organizationId, actor: caller, action, target, details, address }
}

export const AuditEntry = z.object({
  id: z.string(),
  action: z.string().meta({ example: 'member.role-changed' }),
  actor: z
    .object({
      id: z.string(),
      email: z.string().nullable(),
      name: z.string().nullable(),
      apiKeyId: z
        .string()
        .nullable()
        .meta({ description: 'The API key that they used; null when they were signed in' }),
    })
    .nullable()
    .meta({ description: 'Who did it; null when nobody is known' }),
  target: z.object({ type: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  createdAt: z.int(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** A filter of the log; times are Unix ms. */
export interface AuditFilter {
  readonly action?: string | undefined
  /** Id of a user. */
  readonly actor?: string | undefined
  /** Id of the target. */
  readonly target?: string | undefined
  readonly from?: number | undefined
  /** Exclusive. */
  readonly to?: number | undefined
}
