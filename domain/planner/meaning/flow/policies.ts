// Nothing, before, approvals, tries and failures.
import type { Step } from '../../../plan/plan.ts'
import type { Body, Np, Statement } from '../../grammar/terms.ts'
import { any } from '../../lexicon/types.ts'
import { giveBack, introduce } from '../commands/table.ts'
import { argument, resolve, valueSaid } from '../nouns/resolve.ts'
import { dead, type State, type Val } from '../state.ts'
import { effectsFrom, idsIn, isReading, otherwise } from './branches.ts'
import { blockOf, runBody } from './statements.ts'

/**
 * Only in a case of its own is an order not to do something said; elsewhere it would restrict what was said.
 */
export function nothing(state: State, about: 'rest' | 'not' | null): void {
  if (about === 'not' && state.branches === 0) dead('what is not to be done, and when?')
  if (
    about === 'rest' &&
    state.branches === 0 &&
    !state.steps.some(step => step.kind === 'if' || step.kind === 'foreach')
  )
    dead('the rest of what?')
}

/** "Before that, ...": moved before the last statement that does something. */
export function before(state: State, { body, scope }: Extract<Statement, { s: 'before' }>): void {
  const at = scope === 'all' ? 0 : (effectsFrom(state) ?? 0)
  const count = state.steps.length
  if (count === 0) {
    if (scope === 'last') dead('before what?')
    return runBody(state, body)
  }
  if (scope === 'all' && state.blocks.length > 1) dead('before everything, from inside?')
  const { length } = state.block.marks
  runBody(state, body)
  state.block.marks.length = length
  const added = state.steps.splice(count)
  if (added.length === 0) dead('nothing is said to be done before')
  if (added.some(step => /^(return|fail)$/.test(step.kind))) dead('nothing would follow')
  const skipped = state.steps.slice(at)
  const needed = new Set<string>()
  const need = (value: unknown) => {
    for (const id of idsIn(value)) {
      const step = skipped.find(each => each.id === id)
      if (step === undefined || needed.has(id)) continue
      if (!isReading(state, step)) dead('what comes before needs what comes after')
      needed.add(id)
      need(step)
    }
  }
  need(added)
  const reads = skipped.filter(step => needed.has(step.id))
  const after = skipped.filter(step => !needed.has(step.id))
  state.steps.splice(at, skipped.length, ...reads, ...added, ...after)
}

export function about(state: State, np: Np): void {
  const val = resolve(state, np)
  if (val.literal !== undefined && val.type.k !== 'record') dead('what follows is about what?')
  if (val.type.k === 'list') dead('what follows is about what?')
  if (val.type.k !== 'record') state.refer(['topic', 'result'], val)
  else introduce(state, val)
}

export function declare(state: State, { source, of, isOne }: Extract<Statement, { s: 'declare' }>): void {
  const list = valueSaid(state, { v: 'hole', source })
  if (isOne === true) return declareOne(state, list, of)
  if (of.t !== 'noun' || of.post.length > 0 || of.pre.length > 0) return void dead('a list of what?')
  const words = of.head.words
  const name = words.join(' ')
  const entity = words.at(-1) === 'id' ? state.lexicon.entities.get(words.slice(0, -1).join(' ')) : undefined
  const val: Val = { ...list, type: { k: 'list', of: any }, ...(entity !== undefined && { refers: entity }) }
  state.refer([name, ...(entity?.nouns ?? []), 'id', 'list', 'item', 'one'], val)
}

/**
 * "I give you a deployment id ({{inputs.deployment}})": a record that is known by it, or a value by its noun.
 */
function declareOne(state: State, val: Val, of: Np): void {
  if (of.t !== 'noun' || of.head.isPlural || of.post.length > 0 || of.pre.length > 0 || of.owner !== null)
    return dead('what is it?')
  const words = of.head.words
  const { entities } = state.lexicon
  const isId = /^(id|number|key|name)$/.test(words.at(-1)!)
  const entity =
    entities.get(words.join(' ')) ?? (isId ? entities.get(words.slice(0, -1).join(' ')) : undefined)
  state.refer([words.join(' '), words.at(-1)!], val)
  if (entity !== undefined)
    state.refer(entity.nouns, { cel: null, id: val.cel!, type: { k: 'record', entity }, refers: entity })
}

