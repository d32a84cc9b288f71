// All rules of what can be said to the chat. Their order says nothing.
import type { Rule } from '../../../planner/chart/chart.ts'
import { decisionRules } from './decisions.ts'
import { deedRules } from './deeds.ts'
import { executionRules } from './executions.ts'
import { frameRules } from './frames.ts'
import { questionRules } from './questions.ts'
import { referenceRules } from './references.ts'

export const rules: readonly Rule[] = [
  ...frameRules,
  ...deedRules,
  ...decisionRules,
  ...questionRules,
  ...executionRules,
  ...referenceRules,
]
