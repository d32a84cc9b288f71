// Verbs that need no tool: keep, sort, count, set, return and the like.
import type { Complement, NounTerm, Np, Post, Pred, Statement, Value } from '../../grammar/terms.ts'
import { type Command, commands } from '../../lexicon/commands.ts'
import { any, number, text } from '../../lexicon/types.ts'
import { answered } from '../calls/answers.ts'
import type { Way } from '../calls/tools.ts'
import { keySaid } from '../flow/runs.ts'
import { groupsOf, keyOf } from '../nouns/groups.ts'
import { adjectiveOf } from '../nouns/modifiers.ts'
import { merged, sorted } from '../nouns/ordering.ts'
import { filtered } from '../nouns/queries.ts'
import { latestText } from '../nouns/referents.ts'
import { argument, resolve } from '../nouns/resolve.ts'
import { filterOf } from '../predicates/filters.ts'
import { dead, leftOver, type State, type Val } from '../state.ts'
import { asList, celOf, entityOf, isList, itemType } from '../values.ts'
import { addTo, figure, operated, placesOf } from './figures.ts'
import {
  fieldSaid,
  got,
  isThereAlready,
  keepBy,
  keysAlone,
  keysOf,
  latestList,
  listBefore,
  ones,
  unique,
  withBy,
  withoutSort,
} from './lists.ts'
import { objectFields, projected, returned } from './results.ts'
import { caseOf, characterOf, converted, jsonVal, parsed, patternOf, replaced, separatorOf } from './texts.ts'

export type Call = Extract<Statement, { s: 'call' }>

export type Prep = Extract<Complement, { a: 'prep' }>

export function commandWays(state: State, call: Call): Way[] {
  if (call.passive !== null) {
    // "The ids shall be listed": as if it were ordered.
    return commandWays(state, {
      ...call,
      passive: null,
      parts: [{ a: 'np', np: call.passive }, ...call.parts],
    })
  }
  const sorting = call.parts.filter(part => part.a === 'np' && isOrder(part.np))
  if (sorting.length > 0 && sorting.length < nps(call).length) {
    // "List the names in descending order of stock": the order is said of the things.
    const keys = sorting.flatMap(part => (part.a === 'np' && part.np.t === 'noun' ? part.np.post : []))
    const parts = call.parts
      .filter(part => !sorting.includes(part))
      .map(part =>
        part.a === 'np' && part.np.t === 'noun' && part === objectPart(call)
          ? { ...part, np: { ...part.np, post: [...part.np.post, ...keys] } }
          : part,
      )
    if (objectPart(call)?.np.t === 'noun' && !sorting.includes(objectPart(call)!))
      return commandWays(state, { ...call, parts })
  }
  const all = new Set(call.verb.lemmas.flatMap(lemma => commands.get(lemma) ?? []))
  return [...all].flatMap((command): Way[] => {
    const run = table[command]
    if (run === undefined) return []
    const cost = command === 'get' || command === 'return' ? 0.5 : 1
    return [{ cost: cost + (isOfTool(state, call) ? 5 : 0), use: () => run(state, call) }]
  })
}

/** "status open", "a total over 100": more than the name of a field. */
function saysWhich({ post }: NounTerm): boolean {
  return post.some(each => (each.p === 'value' ? !/^(?:de|a)scending$/.test(textOf(each.value)) : true))
}

const textOf = (value: Value) => ('text' in value ? value.text : '')

function isOrder(np: Np): boolean {
  return np.t === 'noun' && np.span[1] === 0 && np.post.every(({ p }) => p === 'sort' || p === 'except')
}

/** "check the insurance", where a tool that does something is called so. */
function isOfTool({ lexicon }: State, call: Call): boolean {
  const words = new Set(
    call.parts.flatMap(part => (part.a === 'np' && part.np.t === 'noun' ? part.np.head.words : [])),
  )
  return lexicon.tools.some(
    model =>
      !model.isRead &&
      call.verb.lemmas.includes(model.verb) &&
      model.object.split(' ').some(word => words.has(word)),
  )
}

