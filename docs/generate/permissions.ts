// docs/reference/permissions.md: who may do what, and which endpoints ask for it.
import { permissions, roles, scopes } from '../../domain/people/permissions.ts'
import { apiRoutes } from '../../http/api.ts'
import { code, page, table } from './markdown.ts'

export function permissionsPage(): string {
  const routes = apiRoutes({ url: 'http://localhost:8080', version: '0' })
  const rows = Object.entries(permissions).map(([name, { role, scope }]) => {
    const asking = routes.filter(({ options }) => options.permission === name)
    return [
      code(name),
      role,
      code(scope),
      asking.map(({ method, path }) => code(`${method} ${path}`)).join('<br>'),
    ]
  })
  return page(
    'Permissions',
    'domain/people/permissions.ts',
    `Each role holds what the ones before it hold: ${roles.join(', ')}. An API key acts with the role that its creator has now, narrowed by its scopes:
${scopes.map(code).join(', ')}. So a key needs both: the role and the scope. What a caller may not do is 403; what belongs to another organization is 404.`,
    table(['permission', 'least role', 'scope of a key', 'asked for by'], rows),
  )
}
