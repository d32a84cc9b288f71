// Finds the workflows that names in a plan may mean, for the compiler.
import type { NamedWorkflow } from '../../domain/compiler/compiler.ts'
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

const findNamed = {
  name: 'workflows.named',
  text: `with live as (
      select id, name, id = any($2) or lower(name) = any($3) as "isNamed"
      from workflows where organization_id = $1 and deleted_at is null
    )
    (select id, name from live where "isNamed" order by id desc limit $4)
    union (select id, name from live order by id desc limit 3)`,
}
