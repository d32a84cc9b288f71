// Nothing, before, what follows is about, the end.
import type { Step } from '../../../../domain/plan/plan.ts'
import type { Np, Statement } from '../../grammar/terms.ts'
import { any } from '../../lexicon/types.ts'
import { giveBack, introduce } from '../commands/table.ts'
import { isOfMany } from '../nouns/noun.ts'
import { argument, resolve, valueSaid } from '../nouns/resolve.ts'
import { dead, type State, type Val } from '../state.ts'
import { effectsFrom, idsIn, isReading } from './branches.ts'
import { runBody } from './statements.ts'

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
  if (val.type.k === 'list' || (val.type.k === 'record' && isOfMany(np))) dead('what follows is about what?')
  if (val.type.k !== 'record') state.refer(['topic', 'result'], val)
  else introduce(state, val)
}

export function declare(state: State, { source, of, isOne }: Extract<Statement, { s: 'declare' }>): void {
  const list = valueSaid(state, { v: 'hole', source })
  if (isOne === true) return declareOne(state, list, of)
  if (of.t !== 'noun' || of.owner !== null || of.post.length > 0 || of.pre.length > 0)
    return void dead('a list of what?')
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

export function stop(state: State, { message, isFailure, span }: Extract<Statement, { s: 'stop' }>): void {
  if (message === null) {
    if (isFailure === true) dead('with which message? Say: fail with "..."', span)
    if (state.blocks.some(block => block.variable !== null)) dead('stop the loop or the workflow?')
    giveBack(state, null)
    return
  }
  state.emit({ id: state.newId('fail'), kind: 'fail', message: argument(resolve(state, message)) } as never)
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
