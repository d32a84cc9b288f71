// Pages of the local sandbox for payments (http/billing/sandbox.ts): each is opened by a secret token, whose
// hash is all that is kept.
import { createHash } from 'node:crypto'
import type { PaidPlan } from '../../domain/billing/checkout.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

export interface SandboxPage {
  readonly organizationId: string
  readonly kind: 'checkout' | 'portal'
  /** What a checkout sells; null for a portal. */
  readonly plan: PaidPlan | null
  readonly successPath: string
  readonly cancelPath: string
  readonly expiresAt: number
  /** When the checkout was paid; null: it was not. */
  readonly usedAt: number | null
}

export type SandboxPageStore = ReturnType<typeof sandboxPageStore>

export function sandboxPageStore(database: Queries) {
  return {
    async add(token: string, page: Omit<SandboxPage, 'usedAt'>, at: number): Promise<void> {
      const { organizationId, kind, plan, successPath, cancelPath, expiresAt } = page
      await database.query(forget, [at])
      await database.query(insert, [
        hashOf(token),
        organizationId,
        kind,
        plan,
        successPath,
        cancelPath,
        at,
        expiresAt,
      ])
    },

    /** Null when there is none, or it has expired. */
    async find(token: string, at: number): Promise<(SandboxPage & { organizationName: string }) | null> {
      const [row] = await database.query<SandboxPage & { organizationName: string }>(find, [
        hashOf(token),
        at,
      ])
      return row ?? null
    },

    /** Once: false when somebody was faster. @param queries the transaction of the payment */
    async use(token: string, at: number, queries: Queries): Promise<boolean> {
      return (await queries.query(use, [hashOf(token), at])).length > 0
    },
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const insert: Statement = {
  name: 'sandbox-pages.insert',
  text: `insert into sandbox_pages (token_hash, organization_id, kind, plan, success_path, cancel_path, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
}

const find: Statement = {
  name: 'sandbox-pages.find',
  text: `select p.organization_id as "organizationId", o.name as "organizationName", p.kind, p.plan,
      p.success_path as "successPath", p.cancel_path as "cancelPath", p.expires_at as "expiresAt", p.used_at as "usedAt"
    from sandbox_pages p join organizations o on o.id = p.organization_id
    where p.token_hash = $1 and p.expires_at > $2 and o.deleted_at is null`,
}

const use: Statement = {
  name: 'sandbox-pages.use',
  text: `update sandbox_pages set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2
    returning token_hash`,
}

const forget: Statement = {
  name: 'sandbox-pages.forget',
  text: 'delete from sandbox_pages where expires_at < $1',
}
