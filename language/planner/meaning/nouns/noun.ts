// A noun with all that it may stand for.
import type { NounTerm, Np, Post } from '../../grammar/terms.ts'
import type { EntityModel } from '../../lexicon/tool-model.ts'
import { any } from '../../lexicon/types.ts'
import { fieldsInRole } from '../predicates/related.ts'
import { dead, type State, type Val } from '../state.ts'
import { entityOf, enumsNamed, isList } from '../values.ts'
import { ofTheClock } from './clock.ts'
import { united } from './figures.ts'
import { modified } from './modifiers.ts'
import { compounds, fieldFor, memberOf, ofOwner, unsaid } from './owners.ts'
import { queried } from './queries.ts'
import { implied, outOfReach, said, theRest } from './referents.ts'
import { distributed, resolve, valueSaid } from './resolve.ts'

export function noun(state: State, term: NounTerm, each: boolean): Val {
  const np = ofItsList(wholly(state, united(term)))
  if (np.det === 'no') dead('there is none of it', np.span)
  if (isEveryNth(np)) dead('every which one?', np.span)
  if (isAllOfOne(np)) dead('all of one thing?', np.span)
  // "their only numbers" are not only their numbers.
  if ((np.det === 'which' || np.owner !== null) && np.pre.some(({ p }) => p === 'only'))
    dead('the only one of them?', np.span)
  const words = np.head.words
  const word = words.join(' ')
  const ways: { cost: number; use: () => Val }[] = []
  const way = (cost: number, use: () => Val) => ways.push({ cost, use })
  const stepAt = np.post.findIndex(
    post => post.p === 'prep' && post.np.t === 'step' && ['from', 'of', 'in'].includes(post.prep),
  )
  if (stepAt !== -1) {
    const { number: wanted } = (np.post[stepAt] as Extract<Post, { p: 'prep' }>).np as Extract<
      Np,
      { t: 'step' }
    >
    const rest = { ...np, post: np.post.filter((_, at) => at !== stepAt) }
    const loop = state.loopOf.get(wanted)
    if (loop !== undefined && /^(result|output|outcome)$/.test(word))
      return modified(state, { cel: `steps.${loop}`, type: { k: 'list', of: any } }, rest, each)
    const of = state.reachable.filter(referent => referent.step === wanted)
    const direct = of.filter(({ nouns }) => nouns.includes(word) || /^(result|output|outcome)$/.test(word))
    for (const { val } of direct.slice(0, 1)) way(0, () => modified(state, val, rest, each))
    if (direct.length === 0)
      for (const { val } of of.slice(0, 1))
        way(1, () => modified(state, memberOf(state, val, rest), rest, each))
    return state.choose(ways, `there is no "${word}" in step ${wanted}`).use()
  }
  const role = np.post.find(post => post.p === 'role')
  if (role?.p === 'role')
    return inRole(state, { ...np, post: np.post.filter(post => post !== role) }, role, each)
  const owning = np.post.findIndex(
    post =>
      post.p === 'prep' &&
      ['of', 'from', 'in', 'for', 'on', 'among', 'amongst', 'over', 'across'].includes(post.prep),
  )
  const rest = (index: number) => np.post.filter((_, at) => at !== index)
  const isBare = np.owner === null
  // "the rest of them": what was left of a list.
  if (
    isBare &&
    /^(rest|remainder)$/.test(word) &&
    np.post.every(
      post =>
        post.p === 'prep' &&
        post.prep === 'of' &&
        (post.np.t === 'pronoun' || (post.np.t === 'noun' && post.np.head.isPlural)),
    )
  ) {
    return distributed(state, state.pick(theRest(state, np), 'nothing was left before').use(), each)
  }

  const clock = ofTheClock(state, np)
  if (clock !== null) way(5, clock)
  const figure = nthFigure(state, np)
  if (figure !== null) way(0, () => figure)
  for (const { whole, part } of compounds(state, np)) way(0.5, () => ofOwner(state, part, whole, each))
  if (np.owner === null)
    for (const { whole, part } of unsaid(state, np)) way(4, () => ofOwner(state, part, whole, each))
  if (np.owner !== null) {
    const { owner } = np
    way(0, () => ofOwner(state, { ...np, owner: null }, owner, each))
    const { own, moved } = movable(np.post)
    const whole = owner.t === 'pronoun' && owner.word === 'their' ? theOnes(owner) : owner
    if (whole.t === 'noun' && moved.length > 0)
      way(0.1, () =>
        ofOwner(
          state,
          { ...np, owner: null, post: own },
          { ...whole, post: [...whole.post, ...moved] },
          each,
        ),
      )
  } else {
    if (owning !== -1 && (np.head.isKnown || np.det !== null)) {
      // "The CSV in the file", "the files in the folder": what a tool would have to read.
      if (isInside(word, np.post[owning]!)) dead(`what reads a ${word}?`, np.span)
      const { np: owner, prep } = np.post[owning] as Extract<Post, { p: 'prep' }>
      way(prep === 'of' ? 0 : 1, () => ofOwner(state, { ...np, post: rest(owning) }, owner, each))
      // "The names of the products, the cheapest first": what cannot be said of names is said of products.
      const { own, moved } = movable(rest(owning))
      if (owner.t === 'noun' && moved.length > 0)
        way((prep === 'of' ? 0 : 1) + 0.1, () =>
          ofOwner(state, { ...np, post: own }, { ...owner, post: [...owner.post, ...moved] }, each),
        )
      // "the billable hours in the time sheet" are those of its billable entries.
      const adjectives = np.pre.filter(pre => pre.p === 'adjective')
      if (adjectives.length > 0 && owner.t === 'noun')
        way(1, () =>
          ofOwner(
            state,
            { ...np, pre: np.pre.filter(pre => pre.p !== 'adjective'), post: rest(owning) },
            { ...owner, pre: [...adjectives, ...owner.pre] },
            each,
          ),
        )
    }
    // "The rest" was found as such; what else is said of it remains.
    const found = { ...np, pre: np.pre.filter(pre => pre.p !== 'rest') }
    for (const { cost, use } of said(state, np)) way(cost, () => modified(state, use(), found, each))
    const entity = state.lexicon.entities.get(word)
    if (entity === undefined && np.head.isPlural && np.det !== 'a') {
      const kinds = kindsBy(state, word)
      const isSpokenOf = (kind: EntityModel) => state.reachable.some(({ val }) => entityOf(val) === kind)
      const one = kinds.filter(isSpokenOf)
      for (const kind of kinds)
        way(one.length === 1 && kind !== one[0] ? 2.5 : 1, () =>
          queried(
            state,
            kind,
            {
              ...np,
              pre: [...np.pre, { p: 'adjective', words: word }],
              head: { ...np.head, words: [kind.noun] },
            },
            each,
          ),
        )
    }
    if (entity !== undefined) {
      const isAgain = state.reachable.some(({ nouns, val }) => nouns.includes(entity.noun) && isList(val))
      way(isAgain ? (np.det === 'all' || np.det === null ? 2 : 4) : 0, () => queried(state, entity, np, each))
    }
    for (const { field, owner, cost } of implied(state, np))
      way(cost, () => {
        // "Comment on the task" after many entries, each of a task of its own: which of them?
        if (each && isList(owner) && np.det === 'the' && !np.head.isPlural) dead(`which ${word}?`, np.span)
        return modified(state, fieldFor(state, owner, field, np, each), np, each)
      })
  }
  if (
    isBare &&
    /^(input|parameter)$/.test(words[0]!) &&
    np.post[0]?.p === 'value' &&
    np.post[0].value.v === 'word'
  ) {
    const name = np.post[0].value.text
    way(0, () => ({ cel: `inputs.${name}`, type: any, hint: [name.toLowerCase()] }))
  }
  // "the CSV {{inputs.csv}}", "account 6400": the value itself, with a noun that says what it is.
  const beside = np.post[0]
  if (
    isBare &&
    (np.det === null || np.det === 'the' || np.det === 'a') &&
    np.head.isKnown &&
    beside?.p === 'value' &&
    np.pre.length === 0 &&
    np.post.length === 1 &&
    (state.lexicon.entities.get(word) === undefined || beside.value.v === 'text') &&
    (beside.value.v !== 'word' ||
      (state.lexicon.nouns.get(words[0]!) ?? []).some(phrase => phrase.join(' ') === word))
  ) {
    way(3, () => ({ ...valueSaid(state, beside.value), hint: words }))
  }
  ways.sort((a, b) => a.cost - b.cost)
  if (ways.length === 0 && state.gone.has(word)) outOfReach(word)
  return state.choose(ways.slice(0, 8), `it is not known what "${word}" is`).use()
}