const nps = (call: Call): Np[] => call.parts.flatMap(part => (part.a === 'np' ? [part.np] : []))

export const prep = (call: Call, ...names: string[]): Prep | undefined =>
  call.parts.find((part): part is Prep => part.a === 'prep' && names.includes(part.prep))

/** Exactly these parts, and no word more. */
export function only(call: Call, ...parts: (Complement | undefined)[]): void {
  const left = call.parts.find(part => !parts.includes(part))
  if (left !== undefined) dead(leftOver, 'np' in left ? left.np.span : call.span)
}

export function object(call: Call): Np {
  return nps(call)[0] ?? dead('of what?', call.span)
}

export const objectPart = (call: Call) =>
  call.parts.find((part): part is Extract<Complement, { a: 'np' }> => part.a === 'np')

export const table: { readonly [C in Command]?: (state: State, call: Call) => void } = {
  get(state, call) {
    only(call, objectPart(call))
    // "I want to get an object with ..."
    if (objectFields(object(call)) !== null) return giveBack(state, returned(state, object(call), null))
    got(state, object(call), call.verb.lemmas.includes('take'))
  },
  find(state, call) {
    only(call, objectPart(call))
    got(state, object(call))
  },
  take(state, call) {
    const columns = columnsKept(state, call)
    if (columns !== null) return columns()
    only(call, objectPart(call))
    got(state, object(call), call.verb.lemmas.includes('take'))
  },
  keep(state, call) {
    const by = prep(call, 'by', 'for', 'with')
    only(call, objectPart(call), by)
    const np = objectPart(call) === undefined ? null : object(call)
    if (by !== undefined) {
      const list = np === null ? latestList(state) : resolve(state, np)
      // "Keep the orders by country": which ones?
      if (!isList(list) && by.np.t === 'noun' && !saysWhich(by.np)) dead('keep which ones?', by.np.span)
      keepBy(state, list, { c: 'prep', prep: 'with', np: by.np })
      return
    }
    if (np?.t !== 'noun') dead('keep which ones?')
    const term = np as NounTerm
    if (!term.head.isPlural && term.head.words[0] !== 'one' && term.post.some(({ p }) => p === 'value'))
      dead('one thing is kept?', term.span)
    if (!term.head.isPlural && /^(?:total|sum|amount|count)$/.test(term.head.words.at(-1)!))
      dead('keep which ones?')
    if (term.post.length === 0 && term.pre.every(pre => pre.p === 'only' || pre.p === 'void'))
      dead('keep which ones?')
    got(state, ones(state, term))
  },
  drop(state, call) {
    // "Remove the bounced ones": from the list, or for good?
    const isDeletion = call.verb.lemmas.some(lemma => /^(remove|drop|discard|throw (away|out))$/.test(lemma))
    if (isDeletion && state.lexicon.tools.some(model => !model.isRead && model.groups.has('delete')))
      dead('left out of the list, or deleted?')
    const by = prep(call, 'by')
    only(call, objectPart(call), by)
    const np = object(call)
    if (by === undefined && np.t === 'value' && np.value.v === 'number')
      return skipped(state, np.value.number)
    if (np.t !== 'noun') dead('leave out which ones?')
    const term = np as NounTerm
    if (by !== undefined) {
      if (!/^(duplicate|repetition)$/.test(term.head.words[0]!)) dead('left out by what?')
      return unique(state, { ...term, post: [...term.post, { p: 'by', np: by.np }] })
    }
    if (term.head.words[0] === 'duplicate' || term.head.words[0] === 'repetition') return unique(state, term)
    const preds: Pred[] = [
      ...term.pre.flatMap((pre): Pred[] => (pre.p === 'adjective' ? [adjectiveOf(pre)] : [])),
      ...term.post.flatMap((post): Pred[] =>
        post.p === 'where'
          ? [post.pred]
          : post.p === 'prep'
            ? [{ c: 'prep', prep: post.prep, np: post.np }]
            : post.p === 'value' && post.value.v === 'word'
              ? [{ c: 'adjective', words: post.value.text }]
              : dead('leave out which ones?'),
      ),
    ]
    if (preds.length === 0) dead('leave out which ones?')
    const list = resolve(state, {
      ...term,
      det: 'the',
      pre: term.pre.filter(pre => pre.p !== 'adjective'),
      post: [],
      head: { ...term.head, isPlural: true },
    })
    if (!isList(list)) dead('of which list?')
    const filter = filterOf(
      state,
      preds.length === 1 ? preds[0]! : { c: 'and', items: preds },
      entityOf(list),
      itemType(list),
    )
    const kept = filtered(state, list, [{ cel: item => `!(${filter.cel(item)})` }], null)
    const { before: _, ...rest } = kept
    state.refer(
      [
        'rest',
        'remainder',
        'other',
        ...(entityOf(rest)?.nouns ?? []),
        'list',
        'item',
        'one',
        'row',
        'result',
      ],
      rest,
    )
  },
  sort(state, call) {
    const by = prep(call, 'by')
    const more = call.parts.filter(part => part.a === 'np' && part !== objectPart(call))
    only(call, objectPart(call), by, ...more)
    const { np, keys } = withoutSort(object(call))
    const all = [
      ...keys,
      ...(by === undefined ? [] : keysOf(by.np)),
      ...more.flatMap(part => (part.a === 'np' ? keysAlone(part.np) : [])),
    ]
    if (all.length === 0) dead('sorted by what?')
    const list = np === null ? latestList(state) : resolve(state, np)
    introduce(state, sorted(state, list, merged(all)))
  },
  count(state, call) {
    const by = prep(call, 'per', 'by')
    only(call, objectPart(call), by)
    const np = by === undefined ? object(call) : withBy(object(call), by.np)
    if (np.t === 'span') return void resolve(state, np)
    resolve(state, { t: 'aggregate', fn: 'count', of: np, by: null, span: call.span })
  },
  sum: (state, call) => figure(state, call, 'sum'),
  average: (state, call) => figure(state, call, 'average'),
  group(state, call) {
    const by = prep(call, 'by', 'per')
    only(call, objectPart(call), by)
    const inner = object(call)
    const term =
      inner.t === 'noun'
        ? inner.post.find((post): post is Extract<Post, { p: 'by' }> => post.p === 'by')
        : undefined
    const key = by?.np ?? term?.np ?? dead('grouped by what?')
    const np = inner.t === 'noun' ? { ...inner, post: inner.post.filter(post => post !== term) } : inner
    const list = asList(resolve(state, np))
    if (!isList(list) || key.t !== 'noun') return void dead('only a list has groups')
    const entity = entityOf(list)
    const isKnown = entity !== null && state.lexicon.entities.has(entity.noun)
    // "Group them by currency and sum up the amount for each currency" speaks of the list still.
    if (isKnown) introduce(state, list)
    const cel = groupsOf(state, list, isKnown ? keyOf(state, list, key) : fieldSaid(state, list, key))
    const tool = state.lexicon.all.find(({ name, server }) => server === null && name === 'list_group')
    if (tool !== undefined) answered(state, tool, cel, ['group'], { groups: { list, by: key } })
  },
  join(state, call) {
    const by = prep(call, 'with', 'by', 'using')
    only(call, objectPart(call), by)
    const list = resolve(state, object(call))
    if (!isList(list) && list.type.k !== 'any') dead('only a list can be joined')
    const separator = by === undefined ? ', ' : separatorOf(by.np)
    const cel = state.set('joined', { $: `join(${celOf(state, list)}, ${JSON.stringify(separator)})` })
    state.refer(['text', 'result', 'list'], { cel, type: text })
  },
  add(state, call) {
    const to = prep(call, 'to')
    const np = object(call)
    only(call, objectPart(call), to)
    if (to === undefined && np.t === 'noun') {
      // "add 10 days to its due date": the target was read into the noun.
      const at = np.post.findIndex(post => post.p === 'prep' && post.prep === 'to')
      if (at !== -1)
        return addTo(
          state,
          { ...np, post: np.post.filter((_, index) => index !== at) },
          (np.post[at] as Extract<Post, { p: 'prep' }>).np,
          1,
        )
    }
    if (to === undefined) dead('to what?')
    addTo(state, np, to!.np, 1)
  },
  subtract(state, call) {
    const from = prep(call, 'from')
    only(call, objectPart(call), from)
    const np = object(call)
    // "Then take away the hours booked on it": from the figure that came last.
    addTo(state, np, from?.np ?? { t: 'pronoun', word: 'figure', span: call.span }, -1)
  },
  multiply: (state, call) => operated(state, call, '*', 'by', 'with'),
  divide: (state, call) => operated(state, call, '/', 'by'),
  round(state, call) {
    const to = prep(call, 'to')
    only(call, objectPart(call), to)
    const val = resolve(state, object(call))
    const places = to === undefined ? 0 : placesOf(to.np)
    const cel = state.set('rounded', {
      $: `round(${val.type.k === 'number' ? celOf(state, val) : `number(${celOf(state, val)})`}, ${places})`,
    })
    state.refer(['result', 'value', 'number', 'amount', 'total'], { cel, type: number })
  },
  convert(state, call) {
    const to = prep(call, 'to', 'into', 'in', 'as')
    const np = object(call)
    // "make it lower case"
    const [, letters, ...others] = call.parts
    if (letters?.a === 'np' && others.length === 0 && caseOf(letters.np) !== null)
      return converted(state, np, letters.np)
    const inner =
      np.t === 'noun'
        ? np.post.findIndex(post => post.p === 'prep' && ['to', 'into', 'in'].includes(post.prep))
        : -1
    only(call, objectPart(call), to)
    const target =
      to?.np ??
      (inner === -1 ? dead('into what?') : ((np as NounTerm).post[inner] as Extract<Post, { p: 'prep' }>).np)
    const subject =
      to === undefined
        ? { ...(np as NounTerm), post: (np as NounTerm).post.filter((_, index) => index !== inner) }
        : np
    converted(state, subject, target)
  },
  replace(state, call) {
    const by = prep(call, 'with', 'by', 'for')
    const where = prep(call, 'in', 'of')
    only(call, objectPart(call), by, where)
    if (by === undefined) dead('by what?')
    const np = object(call)
    const pattern = patternOf(np)
    if (pattern !== null) return replaced(state, pattern, by!.np, where?.np ?? null)
    const find = characterOf(np) ?? celOf(state, resolve(state, np))
    const put = characterOf(by!.np) ?? celOf(state, resolve(state, by!.np))
    const inside = where === undefined ? latestText(state) : resolve(state, where.np)
    if (inside.type.k !== 'text' && inside.type.k !== 'any') dead('only in a text signs are replaced')
    const cel = state.set('text', { $: `replace(${celOf(state, inside)}, ${find}, ${put})` })
    state.refer(['text', 'result', ...(inside.hint ?? [])], { cel, type: text, base: inside })
  },
  trim(state, call) {
    only(call, objectPart(call))
    const cel = state.set('text', { $: `trim(${celOf(state, resolve(state, object(call)))})` })
    state.refer(['text', 'result'], { cel, type: text })
  },
  parse(state, call) {
    const as = prep(call, 'as')
    const columns = call.parts.filter(part => part.a === 'prep' && part.prep === 'with')
    only(call, objectPart(call), as, ...columns)
    parsed(state, object(call), as?.np ?? null)
  },
  select(state, call) {
    const from = prep(call, 'from', 'of', 'in')
    only(call, objectPart(call), from)
    const np = object(call)
    const path = np.t === 'value' && np.value.v === 'word' ? np.value.text : null
    if (path === null || from === undefined || !/^[\w.]+$/.test(path)) return void dead('select what?')
    const val = jsonVal(state, from.np)
    const cel = state.set(path.split('.').at(-1)!, { $: `${celOf(state, val)}.${path}` })
    const words = path.toLowerCase().split('.')
    state.refer([words.at(-1)!, words.slice(-2).join(' '), 'value', 'result'], {
      cel,
      type: any,
      hint: words.slice(-2),
    })
  },
  set(state, call) {
    const to = prep(call, 'to', 'as')
    only(call, objectPart(call), to)
    const np = object(call)
    if (to === undefined) dead('set to what?')
    if (call.verb.lemmas.includes('set')) {
      const name =
        np.t === 'noun' && np.owner === null && np.post.length === 0 && np.pre.length === 0
          ? np.head.words.join(' ')
          : np.t === 'value' && np.value.v === 'word'
            ? np.value.text
            : dead('set what?')
      if (np.t === 'noun' && np.det === 'a') dead('that is no name', np.span)
      if (state.lexicon.entities.has(name)) dead(`a ${name} is nothing that can be set`)
      if (
        state.lexicon.tools.some(
          model => !model.isRead && model.args.some(arg => arg.words.join(' ') === name),
        )
      )
        state.pay(3)
      state.pay(2)
      const val = resolve(state, to!.np)
      const cel = state.set(name, argument(val))
      state.refer([name], { ...val, cel, literal: undefined as never }, { isNamed: true })
      return
    }
    const val = resolve(state, np)
    const name = to!.np.t === 'noun' ? to!.np.head.words.join(' ') : dead('under which name?')
    // "Save them as XLSX": what is made, no name.
    if (state.lexicon.tools.some(({ tool, nouns }) => nouns.has(name) || tool.keywords.includes(name)))
      dead('is it called so, or made so?')
    state.refer([name], val, { isNamed: true })
  },
  split(state, call) {
    const by = prep(call, 'at', 'by', 'on', 'with', 'into')
    only(call, objectPart(call), by)
    const np = object(call)
    if (by === undefined || np.t === 'list') return void dead('split where?')
    const sign = characterOf(by.np) ?? (by.np.t === 'value' ? celOf(state, resolve(state, by.np)) : null)
    const val = resolve(state, np)
    if (sign === null || isList(val) || val.type.k === 'record') return void dead('split where?')
    const separator = /^"/.test(sign) ? JSON.parse(sign) : { $: sign }
    const cel = state.compute('text_split', { text: argument(val), separator }, 'parts')
    const nouns = (val.hint ?? []).map(word => word.replace(/s$/, ''))
    // "Split it into lines": they are called so from here on.
    if (by.prep === 'into' && by.np.t === 'noun') nouns.push(by.np.head.words.join(' '))
    state.refer([...nouns, 'part', 'list', 'item', 'one', 'result'], { cel, type: { k: 'list', of: text } })
  },
  unique(state, call) {
    only(call, objectPart(call))
    const list = resolve(state, object(call))
    if (!isList(list)) dead('of which list?')
    introduce(state, { ...list, cel: state.set('distinct', { $: `unique(${celOf(state, list)})` }) })
  },
  calculate(state, call) {
    only(call, objectPart(call))
    const val = resolve(state, object(call))
    if (val.type.k !== 'number' && val.type.k !== 'any') return introduce(state, val)
    const known = celOf(state, val)
    // A figure that a step has computed needs no other.
    const cel = /^steps\.\w+$/.test(known) ? known : state.set('result', { $: known })
    state.refer(['result', 'value', 'number', 'amount', 'total'], { cel, type: val.type })
  },
  make(state, call) {
    const labels = call.parts.filter(part => part.a === 'label')
    if (labels.length > 0) return made(state, call, labels)
    only(call, objectPart(call))
    if (call.verb.lemmas.includes('return') || objectFields(object(call)) === null) dead('made of what?')
    const cel = state.set('object', returned(state, object(call), null) as never)
    state.refer(['object', 'result'], { cel, type: any })
  },
  return(state, call) {
    const as = prep(call, 'as')
    const sort = call.parts.filter(part => part.a === 'np')
    only(call, ...sort, as)
    if (state.loops.length > 0 || state.blocks.some(block => block.variable !== null))
      dead('nothing is returned inside a loop')
    const np = object(call)
    // Whom something is told, and a word that stands for nothing, are no results.
    if (np.t === 'value' && /^(channel|email|word|id)$/.test(np.value.v)) dead('that is no result')
    const isPlainReturn = call.verb.lemmas.some(lemma =>
      /^(return|output|answer|respond|give back|hand back|send back|print|say|reply)$/.test(lemma),
    )
    if (np.t === 'value' && 'text' in np.value && !isPlainReturn) dead('a text is told to somebody')
    if (sort.length === 2) {
      const { keys } = withoutSort((sort[1] as { np: Np }).np)
      if (keys.length === 0) dead(leftOver)
      const list = sorted(state, listBefore(state, np), keys)
      return giveBack(state, projected(state, list, np))
    }
    if (sort.length > 2) dead(leftOver)
    if (!isPlainReturn && isThereAlready(np, resolve(state, np))) dead('that is there already')
    giveBack(state, returned(state, np, as?.np ?? null))
  },
}

