// Conditions: branches, otherwise, else-if, "in that case".
import type { Step } from '../../../../domain/plan/plan.ts'
import type { Body, Condition } from '../../grammar/terms.ts'
import { conditionCel } from '../predicates/conditions.ts'
import { dead, type State } from '../state.ts'
import { contradicts, excludes } from './comparisons.ts'
import { blockOf, runBody } from './statements.ts'

/** @param then reads what is done */
export function branch(
  state: State,
  when: string,
  then: () => void,
  other: (() => void) | null,
  gates: boolean,
): void {
  const steps = blockOf(state, then)
  state.lastCase = steps
  const rest = other === null ? [] : blockOf(state, other)
  if (gates) return denied(state, when, steps, rest)
  if (state.endingApproval !== null && when === `steps.${state.endingApproval}.approved`) {
    if (rest.length > 0) dead('a denial ends the workflow')
    state.steps.push(...steps)
    return
  }
  if (steps.length === 0 && rest.length === 0) return left(state, when)
  if (steps.length === 0) {
    state.emit({ id: state.newId('if'), kind: 'if', cases: [{ when: negated(when), steps: rest }] } as never)
    return
  }
  // Two that exclude each other are the cases of one.
  const before = state.steps.at(-1)
  if (
    before?.kind === 'if' &&
    before.else === undefined &&
    before.onError === undefined &&
    before.cases.every(each => excludes(plain(state, each.when), plain(state, when)))
  ) {
    state.steps[state.steps.length - 1] = {
      ...before,
      cases: [...before.cases, { when, steps }],
      ...(rest.length > 0 && { else: rest }),
    } as Step
    return
  }
  if (contradicts(steps, when)) dead('this condition inside that one never holds')
  state.emit({
    id: state.newId('if'),
    kind: 'if',
    cases: [{ when, steps }],
    ...(rest.length > 0 && { else: rest }),
  } as never)
}

/** "If it is paid, leave it": what was said before is only for the others. */
function left(state: State, when: string): void {
  const { steps } = state
  const last = steps.at(-1)
  if (
    last?.kind === 'if' &&
    last.else === undefined &&
    last.cases.every(each => excludes(plain(state, each.when), plain(state, when)))
  ) {
    state.leftWhen = when
    state.touch(`left ${when}`)
    return
  }
  const at = effectsFrom(state)
  if (at !== null) {
    const ids = idsIn(when)
    const done = steps.splice(at)
    if (done.some(step => ids.has(step.id) && state.effectOf(step) === 'write'))
      dead('the condition needs what it is for')
    const reads = done.filter(step => isReading(state, step) && ids.has(step.id))
    const guarded = done.filter(step => !reads.includes(step))
    steps.push(...reads)
    state.emit({
      id: state.newId('if'),
      kind: 'if',
      cases: [{ when: negated(when), steps: guarded }],
    } as never)
  }
  state.leftWhen = when
  state.touch(`left ${when}`)
}

/** "If there is none, post a note instead": what was said before is for the other case. */
export function instead(state: State, cond: Condition, then: () => void): void {
  const at = effectsFrom(state)
  if (at === null) return dead('instead of what?')
  const when = conditionCel(state, cond)
  state.insteadOf = onlyEffect(state, state.steps.slice(at))
  state.touch(`instead ${at}`)
  const steps = blockOf(state, then)
  state.insteadOf = null
  const later = state.steps.splice(at)
  const needed = idsIn(when)
  for (const step of later.toReversed()) if (needed.has(step.id)) for (const id of idsIn(step)) needed.add(id)
  const reads = later.filter(step => needed.has(step.id))
  const done = later.filter(step => !needed.has(step.id))
  if (reads.some(step => !isReading(state, step))) dead('the condition needs what it is for')
  if (steps.length === 0 || done.length === 0) dead('instead of what?')
  state.steps.push(...reads)
  state.emit({ id: state.newId('if'), kind: 'if', cases: [{ when, steps }], else: done } as never)
}

/** What alone is done there; null: several things. */
function onlyEffect(state: State, steps: readonly Step[]): Step | null {
  const effects = steps.filter(each => !isReading(state, each))
  return effects.length === 1 ? effects[0]! : null
}

/** Where the steps of the last statement that does something begin. */
export function effectsFrom(state: State): number | null {
  for (const at of state.block.marks.toReversed()) {
    if (at < state.steps.length && state.steps.slice(at).some(step => !isReading(state, step))) return at
  }
  return null
}

export function isReading(state: State, step: Step): boolean {
  return (
    step.kind === 'set' ||
    (step.kind === 'tool' && state.effectOf(step) !== 'write' && state.effectOf(step) !== 'destructive')
  )
}

export function idsIn(value: unknown): Set<string> {
  return new Set([...JSON.stringify(value).matchAll(/\bsteps\.(\w+)/g)].map(([, id]) => id!))
}

export function negated(when: string): string {
  return /^!\w[\w.]*$/.test(when) ? when.slice(1) : /^\w[\w.]*$/.test(when) ? `!${when}` : `!(${when})`
}

/** A condition with what was counted before in place of its name. */
function plain(state: State, when: string): string {
  return when.replace(/\bsteps\.(\w+)\b(?!\.)/g, (name, id: string) => {
    const step = state.blocks.flatMap(({ steps }) => steps).find(each => each.id === id)
    const counted = step?.kind === 'set' ? (step.value as { $?: string } | null)?.$ : undefined
    return counted !== undefined && /^size\([\w.]+\)$/.test(counted) ? counted : name
  })
}

