// What a plan looks like in a terminal: its steps, what starts it, its explanation, and what is to be said of
// its prompt. Called by the commands that show workflows and plans.
import type { PromptTrigger } from '../domain/plan/plan.ts'
import type { Workflow } from '../domain/work/workflow.ts'
import { moment } from './output.ts'
import { outline } from './plan-outline.ts'
import { markedDiagnostics } from './prompt-marks.ts'

type Shown = Pick<
  Workflow,
  'prompt' | 'plan' | 'diagnostics' | 'explanation' | 'schedule' | 'inputsSchema' | 'status' | 'cu'
> & { readonly triggers?: readonly PromptTrigger[] }

/** @param steps the lines of its steps. Default: their ids and titles */
export function planText(shown: Shown, steps: readonly string[] = outline(shown.plan.steps)): string[] {
  const { explanation, prompt, diagnostics } = shown
  return [
    ...steps,
    ...costText(shown),
    ...scheduleText(shown),
    ...triggersText(shown),
    ...(explanation === null ? [] : ['', ...explanation.split('\n')]),
    ...markedDiagnostics(prompt, diagnostics),
  ]
}

/** The plan itself; nothing without steps. */
export function notationLines({ notation }: { readonly notation?: string | undefined }): string[] {
  return notation === undefined ? [] : notation.trimEnd().split('\n')
}

/** `inputs: orders, name`; nothing without inputs. */
export function inputsText({ inputsSchema }: Pick<Shown, 'inputsSchema'>): string[] {
  const inputs = Object.keys((inputsSchema['properties'] ?? {}) as object)
  return inputs.length > 0 ? [`inputs: ${inputs.join(', ')}`] : []
}

function costText({ cu }: Pick<Shown, 'cu'>): string[] {
  if (cu === null) return []
  const { least, most } = cu
  const range =
    most === null ? `${least} CU or more` : most === least ? `${least} CU` : `${least} to ${most} CU`
  return ['', `an execution costs ${range}`]
}

function scheduleText({ schedule }: Pick<Shown, 'schedule'>): string[] {
  if (schedule === null) return []
  const { cron, timezone, next, enabled, everyWeeks, everyDays, from } = schedule
  const [first] = next
  const when = enabled ? (first === undefined ? '' : `, next ${moment(first)} UTC`) : ', switched off'
  const unit = everyWeeks === undefined ? 'days' : 'weeks'
  const every = (everyWeeks ?? everyDays) === undefined ? '' : `, every ${everyWeeks ?? everyDays} ${unit}`
  const counted = from === undefined ? '' : `${every}, from ${from}`
  return ['', `schedule: ${cron} (${timezone})${counted}${when}`]
}

function triggersText({ triggers = [] }: Shown): string[] {
  const lines = triggers.map(trigger => {
    if (trigger.kind === 'hook') return 'trigger: its hook is called'
    const how = { completed: 'completes', failed: 'fails', both: 'ends' }[trigger.on]
    return `trigger: an execution of ${trigger.workflow} ${how}`
  })
  return lines.length === 0 ? [] : ['', ...lines]
}
