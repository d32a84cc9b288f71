// What a noun phrase means: something that was said, records, a field, a figure.
import type { Np, Value } from '../../grammar/terms.ts'
import { number, text } from '../../lexicon/types.ts'
import { dead, type State, type Val } from '../state.ts'
import { holeVal, jsonVal, textVal } from '../texts.ts'
import { celOf, entityOf, isList, itemType, literal, variableFor } from '../values.ts'
import { arithmetic, dated, rounded, share } from './arithmetic.ts'
import { aggregateVal, latestFigure } from './figures.ts'
import { noun } from './noun.ts'
import { latestText, pronoun } from './referents.ts'

/** @param each a list is gone through item by item: the steps that follow are for one of them */
export function resolve(state: State, np: Np, each = false): Val {
  switch (np.t) {
    case 'value':
      return valueSaid(state, np.value)
    case 'pronoun':
      if (np.word === 'figure') return latestFigure(state)
      if (np.word === 'text') return latestText(state)
      return distributed(state, pronoun(state, np.word), each)
    case 'step':
      return stepVal(state, np.number)
    case 'list':
      return listVal(state, np)
    case 'aggregate':
      return aggregateVal(state, np)
    case 'share':
      return share(state, np)
    case 'rounded':
      return rounded(state, np, each)
    case 'arithmetic':
      return arithmetic(state, np, each)
    case 'dated':
      return dated(state, np, each)
    case 'span': {
      if ([np.from, np.to].some(isWord)) return dead('from which day to which?', np.span)
      const args = {
        from: argument(resolve(state, np.from, each)),
        to: argument(resolve(state, np.to, each)),
        unit: np.unit,
      }
      const cel = state.compute('date_difference', args, 'difference')
      state.refer(
        [np.unit.replace(/s$/, ''), 'difference', 'number', `number of ${np.unit.replace(/s$/, '')}`],
        { cel, type: number },
      )
      return { cel, type: number }
    }
    case 'noun':
      return noun(state, np, each)
  }
}

/** "today", "Monday": no day that is known. */
function isWord(np: Np): boolean {
  return np.t === 'value' && np.value.v === 'word'
}

export function argument(val: Val) {
  if (val.literal !== undefined) return val.literal
  return /^-?\d+(\.\d+)?$/.test(val.cel!) ? Number(val.cel) : { $: val.cel! }
}

export function valueSaid(state: State, value: Value): Val {
  switch (value.v) {
    case 'hole':
      return holeVal(state, value.source)
    case 'text':
      return textVal(state, value.text)
    case 'json':
      return jsonVal(state, value.text)
    case 'number':
      return literal(value.number)
    case 'bool':
      return literal(value.value)
    case 'null':
      return literal(null)
    case 'date':
      return literal(value.text, { k: 'text', format: 'date' })
    case 'email':
      return literal(value.text, { k: 'text', format: 'email' })
    case 'url':
      return textVal(state, value.text)
    case 'clock':
      return dead('what a time of day is compared with is not known')
    default: {
      const title = /^(Dr|Prof)\.\s/.exec(value.text)?.[1]
      return title === undefined
        ? literal(value.text, text)
        : { ...literal(value.text, text), hint: [title === 'Dr' ? 'doctor' : 'professor'] }
    }
  }
}

/** Goes into a list: what follows is done for each of its items. */
export function enter(state: State, list: Val): Val {
  const variable = variableFor(state, list)
  const over = celOf(state, list)
  const entity = entityOf(list)
  if (
    state.blocks.some(
      block => block.over !== undefined && (block.over === over || block.over === list.before?.list.cel),
    )
  )
    dead('all of them, for each of them?')
  state.loops.push({ over, variable, depth: state.blocks.length })
  state.open(variable)
  const inner = list.refers === undefined ? {} : { refers: list.refers, id: variable }
  const item: Val = {
    cel: variable,
    type: itemType(list),
    ...inner,
    ...(list.hint !== undefined && { hint: list.hint }),
  }
  state.refer([...(entity?.nouns ?? []), 'item', 'one', 'row', 'record', 'entry', 'it'], item, {
    isVariable: true,
  })
  return item
}

export function distributed(state: State, val: Val, each: boolean): Val {
  return each && isList(val) ? enter(state, val) : val
}

function stepVal(state: State, wanted: number): Val {
  const found = state.reachable.find(referent => referent.step === wanted)
  return found?.val ?? dead(`there is no step ${wanted} with a result before`)
}

function listVal(state: State, np: Extract<Np, { t: 'list' }>): Val {
  // "A or B" is a choice that somebody has to make; where it is a condition, the predicate takes it apart.
  if (np.join === 'or') dead('one or the other: which?', np.span)
  // "the email and name of the customer": what belongs to the last one belongs to all.
  const last = np.items.at(-1)!
  const shared = last.t === 'noun' ? last.post.filter(post => post.p === 'prep' && post.prep === 'of') : []
  const owner = last.t === 'noun' ? last.owner : null
  const first = np.items[0]!
  const lead = first.t === 'noun' ? first.owner : null
  const items = np.items.map(item => {
    if (item.t !== 'noun') return resolve(state, item)
    const own = item.owner ?? (item === last ? owner : lead)
    const post = item.post.some(each => each.p === 'prep' && each.prep === 'of')
      ? item.post
      : [...item.post, ...shared]
    return resolve(state, { ...item, owner: own, post })
  })
  if (items.some(isList)) dead('a list of lists', np.span)
  return {
    cel: `[${items.map(item => celOf(state, item)).join(', ')}]`,
    type: { k: 'list', of: items[0]!.type },
  }
}
