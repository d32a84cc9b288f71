// Order: sorting, the largest, the first and the last.
import type { NounTerm, Np, Pre, SortKey } from '../../grammar/terms.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import type { Entity, Field } from '../../lexicon/types.ts'
import { measures } from '../../lexicon/words.ts'
import { dead, type State, type Val } from '../state.ts'
import { holeVal } from '../texts.ts'
import { asList, celOf, entityOf, enumsNamed, fieldsNamed, isList, isRow, itemType } from '../values.ts'
import { extremeOf } from './figures.ts'
import { named } from './modifiers.ts'

/** "by amount, the biggest first" is one key. */
export function merged(keys: readonly SortKey[]): readonly SortKey[] {
  const all: SortKey[] = []
  for (const key of keys) {
    const last = all.at(-1)
    const isOfLast = key.np === null && last !== undefined && last.word === null && last.order === null
    const isAgain = key.np !== null && last?.np != null && namesOf(key.np) === namesOf(last.np)
    if (isAgain && [key.np, last.np].some(np => np?.t === 'noun' && np.post.length > 0))
      dead('more is said of the field than its name')
    // "in order of stock, the largest stock first"
    if (isAgain && last.order === null && last.word === null) all[all.length - 1] = key
    else if (isAgain && (key.order !== last.order || key.word !== last.word)) dead('sorted in two ways')
    else if (isAgain) continue
    else if (isOfLast && last.np !== null) all[all.length - 1] = { ...last, word: key.word, order: key.order }
    else if (last !== undefined && isSame(last, key)) continue
    else all.push(key)
  }
  return all
}

function namesOf(np: Np): string {
  return wordsOfField(np).join(' ')
}

function wordsOfField(np: Np): readonly string[] {
  return np.t === 'noun' ? np.head.words : []
}

/** "highest price first" of the products with the highest price. */
function isSame(a: SortKey, b: SortKey): boolean {
  return a.np === null && b.np === null && a.word === b.word && a.order === b.order
}

export function sorted(state: State, list: Val, keys: readonly SortKey[]): Val {
  list = asList(list)
  if (!isList(list)) dead('only a list has an order')
  if (isOrderBefore(list, keys)) return list
  let cel = celOf(state, list)
  const made = state.steps.find(step => `steps.${step.id}` === cel)
  // "Sort by price. Then by name": within the first order or instead of it?
  if (made?.kind === 'tool' && made.tool === 'list_sort') dead('sorted twice')
  const fields = keys.map(key => sortField(state, list, key))
  const said = fields.map(({ field, order }) => `${field} ${order}`).join(', ')
  if (list.order === said) return list
  // The least important first: sorting keeps the order of equals.
  for (const { field, order } of fields.toReversed()) {
    const args = { list: { $: cel }, ...(field !== null && { field }), order }
    cel = state.compute('list_sort', args, 'sorted')
  }
  return { ...list, cel, base: list, order: said }
}

/** "The top 3 by views, best first": the order that the list has already, said once more. */
function isOrderBefore(list: Val, keys: readonly SortKey[]): boolean {
  const [key, ...others] = keys
  const [, name, direction] = /^(\w+) (ascending|descending)$/.exec(list.order ?? '') ?? []
  if (key === undefined || key.np !== null || key.word === null || others.length > 0) return false
  if (!/^(?:best|top|highest|largest|biggest)$/.test(key.word) || direction !== 'descending') return false
  const own = measures.get(key.word)!.fields
  const fields = entityOf(list)?.fields ?? []
  const isOwn = ({ words }: Field) => words.some(word => own.includes(word))
  return (
    fields.some(field => field.name === name && field.type.k === 'number') &&
    !fields.some(field => field.name !== name && isOwn(field))
  )
}

