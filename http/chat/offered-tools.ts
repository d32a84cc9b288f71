// The tools of the service that the language models of chats get: routes, as /rpc offers them, without those
// for authors of plans; and the change of a workflow by words, which is several routes.
import { changeTool } from '../../actors/chat/model/changing.ts'
import type { ServiceTool } from '../../actors/chat/model/tools.ts'
import type { Permission } from '../../domain/people/permissions.ts'
import { serviceTools } from '../mcp/service-tools.ts'
import type { Route } from '../pipeline/route.ts'

export interface OfferedTool {
  readonly tool: ServiceTool
  readonly permission: Permission | null
}

export function offeredTools(routes: readonly Route[]): readonly OfferedTool[] {
  const asTools = routes
    .filter(({ options: { tool } }) => tool !== undefined && !tool.isForAuthors)
    .map(asInChats)
  const ofRoutes = serviceTools(asTools)
    .map(({ definition, permission }, index) => {
      const { name, description, inputSchema, effect } = definition
      const { method, path, options } = asTools[index]!
      const { asksEachTime } = options.tool!
      const shown = { name, description, inputSchema, effect, route: `${method} ${path}` }
      return { tool: { ...shown, ...(asksEachTime && { asksEachTime }) }, permission }
    })
    .filter(({ tool }) => isForModel(tool.name))
  return [...ofRoutes, { tool: changeTool, permission: 'workflow:write' }]
}

/** A chat calls the routes themselves, without what /rpc has beside them. */
function asInChats(route: Route): Route {
  const { own: _, inChats, ...tool } = route.options.tool!
  return { ...route, options: { ...route.options, tool: { ...tool, ...inChats } } }
}

/** Approvals are decided by people only. */
function isForModel(name: string): boolean {
  return name !== 'decide_approval'
}