/** "the class C-1 in the list of classes": where else? */
function ofItsList(np: NounTerm): NounTerm {
  const post = np.post.filter(each => !(each.p === 'prep' && isListOf(each.np, np.head.words.join(' '))))
  return post.length === np.post.length ? np : { ...np, post }
}

export function isListOf(np: Np, word: string): boolean {
  if (np.t !== 'noun' || np.pre.length > 0 || np.owner !== null || np.det === 'no') return false
  const { words } = np.head
  if (/ list$/.test(words.join(' ')) && np.post.length === 0) return words.slice(0, -1).join(' ') === word
  const [of, ...more] = np.post
  return (
    words.join(' ') === 'list' &&
    more.length === 0 &&
    of?.p === 'prep' &&
    of.prep === 'of' &&
    of.np.t === 'noun' &&
    of.np.head.words.join(' ') === word &&
    of.np.pre.length + of.np.post.length === 0
  )
}

/** "Each invoice", "all invoices": one thing is none of them. */
export function isOfMany(np: Np): boolean {
  return np.t === 'noun' && (np.det === 'each' || np.det === 'all' || np.head.isPlural)
}

/** "all result", "all insurer": how many are there? */
export function isAllOfOne({ det, head }: NounTerm): boolean {
  return det === 'all' && !head.isPlural && head.isKnown && !masses.has(head.words.at(-1)!)
}

