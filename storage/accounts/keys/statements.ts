// The SQL of storage/accounts/api-keys.ts, and the rows that it returns.
import type { KeyRestrictions } from '../../../domain/people/key-restrictions.ts'
import type { KeyHolder } from '../api-keys.ts'

export type KeyRow = Omit<KeyHolder, 'guard' | 'restrictions'> & KeyRestrictions

/** The hashes of a key before a change. */
export interface Replaced {
  readonly name: string
  readonly hash: string
  readonly previousHash: string | null
  readonly hasOrigins: boolean
}

export const findByHash = {
  name: 'api-keys.find-by-hash',
  text: `select k.id, k.organization_id as "organizationId", k.created_by as "userId", m.role, k.scopes, k.tools, k.budget,
      k.allowed_ips as "allowedIps", k.allowed_origins as "allowedOrigins",
      case when k.hash = $1 then k.expires_at else least(k.previous_until, k.expires_at) end as "expiresAt"
    from api_keys k join memberships m on m.organization_id = k.organization_id and m.user_id = k.created_by
      join organizations o on o.id = k.organization_id and o.deleted_at is null
    where (k.hash = $1 or (k.previous_hash = $1 and k.previous_until > $2)) and k.revoked_at is null`,
}

const columns = `k.id, k.name, k.prefix, k.scopes, k.tools, k.budget, k.allowed_ips as "allowedIps",
    k.allowed_origins as "allowedOrigins", k.created_by as "createdBy", k.created_at as "createdAt",
    k.last_used_at as "lastUsedAt", k.expires_at as "expiresAt"`

/** @param now a placeholder for the time */
const graceUntil = (now: string) =>
  `case when k.previous_until > ${now} then k.previous_until end as "graceUntil"`

export const list = {
  name: 'api-keys.list',
  text: `select ${columns}, ${graceUntil('$4')} from api_keys k
    where k.organization_id = $1 and k.revoked_at is null and ($2::text is null or k.id < $2)
    order by k.id desc limit $3`,
}

export const find = {
  name: 'api-keys.find',
  text: `select ${columns}, ${graceUntil('$3')}, m.role
    from api_keys k join memberships m on m.organization_id = k.organization_id and m.user_id = k.created_by
    where k.organization_id = $1 and k.id = $2 and k.revoked_at is null`,
}

export const rotate = {
  name: 'api-keys.rotate',
  text: `with old as (
      select id, hash, previous_hash from api_keys
      where organization_id = $1 and id = $2 and revoked_at is null and (expires_at is null or expires_at > $6)
      for update
    )
    update api_keys k set hash = $3, prefix = $4, previous_until = $5,
      previous_hash = case when $5::bigint is null then null else old.hash end
    from old where k.id = old.id
    returning k.name, old.hash, old.previous_hash as "previousHash", k.allowed_origins is not null as "hasOrigins"`,
}

export const revoke = {
  name: 'api-keys.revoke',
  text: `update api_keys set revoked_at = $3 where organization_id = $1 and id = $2 and revoked_at is null
    returning name, hash, previous_hash as "previousHash", allowed_origins is not null as "hasOrigins"`,
}

export const insert = {
  name: 'api-keys.insert',
  text: `insert into api_keys (id, organization_id, created_by, name, prefix, hash, scopes, tools, allowed_ips,
      allowed_origins, created_at, expires_at, budget)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
}
