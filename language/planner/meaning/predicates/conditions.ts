// Conditions: predicates of a value, of a list, of what was said.
import type { Condition, NounTerm, Np, Pred } from '../../grammar/terms.ts'
import type { Field } from '../../lexicon/types.ts'
import { comparedIn } from '../flow/comparisons.ts'
import { isBareWord } from '../nouns/modifiers.ts'
import { resolve } from '../nouns/resolve.ts'
import { dead, type State, type Val } from '../state.ts'
import { isCondition } from '../texts.ts'
import { celOf, isList, isRow, itemType } from '../values.ts'
import { fieldFilter } from './fields.ts'
import { recordFilter } from './filters.ts'

/** A predicate over one value: a scalar, a record, a list (its number). */
export function valuePred(state: State, pred: Pred, subject: Val): string {
  switch (pred.c) {
    case 'and':
    case 'or':
      return pred.items
        .map(item => `(${valuePred(state, item, subject)})`)
        .join(pred.c === 'and' ? ' && ' : ' || ')
    case 'not':
      return `!(${valuePred(state, pred.pred, subject)})`
  }
  // "If it is raining": of a page with fields none is known that would say so.
  if (subject.isOpen === true && isBareWord(pred)) return dead('of which field is it said?')
  if (subject.type.k === 'list') return listPred(state, pred, subject)
  // "It is all booked": one thing is.
  if (pred.c === 'is' && isAll(pred.right)) return dead('all of one thing?')
  if (subject.type.k === 'record')
    return recordFilter(state, pred, subject.type.entity).cel(celOf(state, subject))
  const field: Field = {
    name: '',
    words: subject.hint ?? [],
    type: subject.type,
    isSure: true,
    description: '',
    ref: null,
  }
  if (pred.c === 'ends') {
    if (subject.type.k === 'text' && !(subject.type.format ?? '').startsWith('date'))
      return dead('a text does not end')
    return valuePred(state, pred.pred, subject)
  }
  if (pred.c === 'exists') return `${tolerant(subject)} != null`
  if (pred.c === 'empty') return `size(default(${subject.cel}, "")) == 0`
  if (pred.c === 'prep' && pred.prep === 'in') {
    const list = resolve(state, pred.np)
    // "the addresses in status X": no address is in a status.
    if (pred.np.t === 'noun' && !isList(list)) return dead('this cannot be said of a value')
    if (itemType(list).k === 'record' || isRow(itemType(list))) return dead('a value is none of the records')
    return `${subject.cel} in ${celOf(state, list)}`
  }
  const made = fieldFilter(state, field, pred)
  // The field is the value itself.
  return made.cel('\u0000').replaceAll('\u0000[""]', subject.cel!)
}

function tolerant(subject: Val): string {
  return `default(${subject.cel}, null)`
}

function listPred(state: State, pred: Pred, list: Val): string {
  const size = `size(${celOf(state, list)})`
  switch (pred.c) {
    case 'empty':
      return `${size} == 0`
    case 'exists':
      return `${size} > 0`
    case 'compare': {
      const right = resolve(state, pred.right)
      if (pred.op === 'contains') return `contains(${celOf(state, list)}, ${celOf(state, right)})`
      if (right.type.k !== 'number' && right.type.k !== 'any') dead('a list is compared by its number')
      if (itemType(list).k !== 'record') dead('is it said of all of them or of one?')
      state.pay(1)
      return `${size} ${pred.op} ${right.type.k === 'number' ? right.cel : `number(${right.cel})`}`
    }
    default:
      return dead('is it said of all of them or of one?')
  }
}

