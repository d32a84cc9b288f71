// Figures: counts, sums and the like, of a list and of its groups.
import type { Aggregate, NounTerm, Np, Post } from '../../grammar/terms.ts'
import { any, type Entity, type Field, number, type Type } from '../../lexicon/types.ts'
import { dead, type Referent, type State, type Val } from '../state.ts'
import {
  access,
  asList,
  celOf,
  entityOf,
  fieldsNamed,
  isList,
  isManyByName,
  isRow,
  itemType,
  variableFor,
} from '../values.ts'
import { groupsOf, groupsSaid, keyOf } from './groups.ts'
import { measureField } from './ordering.ts'
import { fieldFor, isOfRows } from './owners.ts'
import { implied } from './referents.ts'
import { resolve } from './resolve.ts'

/** Count, sum and the like: of a list, of a field of it, for each group of it. */
export function aggregateVal(state: State, { fn: said, of: term, isFigure }: AggregateTerm): Val {
  const of = term.t === 'noun' ? summed(ofAll(state, united(term), said)) : term
  const own = of.t === 'noun' && (of.det === 'each' || !of.head.isPlural) ? groupsSaid(state, of) : null
  // "Count each group": how many are in it.
  if (own !== null)
    return said === 'count' ? groupFigures(state, said, own.list, null, own.by) : dead('of which figure?')
  const by = groupOf(of)
  if (by !== null && !isOfEach(state, by)) return grouped(state, said, by.np, by.by)
  const words = of.t === 'noun' ? of.head.words : []
  const list =
    of.t === 'pronoun' && of.word === 'values'
      ? latestValues(state)
      : (ofEach(state, said, by?.np ?? of) ?? resolve(state, by?.np ?? of))
  const fn = said === 'count' && isQuantity(list, words) ? 'sum' : said
  if (fn === 'sum' && said === 'count' && !isList(list)) return list
  // "the number of open tickets" is no number of figures.
  if (fn === 'count' && list.type.k === 'list' && list.type.of.k === 'number') state.pay(4)
  if (isFigure && itemType(list).k === 'record') dead('of which figure of them?')
  const names =
    {
      count: ['count', 'number'],
      sum: ['total', 'sum'],
      average: ['average', 'mean'],
      min: ['minimum', 'smallest', 'lowest', 'min'],
      max: ['maximum', 'largest', 'highest', 'max'],
    }[fn] ?? dead('which figure?')
  const cel = aggregateCel(state, fn, list, words)
  const value: Val = {
    cel: /^steps\.\w+$/.test(cel) ? cel : state.set(names[0]!, { $: cel }),
    type: fn === 'min' || fn === 'max' ? itemType(list) : number,
    hint: names,
  }
  const noun = words.join(' ')
  state.refer(
    [
      ...names,
      'figure',
      'value',
      'number',
      'amount',
      ...(noun === '' ? [] : [`${names[0]} ${noun}`, ...names.map(name => `${name} of ${noun}`)]),
      ...(fn === 'count' && noun !== '' ? [`number of ${noun}`, `${noun} count`] : []),
    ],
    value,
  )
  return value
}

/** "the sum of the amounts of the result": of what nothing is known, each has one. */
function ofEach(state: State, fn: Aggregate, np: Np): Val | null {
  if (fn === 'count' || np.t !== 'noun' || np.owner !== null || np.pre.length > 0) return null
  const [of, ...more] = np.post
  if (of?.p !== 'prep' || of.prep !== 'of' || of.np.t !== 'noun' || more.length > 0) return null
  if (!/^(?:result|answer|response|page|body|data)$/.test(of.np.head.words.join(' '))) return null
  const whole = resolve(state, of.np)
  return whole.type.k === 'any' ? fieldFor(state, asList(whole), null, { ...np, post: [] }, false) : null
}

type AggregateTerm = Extract<Np, { t: 'aggregate' }>

/** With a mark on the list that it is made of. */
function summed(np: NounTerm): NounTerm {
  if (np.owner?.t === 'noun') return { ...np, owner: summed(np.owner) }
  const at = np.post.findIndex(post => post.p === 'prep' && post.np.t === 'noun' && lists.test(post.prep))
  const of = np.post[at]
  if (of?.p !== 'prep' || of.np.t !== 'noun') return { ...np, isSummed: true }
  return { ...np, post: np.post.with(at, { ...of, np: summed(of.np) }) }
}
const lists = /^(?:of|in|from|for|over|across)$/

/** "the estimate in hours": the unit is a part of the field's name. */
export function united(np: NounTerm): NounTerm {
  const unit = np.post.find(post => post.p === 'unit')
  if (unit?.p !== 'unit') return np
  const post = np.post.filter(each => each !== unit)
  return { ...np, post, head: { ...np.head, words: [...np.head.words, unit.unit] } }
}

