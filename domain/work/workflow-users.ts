// What stops working when a workflow is deleted, as it leaves over HTTP.
import { z } from 'zod'

const named = z.array(z.object({ id: z.string(), name: z.string() }))

export const WorkflowUsers = z.object({
  runBy: named.meta({
    description: 'Workflows whose active version has a step that runs it: that step fails',
  }),
  starts: named.meta({ description: 'Workflows with a completion that waits for its end: it never comes' }),
})
export type WorkflowUsers = z.infer<typeof WorkflowUsers>
