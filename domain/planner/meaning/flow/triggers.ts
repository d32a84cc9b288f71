// What starts the workflow from outside. One thing does, and it is said before anything else.
import type { PromptTrigger } from '../../../plan/plan.ts'
import { dead, type State } from '../state.ts'

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
}