function sortField(
  state: State,
  list: Val,
  { np, word, order }: SortKey,
): { field: string | null; order: 'ascending' | 'descending' } {
  const entity = entityOf(list)
  const measure = word === null ? undefined : measures.get(word)
  const direction = order ?? (measure?.end === 'max' ? 'descending' : 'ascending')
  if (np !== null) {
    if (np.t !== 'noun') dead('a list is sorted by a field')
    const { pre, post } = np as NounTerm
    if (pre.some(each => each.p !== 'only') || post.some(each => each.p !== 'prep' || each.prep !== 'of'))
      dead('more is said of the field than its name', np.span)
    const { owner } = np as NounTerm
    if (owner?.t === 'noun' && !owner.head.isKnown) dead('of what else?', owner.span)
    if ((np as NounTerm).det === 'no') dead('sorted by nothing', np.span)
    const words = (np as NounTerm).head.words
    const of = itemType(list)
    if (of.k !== 'record' && of.k !== 'any') {
      // "the names, sorted by name"
      if (list.hint !== undefined && list.hint.at(-1) === words.at(-1)) {
        state.pay(1.5)
        return { field: null, order: direction }
      }
      dead('a value has no fields to be sorted by', np.span)
    }
    if (entity === null || !entity.isClosed)
      return {
        field: (entity && fieldsNamed(entity, words)[0]?.field.name) ?? words.join('_'),
        order: direction,
      }
    const match = state.pick(
      fieldsNamed(entity, words),
      `a ${entity.noun} has no "${words.join(' ')}" to sort by`,
    )
    state.pay(match.cost)
    return { field: match.field.name, order: direction }
  }
  if (word === null) return { field: null, order: direction }
  if (entity === null) {
    // "best first" of a list of names says nothing of names.
    const of = itemType(list)
    const isFigure = of.k === 'number' || (of.k === 'text' && (of.format ?? '').startsWith('date'))
    return isFigure && measure?.fields.length !== 0
      ? { field: null, order: direction }
      : dead(`by what is it the ${word}?`)
  }
  return { field: measureField(state, entity, word, []).name, order: direction }
}

/** Texts have another order than the numbers that may be in them. */
function isPlainText({ type }: Field): boolean {
  return type.k === 'text' && type.format === undefined && type.values === undefined
}

/** The field that "largest" or "oldest" is about, for a kind of records. */
export function measureField(state: State, entity: Entity, word: string, said: readonly string[]): Field {
  if (said.length > 0) {
    const match = state.pick(fieldsNamed(entity, said), `a ${entity.noun} has no "${said.join(' ')}"`)
    state.pay(match.cost)
    if (isOfSome(state, match.field, said)) dead(`the ${word} ${said.join(' ')}: all of them?`)
    if (measures.get(word)?.kind === 'date' && ['number', 'bool'].includes(match.field.type.k))
      dead(`"${said.join(' ')}" is no date`)
    if (measures.get(word)?.kind === 'number' && isPlainText(match.field)) dead(`the ${word} of texts`)
    return match.field
  }
  const { kind, fields } = measures.get(word)!
  const isDate = (field: Field) =>
    (field.type.k === 'text' && /^date/.test(field.type.format ?? '')) ||
    /(^|_)(at|on|date)$|(At|On|Date)$/.test(field.name)
  const isNumber = (field: Field) => field.type.k === 'number'
  const possible = entity.fields.filter(field =>
    kind === 'date' ? isDate(field) : kind === 'number' ? isNumber(field) : true,
  )
  // Nothing is known of what a text holds but the names.
  const mayBe = entity.fields.filter(field => possible.includes(field) || field.type.k === 'any')
  const preferred = fields.flatMap(name => mayBe.filter(field => field.words.includes(name)))
  const found = preferred[0] ?? (possible.length === 1 ? possible[0] : undefined)
  if (found !== undefined && preferred.length === 0) state.pay(1)
  return found ?? dead(`by which field is a ${entity.noun} the ${word}?`)
}

/** "The fewest tickets" are not the fewest open ones, of which alone there is a figure. */
function isOfSome({ lexicon }: State, { words }: Field, said: readonly string[]): boolean {
  const kind = lexicon.entities.get(singularOf(said.join(' ')).singular)
  return kind !== undefined && words.some(word => !said.includes(word) && enumsNamed(kind, word).length > 0)
}

