// Which of the assignees that a plan names can decide an approval. Asked while plans are compiled
// (http/workflows/compiler.ts).
import { roles } from '../../domain/people/permissions.ts'
import type { Queries } from '../postgres/statement.ts'

/**
 * @param said e-mail addresses, ids of users, roles
 * @returns those of them who are there; a role is, as every organization has an owner
 * @throws {Failure} unavailable
 */
export async function namedDeciders(
  queries: Queries,
  organizationId: string,
  said: readonly string[],
): Promise<readonly string[]> {
  const names = said.map(name => name.toLowerCase())
  const members = await queries.query<{ id: string; email: string }>(find, [organizationId, names])
  const known = new Set<string>([...roles, ...members.flatMap(({ id, email }) => [id, email])])
  return said.filter(name => known.has(name.toLowerCase()))
}

/** Viewers may decide nothing. */
const find = {
  name: 'members.named-deciders',
  text: `select lower(u.id) as id, lower(u.email) as email
    from memberships m join users u on u.id = m.user_id
    where m.organization_id = $1 and m.role <> 'viewer' and (lower(u.id) = any($2) or lower(u.email) = any($2))`,
}
