// Commands on lists: got, kept, made unique, listed.
import type { NounTerm, Np, Post, Pred, SortKey } from '../../grammar/terms.ts'
import { filtered } from '../nouns/queries.ts'
import { argument, resolve } from '../nouns/resolve.ts'
import { filterOf } from '../predicates/filters.ts'
import { dead, leftOver, type State, type Val } from '../state.ts'
import { asList, celOf, entityOf, fieldsNamed, isList, itemType } from '../values.ts'
import { fetched, isUntoldFigure } from './results.ts'
import { introduce } from './table.ts'

/** @param isTaken as it is: "Take the price {{inputs.price}}" reads nothing */
export function got(state: State, np: Np, isTaken = false): void {
  if (np.t === 'list') {
    if (np.join === 'or') dead('which one?')
    for (const item of np.items) got(state, item, isTaken)
    return
  }
  if (np.t === 'value') dead('that is no thing to get')
  const val = resolve(state, np)
  if (val.cel === null) celOf(state, val)
  if (val.literal !== undefined && val.type.k !== 'record') dead('that is no thing to get')
  // "Read the spreadsheet {{inputs.file}}": it is there, and nothing says how it is read.
  if (
    np.t === 'noun' &&
    /^(?:any|text)$/.test(val.type.k) &&
    /^(?:url|link|address)$/.test(np.head.words.at(-1)!)
  )
    dead('what is there, or the address itself?', np.span)
  if (isThereAlready(np, val) && !(isTaken && isCalledSo(np, val)))
    dead('the input is there already: say what is done with it')
  if (isUntoldFigure(np, val)) dead('the sum of them, or that of each one?', np.span)
  introduce(state, val)
  if (state.blocks.length === 1) state.lastAsked = argument(fetched(state, val))
}

/** A kind of thing with an input beside it: all there is to it is the input. */
export function isThereAlready(np: Np, { cel }: Val): boolean {
  const isBeside = np.t === 'noun' && np.post.some(({ p }) => p === 'value')
  return isBeside && /^inputs(?:\.\w+)+$/.test(cel ?? '')
}

/** Is the input called as the kind beside it? Then the kind says nothing more. */
function isCalledSo(np: Np, { cel }: Val): boolean {
  return np.t === 'noun' && np.head.words.at(-1) === cel?.split('.').at(-1)?.toLowerCase()
}

/** "only the paid ones", "those that are open": of the list that was last. */
export function ones(state: State, np: NounTerm): NounTerm {
  void state
  return { ...np, det: np.det ?? 'the', head: { ...np.head, isPlural: true } }
}

export function latestList(state: State): Val {
  return state.reachable.find(({ val }) => isList(val))?.val ?? dead('of which list?')
}

export function keepBy(state: State, list: Val, pred: Pred): void {
  list = asList(list)
  if (!isList(list)) dead('only a list can be filtered')
  introduce(state, filtered(state, list, [filterOf(state, pred, entityOf(list), itemType(list))], null))
}

export function unique(state: State, np: NounTerm): void {
  const from = np.post.find(
    (post): post is Extract<Post, { p: 'prep' }> => post.p === 'prep' && post.prep !== 'by',
  )
  const inner = from?.np.t === 'noun' ? from.np.post.find(isBy) : undefined
  const by = np.post.find(isBy) ?? inner
  if (np.post.some(post => post !== from && post !== by)) dead('more is said of the duplicates')
  const of =
    from?.np.t === 'noun' ? { ...from.np, post: from.np.post.filter(post => post !== inner) } : from?.np
  distinctBy(state, of === undefined ? latestList(state) : resolve(state, of), by?.np ?? null)
}

const isBy = (post: Post): post is Extract<Post, { p: 'by' | 'prep' }> =>
  post.p === 'by' || (post.p === 'prep' && post.prep === 'by')