/** "the largest number of hours in a single entry": of all of them. */
function ofAll(state: State, np: NounTerm, fn: Aggregate): NounTerm {
  if (fn === 'count' || fn === 'sum') return np
  return {
    ...np,
    post: np.post.map(post => {
      if (post.p !== 'prep' || post.np.t !== 'noun' || post.np.det !== 'a' || post.np.head.isPlural)
        return post
      const { head, pre } = post.np
      if (state.lexicon.entities.get(head.words.join(' ')) === undefined) return post
      return {
        ...post,
        np: {
          ...post.np,
          det: 'all',
          pre: pre.filter(each => each.p !== 'void'),
          head: { ...head, isPlural: true },
        },
      }
    }),
  }
}

/** "average hours per entry" are those of all entries. */
function isOfEach(state: State, { np, by }: { np: Np; by: Np }): boolean {
  if (by.t !== 'noun' || by.pre.length > 0 || by.post.length > 0) return false
  const kind = state.lexicon.entities.get(by.head.words.join(' '))
  if (kind === undefined || kind.lists.length === 0) return false
  const own = np.t === 'noun' ? fieldsNamed(kind, np.head.words) : []
  return own.some(({ cost }) => cost <= 2) && !kind.fields.some(({ ref }) => ref?.noun === kind.noun)
}

/** The latest list of figures or days. */
function latestValues(state: State): Val {
  const found = state.reachable.find(({ val }) => {
    const of = itemType(val)
    return isList(val) && (of.k === 'number' || (of.k === 'text' && (of.format ?? '').startsWith('date')))
  })
  return found?.val ?? dead('of which values?')
}

/** The figure that came last. */
export function latestFigure(state: State): Val {
  const found = state.reachable.find(
    ({ val }) => val.type.k === 'number' || (val.type.k === 'any' && val.cel !== null && !isList(val)),
  )
  if (found === undefined) return dead('which figure?')
  if (state.reachable[0] !== found) state.pay(1)
  return found.val
}

const units = /^(hour|minute|second|day|week|month|euro|point|piece|unit|seat|mile|kilometer|kilo)s?$/

/** "how many hours": what is measured is added up, not counted. */
function isQuantity(list: Val, words: readonly string[]): boolean {
  return itemType(list).k === 'number' || list.type.k === 'number' ? units.test(words.at(-1) ?? '') : false
}

const figures = /^(number|figure|value|amount|price|cost|score|size)s$/

