// What stands before and after a noun, applied to what it means.
import type { NounTerm, Np, Post, Pre, Pred, SortKey } from '../../grammar/terms.ts'
import { type Entity, number, text } from '../../lexicon/types.ts'
import { type Filter, filterOf } from '../predicates/filters.ts'
import { dead, type State, type Val } from '../state.ts'
import { celOf, entityOf, isList, itemType } from '../values.ts'
import { numeric } from './figures.ts'
import { isAllOfOne, isListOf } from './noun.ts'
import { extreme, merged, placed, sorted } from './ordering.ts'
import { isOfRows } from './owners.ts'
import { filtered, listed, type Query } from './queries.ts'
import { enter } from './resolve.ts'
import { headOf, lifted, mustBe, superlativeIn } from './superlatives.ts'

/** Applies what stands before and after the noun: filters, order, how many, which one. */
export function modified(
  state: State,
  base: Val,
  said: NounTerm,
  each: boolean,
  query: Query | null = null,
): Val {
  const np = byMeasure(said)
  let val = base
  const filters: Filter[] = []
  const later: (() => void)[] = []
  const subject = query !== null || isList(val) ? entityOf(val) : null
  const isMany = isList(val)
  const addFilter = (pred: Pred, not = false): void => {
    if (!isMany) dead('a condition on one thing that is no list')
    if (pred.c === 'compare' && !np.head.isPlural && np.det === null && itemType(val).k !== 'record')
      dead('a condition on a field, without its records')
    // "That is open and of Ann" are two conditions, each for the tool if it takes it.
    if (pred.c === 'and' && !not) {
      for (const each of pred.items) addFilter(each)
      return
    }
    // "The titles of those that are completed": no title is completed.
    if (isOfRows(val) && isBareWord(pred)) dead('of which field is it said?', np.span)
    const filter = filterOf(state, pred, entityOf(val), itemType(val))
    filters.push(not ? { cel: item => `!(${filter.cel(item)})` } : filter)
  }
  for (const pre of np.pre) {
    if (pre.p === 'adjective') {
      if (!isMany) fitsOne(state, val, pre)
      else addFilter({ c: 'adjective', words: pre.words }, pre.not === true)
    } else if (pre.p === 'rest') dead('the others of what?', np.span)
    else if (pre.p === 'count' && !np.post.some(post => superlativeIn(post) !== null))
      dead(`${pre.count} of them: which?`, np.span)
    else if (pre.p === 'value') addFilter({ c: 'is', right: { t: 'value', value: pre.value, span: np.span } })
  }
  let distinct = np.pre.some(pre => pre.p === 'distinct')
  if (np.post.filter(({ p }) => p === 'by').length > 1) dead('by which of the two?', np.span)
  if (distinct && np.post.some(({ p }) => p === 'by' || p === 'sort'))
    dead('unique by that, or in its order?')
  const sorts: SortKey[] = []
  const written: Extract<Post, { p: 'written' }>['how'][] = []
  const extremes: { word: string; by: readonly string[] | null }[] = []
  for (const post of lifted(np)) {
    const most = isMany ? superlativeIn(post) : null
    if (most !== null) extremes.push(most)
    else if (post.p === 'typed') continue
    else if (post.p === 'prep') addFilter({ c: 'prep', prep: post.prep, np: post.np })
    else if (post.p === 'where') addFilter(post.pred)
    else if (post.p === 'value')
      addFilter(
        post.value.v === 'word'
          ? { c: 'adjective', words: post.value.text }
          : { c: 'is', right: { t: 'value', value: post.value, span: np.span } },
      )
    else if (post.p === 'except') addFilter(exceptOf(post.np, entityOf(val)), true)
    else if (post.p === 'exceptWhere') addFilter(post.pred, true)
    else if (post.p === 'sort') sorts.push(...post.keys)
    else if (post.p === 'distinct') distinct = true
    else if (post.p === 'written') written.push(post.how)
    else if (post.p === 'by' && np.pre.some(pre => pre.p === 'extreme')) continue
    else dead('this cannot be said of it')
  }
  if (query !== null && state.fronted !== null) {
    const { prep, np: fronted } = state.fronted
    state.fronted = null
    state.touch('not fronted')
    if (!isListOf(fronted, np.head.words.join(' ')))
      addFilter({ c: 'prep', prep: prep === 'among' || prep === 'within' ? 'in' : prep, np: fronted })
  }
  void later
  void subject
  if (query !== null) val = listed(state, query, filters)
  else if (filters.length > 0) val = filtered(state, val, filters, np)
  // "Leave out the churned ones, tag the rest": not those that were left out.
  if (np.post.some(post => post.p === 'except' && post.leavesRest)) {
    const { before: _, ...left } = val
    val = left
  }
  // The order is that of those that are left: "the 3 cheapest, sorted by name".
  const isPeak = np.pre.some(pre => pre.p === 'extreme')
  if (sorts.length > 0 && !isPeak) val = sorted(state, val, merged(sorts))
  for (const pre of np.pre) {
    const whole = val
    if (pre.p === 'extreme') val = extreme(state, val, pre, np)
    else if (pre.p === 'place') val = placed(state, val, pre, np)
    // "their numbers" after "the top 3" are those of the three.
    if (isList(val) && val.cel !== whole.cel) val = { ...val, base: whole }
  }
  for (const { word, by } of extremes) {
    const counts = np.pre.flatMap(pre => (pre.p === 'count' ? [pre.count] : []))
    const term: NounTerm =
      by === null ? np : { ...np, post: [{ p: 'by', np: { ...np, pre: [], post: [], head: headOf(by) } }] }
    val = extreme(state, val, { p: 'extreme', word, count: counts[0] ?? null }, term)
  }
  for (const post of np.post) if (post.p === 'typed') mustBe(val, post.kind)
  if (sorts.length > 0 && isPeak && !isList(val) && !isSaidBy(np)) dead('one thing has no order', np.span)
  if (sorts.length > 0 && isPeak && isList(val)) val = sorted(state, val, merged(sorts))
  // "The newsletter with the id X", where no tool gets one by its id: found among all of them.
  const key = subject?.key ?? 'id'
  const isByName = np.det === 'the' && filters.length === 1 && filters[0]!.eq?.field.name === 'name'
  const isByKey =
    query !== null && !np.head.isPlural && (isByName || filters.some(({ eq }) => eq?.field.name === key))
  if (isByKey && isByName && isList(val))
    state.note(`read as the first ${np.head.words.join(' ')} of that name`)
  if (isByKey && isList(val))
    val = placed(state, val, { p: 'place', index: 1, end: 'first', count: null }, np)
  if (distinct && itemType(val).k === 'record') state.pay(1.5)
  if (distinct) val = { ...val, base: val, cel: state.set('distinct', { $: `unique(${celOf(state, val)})` }) }
  // "Without duplicates by email"
  if (distinct && sorts.length > 0 && /\b(?:duplicates?|unique \w+|distinct \w+) by\b/i.test(state.title))
    dead('unique by that, or in its order?', np.span)
  for (const how of written) val = writtenAs(state, val, how)
  if (query !== null || filters.length > 0 || sorts.length > 0 || distinct) val = named(state, val, np)
  else if (isList(val) && isPeaked(np)) val = named(state, val, np)
  const wantsOne =
    !np.head.isPlural && np.det !== 'all' && np.det !== 'each' && np.det !== 'any' && np.det !== 'which'
  const isPlain = np.pre.every(pre => pre.p !== 'extreme' && pre.p !== 'place') && extremes.length === 0
  if (isList(val) && wantsOne && isPlain && query !== null && np.det !== null)
    dead(`which ${np.head.words.join(' ')}?`)
  if (isList(val) && each) return enter(state, val)
  return val
}