/** What stands between an approval and "if it is denied" is for the approved, as is what follows. */
function denied(state: State, when: string, steps: Step[], other: Step[]): void {
  const approved = negated(when)
  const id = /^\w+\.(\w+)\.approved$/.exec(approved)?.[1]
  const at = state.steps.findLastIndex(step => step.id === id)
  const before = state.steps.at(-1)
  if (
    before?.kind === 'if' &&
    before.cases.length === 1 &&
    before.cases[0]!.when === approved &&
    before.else === undefined
  ) {
    if (steps.length > 0) state.steps[state.steps.length - 1] = { ...before, else: steps } as Step
    return
  }
  // Nothing is done: a denial ends the workflow.
  if (steps.length === 0 && other.length === 0) {
    state.endingApproval = id ?? null
    state.touch(`a denial of ${id} ends it`)
    return
  }
  if (at === -1) {
    // The approval is asked for on a branch only.
    if (steps.length > 0) dead('where is this approved?')
    return
  }
  const between = state.steps.splice(at + 1)
  const then = [...between, ...other]
  if (then.length > 0) {
    state.emit({
      id: state.newId('if'),
      kind: 'if',
      cases: [{ when: approved, steps: then }],
      else: steps,
    } as never)
    return
  }
  state.emit({ id: state.newId('if'), kind: 'if', cases: [{ when, steps }] } as never)
  if (other.length === 0)
    state.gates.push({ depth: state.blocks.length, at: state.steps.length, when: approved })
}

export function isDenial(cond: Condition): boolean {
  return cond.c === 'denied'
}

/** What an "otherwise" belongs to: the last condition of this list of steps. */
function lastIf(state: State): { index: number; step: Extract<Step, { kind: 'if' }> } {
  const index = state.steps.findLastIndex(step => step.kind === 'if')
  const step = state.steps[index]
  if (step?.kind !== 'if' || state.steps.slice(index + 1).some(each => each.kind !== 'set'))
    return dead('there is no condition before')
  if (step.else !== undefined) return dead('there is an "otherwise" already')
  return { index, step }
}

/** @param body reads what is done otherwise */
export function otherwise(state: State, body: () => void): void {
  const checked = state.steps.at(-1)
  const left = state.leftWhen
  if (left !== null) {
    // "If it is paid, do nothing. Otherwise ..."
    const steps = blockOf(state, body)
    if (steps.length === 0) dead('neither does anything')
    if (
      checked?.kind === 'if' &&
      checked.cases.length > 0 &&
      checked.cases.every(each => each.when !== negated(left))
    )
      dead('which condition is this the other case of?')
    state.emit({ id: state.newId('if'), kind: 'if', cases: [{ when: negated(left), steps }] } as never)
    return
  }
  if (checked?.kind === 'tool' && typeof checked.onError === 'object') {
    // "If that fails, A. Otherwise, B."
    const steps = checked.onError.steps
    const other = blockOf(state, body)
    if (other.length === 0) return
    state.steps[state.steps.length - 1] = { ...checked, onError: 'continue' } as Step
    const cases = [{ when: `steps.${checked.id} == null`, steps }]
    state.emit({ id: state.newId('if'), kind: 'if', cases, else: other } as never)
    return
  }
  if (checked?.kind === 'approval') {
    // "Ask for approval. Otherwise nothing."
    const steps = blockOf(state, body)
    if (steps.length > 0) dead('otherwise than what?')
    return
  }
  const check = checkBefore(state)
  if (
    check !== null &&
    !state.steps.some(step => step.kind === 'if' && step.cases.some(each => each.when === check))
  ) {
    return branch(state, negated(check), body, null, false)
  }
  const { index, step } = lastIf(state)
  if (
    step.cases.some(
      each =>
        each.steps.length > 0 &&
        each.steps.at(-1)!.kind === 'if' &&
        (each.steps.at(-1) as { else?: unknown }).else === undefined,
    )
  )
    state.pay(1)
  const steps = blockOf(state, body)
  if (steps.length > 0) state.steps[index] = { ...step, else: steps } as Step
}

export function elseIf(state: State, cond: Condition, body: () => void, other: (() => void) | null): void {
  const { index, step } = lastIf(state)
  const before = state.steps.length
  const when = conditionCel(state, cond)
  // What the condition needs stands before the whole.
  const added = state.steps.splice(before)
  const cases = [...step.cases, { when, steps: blockOf(state, body) }]
  if (cases.at(-1)!.steps.length === 0) dead('nothing is done in this case')
  const rest = other === null ? [] : blockOf(state, other)
  state.steps.splice(index, 1, ...added, { ...step, cases, ...(rest.length > 0 && { else: rest }) } as Step)
}

function checkBefore(state: State): string | null {
  const check = state.reachable.find(({ nouns }) => nouns.includes('check'))
  return check === undefined || check.sentence < state.sentence - 2 ? null : check.val.cel
}

export function thatCase(state: State, body: Body, other: Body | null): void {
  const isOther = (at: number) =>
    !body.slice(0, at).some(({ s }) => s === 'if' || s === 'thatcase' || s === 'check')
  if (body.some(({ s }, at) => (s === 'else' || s === 'elseif') && isOther(at)))
    dead('that is the other case')
  const check = checkBefore(state)
  const rest = other === null ? null : () => runBody(state, other)
  if (check !== null) return branch(state, check, () => runBody(state, body), rest, false)
  dead('in which case?')
}