export function extreme(state: State, list: Val, pre: Extract<Pre, { p: 'extreme' }>, np: NounTerm): Val {
  list = asList(list)
  if (!isList(list)) dead('only of a list there is a largest one')
  const { end } = measures.get(pre.word)!
  if (pre.by !== undefined && np.post.some(({ p }) => p === 'by'))
    dead('the highest of each, or of all?', np.span)
  const entity = entityOf(list)
  const of = itemType(list)
  if (entity === null) {
    if (of.k === 'record') dead('no fields')
    // The longest of the words is not the last one of the alphabet.
    if (of.k === 'text' && (/^(word|line)$/.test(of.format ?? '') || /^(longest|shortest)$/.test(pre.word)))
      dead(`which of these texts is the ${pre.word}?`, np.span)
    const measure = pre.by ?? np.post.flatMap(post => (post.p === 'by' ? [wordsOfField(post.np)] : []))[0]
    if (isRow(of)) {
      if (measure === undefined || /^(?:longest|shortest)$/.test(pre.word))
        dead(`by which field is it the ${pre.word}?`, np.span)
      const isDate = measures.get(pre.word)!.kind === 'date'
      if (isDate && !/(?:^|_)(?:at|on|date|day|time|created|updated|since|year)$/i.test(measure!.join('_')))
        dead(`is "${measure!.join(' ')}" a date?`, np.span)
      const by = np.post.find(post => post.p === 'by')
      return firstBy(state, list, asWritten(state, measure!, by?.np ?? np), pre, np)
    }
    if (measure !== undefined && list.hint !== undefined && measure.at(-1) !== list.hint.at(-1))
      dead(`the ${pre.word} ${measure.join(' ')} of which of them?`, np.span)
    const size = pre.count ?? (np.head.isPlural ? dead('how many?') : null)
    if (size === null)
      return {
        cel: of.k === 'any' ? extremeOf(state, end, celOf(state, list)) : `${end}(${celOf(state, list)})`,
        type: of,
      }
    const sortedList = sorted(state, list, [{ np: null, word: pre.word, order: null }])
    return sliced(state, sortedList, String(size))
  }
  // "the top 3 deals by amount", "the agent with the fewest open tickets": the measure is said.
  const isTop = /^(top|bottom|highest|lowest|best|worst)$/.test(pre.word)
  // What is said of the measure would get lost.
  if (np.post.some(post => post.p === 'by' && (post.np.t !== 'noun' || post.np.post.length > 0)))
    dead('more is said of the measure than its name', np.span)
  const by = np.post.flatMap(post =>
    post.p === 'by' && post.np.t === 'noun'
      ? [post.np.head.words]
      : post.p === 'sort' && isTop
        ? post.keys.flatMap(key => (key.np?.t === 'noun' ? [key.np.head.words] : []))
        : [],
  )[0]
  return firstBy(state, list, measureField(state, entity, pre.word, pre.by ?? by ?? []).name, pre, np)
}

/** A field of which no schema tells the name: "the most likes" are `likes`. */
export function asWritten({ prompt }: State, words: readonly string[], { span }: Np): string {
  const last = words.at(-1)!
  const said = prompt
    .slice(...span)
    .split(/[^\p{L}\p{N}_]+/u)
    .find(word => singularOf(word.toLowerCase()).singular === singularOf(last).singular)
  return [...words.slice(0, -1), said ?? last].join('_')
}

/** The first ones in the order of a field. */
function firstBy(
  state: State,
  list: Val,
  field: string,
  pre: Extract<Pre, { p: 'extreme' }>,
  np: NounTerm,
): Val {
  const order = measures.get(pre.word)!.end === 'max' ? 'descending' : 'ascending'
  const said = `${field} ${order}`
  const args = { list: { $: celOf(state, list) }, field, order }
  const ordered: Val =
    list.order === said ? list : { ...list, cel: state.compute('list_sort', args, 'sorted'), order: said }
  const count = countOf(state, pre)
  // "The one most recently placed" is one, and no list of one.
  const isOne = count === null ? !np.head.isPlural : count === '1' && np.det === 'the'
  if (isOne) return firstOf(state, ordered, 'first', np)
  if (count === null) dead('how many?')
  return sliced(state, ordered, count!)
}

function countOf(state: State, pre: { count: number | null; hole?: string }): string | null {
  if (pre.hole !== undefined) return `int(number(${celOf(state, holeVal(state, pre.hole))}))`
  return pre.count === null ? null : String(pre.count)
}

function sliced(state: State, list: Val, count: string): Val {
  const args = { list: { $: celOf(state, list) }, count: /^\d+$/.test(count) ? Number(count) : { $: count } }
  return {
    ...list,
    base: list,
    cel: state.compute('list_slice', args, 'first'),
  }
}

export function placed(state: State, list: Val, pre: Extract<Pre, { p: 'place' }>, np: NounTerm): Val {
  list = asList(list)
  if (!isList(list)) dead('only a list has a first one')
  const count = countOf(state, pre)
  if (count !== null) {
    const args = {
      list: { $: celOf(state, list) },
      count: /^\d+$/.test(count) ? Number(count) : { $: count },
      end: pre.end,
    }
    return {
      ...list,
      base: list,
      cel: state.compute('list_slice', args, pre.end),
    }
  }
  if (pre.index > 1) {
    const cel = state.set('one', { $: `${celOf(state, list)}[${pre.index - 1}]` })
    return named(state, { cel, type: itemType(list) }, { ...np, head: { ...np.head, isPlural: false } })
  }
  return firstOf(state, list, pre.end, np)
}

function firstOf(state: State, list: Val, end: 'first' | 'last', np: NounTerm): Val {
  const noun = entityOf(list)?.noun ?? np.head.words.join(' ')
  const cel = state.set(noun, { $: `${end}(${celOf(state, list)})` })
  const one: Val = { cel, type: itemType(list), among: list }
  state.refer([...(entityOf(list)?.nouns ?? []), np.head.words.join(' '), 'one', 'item'], one)
  return one
}
