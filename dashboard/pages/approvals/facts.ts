// What an approval means, told from the plan that asks for it: its policy, what follows its step, and whether
// a person may decide. Pure; the parts of the page show it.
import type { Answer } from '../../../http/client.ts'
import type { User } from '../../app/session.ts'
import { words } from '../../words/approvals.ts'

export type Approval = Answer<'GET /api/v1/approvals/:id'>
export type Listed = Answer<'GET /api/v1/approvals'>[number]
export type Why = Answer<'GET /api/v1/executions/:id/why'>
export type Plan = Answer<'GET /api/v1/workflows/:id/versions/:version'>['plan']
export type Step = Plan['steps'][number]

/** The step that stands for the budget of a run. */
const budgetStep = '$budget'

/** The step of a path such as `pay_all.each[2].pay`: ids are unique in a plan. */
export function stepAt(plan: Plan | undefined, path: string | null): Step | null {
  const id = /([^.[]+)(?:\[\d+\])?$/.exec(path ?? '')?.[1]
  return (plan && all(plan.steps).find(step => step.id === id)) ?? null
}

function all(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap(step => [step, ...listsOf(step).flatMap(all)])
}

/** Lists of steps inside of a step. */
function listsOf(step: Step): readonly (readonly Step[])[] {
  const own =
    step.kind === 'if'
      ? [...step.cases.map(({ steps }) => steps), step.else ?? []]
      : step.kind === 'foreach' || step.kind === 'repeat'
        ? [step.steps]
        : step.kind === 'parallel'
          ? step.branches.map(({ steps }) => steps)
          : []
  return typeof step.onError === 'object' ? [...own, step.onError.steps] : own
}

export interface Following {
  readonly id: string
  readonly depth: number
  readonly text: string
}

/** What the run does after a step, in the order of the plan; branches stand below their step. */
export function followingOf(plan: Plan, id: string): readonly Following[] {
  return after(plan.steps, id) ?? []
}

/** @returns null when the step is not in the list */
function after(steps: readonly Step[], id: string): readonly Following[] | null {
  for (const [at, step] of steps.entries()) {
    const rest = () => steps.slice(at + 1).flatMap(each => outline(each, 0, step.title))
    if (step.id === id) return rest()
    for (const list of listsOf(step)) {
      const inside = after(list, id)
      if (inside !== null) return [...inside, ...rest()]
    }
  }
  return null
}

/** @param said the sentence of the step before: one that it shares is told by what it does */
function outline(step: Step, depth: number, said: string): readonly Following[] {
  const inside = listsOf(step).flatMap(list => list.flatMap(each => outline(each, depth + 1, step.title)))
  const text = step.title === '' || step.title === said ? phraseOf(step) : step.title
  return [{ id: step.id, depth, text }, ...inside]
}

function phraseOf(step: Step): string {
  switch (step.kind) {
    case 'tool':
      return words.step.tool(step.server === null ? step.tool : `${step.server}__${step.tool}`)
    case 'set':
      return words.step.set(step.id)
    case 'foreach':
      return words.step.foreach(step.over)
    case 'wait':
      return step.event === undefined ? words.step.wait : words.step.waitFor(step.event)
    case 'workflow':
      return words.step.workflow(step.workflow)
    default:
      return words.step[step.kind]
  }
}

export interface Policy {
  readonly onTimeout: 'approve' | 'deny' | 'fail'
  readonly onDeny: 'fail' | 'continue' | 'handled'
}

export function policyOf(step: Step | null): Policy {
  const review = step?.kind === 'ask' && typeof step.review === 'object' ? step.review : undefined
  const policy = step?.kind === 'approval' ? step : (step?.approval ?? review)
  const isHandled = step?.onError !== undefined && step.onError !== 'fail'
  const onDeny = policy?.onDeny ?? 'fail'
  return {
    onTimeout: policy?.onTimeout ?? 'fail',
    onDeny: onDeny === 'fail' && isHandled ? 'handled' : onDeny,
  }
}

/** Does it show what a model answered, which can be corrected? */
export function isReview({ tool, args }: Pick<Approval, 'tool' | 'args'>): boolean {
  return tool === null && typeof args === 'object' && args !== null && 'question' in args && 'answer' in args
}

export function isBudget({ stepId }: Pick<Approval, 'stepId'>): boolean {
  return stepId === budgetStep
}

/** The terms of this approval, as the run knows them; null when it no longer waits. */
export function termsOf(why: Why | undefined, id: string): Why['waitsFor'][number] | null {
  return why?.waitsFor.find(reason => reason.approvalId === id) ?? null
}

/** Why somebody may not decide; null when they may. The service has the last word. */
export function refusalOf(
  { assignees }: Pick<Approval, 'assignees'>,
  user: User,
  terms: { readonly notStarter: boolean; readonly startedBy: string | null } | null,
): string | null {
  if (user.role === 'viewer') return words.mayNot.viewer
  const names = assignees.map(name => name.toLowerCase())
  const isAsked = [user.id, user.role, user.email].some(name => names.includes(name.toLowerCase()))
  if (names.length > 0 && !isAsked) return words.mayNot.others(assignees.join(', '), user.role)
  if (terms?.notStarter && terms.startedBy === user.id) return words.mayNot.starter
  return null
}

/** Those for the person first; of each, what runs out first, then what waits longest. */
export function inOrder(list: readonly Listed[], user: User): readonly Listed[] {
  const isFor = (one: Listed) => refusalOf(one, user, null) === null
  return list.toSorted(
    (a, b) =>
      Number(isFor(b)) - Number(isFor(a)) ||
      (a.expiresAt ?? Number.POSITIVE_INFINITY) - (b.expiresAt ?? Number.POSITIVE_INFINITY) ||
      a.requestedAt - b.requestedAt,
  )
}