/** "Choose the columns id and customer.name of the orders" */
function columnsKept(state: State, call: Call): (() => void) | null {
  const [head, names] = nps(call)
  const of = prep(call, 'of', 'from', 'in')
  if (head?.t !== 'noun' || !/^(?:column|field)$/.test(head.head.words.join(' ')) || names === undefined)
    return null
  only(call, ...call.parts.filter(part => part.a === 'np').slice(0, 2), of)
  return () => {
    const fields = state.prompt.slice(...names.span).split(/\s*,\s*(?:and\s+)?|\s+and\s+/)
    if (fields.some(field => !/^[A-Za-z_][\w.]*$/.test(field))) dead('which columns?')
    const list = asList(of === undefined ? latestList(state) : resolve(state, of.np))
    if (!isList(list)) dead('columns of which list?')
    const cel = state.compute('list_pick', { list: { $: celOf(state, list) }, fields }, 'picked')
    state.refer(['list', 'row', 'item', 'one', 'result'], { cel, type: { k: 'list', of: any } })
  }
}

/** "Take the last 2 items, skipping 1": passed over before they are taken. */
function skipped(state: State, count: number): void {
  const last = state.steps.at(-1)
  if (
    last?.kind !== 'tool' ||
    last.tool !== 'list_slice' ||
    last.server !== null ||
    last.title !== state.title
  )
    return dead('leave out which ones?')
  if (!Number.isInteger(count) || count < 1 || last.args['skip'] !== undefined) dead('how many are skipped?')
  state.steps[state.steps.length - 1] = { ...last, args: { ...last.args, skip: count } }
}

