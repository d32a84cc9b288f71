// Writes notifications: what has happened, to those whom it concerns, together with the mark up to where events were read.
// 1. One statement: all of a portion is written and its events are read, or neither. So each event is told once.
// 2. An unread notification of the same subject, of the last hour, takes in what happens again; otherwise a new one is made.
// 3. Of one subject, a member gets a mail an hour at most: one that is made earlier waits, and has none when it is read by then.
// 4. Only members get any, and of each member at most so many are kept: the oldest leave.
import { newId } from '../domain/ids.ts'
import { notificationBounds } from '../domain/notification.ts'
import type { Telling } from '../domain/tellings.ts'
import type { Queries } from './statement.ts'

export interface Portion {
  readonly tellings: readonly Telling[]
  /** Approvals that nobody is asked for any more, by their organizations. */
  readonly decided: readonly { readonly organizationId: string; readonly approvalId: string }[]
  /** The mark as it is, and as it will be. */
  readonly from: number
  readonly to: number
}

/** Mails wait so long, so that what happens at the same time goes into one. */
export const gatherMs = 5_000

/** @returns false when somebody else has read these events meanwhile: nothing is written then */
export async function writePortion(
  queries: Queries,
  { tellings, decided, from, to }: Portion,
  now: number,
): Promise<boolean> {
  const rows = tellings.map(({ isMailed, ...telling }) => ({
    ...telling,
    id: newId('notification'),
    mailDueAt: isMailed ? now + gatherMs : null,
  }))
  const { windowMs } = notificationBounds
  const values = [JSON.stringify(rows), JSON.stringify(decided), from, to, now, now - windowMs, windowMs]
  const [row] = await queries.query<{ moved: number }>(write, values)
  if (row!.moved === 0) return false
  const readers = new Map(tellings.map(one => [`${one.organizationId}/${one.userId}`, one]))
  if (readers.size > 0) await trim(queries, [...readers.values()])
  return true
}

/** A crash before this leaves a few too many until the next one. */
async function trim(queries: Queries, readers: readonly Telling[]): Promise<void> {
  const { perUser } = notificationBounds
  const owners = [readers.map(one => one.organizationId), readers.map(one => one.userId)]
  await queries.query(removeOldest, [...owners, perUser])
}

/** Approvals that a notification names: those past it keep it unread until it is read. */
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
)
select count(*)::int as moved from moved`,
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
