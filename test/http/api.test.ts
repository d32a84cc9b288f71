import { test } from 'tap'
import { apiRoutes } from '../../http/api.ts'
import { describeApi } from '../../http/openapi/openapi.ts'

test('every route of the service can be described in OpenAPI', async t => {
  const url = 'http://localhost:8080'
  const routes = apiRoutes({ url, version: '1.0.0' })
  const { paths } = describeApi(routes, { title: 'Troupe', version: '1.0.0', url })
  // Files behind a wildcard are not part of the API.
  for (const { method, path } of routes.filter(route => !route.path.includes('*'))) {
    t.ok(paths?.[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase() as 'get'], `${method} ${path}`)
  }
})
