// What starts the workflow from outside. One thing does, and it is said before anything else.
import type { PromptTrigger } from '../../../../domain/plan/plan.ts'
import { givenBy } from '../../../../domain/work/prompt-triggers.ts'
import { any } from '../../lexicon/types.ts'
import { dead, type State } from '../state.ts'

const endNouns = {
  id: ['execution id'],
  status: ['status'],
  output: ['output', 'result'],
  error: ['error', 'failure'],
} as const

/** What a call of the hook and the end of an execution give, by its nouns. */
function nounsOf(trigger: PromptTrigger): readonly (readonly [nouns: readonly string[], cel: string])[] {
  if (trigger.kind === 'hook') return [[['body', 'payload', 'request body'], 'inputs']]
  const given = givenBy(trigger.on).map(name => [endNouns[name], `inputs.${name}`] as const)
  return [[['execution', 'failed execution'], 'inputs'], ...given]
}

export function startBy(state: State, trigger: PromptTrigger): void {
  const span = trigger.span ?? null
  if (state.trigger !== null || state.schedule !== null)
    dead(
      'two things start this: say one, and add the other to the workflow (POST .../triggers)',
      span,
      'BAD_SCHEDULE',
    )
  if (state.blocks.length > 1 || state.steps.length > 0)
    dead('say what starts the workflow before what it does', span, 'BAD_SCHEDULE')
  state.trigger = trigger
  for (const [nouns, cel] of nounsOf(trigger)) state.refer(nouns, { cel, type: any }, { isAside: true })
}