/** @param change of the last step that calls a tool, also inside the loop that was the last step */
export function changeLastCall(state: State, change: (step: Step) => Step): void {
  const changed = (steps: readonly Step[]): Step[] | null => {
    const last = steps.at(-1)
    if (last?.kind === 'tool') return [...steps.slice(0, -1), change(last)]
    if (last?.kind === 'foreach') {
      const inner = changed(last.steps)
      return inner === null ? null : [...steps.slice(0, -1), { ...last, steps: inner } as Step]
    }
    return null
  }
  const steps = changed(state.steps) ?? dead('there is no call before that could be tried again')
  state.steps.splice(0, state.steps.length, ...steps)
}

export function retry(state: State, times: number): void {
  if (times < 1 || times > 100) dead('1 to 100 times')
  changeLastCall(state, step => ({ ...step, retry: { maxAttempts: times, on: 'any' } }))
}

export function ifFails(state: State, body: Body, other: Body | null): void {
  const last = state.steps.at(-1)
  if (body.every(({ s }) => s === 'goon' || s === 'nothing'))
    return changeLastCall(state, step => ({ ...step, onError: 'continue' }))
  if (last?.kind !== 'tool') dead('there is no call before that could fail')
  const steps = blockOf(state, () => runBody(state, body))
  if (steps.length === 0) return changeLastCall(state, step => ({ ...step, onError: 'continue' }))
  state.steps[state.steps.length - 1] = { ...(last as Step), onError: { steps } } as Step
  if (other !== null) otherwise(state, () => runBody(state, other))
}

export function stop(state: State, message: Np | null): void {
  if (message === null) {
    if (state.blocks.some(block => block.variable !== null)) dead('stop the loop or the workflow?')
    giveBack(state, null)
    return
  }
  state.emit({ id: state.newId('fail'), kind: 'fail', message: argument(resolve(state, message)) } as never)
}

export function ask(state: State, { who, message, before }: Extract<Statement, { s: 'ask' }>): void {
  const assignees = who === null ? [] : [...who.emails, ...who.roles]
  const approvalBefore = state.reachable.some(({ nouns }) => nouns.includes('approval'))
  if (assignees.some(each => each.startsWith('{{'))) dead('who approves stands in the prompt')
  const title = message === null ? `Approve: ${state.title}` : argument(resolve(state, message))
  const cel = state.emit({
    id: state.newId('approval'),
    kind: 'approval',
    message: title,
    ...(assignees.length > 0 && { assignees }),
  } as never)
  // "If it is approved, ..." speaks of the approval that was asked for.
  if (before !== null && who === null && message === null && approvalBefore) state.pay(2)
  state.refer(['approval'], { cel, type: any })
  const { length } = state.steps
  if (before !== null) runBody(state, before)
  // "If it is approved, return 1": what has to be approved?
  const gated = state.steps.slice(length)
  if (before !== null && who === null && message === null && gated.length > 0)
    if (gated.every(step => step.kind === 'return')) dead('what has to be approved?')
}

/** The steps of the block, what stands below a denial inside its gate. */
export function closeGated(state: State): Step[] {
  const gates = state.gates.filter(gate => gate.depth === state.blocks.length).toReversed()
  state.gates = state.gates.filter(gate => gate.depth !== state.blocks.length)
  const { steps } = state
  for (const { at, when } of gates) {
    const rest = steps.splice(at)
    if (rest.length > 0)
      steps.push({
        id: state.newId('approved'),
        title: '',
        kind: 'if',
        cases: [{ when, steps: rest }],
      } as unknown as Step)
  }
  return state.close()
}
