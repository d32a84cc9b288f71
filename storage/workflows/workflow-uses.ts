// Finds the workflow versions that use a tool server, to show what breaks without it. Read when somebody
// removes a server or a tool, which is rare, so plans are first searched as text and then parsed.

import type { Plan } from '../../domain/plan/plan.ts'
import { toolsOfServer } from '../../domain/plan/plan-tools.ts'
import type { WorkflowUse } from '../../domain/tools/marketplace/marketplace.ts'
import type { Queries } from '../postgres/statement.ts'

/** Versions that are looked at; active ones come first. */
const most = 1_000

/**
 * Versions of existing workflows, the active ones first.
 * @param slug of the tool server
 * @throws {Failure} unavailable
 */
export async function workflowUses(
  queries: Queries,
  organizationId: string,
  slug: string,
): Promise<readonly WorkflowUse[]> {
  const rows = await queries.query<VersionRow>(find, [
    organizationId,
    `"server":"${slug}"`,
    `"${slug}__`,
    most,
  ])
  return rows
    .map(({ plan, ...version }) => ({
      ...version,
      tools: [...toolsOfServer(JSON.parse(plan) as Plan, slug)],
    }))
    .filter(({ tools }) => tools.length > 0)
}

type VersionRow = Omit<WorkflowUse, 'tools'> & { readonly plan: string }

const find = {
  name: 'workflow-uses.find',
  text: `select w.id as "workflowId", w.name as "workflowName", v.version, v.id = w.active_version_id as active, v.plan
    from workflow_versions v join workflows w on w.id = v.workflow_id
    where v.organization_id = $1 and w.deleted_at is null
      and (position($2 in v.plan) > 0 or position($3 in v.plan) > 0)
    order by active desc, w.id, v.version desc limit $4`,
}