/** "Build an object with name {{inputs.name}} and total 5" */
function made(state: State, call: Call, labels: readonly Extract<Complement, { a: 'label' }>[]): void {
  only(call, objectPart(call), ...labels)
  const np = object(call)
  const isObject =
    np.t === 'noun' &&
    np.pre.length + np.post.length === 0 &&
    /^(object|record|json)$/.test(np.head.words.join(' '))
  if (!isObject) dead('made of what?')
  const entries = labels.map(({ name, np: value }) => [keySaid(state, name), argument(resolve(state, value))])
  if (new Set(entries.map(([name]) => name)).size < entries.length) dead('a name is said twice')
  const cel = state.set('object', Object.fromEntries(entries) as never)
  state.refer(['object', 'record', 'json', 'result'], { cel, type: any })
}

export function giveBack(state: State, value: unknown): void {
  state.emit({ id: state.newId('return'), kind: 'return', value } as never)
}

/** What is introduced can be referred to. */
export function introduce(state: State, val: Val): void {
  if (val.role !== undefined) return state.refer([val.role, 'result'], val)
  const entity = entityOf(val)
  state.refer(
    [...(entity?.nouns ?? []), ...(isList(val) ? ['list', 'item', 'one', 'row'] : ['one']), 'result'],
    val,
  )
}
