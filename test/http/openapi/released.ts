// The API as the last release promised it, and as it is now: the OpenAPI document and the tools of /rpc,
// without the words for people. `npm run api:keep` writes what is now over what was released.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiRoutes, resourceRoutes } from '../../../http/api.ts'
import { finderTools } from '../../../http/mcp/finder-tools.ts'
import { serviceTools } from '../../../http/mcp/service-tools.ts'
import type { breaksOf } from './breaks/operations.ts'
import type { ReleasedTool } from './breaks/tools.ts'

export type ApiDocument = Parameters<typeof breaksOf>[0]

export const folder = join(import.meta.dirname, 'released')

export function releasedApi(): ApiDocument {
  return JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8'))
}

export function releasedTools(): readonly ReleasedTool[] {
  return JSON.parse(readFileSync(join(folder, 'tools.json'), 'utf8'))
}

export function currentApi(): ApiDocument {
  const routes = apiRoutes({ url: 'http://localhost:8080', version: '0' })
  const served = routes.find(({ path }) => path === '/openapi.json')!
  // biome-ignore lint/suspicious/noExplicitAny: the handler's types are forgotten
  const { form } = served.handler({} as any, {} as any) as any
  return bare(JSON.parse(form.body)) as ApiDocument
}

export function currentTools(): readonly ReleasedTool[] {
  const own = serviceTools(resourceRoutes).map(({ definition }) => definition)
  return [...own, ...Object.values(finderTools)].map(({ name, effect, inputSchema, outputSchema }) => {
    return bare({ name, effect, inputSchema, outputSchema }) as ReleasedTool
  })
}

const words = ['description', 'summary', 'title', 'example', 'operationId', 'tags', 'externalDocs', 'servers']
const dropped = new Set([...words, 'info'])

/** Without what only people read. Under `properties` stand names of fields, and under `enum` values. */
function bare(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map(each => bare(each))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => areNames || !dropped.has(name))
  return Object.fromEntries(
    kept.map(([name, member]) => [
      name,
      !areNames && ['enum', 'default', 'const'].includes(name)
        ? member
        : bare(member, !areNames && name === 'properties'),
    ]),
  )
}