/** A condition of the workflow. */
export function conditionCel(state: State, cond: Condition): string {
  switch (cond.c) {
    case 'and':
    case 'or':
      return cond.items.map(item => `(${conditionCel(state, item)})`).join(cond.c === 'and' ? ' && ' : ' || ')
    case 'not':
      return `!(${conditionCel(state, cond.condition)})`
    case 'true': {
      const cel = celOf(state, resolve(state, cond.np))
      return isCondition(cel) ? cel : `${cel} == true`
    }
    case 'there': {
      const said = resolve(state, cond.not ? ofAll(state, cond.np) : cond.np)
      // "The latest one. If there is none, ...": none that it could be picked from.
      const val = cond.np.t === 'pronoun' && said.among !== undefined ? amongWhich(state, said) : said
      if (!isList(val)) dead('are there any of what?')
      return `size(${celOf(state, val)}) ${cond.not ? '==' : '>'} 0`
    }
    case 'approved':
    case 'denied': {
      const approval =
        state.reachable.find(({ nouns }) => nouns.includes('approval')) ?? dead('nothing was to be approved')
      return `${cond.c === 'denied' ? '!' : ''}${approval.val.cel}.approved`
    }
    case 'again': {
      const before = comparedBefore(state) ?? dead('compared with what?')
      return `${before.path} ${cond.op} ${before.right}`
    }
    case 'bare':
      return valuePred(state, cond.pred, unsaid(state, cond.pred))
    case 'of': {
      const some = existing(state, cond)
      if (some !== null) return conditionCel(state, some)
      if (cond.pred.c === 'has' && isOther(cond.pred.np)) dead('other than what?')
      const subject = resolve(state, cond.subject)
      if (subject.literal !== undefined) dead('a condition on a word that stands for itself')
      return valuePred(state, cond.pred, subject)
    }
  }
}

/** The list that it was picked from: where that is empty, nothing is picked. */
function amongWhich(state: State, { cel, among }: Val): Val {
  const list = celOf(state, among!)
  const at = state.steps.findIndex(step => `steps.${step.id}` === cel)
  const step = state.steps[at]
  if (step?.kind !== 'set') return dead('are there any of what?')
  const pick = (step.value as { $?: string } | null)?.$
  if (pick !== undefined && /^(?:first|last)\(/.test(pick)) {
    state.steps[at] = { ...step, value: { $: `size(${list}) == 0 ? null : ${pick}` } }
    state.touch(`none of ${list}`)
  }
  return among!
}

/** "There is no ticket": not one of all. */
function ofAll({ lexicon }: State, np: Np): Np {
  return np.t === 'noun' && np.det === null && lexicon.entities.has(np.head.words.join(' '))
    ? { ...np, head: { ...np.head, isPlural: true } }
    : np
}

/** "any orders are open", "does Ann have orders": that there are some. */
function existing(state: State, { subject, pred }: Extract<Condition, { c: 'of' }>): Condition | null {
  const isRecords = (np: Np): np is NounTerm =>
    np.t === 'noun' && np.owner === null && state.lexicon.entities.has(np.head.words.join(' '))
  if (isRecords(subject) && subject.head.isPlural && (subject.det === 'any' || subject.det === 'no')) {
    const np: Np = { ...subject, det: 'all', post: [...subject.post, { p: 'where', pred }] }
    return { c: 'there', np, not: subject.det === 'no' }
  }
  if (pred.c !== 'has' || !isRecords(pred.np) || !pred.np.head.isPlural || subject.t !== 'value') return null
  if (!['word', 'text', 'hole', 'id'].includes(subject.value.v)) return null
  if (pred.np.det !== null && pred.np.det !== 'any' && pred.np.det !== 'no') return null
  const post = [...pred.np.post, { p: 'prep', prep: 'of', np: subject } as const]
  return { c: 'there', np: { ...pred.np, det: 'all', post }, not: pred.np.det === 'no' }
}

/** What was compared last, in a condition or by itself. */
function comparedBefore(state: State): { readonly path: string; readonly right: string } | null {
  const step = state.steps.findLast(({ kind }) => kind === 'if')
  const said = step?.kind === 'if' ? comparedIn(step.cases[0]!.when) : null
  return said ?? state.compared
}

/** What a condition without a subject is about: the field that was looked at, or the thing. */
function unsaid(state: State, pred: Pred): Val {
  const topic = state.reachable.find(
    ({ nouns, val }) => nouns.includes('topic') || val.type.k === 'record' || val.type.k === 'list',
  )
  if (topic === undefined) return dead('of what is this said?')
  const { val } = topic
  if (val.type.k === 'record' && ['compare', 'between', 'empty', 'exists'].includes(pred.c))
    dead('which of its fields is this said of?')
  if (val.type.k === 'list' && pred.c !== 'compare' && pred.c !== 'empty') dead('of which one is this said?')
  return val
}

/** "any other status": all the other cases, and no status. */
function isOther(np: Np): boolean {
  return np.t === 'noun' && np.pre.some(({ p }) => p === 'rest')
}

/** "all cancelled", "all cancelled or closed" */
function isAll(np: Np): boolean {
  return np.t === 'list' ? np.items.some(isAll) : np.t === 'noun' && np.det === 'all'
}
