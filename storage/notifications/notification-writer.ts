// Writes notifications of a portion of events, together with the mark up to which events are read. Called
// by storage/notifications/notifier.ts.
// 1. One statement writes all of a portion and moves the mark, or does neither: each event is told once.
// 2. What happens again within an hour joins the unread notification of the same subject; otherwise it
//    makes a new one.
// 3. A member gets one mail an hour per subject at most: an earlier notification waits, and is not mailed
//    if it is read by then.
// 4. Only members get notifications, and each member keeps a bounded number: the oldest go.
import { newId } from '../../domain/ids.ts'
import type { MemberNotice } from '../../domain/news/member-notices.ts'
import { notificationBounds } from '../../domain/news/notification.ts'
import type { Queries } from '../postgres/statement.ts'
import type { Reader } from './notifications.ts'

export interface Portion {
  readonly notices: readonly MemberNotice[]
  /** Approvals that were decided, by their organizations. */
  readonly decided: readonly { readonly organizationId: string; readonly approvalId: string }[]
  /** Old and new position of the mark. */
  readonly from: number
  readonly to: number
}

/** How long a mail waits, so that things that happen together go into one. */
export const gatherMs = 5_000

/**
 * @returns whose inboxes have changed; null when somebody else has read these events in the meantime, and
 *   nothing is written
 */
export async function writePortion(
  queries: Queries,
  { notices, decided, from, to }: Portion,
  now: number,
): Promise<readonly Reader[] | null> {
  const rows = notices.map(({ isMailed, ...notice }) => ({
    ...notice,
    id: newId('notification'),
    mailDueAt: isMailed ? now + gatherMs : null,
  }))
  const { windowMs } = notificationBounds
  const values = [JSON.stringify(rows), JSON.stringify(decided), from, to, now, now - windowMs, windowMs]
  const [row] = await queries.query<{ moved: number; settled: readonly Reader[] }>(write, values)
  if (row!.moved === 0) return null
  const notified = distinct(notices)
  if (notified.length > 0) await trim(queries, notified)
  return distinct([...notified, ...row!.settled])
}

function distinct(readers: readonly Reader[]): readonly Reader[] {
  const named = readers.map(({ organizationId, userId }) => ({ organizationId, userId }))
  return [...new Map(named.map(one => [`${one.organizationId}/${one.userId}`, one])).values()]
}

/** After a crash before this, a member has a few too many until the next call. */
async function trim(queries: Queries, readers: readonly Reader[]): Promise<void> {
  const { perUser } = notificationBounds
  const owners = [readers.map(one => one.organizationId), readers.map(one => one.userId)]
  await queries.query(removeOldest, [...owners, perUser])
}

/** Approvals that one notification can name. Further ones keep it unread until the member reads it. */
const mostApprovals = 100

const write = {
  name: 'notifications.write',
  text: `
with moved as (
  update notification_mark set position = $4::int8 where position = $3::int8 returning position
),
given as materialized (
  select g.* from jsonb_to_recordset($1::jsonb) as g(id text, "organizationId" text, "userId" text, kind text,
    subject text, occasion text, count int4, approvals text[], "inApp" boolean, "mailDueAt" int8)
  join memberships m on m.organization_id = g."organizationId" and m.user_id = g."userId"
  where exists (select from moved)
),
joined as (
  update notifications n set count = n.count + g.count, occasion = g.occasion, updated_at = $5::int8,
    approvals = (n.approvals || g.approvals)[1:${mostApprovals}]
  from given g
  where n.organization_id = g."organizationId" and n.user_id = g."userId" and n.subject = g.subject
    and n.read_at is null and n.created_at > $6::int8 and n.in_app = g."inApp"
  returning n.id, g.id as given_id
),
added as (
  insert into notifications (id, organization_id, user_id, kind, subject, occasion, approvals, count, in_app,
    created_at, updated_at, mail_due_at)
  select id, "organizationId", "userId", kind, subject, occasion, approvals[1:${mostApprovals}], count, "inApp",
    $5::int8, $5::int8, greatest("mailDueAt", case when "mailDueAt" is not null then (
      select max(mailed_at) + $7::int8 from notifications o
      where o.organization_id = "organizationId" and o.user_id = "userId" and o.subject = given.subject) end)
  from given where id not in (select given_id from joined)
),
settled as (
  update notifications n set read_at = $5::int8
  from jsonb_to_recordset($2::jsonb) as d("organizationId" text, "approvalId" text)
  where exists (select from moved) and n.organization_id = d."organizationId" and n.kind = 'approval.requested'
    and n.read_at is null and d."approvalId" = any(n.approvals)
    and n.id not in (select id from joined) and cardinality(n.approvals) = n.count
    and not exists (
      select from approvals a
      where a.organization_id = n.organization_id and a.id = any(n.approvals) and a.status = 'pending'
    )
  returning n.organization_id as "organizationId", n.user_id as "userId"
)
select (select count(*)::int from moved) as moved,
  (select coalesce(json_agg(settled), '[]') from settled) as settled`,
}

const removeOldest = {
  name: 'notifications.remove-oldest',
  text: `delete from notifications n using (
      select r.organization_id, r.user_id, (
        select id from notifications o where o.organization_id = r.organization_id and o.user_id = r.user_id
        order by id desc offset $3 limit 1
      ) as last
      from unnest($1::text[], $2::text[]) as r(organization_id, user_id)
    ) oldest
    where n.organization_id = oldest.organization_id and n.user_id = oldest.user_id and n.id <= oldest.last`,
}
