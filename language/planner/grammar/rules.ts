// All rules of the language. Their order says nothing.
import type { Rule } from '../chart/chart.ts'
import { boundRules } from './bounds.ts'
import { askingRules } from './clauses/asking.ts'
import { characterRules } from './clauses/characters.ts'
import { complementRules } from './clauses/complements.ts'
import { contentRules } from './clauses/contents.ts'
import { deedRules } from './clauses/deeds.ts'
import { defaultRules } from './clauses/defaults.ts'
import { detailRules } from './clauses/details.ts'
import { framingRules } from './clauses/framing.ts'
import { joinRules } from './clauses/joins.ts'
import { orderRules } from './clauses/orders.ts'
import { passiveRules } from './clauses/passives.ts'
import { questionRules } from './clauses/questions.ts'
import { remarkRules } from './clauses/remarks.ts'
import { resultRules } from './clauses/results.ts'
import { sentenceRules } from './clauses/sentences.ts'
import { trailingRules } from './clauses/trailing.ts'
import { waitRules } from './clauses/waits.ts'
import { wishRules } from './clauses/wishes.ts'
import { conditionRules } from './conditions.ts'
import { answerRules } from './flow/answers.ts'
import { approvalNounRules } from './flow/approval-nouns.ts'
import { approvalRules } from './flow/approvals.ts'
import { approverRules } from './flow/approvers.ts'
import { branchRules } from './flow/branches.ts'
import { caseRules } from './flow/cases.ts'
import { clockRules } from './flow/clocks.ts'
import { decisionTermRules } from './flow/decision-terms.ts'
import { decisionRules } from './flow/decisions.ts'
import { failingRules } from './flow/failing.ts'
import { failureRules } from './flow/failures.ts'
import { loopRules } from './flow/loops.ts'
import { nothingRules } from './flow/nothing.ts'
import { otherRules } from './flow/others.ts'
import { passingApprovalRules } from './flow/passing-approvals.ts'
import { runRules } from './flow/runs.ts'
import { scheduleRules } from './flow/schedules.ts'
import { orderOfStepsRules } from './flow/sequence.ts'
import { tableRules } from './flow/tables.ts'
import { triggerRules } from './flow/triggers.ts'
import { headerRules } from './headers.ts'
import { aggregateRules } from './nouns/aggregates.ts'
import { arithmeticRules, listRules } from './nouns/arithmetic.ts'
import { timeRules } from './nouns/dates.ts'
import { postRules } from './nouns/descriptions.ts'
import { determinerRules } from './nouns/determiners.ts'
import { figureRules } from './nouns/figures.ts'
import { objectRules } from './nouns/objects.ts'
import { peakRules } from './nouns/peaks.ts'
import { relativeRules } from './nouns/relatives.ts'
import { restrictionRules } from './nouns/restrictions.ts'
import { shareRules } from './nouns/shares.ts'
import { spanRules } from './nouns/spans.ts'
import { superlativeRules } from './nouns/superlatives.ts'
import { nounRules } from './nouns/things.ts'
import { valueRules } from './nouns/values.ts'
import { writingRules } from './nouns/writing.ts'
import { predicateRules } from './predicates.ts'

export const rules: readonly Rule[] = [
  ...askingRules,
  ...characterRules,
  ...complementRules,
  ...contentRules,
  ...deedRules,
  ...detailRules,
  ...defaultRules,
  ...framingRules,
  ...joinRules,
  ...orderRules,
  ...passiveRules,
  ...questionRules,
  ...remarkRules,
  ...resultRules,
  ...sentenceRules,
  ...waitRules,
  ...wishRules,
  ...runRules,
  ...boundRules,
  ...conditionRules,
  ...answerRules,
  ...approvalRules,
  ...approverRules,
  ...decisionRules,
  ...decisionTermRules,
  ...passingApprovalRules,
  ...approvalNounRules,
  ...branchRules,
  ...caseRules,
  ...failureRules,
  ...failingRules,
  ...loopRules,
  ...nothingRules,
  ...clockRules,
  ...otherRules,
  ...scheduleRules,
  ...trailingRules,
  ...triggerRules,
  ...orderOfStepsRules,
  ...tableRules,
  ...headerRules,
  ...aggregateRules,
  ...arithmeticRules,
  ...listRules,
  ...shareRules,
  ...timeRules,
  ...postRules,
  ...determinerRules,
  ...figureRules,
  ...peakRules,
  ...relativeRules,
  ...restrictionRules,
  ...nounRules,
  ...spanRules,
  ...superlativeRules,
  ...objectRules,
  ...valueRules,
  ...writingRules,
  ...predicateRules,
]
