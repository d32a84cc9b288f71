// A trigger, and where all of a workflow are read.
import type { Answer } from '../../../../http/client.ts'

export const triggerPattern = 'GET /api/v1/workflows/:id/triggers'
export type Trigger = Answer<typeof triggerPattern>[number]