/** "completed", "on hold": a value that may be of any field. */
export function isBareWord(pred: Pred): boolean {
  if (pred.c === 'not') return isBareWord(pred.pred)
  if (pred.c === 'is' && pred.right.t === 'noun') return pred.right.det === null
  if (pred.c === 'is') return pred.right.t === 'value' && pred.right.value.v === 'word'
  return pred.c === 'part' || pred.c === 'adjective'
}

/** "the account with the most followers", "who has the latest start date": the most by that field. */
function byMeasure(np: NounTerm): NounTerm {
  for (const [at, post] of np.post.entries()) {
    const field =
      post.p === 'prep' && /^(with|at|of)$/.test(post.prep)
        ? post.np
        : post.p === 'where' && post.pred.c === 'has'
          ? post.pred.np
          : null
    if (field?.t !== 'noun' || field.owner !== null || field.post.length > 0 || isAllOfOne(field)) continue
    const [extreme, ...more] = field.pre.filter(pre => pre.p !== 'void')
    if (extreme?.p !== 'extreme' || extreme.count !== null || more.length > 0) continue
    if (np.pre.some(pre => pre.p === 'extreme' || pre.p === 'place')) continue
    const by: Post = { p: 'by', np: { ...field, pre: [] } }
    const count = np.pre.find(pre => pre.p === 'count')
    return {
      ...np,
      pre: [
        ...np.pre.filter(pre => pre !== count),
        { ...extreme, count: count?.p === 'count' ? count.count : null },
      ],
      post: np.post.map((each, index) => (index === at ? by : each)),
    }
  }
  return np
}