export function aggregateCel(state: State, fn: Aggregate, list: Val, words: readonly string[]): string {
  if (!isList(list)) {
    if (fn === 'count') return countedField(state, list)
    // `inputs.numbers` is many figures by its name; the total of `inputs.orders` may be a field of theirs.
    return isManyByName(list) && figures.test(list.hint!.at(-1)!)
      ? aggregateCel(state, fn, { ...list, type: { k: 'list', of: { k: 'any' } } }, words)
      : dead('a figure of one thing')
  }
  const cel = celOf(state, list)
  const of = itemType(list)
  // "the number of comments of each post"
  if (fn === 'count' && isOfRows(list)) dead('how many of each, or of all?')
  // "the number of open tickets" of agents who have that as a figure: it is not how many figures there are.
  if (fn === 'count' && of.k === 'number' && !/^unique\(|^steps\.distinct/.test(cel))
    dead('figures are hardly counted')
  if (fn === 'count') return `size(${cel})`
  if (isRow(of)) dead('of which figure of them?')
  let values = cel
  if (of.k === 'record') {
    // "the sum of the orders": of the field that is a figure.
    const field = measureField(state, of.entity, 'largest', [])
    state.pay(3)
    const item = variableFor(state, list)
    values = `${cel}.map(${item}, ${numeric(access(item, field.name), field.type)})`
  } else if (of.k !== 'number' && (fn === 'sum' || fn === 'average')) {
    const item = state.newVariable('each')
    if (of.k === 'text' && of.format !== undefined) dead(`${words.join(' ')} are no numbers`)
    values = `${cel}.map(${item}, number(${item}))`
  }
  // "the longest of the words" is not the last one of the alphabet.
  if (of.k === 'text' && /^(word|line)$/.test(of.format ?? '') && fn !== 'sum' && fn !== 'average')
    dead(`which of the ${of.format}s?`)
  if (fn === 'sum') return `sum(${values})`
  if (fn === 'average') return `sum(${values}) / size(${cel})`
  return of.k === 'any' ? extremeOf(state, fn, values) : `${fn}(${values})`
}

/** What nobody knows may be numbers that are written as texts: "9" is less than "10". */
export function extremeOf(state: State, fn: 'min' | 'max', values: string): string {
  const tool = fn === 'min' ? 'list_minimum' : 'list_maximum'
  return state.compute(tool, { list: { $: values } }, fn === 'min' ? 'lowest' : 'highest')
}

function countedField(state: State, val: Val): string {
  return val.type.k === 'any' ? `size(${celOf(state, val)})` : dead('only what is many can be counted')
}

export function numeric(cel: string, type: Type): string {
  return type.k === 'number' ? cel : `number(${cel})`
}

/** The group that stands somewhere in the phrase: "the sum of the amounts of all deals per owner". */
function groupOf(of: Np): { np: Np; by: Np } | null {
  if (of.t !== 'noun') return null
  const index = of.post.findIndex(post => post.p === 'by')
  if (index !== -1) {
    const post = of.post[index] as Extract<Post, { p: 'by' }>
    return { np: { ...of, post: of.post.filter((_, at) => at !== index) }, by: post.np }
  }
  for (const [at, post] of of.post.entries()) {
    if (post.p !== 'prep') continue
    const inner = groupOf(post.np)
    if (inner !== null)
      return {
        np: { ...of, post: of.post.map((each, index) => (index === at ? { ...post, np: inner.np } : each)) },
        by: inner.by,
      }
  }
  return null
}

function grouped(state: State, fn: Aggregate, of: Np, said: Np): Val {
  const own = groupsSaid(state, said)
  const by = own?.by ?? said
  // The list and, of its items, the field that the figure is of.
  let list: Val
  let field: Field | null = null
  const head = of.t === 'noun' ? of : dead('groups of a list')
  const kind = by.t === 'noun' ? by.head.words.join(' ') : ''
  const isListed = ({ nouns, val }: Referent) => nouns[0] === kind && isList(val) && isRow(itemType(val))
  if (state.reachable.some(isListed)) dead(`for each ${kind} that was got, or by a field of that name?`)
  const entity = state.lexicon.entities.get((head as NounTerm).head.words.join(' '))
  if (fn === 'count' || entity !== undefined) list = resolve(state, of)
  else {
    const term = head as NounTerm
    const at = term.post.findIndex(
      post => post.p === 'prep' && ['of', 'over', 'from', 'for', 'in'].includes(post.prep),
    )
    if (term.post.length > (at === -1 ? 0 : 1)) dead('more is said of the figure', term.span)
    const owner = term.owner ?? (at === -1 ? null : (term.post[at] as Extract<Post, { p: 'prep' }>).np)
    if (owner === null) {
      const found = implied(state, { ...term, head: { ...term.head, isPlural: true } }).filter(each =>
        isList(each.owner),
      )
      const { owner: val, field: of } = state.pick(found, 'of which list?')
      list = val
      field = of
    } else {
      // What is said of the field restricts its records: "the billable hours in the time sheet, per member".
      const said = term.pre.filter(pre => pre.p !== 'void')
      if (said.length > 0 && (owner.t !== 'noun' || said.some(pre => pre.p !== 'adjective')))
        dead('what is said of the figure')
      list = resolve(state, owner.t === 'noun' ? { ...owner, pre: [...said, ...owner.pre] } : owner)
      const kind = entityOf(list) ?? dead('no records to group')
      const match = state.pick(
        fieldsNamed(kind as Entity, term.head.words),
        `a ${(kind as Entity).noun} has no "${term.head.words.join(' ')}"`,
      )
      state.pay(match.cost)
      field = match.field
    }
  }
  if (!isList(list)) dead('only a list has groups')
  if (own !== null && own.list.cel !== list.cel) dead('groups of something else', said.span)
  return groupFigures(state, fn, list, field, by)
}

/** An object with a figure for each value of a field. */
export function groupFigures(state: State, fn: Aggregate, list: Val, field: Field | null, by: Np): Val {
  const kind = entityOf(list)
  const name = keyOf(state, list, by)
  const groups = groupsOf(state, list, name)
  const items = `group.items`
  const measure =
    fn === 'count' ? null : (field ?? measureField(state, kind ?? dead('no figure'), 'largest', []))
  const values =
    measure === null ? '' : `${items}.map(item, ${numeric(access('item', measure.name), measure.type)})`
  const figure =
    fn === 'count'
      ? `size(${items})`
      : fn === 'average'
        ? `sum(${values}) / size(${items})`
        : `${fn}(${values})`
  const label = { count: 'count', sum: 'total', average: 'average', min: 'minimum', max: 'maximum' }[fn]
  const cel = state.set(`${label} per ${name}`, {
    $: `${groups}.map(group, {${JSON.stringify(name)}: group.key, "${label}": ${figure}})`,
  })
  const val: Val = { cel, type: { k: 'list', of: any } }
  state.refer([label, `${label}s`, 'sum', 'group', 'result', 'number'], val)
  return val
}
