// The section of the commit statement that writes approvals. They are rare and have many columns, so they
// travel as JSON.
import { projectionsOf, type Section, unlessRefused } from './commit-section.ts'

const approvals: Section = {
  name: 'approvals',
  width: 2,
  values({ commits }) {
    const projections = projectionsOf(commits, 'approvals')
    if (projections.length === 0) return null
    return [
      JSON.stringify(projections.flatMap(({ requested }) => requested)),
      JSON.stringify(projections.flatMap(({ decided }) => decided)),
    ]
  },
  ctes: has => `requested as (
  insert into approvals (id, organization_id, kind, execution_id, step_id, session_id, call_id, message, tool, args, decided_args, digest,
    assignees, form, status, requested_at, expires_at, decided_at, decided_by, note)
  select id, "organizationId", kind, "executionId", "stepId", "sessionId", "callId", message, tool, args, "decidedArgs", digest,
    assignees, form, status, "requestedAt", "expiresAt", "decidedAt", "decidedBy", note
  from jsonb_to_recordset($1::jsonb) as r(id text, "organizationId" text, kind text, "executionId" text, "stepId" text,
    "sessionId" text, "callId" text,
    message text, tool text, args text, "decidedArgs" text, digest text, assignees text, form text, status text,
    "requestedAt" int8, "expiresAt" int8, "decidedAt" int8, "decidedBy" text, note text)
  where ${unlessRefused(has, 'r."executionId"')}
),
decided as (
  update approvals a set status = d.status, decided_at = d."decidedAt", decided_by = d."decidedBy", note = d.note,
    decided_args = d."decidedArgs"
  from jsonb_to_recordset($2::jsonb)
    as d(id text, status text, "decidedAt" int8, "decidedBy" text, note text, "decidedArgs" text)
  where a.id = d.id
)`,
}

export const approvalSections: readonly Section[] = [approvals]