/** "the top order by amount": the order says what is measured. */
function isSaidBy(np: NounTerm): boolean {
  return np.pre.some(pre => pre.p === 'extreme' && /^(top|bottom|highest|lowest|best|worst)$/.test(pre.word))
}

/** A value as it is to be written. */
function writtenAs(state: State, val: Val, how: Extract<Post, { p: 'written' }>['how']): Val {
  if (typeof how === 'object' && 'join' in how) {
    const of = itemType(val)
    if (!isList(val) || of.k === 'record' || of.k === 'list') return dead('only values are joined')
    return { cel: `join(${celOf(state, val)}, ${JSON.stringify(how.join)})`, type: text }
  }
  if (isList(val) || val.type.k === 'record' || val.type.k === 'bool') dead('that is not written so')
  const cel = celOf(state, val)
  if (how === 'upper' || how === 'lower') {
    if (val.type.k === 'number') dead('a number has no letters')
    return { cel: `${how}(${cel})`, type: text, ...(val.hint && { hint: val.hint }) }
  }
  if ('find' in how) {
    if (val.type.k === 'number') dead('a number has no signs')
    return { cel: `replace(${cel}, ${JSON.stringify(how.find)}, ${JSON.stringify(how.put)})`, type: text }
  }
  if ('places' in how) {
    if (val.type.k !== 'number' && val.type.k !== 'any') dead('only a number is rounded')
    return {
      cel: `round(${numeric(cel, val.type)}, ${how.places})`,
      type: number,
      ...(val.hint && { hint: val.hint }),
    }
  }
  if (val.type.k === 'number') dead('a number is no date')
  const day = state.compute('date_format', { date: { $: cel }, format: how.format }, 'day')
  return { cel: day, type: { k: 'text', format: 'date' } }
}

/** "the not blocked ones" are those that are not. */
export function adjectiveOf({ words, not }: Extract<Pre, { p: 'adjective' }>): Pred {
  return not === true ? { c: 'not', pred: { c: 'adjective', words } } : { c: 'adjective', words }
}

/** "except orders from France" of orders. */
function isOfKind(np: NounTerm, entity: Entity | null): boolean {
  return np.owner === null && entity !== null && entity.nouns.includes(np.head.words.join(' '))
}

function exceptOf(np: Np, entity: Entity | null): Pred {
  if (np.t === 'noun' && (/^(one|item)$/.test(np.head.words.join(' ')) || isOfKind(np, entity))) {
    const preds: Pred[] = [
      ...np.pre.flatMap((pre): Pred[] => (pre.p === 'adjective' ? [adjectiveOf(pre)] : [])),
      ...np.post.flatMap((post): Pred[] =>
        post.p === 'where'
          ? [post.pred]
          : post.p === 'prep'
            ? [{ c: 'prep', prep: post.prep, np: post.np }]
            : [],
      ),
    ]
    if (preds.length === 1) return preds[0]!
    if (preds.length > 1) return { c: 'and', items: preds }
  }
  return { c: 'is', right: np }
}

/**
 * "the open ticket" of one that was got: it is said of it, and must be so; what cannot be checked is
 * refused.
 */
function fitsOne(state: State, val: Val, pre: Pre): void {
  void state
  void val
  void pre
  dead('a condition on one thing')
}

export function named(state: State, val: Val, np: NounTerm): Val {
  const entity = entityOf(val)
  const nouns = [
    ...new Set([
      ...(entity?.nouns ?? []),
      np.head.words.join(' '),
      ...(isList(val) ? ['list', 'item', 'one'] : []),
    ]),
  ]
  state.refer(nouns, val)
  return val
}

/** "the first two", "the 3 largest": what follows speaks of them, not of all. */
function isPeaked({ pre }: NounTerm): boolean {
  return pre.some(({ p }) => p === 'extreme' || p === 'place')
}
