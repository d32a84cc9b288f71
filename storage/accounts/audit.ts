// The audit log. A store that changes something in a transaction writes the entry in the same one, so no
// act is without its entry. Rows are inserted and never changed: a trigger of the table refuses everything
// else.
import { earliestIdAt, newId } from '../../domain/ids.ts'
import type { AuditEntry, AuditFilter, NewAuditEntry } from '../../domain/people/audit.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import type { Queries } from '../postgres/statement.ts'

/** Longer names are cut, so that no entry fails because of a name. */
const nameLength = 300

export function auditRow({ organizationId, actor, action, target, details = {}, address }: NewAuditEntry) {
  const isUser = typeof actor === 'string'
  return {
    id: newId('auditEntry'),
    organizationId,
    action: action as string,
    actorId: isUser ? actor : (actor?.userId ?? null),
    actorKeyId: isUser ? null : (actor?.key?.id ?? null),
    targetType: target?.type ?? null,
    targetId: target?.id ?? null,
    targetName: target?.name?.slice(0, nameLength) ?? null,
    details: JSON.stringify(details),
    address: address ?? null,
    createdAt: Date.now(),
  }
}

export type AuditStore = ReturnType<typeof auditStore>

export function auditStore(database: Queries) {
  return {
    /** @param queries the transaction of the act, where there is one */
    record: (entry: NewAuditEntry, queries: Queries = database) => writeAudit(queries, entry),

    /** Newest first. @throws {Failure} validation-failed: the cursor */
    async list(organizationId: string, filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>> {
      const { action, actor, target, from, to } = filter
      const before = lesser(
        idBefore('auditEntry', page),
        to === undefined ? null : earliestIdAt('auditEntry', to),
      )
      const since = from === undefined ? null : earliestIdAt('auditEntry', from)
      const rows = await database.query<AuditRow>(list, [
        organizationId,
        before,
        since,
        action ?? null,
        actor ?? null,
        target ?? null,
        page.limit + 1,
      ])
      return pageOf(rows, page, viewOf)
    },
  }
}

export async function writeAudit(queries: Queries, entry: NewAuditEntry): Promise<void> {
  await queries.query(insert, Object.values(auditRow(entry)))
}

interface AuditRow {
  readonly id: string
  readonly action: string
  readonly actorId: string | null
  readonly email: string | null
  readonly name: string | null
  readonly apiKeyId: string | null
  readonly targetType: string | null
  readonly targetId: string | null
  readonly targetName: string | null
  readonly details: string
  readonly address: string | null
  readonly createdAt: number
}

function viewOf(row: AuditRow): AuditEntry {
  const { id, action, actorId, email, name, apiKeyId, targetType, targetId, targetName } = row
  return {
    id,
    action,
    actor: actorId === null ? null : { id: actorId, email, name, apiKeyId },
    target:
      targetType === null || targetId === null ? null : { type: targetType, id: targetId, name: targetName },
    details: JSON.parse(row.details),
    address: row.address,
    createdAt: row.createdAt,
  }
}

function lesser(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

/** In the order of `auditRow`. */
const insert = {
  name: 'audit.insert',
  text: `insert into audit_entries (id, organization_id, action, actor_id, actor_key_id, target_type, target_id,
      target_name, details, address, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
}

/** Without a name, so that PostgreSQL plans it for the filters at hand. */
const list = {
  name: '',
  text: `select a.id, a.action, a.actor_id as "actorId", u.email, u.name, a.actor_key_id as "apiKeyId",
      a.target_type as "targetType", a.target_id as "targetId", a.target_name as "targetName", a.details,
      a.address, a.created_at as "createdAt"
    from audit_entries a left join users u on u.id = a.actor_id
    where a.organization_id = $1 and ($2::text is null or a.id < $2) and ($3::text is null or a.id >= $3)
      and ($4::text is null or a.action = $4) and ($5::text is null or a.actor_id = $5)
      and ($6::text is null or a.target_id = $6)
    order by a.id desc limit $7`,
}