/** Each of them once; those with the same in a field count as one. */
export function distinctBy(state: State, list: Val, by: Np | null): void {
  if (by === null) {
    introduce(state, { ...list, cel: state.set('distinct', { $: `unique(${celOf(state, list)})` }) })
    return
  }
  const all = asList(list)
  if (!isList(all)) dead('only of a list there are duplicates')
  const args = { list: { $: celOf(state, all) }, field: fieldSaid(state, all, by) }
  introduce(state, { ...all, cel: state.compute('list_unique', args, 'distinct') })
}

/** The name of the field that the words mean; of what has no schema, the words. */
export function fieldSaid(state: State, list: Val, by: Np): string {
  if (by.t === 'value' && by.value.v === 'word') return by.value.text
  if (by.t !== 'noun' || by.owner !== null || by.pre.length + by.post.length > 0)
    return dead('by which field?')
  const entity = entityOf(list)
  if (entity === null || entity.fields.length === 0) return nameSaid(state, by)
  const match = fieldsNamed(entity, by.head.words)[0]
  return match?.field.name ?? dead(`a ${entity.noun} has no "${by.head.words.join(' ')}"`)
}

/** As programs write it, where the author did. */
export function nameSaid({ prompt }: State, { head, span }: NounTerm): string {
  const text = prompt.slice(...span)
  return /^[A-Za-z_][\w.]*$/.test(text) ? text : head.words.join('_')
}

export function withoutSort(np: Np): { np: Np | null; keys: readonly SortKey[] } {
  if (np.t !== 'noun') return { np, keys: [] }
  const keys = np.post.flatMap(post =>
    post.p === 'sort' ? post.keys : post.p === 'by' ? keysOf(post.np) : [],
  )
  const post = np.post.filter(each => each.p !== 'sort' && each.p !== 'by')
  if (np.span[1] === 0) return { np: null, keys }
  return { np: { ...np, post, ...(np.head.words[0] === 'one' && { det: np.det ?? 'the' }) }, keys }
}

/** "the biggest first" that stands by itself. */
export function keysAlone(np: Np): readonly SortKey[] {
  const { np: rest, keys } = withoutSort(np)
  const isAlone =
    rest === null ||
    (rest.t === 'noun' && rest.head.words[0] === 'one' && rest.pre.length === 0 && rest.post.length === 0)
  return isAlone && keys.length > 0 ? keys : dead(leftOver, np.span)
}

export function keysOf(np: Np): SortKey[] {
  if (np.t === 'list') return np.items.flatMap(keysOf)
  const sort = np.t === 'noun' ? np.post.flatMap(post => (post.p === 'sort' ? post.keys : [])) : []
  const bare = np.t === 'noun' ? { ...np, post: np.post.filter(post => post.p !== 'sort') } : np
  return [{ np: bare, word: sort[0]?.word ?? null, order: sort[0]?.order ?? null }]
}

export function withBy(np: Np, by: Np): Np {
  return np.t === 'noun' ? { ...np, post: [...np.post, { p: 'by', np: by }] } : dead('groups of a list')
}

export function listBefore(state: State, np: Np): Val {
  if (np.t === 'noun' && np.owner === null) {
    const of = np.post.find(
      (post): post is Extract<Post, { p: 'prep' }> => post.p === 'prep' && post.prep === 'of',
    )
    if (of !== undefined) {
      const val = resolve(state, of.np)
      if (isList(val)) return val
    }
  }
  return dead('sorted of what?')
}

/** "both": the last two figures. */
export function bothOf(state: State, np: Np, names: readonly string[]): Val[] {
  const isBoth = np.t === 'pronoun' || (np.t === 'noun' && np.det === 'all' && np.head.words[0] === 'one')
  if (!isBoth) return dead('one name for each')
  const found = state.reachable.filter(({ val }) => val.type.k === 'number')
  const distinct = found.filter(
    ({ val }, index) => found.findIndex(other => other.val.cel === val.cel) === index,
  )
  return distinct
    .slice(0, names.length)
    .toReversed()
    .map(({ val }) => val)
}
