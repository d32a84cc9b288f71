// The surface of /rpc for a caller of the product, on every lane: tools, prompts, resources and tasks, each
// with the rights that REST demands. Each request gets its own surface; what is worth caching is shared by
// all.
import type { Surface } from '../../rpc/surface/surface.ts'
import { widened } from '../connections/step-up.ts'
import type { Route } from '../pipeline/route.ts'
import { Approvals } from './approvals.ts'
import { ChangeFeed } from './change-feed.ts'
import { completionOf } from './completion.ts'
import { ExecutionTasks } from './execution-tasks.ts'
import { workflowPrompts } from './prompts.ts'
import { admission, admittedPrompts, admittedResources } from './requests/admission.ts'
import { productResources } from './resources.ts'
import { serviceTools, type ToolCallContext } from './service-tools.ts'
import { toolCalls } from './tool-calls.ts'
import { ToolOffers } from './tool-offers.ts'

/**
 * @param routes each one with a `tool` becomes a tool
 * @returns a function that makes the surface of a caller
 */
export function productSurfaces(routes: readonly Route[]): (callContext: ToolCallContext) => Surface {
  const offers = new ToolOffers(serviceTools(routes))
  const approvals = new Approvals()
  return callContext => {
    const offer = () => offers.of(callContext.caller, callContext.services)
    const listed = () => offers.of(widened(callContext.caller), callContext.services)
    const parts = { callContext, offer, approvals }
    const tasks = new ExecutionTasks(parts)
    const admit = admission(callContext)
    return {
      tools: toolCalls({ ...parts, listed, tasks, admit }),
      prompts: admittedPrompts(workflowPrompts(parts), admit),
      resources: admittedResources(productResources(parts), admit),
      complete: params => completionOf(parts, params),
      tasks,
      subscribe(listener, interest = { resources: [], tasks: [] }) {
        const feed = new ChangeFeed({ ...parts, tasks }, listener, interest)
        return () => feed.close()
      },
    }
  }
}