/** "Every second order" is one of two. */
export function isEveryNth({ det, pre }: NounTerm): boolean {
  return (
    (det === 'each' || det === 'all' || det === 'any') &&
    pre.some(each => each.p === 'place' && each.count === null)
  )
}

/** Nouns that have no plural. */
const masses = new Set(
  'data content text information money time rest mail email stock work feedback one'.split(' '),
)

/** "the customer who placed the order": the field of the order that the verb tells. */
function inRole(state: State, np: NounTerm, role: Extract<Post, { p: 'role' }>, each: boolean): Val {
  const owner = resolve(state, role.np, each)
  const entity = entityOf(owner) ?? dead('of what?', np.span)
  const fields = fieldsInRole(entity, np.head.words, role.verb, role.isPassive === true)
  if (fields.length !== 1) dead(`who is that of the ${entity.noun}?`, np.span)
  return modified(state, fieldFor(state, owner, fields[0]!, np, each), np, each)
}

/** What may be said of a thing or of what it belongs to. */
function isInside(word: string, post: Post): boolean {
  return (
    post.p === 'prep' &&
    (post.prep === 'in' || post.prep === 'from') &&
    post.np.t === 'value' &&
    post.np.value.v === 'hole' &&
    /^(?:csv|json|xml|yaml|html|pdf|file|folder|document|attachment)$/.test(word)
  )
}

function movable(posts: readonly Post[]): { own: readonly Post[]; moved: readonly Post[] } {
  // "... with a price below 3, the cheapest first": what stands before the order goes with it.
  const isSorted = posts.some(({ p }) => p === 'sort')
  const isMovable = ({ p }: Post) =>
    p === 'where' || p === 'except' || p === 'exceptWhere' || p === 'sort' || (isSorted && p === 'prep')
  return { own: posts.filter(post => !isMovable(post)), moved: posts.filter(isMovable) }
}

function theOnes({ span }: Np): NounTerm {
  const head = { words: ['one'], isPlural: true, isKnown: true }
  return { t: 'noun', det: 'the', owner: null, pre: [], head, post: [], span }
}

/** "the first sum", "the second one": of the figures that were computed. */
function nthFigure(state: State, np: NounTerm): Val | null {
  const [pre, ...rest] = np.pre
  if (pre?.p !== 'place' || pre.count !== null || pre.hole !== undefined || rest.length + np.post.length > 0)
    return null
  if (!/^(sum|total|number|figure|value|average|count|one|result|amount)$/.test(np.head.words.join(' ')))
    return null
  const figures = new Map<string, Val>()
  for (const { val } of state.reachable.toReversed())
    if (val.cel !== null && val.type.k === 'number') figures.set(val.cel, val)
  const all = [...figures.values()]
  return (pre.end === 'last' ? all.at(-pre.index) : all[pre.index - 1]) ?? null
}

/** "the time sheet": all of its entries. */
function wholly(state: State, np: NounTerm): NounTerm {
  const word = np.head.words.join(' ')
  const isWhole = state.lexicon.entities.get(word)?.wholes?.includes(word) === true
  return isWhole ? { ...np, det: 'all', head: { ...np.head, isPlural: true } } : np
}

/** Kinds of records that a value of theirs may stand for: the leads. */
function kindsBy(state: State, word: string): readonly EntityModel[] {
  return [...new Set(state.lexicon.entities.values())].filter(
    entity => entity.lists.length > 0 && enumsNamed(entity, word).length > 0,
  )
}
