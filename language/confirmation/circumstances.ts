// When a step happens: the loops, conditions and approvals around it, and what may end the run before it.
// Said beside each effect, so that a condition that is missing or another one does not hide in the plan.
import { blockOf } from '../../domain/plan/blocks/blocks.ts'
import { type ChildList, childLists } from '../../domain/plan/nested-steps.ts'
import type { ApprovalPolicy, Step } from '../../domain/plan/plan.ts'
import { shownName, shownText } from '../../domain/shown/shown.ts'
import { markedValue } from './argument-lines.ts'
import type { SaidWords } from './said/said-words.ts'

export interface Circumstance {
  /** What it is, in words: "only if". */
  readonly name: string
  /** Of an expression, CEL. */
  readonly value:
    | { readonly $: string }
    | { readonly failed: string }
    | { readonly asks: Partial<ApprovalPolicy> }
}

/** Lines of an entry; more are in the plan. */
const mostCircumstances = 20

export type Circumstances = ReadonlyMap<Step, readonly Circumstance[]>

export function circumstancesIn(steps: readonly Step[]): Circumstances {
  const found = new Map<Step, readonly Circumstance[]>()
  place(steps, [], found)
  return found
}

export function circumstanceLines(all: readonly Circumstance[], words: SaidWords): readonly string[] {
  const more = all.length - mostCircumstances
  // The innermost are nearest to the effect.
  const lines = all.slice(-mostCircumstances).map(each => lineOf(each, words))
  return more > 0 ? [`… and ${more} more that come first, in the plan`, ...lines] : lines
}

function lineOf({ name, value }: Circumstance, words: SaidWords): string {
  if ('failed' in value) return `  ${name}: ${shownName(value.failed)}`
  if ('asks' in value) return `  ${name}: ${askedWords(value.asks)}`
  return `  ${name}: ${markedValue(value, words)}`
}

/** Who decides, and when nobody is asked. */
export function askedWords({ assignees = [], assigneesFrom = [], unless }: Partial<ApprovalPolicy>): string {
  const asked = [...assignees.map(shownText), ...assigneesFrom.map(source => `= ${shownText(source)}`)]
  const who = asked.length === 0 ? 'whoever may decide approvals' : asked.join(' or ')
  return unless === undefined ? who : `${who}, unless ${shownText(unless)}`
}

function place(
  steps: readonly Step[],
  around: readonly Circumstance[],
  found: Map<Step, readonly Circumstance[]>,
): void {
  let before: readonly Circumstance[] = []
  for (const step of steps) {
    const own = [...around, ...before, ...onlyIf(step.when)]
    found.set(step, own)
    for (const list of childLists(step)) place(list.steps, [...own, ...inside(step, list)], found)
    before = [...before, ...approvalOf(step), ...endingsIn(step)]
  }
}

function onlyIf(when: string | undefined): readonly Circumstance[] {
  return when === undefined ? [] : [{ name: 'only if', value: { $: when } }]
}

function inside(step: Step, list: ChildList): readonly Circumstance[] {
  if (list.isHandler) return [{ name: 'only if it fails', value: { failed: step.id } }]
  switch (step.kind) {
    case 'if':
      return branch(step, list)
    case 'foreach':
      return [{ name: `for each ${step.as} of`, value: { $: step.over } }]
    case 'repeat':
      return [
        ...(step.until === undefined ? [] : [{ name: 'again until', value: { $: step.until } }]),
        ...(step.while === undefined ? [] : [{ name: 'as long as', value: { $: step.while } }]),
      ]
    default:
      return []
  }
}

/** The condition of the case, and those of the cases before it, which did not hold. */
function branch({ cases }: Extract<Step, { kind: 'if' }>, { part }: ChildList): readonly Circumstance[] {
  const at = (cases as readonly unknown[]).indexOf(part)
  const passed = (at === -1 ? cases : cases.slice(0, at)).map(({ when }) => ({
    name: 'only if not',
    value: { $: when },
  }))
  return at === -1 ? passed : [...passed, ...onlyIf(cases[at]!.when)]
}

/** A denial of it is the end; where the run goes on after one, a condition has to say what that means. */
function approvalOf(step: Step): readonly Circumstance[] {
  if (step.kind !== 'approval' || step.onDeny === 'continue' || step.when !== undefined) return []
  return [{ name: `after the approval ${step.id} by`, value: { asks: step } }]
}

/** What ends the run, or the turn, in a step that comes before. */
function endingsIn(step: Step, conditions: readonly string[] = []): readonly Circumstance[] {
  const own = step.when === undefined ? conditions : [...conditions, step.when]
  if (isEnding(step)) {
    if (own.length === 0) return []
    return [{ name: `unless ${step.id} ends it before, if`, value: { $: own.map(grouped).join(' && ') } }]
  }
  if (step.kind !== 'if') return []
  return childLists(step).flatMap(list => {
    if (list.isHandler) return []
    const held = branch(step, list).map(({ name, value }) => {
      const { $: when } = value as { readonly $: string }
      return name === 'only if' ? when : `!(${when})`
    })
    return list.steps.flatMap(each => endingsIn(each, [...own, ...held]))
  })
}

function isEnding(step: Step): boolean {
  return step.kind === 'fail' || blockOf(step).leaves !== undefined
}

function grouped(condition: string, _: number, { length }: readonly string[]): string {
  return length > 1 && /\|\||\?/.test(condition) ? `(${condition})` : condition
}
