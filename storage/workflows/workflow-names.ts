// Names of workflows without their plans: those that a plan may mean, for the compiler, and pages of all.
import type { NamedWorkflow } from '../../domain/compiler/compiler.ts'
import type { WorkflowName } from '../../domain/work/workflow.ts'
import { idBefore, type Page, type PageRequest, pageOf } from '../postgres/page.ts'
import type { Queries } from '../postgres/statement.ts'

/** Bound of the answer: names may be shared, and candidates are few. */
const mostNamed = 200

/**
 * Workflows with these ids or these names, in any case, and the newest few as candidates for a wrong name.
 * @throws {Failure} unavailable
 */
export function namedWorkflows(
  queries: Queries,
  organizationId: string,
  said: readonly string[],
): Promise<NamedWorkflow[]> {
  return queries.query<NamedWorkflow>(findNamed, [
    organizationId,
    said,
    said.map(name => name.toLowerCase()),
    mostNamed,
  ])
}

/**
 * All of the organization, newest first; null when there are more than that. @throws {Failure} unavailable
 */
export async function allNames(
  queries: Queries,
  organizationId: string,
): Promise<readonly NamedWorkflow[] | null> {
  const named = await queries.query<NamedWorkflow>(listNames, [organizationId, null, mostNamed + 1])
  return named.length > mostNamed ? null : named.map(({ id, name }) => ({ id, name }))
}

/** Newest first. @throws {Failure} validation-failed: a made-up cursor */
export async function pageOfNames(
  queries: Queries,
  organizationId: string,
  page: PageRequest,
): Promise<Page<WorkflowName>> {
  const values = [organizationId, idBefore('workflow', page), page.limit + 1]
  return pageOf(await queries.query<WorkflowName>(listNames, values), page, row => row)
}

const listNames = {
  name: 'workflows.names',
  text: `select id, name, slug, created_at as "createdAt" from workflows
    where organization_id = $1 and deleted_at is null and ($2::text is null or id < $2)
    order by id desc limit $3`,
}

const findNamed = {
  name: 'workflows.named',
  text: `with live as (
      select id, name, id = any($2) or lower(name) = any($3) as "isNamed"
      from workflows where organization_id = $1 and deleted_at is null
    )
    (select id, name from live where "isNamed" order by id desc limit $4)
    union (select id, name from live order by id desc limit 3)`,
}
