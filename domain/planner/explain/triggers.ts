// What starts a workflow from outside, in words: "when the hook of this workflow is called".
import type { PromptTrigger } from '../../plan/plan.ts'

const endings = { completed: 'completes', failed: 'fails', both: 'ends' } as const

export function triggerWords(trigger: PromptTrigger): string {
  if (trigger.kind === 'hook') return 'when the hook of this workflow is called'
  return `when an execution of the workflow ${nameWords(trigger.workflow)} ${endings[trigger.on]}`
}

function nameWords(name: string): string {
  return /["“”\\]/.test(name) ? `\`${name}\`` : `"${name}"`
}
