// A draft: a plan as a language model writes it. A flat list of steps, each with the words of the prompt that
// it comes from; a step inside of a block names the block. Flat, because providers take no recursive schemas.
// rpc/planning/model-planner.ts asks for drafts, draft-plan.ts makes plans of them, and the compiler judges.
import { z } from 'zod'
import { planBounds } from '../plan/plan.ts'
import { identifierPattern } from '../plan/shapes.ts'

export const draftBounds = {
  /** Quotes of the prompt for one step, and characters of one. */
  quotes: 20,
  quoteLength: 400,
  valueLength: 20_000,
} as const

/** A literal as JSON, CEL, or a text with `${CEL}` inside. */
const Value = z.discriminatedUnion('type', [
  z.object({ type: z.literal('literal'), json: z.string().max(draftBounds.valueLength) }),
  z.object({ type: z.literal('expression'), cel: z.string().max(planBounds.expressionLength) }),
  z.object({ type: z.literal('text'), template: z.string().max(draftBounds.valueLength) }),
])
export type DraftValue = z.infer<typeof Value>

const cel = z.string().min(1).max(planBounds.expressionLength)
const id = z.string().regex(identifierPattern, 'expected a lower-case letter, then letters, digits or _')
const words = z.array(z.string().max(draftBounds.quoteLength)).max(draftBounds.quotes)
const args = z.array(z.object({ name: z.string().min(1).max(128), value: Value })).max(100)
const people = z.array(z.string().max(254)).max(50)

const common = {
  id,
  words,
  in: z.object({ step: z.string().max(63), branch: z.int().min(0).max(50) }).nullable(),
  when: cel.nullable(),
}

export const DraftStep = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('tool'),
    tool: z.string().min(1).max(200),
    args,
    onError: z.enum(['fail', 'continue']),
    attempts: z.int().min(1).max(100),
    approval: z.object({ message: z.string().max(2_000), assignees: people }).nullable(),
  }),
  z.object({ ...common, kind: z.literal('set'), value: Value }),
  z.object({ ...common, kind: z.literal('if'), cases: z.array(cel).min(1).max(20) }),
  z.object({ ...common, kind: z.literal('foreach'), over: cel, as: id }),
  z.object({ ...common, kind: z.literal('parallel'), wait: z.enum(['all', 'any']) }),
  z.object({ ...common, kind: z.literal('return'), value: Value }),
  z.object({ ...common, kind: z.literal('fail'), message: Value }),
  z.object({ ...common, kind: z.literal('approval'), message: Value, assignees: people }),
  z.object({
    ...common,
    kind: z.literal('wait'),
    seconds: z.number().min(0.001).max(31_622_400).nullable(),
    until: Value.nullable(),
    event: z.string().max(100).nullable(),
  }),
  z.object({ ...common, kind: z.literal('workflow'), workflow: z.string().min(1).max(200), inputs: args }),
])
export type DraftStep = z.infer<typeof DraftStep>

export const Draft = z.object({
  steps: z.array(DraftStep).max(planBounds.steps),
  /** Ids of steps to leave out, when a draft is repaired. */
  remove: z.array(z.string().max(63)).max(planBounds.steps),
  schedule: z.object({ cron: z.string().max(200), timezone: z.string().max(100), words }).nullable(),
  /** Quotes that ask for nothing: courtesy, and why something is wanted. */
  aside: words,
})
export type Draft = z.infer<typeof Draft>

/** The draft with what an answer changes; a step that was right stays as it was, but may take more words. */
export function repaired(draft: Draft, answer: Draft, wrong: ReadonlySet<string>): Draft {
  const isWrong = (step: DraftStep) => wrong.has(step.id)
  const kept = draft.steps.filter(step => !(isWrong(step) && answer.remove.includes(step.id)))
  const steps = kept.map(step => {
    const said = answer.steps.find(one => one.id === step.id)
    if (said === undefined) return step
    return isWrong(step) ? said : { ...step, words: [...new Set([...step.words, ...said.words])] }
  })
  for (const [index, step] of answer.steps.entries()) {
    if (steps.some(one => one.id === step.id)) continue
    const before = answer.steps[index - 1]?.id
    const place = before === undefined ? steps.length : steps.findIndex(one => one.id === before) + 1
    steps.splice(place === 0 ? steps.length : place, 0, step)
  }
  const schedule = wrong.has('schedule') || draft.schedule === null ? answer.schedule : draft.schedule
  return { steps, remove: [], schedule, aside: [...new Set([...draft.aside, ...answer.aside])] }
}
