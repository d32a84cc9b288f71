// What starts a workflow, in words: "when the hook of this workflow is called". Of a plan that says it itself
// with the inputs that each start gives.
import type { PromptSchedule, PromptTrigger } from '../../../domain/plan/plan.ts'
import type { PlanStart } from '../../../domain/work/starts/said-starts.ts'
import { scheduleWords } from './schedule.ts'
import { codeWords, listWords } from './values.ts'

type Start = PlanStart | (Extract<PromptTrigger, { kind: 'completion' }> & { readonly inputs?: undefined })

/** What a prompt says, in the same form. */
export function saidStarts({
  schedule,
  triggers,
}: {
  readonly schedule: PromptSchedule | null
  readonly triggers: readonly PromptTrigger[]
}): readonly Start[] {
  const scheduled = schedule === null ? [] : [{ ...schedule, kind: 'schedule' as const, inputs: {} }]
  return [...scheduled, ...triggers.map(({ span: _, ...trigger }) => trigger)]
}

export function startWords(start: Start): string {
  return `${whenWords(start)}${inputWords(start)}`
}

function whenWords(start: Start): string {
  switch (start.kind) {
    case 'schedule':
      return scheduleWords(start)
    case 'hook':
      return 'when the hook of this workflow is called'
    case 'completion':
      return `when an execution of the workflow ${nameWords(start.workflow)} ${endings[start.on ?? 'completed']}`
  }
}

const endings = { completed: 'completes', failed: 'fails', both: 'ends' } as const

/** ", with region "north"": what each execution is started with. */
function inputWords({ kind, inputs = {} }: Start): string {
  const given = Object.entries(inputs).map(([name, value]) => {
    const said = kind === 'schedule' ? JSON.stringify(value) : codeWords(String(value))
    return `${name} ${kind === 'schedule' ? said : `from ${said}`}`
  })
  return given.length === 0 ? '' : `, with ${listWords(given)}`
}

function nameWords(name: string): string {
  return /["“”\\]/.test(name) ? `\`${name}\`` : `"${name}"`
}
