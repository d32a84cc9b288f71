// What /rpc offers to a caller of the product, whatever the lane: its tools, prompts, resources and tasks, each with the
// rights that REST asks for. One surface for each request; what is worth keeping is kept beside it, for all of them.
import type { Surface } from '../../rpc/surface/surface.ts'
import { clientOf, rateLimited } from '../limits.ts'
import type { Route } from '../route.ts'
import { serviceTools, type Visit } from '../service-tools.ts'
import { Approvals } from './approvals.ts'
import { ChangeFeed } from './change-feed.ts'
import { completionOf } from './completion.ts'
import { ExecutionTasks } from './execution-tasks.ts'
import { workflowPrompts } from './prompts.ts'
import { productResources } from './resources.ts'
import { toolCalls } from './tool-calls.ts'
import { ToolOffers } from './tool-offers.ts'

/**
 * @param routes those whose `tool` becomes a tool
 * @returns the surface of a caller
 */
export function productSurfaces(routes: readonly Route[]): (visit: Visit) => Surface {
  const offers = new ToolOffers(serviceTools(routes))
  const approvals = new Approvals()
  return visit => {
    const offer = () => offers.of(visit.caller, visit.services)
    const parts = { visit, offer, approvals }
    const tasks = new ExecutionTasks(parts)
    return {
      tools: toolCalls({ ...parts, tasks, admit: admission(visit) }),
      prompts: workflowPrompts(parts),
      resources: productResources(parts),
      complete: params => completionOf(parts, params),
      tasks,
      subscribe(listener, interest = { resources: [], tasks: [] }) {
        const feed = new ChangeFeed({ ...parts, tasks }, listener, interest)
        return () => feed.close()
      },
    }
  }
}

/** The request itself was counted when it came in; every further call of its batch counts as a request of its own. */
function admission({ services, caller, request }: Visit): () => Promise<void> {
  let calls = 0
  return async () => {
    if (calls++ === 0) return
    const standing = await services.limits.take('rpc', () => clientOf(caller, request.clientAddress))
    if (standing?.isExceeded) throw rateLimited(standing)
  }
}
