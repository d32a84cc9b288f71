// Reads what notifications need beside an event: who made the workflow of an execution, what an approval
// asked, who the members are and what they want to hear of. Called by storage/notifications/notifier.ts
// once for a portion of events.

import type { ExecutionFacts, Mentioned, Surroundings } from '../../domain/news/event-notices.ts'
import type { PreferringMember } from '../../domain/news/member-notices.ts'
import type { Queries, Statement } from '../postgres/statement.ts'

interface MentioningEvent extends Mentioned {
  readonly organizationId: string
}

export interface PortionSurroundings {
  readonly of: (organizationId: string) => Surroundings
  readonly membersIn: (organizationId: string) => readonly PreferringMember[]
}

/** @throws {Failure} unavailable */
export async function loadSurroundings(
  queries: Queries,
  events: readonly MentioningEvent[],
): Promise<PortionSurroundings> {
  const organizations = [...new Set(events.map(({ organizationId }) => organizationId))]
  if (organizations.length === 0) return nobody
  const mentioned = <Row extends object>(statement: Statement, ids: readonly string[]) =>
    ids.length === 0 ? [] : queries.query<Row>(statement, [organizations, ids])
  const [members, runs, approvals] = await Promise.all([
    queries.query<MemberRow>(readMembers, [organizations]),
    mentioned<ExecutionRow>(readRuns, idsIn(events, 'executionId')),
    mentioned<ApprovalRow>(readApprovals, idsIn(events, 'decidedId')),
  ])
  const membersOf = Map.groupBy(members.map(withPreferences), ({ organizationId }) => organizationId)
  const runsById = new Map(runs.map(row => [`${row.organizationId}/${row.id}`, row]))
  const messages = new Map(approvals.map(row => [`${row.organizationId}/${row.id}`, row.message]))
  const membersIn = (organizationId: string) => membersOf.get(organizationId) ?? []
  return {
    membersIn,
    of: organizationId => ({
      run: id => runsById.get(`${organizationId}/${id}`),
      messageOf: id => messages.get(`${organizationId}/${id}`) ?? null,
      nameOf: id => membersIn(organizationId).find(({ userId }) => userId === id)?.email ?? null,
    }),
  }
}

const nobody: PortionSurroundings = {
  membersIn: () => [],
  of: () => ({ run: () => undefined, messageOf: () => null, nameOf: () => null }),
}

function idsIn(events: readonly MentioningEvent[], which: keyof Mentioned): readonly string[] {
  return [...new Set(events.flatMap(event => event[which] ?? []))]
}

interface MemberRow extends Omit<PreferringMember, 'preferences'> {
  readonly organizationId: string
  /** JSON text. */
  readonly preferences: string
}

interface ExecutionRow extends ExecutionFacts {
  readonly id: string
  readonly organizationId: string
}

interface ApprovalRow {
  readonly id: string
  readonly organizationId: string
  readonly message: string
}

function withPreferences({ preferences, ...member }: MemberRow) {
  return { ...member, preferences: JSON.parse(preferences) as PreferringMember['preferences'] }
}

const readMembers = {
  name: 'notifications.members',
  text: `select m.organization_id as "organizationId", m.user_id as "userId", m.role, u.email,
      coalesce(r.preferences, '{}') as preferences
    from memberships m join users u on u.id = m.user_id
    join organizations o on o.id = m.organization_id and o.deleted_at is null
    left join notification_readers r on r.organization_id = m.organization_id and r.user_id = m.user_id
    where m.organization_id = any($1)`,
}

const readRuns = {
  name: 'notifications.runs',
  text: `select e.id, e.organization_id as "organizationId", array(
      select distinct v.created_by from workflow_versions v
      where v.organization_id = e.organization_id and v.workflow_id = e.workflow_id
        and (v.version = 1 or v.id = e.version_id)
    ) as authors
    from executions e where e.organization_id = any($1) and e.id = any($2)`,
}

const readApprovals = {
  name: 'notifications.approvals',
  text: `select id, organization_id as "organizationId", message from approvals
    where organization_id = any($1) and id = any($2)`,
}
