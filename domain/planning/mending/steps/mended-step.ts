// One step as weak models write it, by passes with one reason each.
import type { JsonObject } from '../../../json.ts'
import type { StepKind } from '../../../plan/blocks/block.ts'
import { blocks } from '../../../plan/blocks/blocks.ts'
import { planKeys } from '../../../plan/plan-schema.ts'
import type { Around, Draft } from '../draft.ts'
import { renameKeys } from '../rename-keys.ts'
import { commonWords, stepWords, titleWords } from '../synonyms.ts'
import { mendedArguments } from './arguments.ts'
import { asBranches, asFilter, asLoop, withLists } from './blocks.ts'
import { asChoice } from './choices.ts'
import { asApproval, withPolicies } from './policies.ts'
import { withQuantities } from './quantities.ts'
import { withKind } from './step-kind.ts'
import { asTool, toolOf } from './tool-step.ts'

export function mendedStep(sent: JsonObject, around: Around): JsonObject {
  const step: Draft = { ...sent }
  asFilter(step, around)
  withKind(step, around)
  withId(step, around)
  const kind = step['kind']
  if (typeof kind !== 'string' || !Object.hasOwn(blocks, kind)) return step
  asKind(step, kind as StepKind, around)
  withPolicies(step, around)
  withQuantities(step, around)
  withLists(step, around)
  return step
}

function asKind(step: Draft, kind: StepKind, around: Around): void {
  const id = String(step['id'])
  if (kind === 'tool') asTool(step, around)
  if (kind === 'if') asChoice(step, around)
  if (kind === 'approval') asApproval(step, id, around.tell)
  renameKeys(step, planKeys.step(kind), { ...commonWords, ...stepWords[kind] }, id, around.tell)
  renameKeys(step, ['title'], titleWords, id, around.tell)
  if (kind === 'foreach') asLoop(step, around)
  if (kind === 'parallel') asBranches(step, around)
  if (kind === 'tool') mendedArguments(step, toolOf(step, around), around)
}

/** A step without an id is called by what it does. */
function withId(step: Draft, { index, tell }: Around): void {
  renameKeys(step, ['id'], { id: commonWords['id']! }, null, tell)
  if (typeof step['id'] === 'number') step['id'] = `step_${step['id']}`
  if (typeof step['id'] === 'string' && step['id'] !== '') return
  const said = [step['name'], step['title'], step['tool'], step['kind']].find(
    each => typeof each === 'string',
  )
  const words = String(said ?? 'step')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[^a-z]+|_+$/g, '')
  step['id'] = `${words.slice(0, 40) || 'step'}_${index + 1}`
  tell(step['id'], 'the step without an id is called so')
}
