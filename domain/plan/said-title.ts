// What a step is called that has no title of its own: the words of the prompt that ask for it. The reader
// writes them as titles, so that timelines and logs show them; the notation leaves them out, since they say
// nothing that the prompt does not (language/notation/notation-of.ts). Pure.
import { withLists } from './nested-steps.ts'
import type { Step } from './plan.ts'

const longest = 200

export function saidTitle(prompt: string, [start, end]: readonly [number, number]): string {
  return prompt
    .slice(start, end)
    .replace(/[\s.,;:]+$/, '')
    .slice(0, longest)
}

/** Titles that somebody gave stay. */
export function withoutSaidTitles(steps: readonly Step[], prompt: string): readonly Step[] {
  return steps.map(step => {
    const own = withLists(step, list => withoutSaidTitles(list, prompt))
    return step.span != null && step.title === saidTitle(prompt, step.span) ? { ...own, title: '' } : own
  })
}
