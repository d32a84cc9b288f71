// The audit log: who did what that matters for the security of an organization, when and to what. An entry is written
// once and never changed. Its details hold no secrets: names, ids, roles, counts.
import { z } from 'zod'
import type { Caller } from './permissions.ts'

/** `noun.verb-in-the-past`, in kebab case: `api-key.rotated`. */
export type AuditAction = `${string}.${string}`

export interface AuditTarget {
  /** `user`, `api-key`, `team`, `invitation`, ... */
  readonly type: string
  readonly id: string
  /** What a person calls it, at the time. */
  readonly name?: string | null
}

/** Flat, small, and free of secrets. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

export interface NewAuditEntry {
  readonly organizationId: string
  /** Who did it; a user's id when there is no request of theirs, null when nobody is known. */
  readonly actor: Pick<Caller, 'userId' | 'key'> | string | null
  readonly action: AuditAction
  readonly target?: AuditTarget
  readonly details?: AuditDetails
  /** IP address of the client. */
  readonly address?: string | null
}

/** Whoever acts, and from where: what entries of one request have in common. */
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
      apiKeyId: z.string().nullable().meta({ description: 'The key that they used; null: signed in' }),
    })
    .nullable()
    .meta({ description: 'null: nobody who is known' }),
  target: z.object({ type: z.string(), id: z.string(), name: z.string().nullable() }).nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  createdAt: z.int(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** What of the log is asked for; times are Unix ms. */
export interface AuditFilter {
  readonly action?: string | undefined
  /** Id of a user. */
  readonly actor?: string | undefined
  /** Id of what it was done to. */
  readonly target?: string | undefined
  readonly from?: number | undefined
  /** Exclusive. */
  readonly to?: number | undefined
}
