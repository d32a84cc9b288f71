// All rules of what can be said to the chat. Of two readings that cost the same the rule that stands first
// wins.
import type { Rule } from '../../planner/chart/chart.ts'
import { approvalRules } from './approvals.ts'
import { creatingRules } from './creating.ts'
import { decisionRules } from './decisions.ts'
import { endRules } from './ends.ts'
import { executionRules } from './executions.ts'
import { frameRules } from './frames.ts'
import { helpRules } from './help.ts'
import { reasonRules } from './reasons.ts'
import { referenceRules } from './references.ts'
import { runRules } from './runs.ts'
import { statusRules } from './status.ts'
import { usageRules } from './usage.ts'
import { workflowRules } from './workflows.ts'

export const rules: readonly Rule[] = [
  ...frameRules,
  ...runRules,
  ...endRules,
  ...creatingRules,
  ...decisionRules,
  ...workflowRules,
  ...approvalRules,
  ...usageRules,
  ...helpRules,
  ...executionRules,
  ...statusRules,
  ...reasonRules,
  ...referenceRules,
]
