// Ends an organization. Its rows stay, so that something can be looked up, but nobody gets in any more and
// nothing starts by itself: every way in checks that the organization is not deleted. Called by
// storage/accounts/organizations.ts.
import { type Actor, entryOf } from '../../domain/people/audit.ts'
import type { OrganizationImpact } from '../../domain/people/organization.ts'
import type { Database } from '../postgres/database.ts'
import type { Queries } from '../postgres/statement.ts'
import { writeAudit } from './audit.ts'
import { lockUsers } from './lock-user.ts'
import { lockMembers } from './members.ts'

/**
 * One transaction. Accounts that belong to no other organization are closed, and their addresses become
 * free.
 * @throws {Failure} not-found: it has ended before
 */
export async function endOrganization(database: Database, actor: Actor): Promise<void> {
  const { organizationId } = actor.caller
  await database.atomically(async queries => {
    await lockMembers(queries, organizationId)
    await lockUsers(queries, organizationId)
    const now = Date.now()
    await queries.query(markDeleted, [organizationId, now, actor.caller.userId])
    for (const statement of [endSessions, revokeKeys]) {
      await queries.query(statement, [organizationId, now])
    }
    for (const statement of [
      dropInvitations,
      dropConnections,
      endSchedules,
      dropModelAnswers,
      closeIdentities,
      closeAccounts,
    ]) {
      await queries.query(statement, [organizationId])
    }
    await writeAudit(
      queries,
      entryOf(actor, 'organization.deleted', { type: 'organization', id: organizationId }),
    )
  })
}

/** What `endOrganization` would end. */
export async function readImpact(queries: Queries, organizationId: string): Promise<OrganizationImpact> {
  const [row] = await queries.query<OrganizationImpact>(countEnding, [organizationId])
  return row!
}

const markDeleted = {
  name: 'organization-end.mark',
  text: 'update organizations set deleted_at = $2, ending_by = $3 where id = $1',
}

const endSessions = {
  name: 'organization-end.sessions',
  text: 'update sessions set ended_at = $2 where organization_id = $1 and ended_at is null',
}

const revokeKeys = {
  name: 'organization-end.keys',
  text: 'update api_keys set revoked_at = $2 where organization_id = $1 and revoked_at is null',
}

const dropInvitations = {
  name: 'organization-end.invitations',
  text: 'delete from invitations where organization_id = $1',
}

const dropConnections = {
  name: 'organization-end.connections',
  text: 'delete from connections where organization_id = $1',
}

/**
 * The same as removing each schedule: the actors are told of the new revision
 * (storage/workflows/schedules.ts).
 */
const endSchedules = {
  name: 'organization-end.schedules',
  text: `update workflows set schedule = (schedule::jsonb || jsonb_build_object('schedule', null, 'others', (
        select coalesce(jsonb_agg(one || '{"schedule": null}'), '[]'::jsonb)
        from jsonb_array_elements(coalesce(schedule::jsonb->'others', '[]'::jsonb)) one)))::text,
      schedule_revision = schedule_revision + 1
    where organization_id = $1 and schedule is not null`,
}

const dropModelAnswers = {
  name: 'organization-end.model-answers',
  text: 'delete from model_answers where organization_id = $1',
}

const stranded = `select m.user_id from memberships m where m.organization_id = $1 and not exists (
    select 1 from memberships other join organizations o on o.id = other.organization_id
    where other.user_id = m.user_id and o.deleted_at is null)`

const closeIdentities = {
  name: 'organization-end.identities',
  text: `delete from identities where user_id in (${stranded})`,
}

const closeAccounts = {
  name: 'organization-end.accounts',
  text: `update users set email_key = 'closed ' || id, password_hash = null where id in (${stranded})`,
}

const countEnding = {
  name: 'organization-end.impact',
  text: `select
      (select count(*)::int from memberships where organization_id = $1) as members,
      (select count(*)::int from memberships m where m.organization_id = $1 and not exists (
        select 1 from memberships other join organizations o on o.id = other.organization_id
        where other.user_id = m.user_id and o.id <> $1 and o.deleted_at is null)) as "closedAccounts",
      (select count(*)::int from workflows where organization_id = $1 and deleted_at is null) as workflows,
      (select count(*)::int from executions where organization_id = $1
        and status not in ('completed', 'failed', 'cancelled')) as executions,
      (select count(*)::int from api_keys where organization_id = $1 and revoked_at is null) as "apiKeys",
      (select count(*)::int from webhooks where organization_id = $1) as webhooks,
      (select count(*)::int from tool_servers where organization_id = $1) as "toolServers"`,
}
