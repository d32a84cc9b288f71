// Verbs that every workflow knows: getting, keeping, sorting, counting, computing, returning.
import type { Complement, NounTerm, Np, Post, Pred, SortKey, Statement } from '../grammar/terms.ts'
import { type Command, commands } from '../lexicon/commands.ts'
import { any, number, text } from '../lexicon/types.ts'
import type { Way } from './calls.ts'
import { aggregateCel, argument, filtered, groupFigures, movedDate, resolve, sorted } from './nouns.ts'
import { filterOf } from './predicates.ts'
import { dead, type State, type Val } from './state.ts'
import { celOf, entityOf, fieldsNamed, isList, itemType, variableFor } from './values.ts'

type Call = Extract<Statement, { s: 'call' }>
type Prep = Extract<Complement, { a: 'prep' }>

export function commandWays(state: State, call: Call): Way[] {
  if (call.passive !== null) {
    // "The ids shall be listed": as if it were ordered.
    return commandWays(state, {
      ...call,
      passive: null,
      parts: [{ a: 'np', np: call.passive }, ...call.parts],
    })
  }
  const all = new Set(call.verb.lemmas.flatMap(lemma => commands.get(lemma) ?? []))
  return [...all].flatMap((command): Way[] => {
    const run = table[command]
    if (run === undefined) return []
    const cost = command === 'get' || command === 'return' ? 0.5 : 1
    return [{ cost: cost + (isOfTool(state, call) ? 5 : 0), use: () => run(state, call) }]
  })
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
const prep = (call: Call, ...names: string[]): Prep | undefined =>
  call.parts.find((part): part is Prep => part.a === 'prep' && names.includes(part.prep))

/** Exactly these parts, and no word more. */
function only(call: Call, ...parts: (Complement | undefined)[]): void {
  if (call.parts.some(part => !parts.includes(part))) dead('there are words left', call.span)
}

function object(call: Call): Np {
  return nps(call)[0] ?? dead('of what?', call.span)
}
const objectPart = (call: Call) => call.parts.find(part => part.a === 'np')

const table: { readonly [C in Command]?: (state: State, call: Call) => void } = {
  get(state, call) {
    only(call, objectPart(call))
    // "I want to get an object with ..."
    if (objectFields(object(call)) !== null) return giveBack(state, returned(state, object(call), null))
    got(state, object(call))
  },
  find(state, call) {
    only(call, objectPart(call))
    got(state, object(call))
  },
  take(state, call) {
    only(call, objectPart(call))
    got(state, object(call))
  },
  keep(state, call) {
    const by = prep(call, 'by', 'for', 'with')
    only(call, objectPart(call), by)
    const np = objectPart(call) === undefined ? null : object(call)
    if (by !== undefined) {
      const list = np === null ? latestList(state) : resolve(state, np)
      keepBy(state, list, { c: 'prep', prep: 'with', np: by.np })
      return
    }
    if (np?.t !== 'noun') dead('keep which ones?')
    const term = np as NounTerm
    if (term.post.length === 0 && term.pre.every(pre => pre.p === 'only' || pre.p === 'void'))
      dead('keep which ones?')
    got(state, ones(state, term))
  },
  drop(state, call) {
    // "Remove the bounced ones": from the list, or for good?
    const isDeletion = call.verb.lemmas.some(lemma => /^(remove|drop|discard|throw (away|out))$/.test(lemma))
    if (isDeletion && state.lexicon.tools.some(model => !model.isRead && model.groups.has('delete')))
      dead('left out of the list, or deleted?')
    only(call, objectPart(call))
    const np = object(call)
    if (np.t !== 'noun') dead('leave out which ones?')
    const term = np as NounTerm
    if (term.head.words[0] === 'duplicate' || term.head.words[0] === 'repetition') return unique(state, term)
    const preds: Pred[] = [
      ...term.pre.flatMap((pre): Pred[] =>
        pre.p === 'adjective' ? [{ c: 'adjective', words: pre.words }] : [],
      ),
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
      ...more.flatMap(part => (part.a === 'np' ? withoutSort(part.np).keys : [])),
    ]
    if (all.length === 0) dead('sorted by what?')
    // "by amount, the biggest first" is one key.
    const first = all[0]!
    const merged =
      all.length === 2 &&
      all[1]!.np === null &&
      first.np !== null &&
      first.word === null &&
      first.order === null
        ? [{ ...first, word: all[1]!.word, order: all[1]!.order }]
        : all
    const list = np === null ? latestList(state) : resolve(state, np)
    introduce(state, sorted(state, list, merged))
  },
  count(state, call) {
    const by = prep(call, 'per', 'by')
    only(call, objectPart(call), by)
    const np = by === undefined ? object(call) : withBy(object(call), by.np)
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
    const list = resolve(state, np)
    if (!isList(list) || key.t !== 'noun') dead('only a list has groups')
    introduce(state, list)
  },
  join(state, call) {
    const by = prep(call, 'with', 'by', 'using')
    only(call, objectPart(call), by)
    const list = resolve(state, object(call))
    if (!isList(list)) dead('only a list can be joined')
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
    if (from === undefined) dead('from what?')
    addTo(state, np, from!.np, -1)
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
    const find = characterOf(np) ?? celOf(state, resolve(state, np))
    const put = characterOf(by!.np) ?? celOf(state, resolve(state, by!.np))
    const inside =
      where === undefined
        ? (state.reachable.find(({ val }) => val.type.k === 'text' || val.type.k === 'any')?.val ??
          dead('in what?'))
        : resolve(state, where.np)
    const cel = state.set('text', { $: `replace(${celOf(state, inside)}, ${find}, ${put})` })
    state.refer(['text', 'result'], { cel, type: text })
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
    state.refer([name], val, { isNamed: true })
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
    const cel = state.set('result', { $: celOf(state, val) })
    state.refer(['result', 'value', 'number', 'amount', 'total'], { cel, type: val.type })
  },
  make(state, call) {
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
    if (
      np.t === 'value' &&
      'text' in np.value &&
      !call.verb.lemmas.some(lemma =>
        /^(return|output|answer|respond|give back|hand back|send back|print|say|reply)$/.test(lemma),
      )
    )
      dead('a text is told to somebody')
    if (sort.length === 2) {
      const { keys } = withoutSort((sort[1] as { np: Np }).np)
      if (keys.length === 0) dead('there are words left')
      const list = sorted(state, listBefore(state, np), keys)
      return giveBack(state, projected(state, list, np))
    }
    if (sort.length > 2) dead('there are words left')
    giveBack(state, returned(state, np, as?.np ?? null))
  },
}

export function giveBack(state: State, value: unknown): void {
  state.emit({ id: state.newId('return'), kind: 'return', value } as never)
}

/** What is introduced can be referred to. */
export function introduce(state: State, val: Val): void {
  const entity = entityOf(val)
  state.refer(
    [...(entity?.nouns ?? []), ...(isList(val) ? ['list', 'item', 'one', 'row'] : ['one']), 'result'],
    val,
  )
}

function got(state: State, np: Np): void {
  if (np.t === 'list') {
    if (np.join === 'or') dead('which one?')
    for (const item of np.items) got(state, item)
    return
  }
  if (np.t === 'value') dead('that is no thing to get')
  const val = resolve(state, np)
  if (val.cel === null) celOf(state, val)
  if (val.literal !== undefined && val.type.k !== 'record') dead('that is no thing to get')
  introduce(state, val)
  state.lastAsked = argument(fetched(state, val))
}

/** "only the paid ones", "those that are open": of the list that was last. */
function ones(state: State, np: NounTerm): NounTerm {
  void state
  return { ...np, det: np.det ?? 'the', head: { ...np.head, isPlural: true } }
}

function latestList(state: State): Val {
  return state.reachable.find(({ val }) => isList(val))?.val ?? dead('of which list?')
}

function keepBy(state: State, list: Val, pred: Pred): void {
  if (!isList(list)) dead('only a list can be filtered')
  introduce(state, filtered(state, list, [filterOf(state, pred, entityOf(list), itemType(list))], null))
}

function unique(state: State, np: NounTerm): void {
  const from = np.post.find((post): post is Extract<Post, { p: 'prep' }> => post.p === 'prep')
  const list = from === undefined ? latestList(state) : resolve(state, from.np)
  introduce(state, { ...list, cel: state.set('distinct', { $: `unique(${celOf(state, list)})` }) })
}

function withoutSort(np: Np): { np: Np | null; keys: readonly SortKey[] } {
  if (np.t !== 'noun') return { np, keys: [] }
  const keys = np.post.flatMap(post =>
    post.p === 'sort' ? post.keys : post.p === 'by' ? keysOf(post.np) : [],
  )
  const post = np.post.filter(each => each.p !== 'sort' && each.p !== 'by')
  if (np.span[1] === 0) return { np: null, keys }
  return { np: { ...np, post, ...(np.head.words[0] === 'one' && { det: np.det ?? 'the' }) }, keys }
}

function keysOf(np: Np): SortKey[] {
  if (np.t === 'list') return np.items.flatMap(keysOf)
  const sort = np.t === 'noun' ? np.post.flatMap(post => (post.p === 'sort' ? post.keys : [])) : []
  const bare = np.t === 'noun' ? { ...np, post: np.post.filter(post => post.p !== 'sort') } : np
  return [{ np: bare, word: sort[0]?.word ?? null, order: sort[0]?.order ?? null }]
}

function withBy(np: Np, by: Np): Np {
  return np.t === 'noun' ? { ...np, post: [...np.post, { p: 'by', np: by }] } : dead('groups of a list')
}

function figure(state: State, call: Call, fn: 'sum' | 'average'): void {
  const by = call.parts.find(
    (part): part is Prep => part.a === 'prep' && ['per', 'by', 'for'].includes(part.prep),
  )
  only(call, objectPart(call), by)
  const np = object(call)
  const eachOf =
    by?.prep === 'for' ? (by.np.t === 'noun' && by.np.det === 'each' ? by.np : dead('for what?')) : by?.np
  if (np.t === 'list' && eachOf === undefined) {
    const cels = np.items.map(item => celOf(state, resolve(state, item)))
    const cel = state.set('sum', {
      $: fn === 'sum' ? cels.join(' + ') : `(${cels.join(' + ')}) / ${cels.length}`,
    })
    state.refer(['sum', 'total', 'result'], { cel, type: number })
    return
  }
  resolve(state, {
    t: 'aggregate',
    fn,
    of:
      eachOf === undefined
        ? pluralised(np)
        : withBy(np, { ...eachOf, ...(eachOf.t === 'noun' && { det: null }) } as Np),
    by: null,
    span: call.span,
  })
}

/** "sum up the amount": of all of them. */
function pluralised(np: Np): Np {
  return np.t === 'noun' ? { ...np, head: { ...np.head, isPlural: true } } : np
}

function separatorOf(np: Np): string {
  if (np.t === 'value' && np.value.v === 'text') return np.value.text
  return characterName(np) ?? dead('joined with what?')
}

const characters: Readonly<Record<string, string>> = {
  comma: ', ',
  space: ' ',
  dash: '-',
  hyphen: '-',
  semicolon: '; ',
  line: '\n',
  newline: '\n',
  'line break': '\n',
  underscore: '_',
  slash: '/',
  dot: '.',
  tab: '\t',
  nothing: '',
}

function characterName(np: Np): string | null {
  return np.t === 'noun' && np.post.length === 0 ? (characters[np.head.words.join(' ')] ?? null) : null
}

/** CEL of a character that is named: a space, every dash. */
function characterOf(np: Np): string | null {
  const named = characterName(np)
  return named === null ? null : JSON.stringify(named === ', ' ? ',' : named)
}

function addTo(state: State, by: Np, to: Np, sign: 1 | -1): void {
  const unit =
    by.t === 'noun' ? /^(day|week|month|year|hour|minute)s?$/.exec(by.head.words.join(' '))?.[1] : undefined
  if (unit !== undefined && by.t === 'noun') {
    const count =
      by.pre.flatMap(pre => (pre.p === 'count' ? [pre.count] : []))[0] ??
      (by.det === 'a' ? 1 : dead('how many?'))
    movedDate(state, resolve(state, to), sign * count, `${unit}s`)
    return
  }
  const percent = by.t === 'arithmetic' && by.op === '%of'
  if (percent) dead('of what?')
  const cel = state.set('result', {
    $: celOf(
      state,
      resolve(state, { t: 'arithmetic', op: sign === 1 ? '+' : '-', a: to, b: by, span: [0, 0] }),
    ),
  })
  state.refer(['result', 'sum', 'total', 'difference', 'value'], { cel, type: number })
}

function operated(state: State, call: Call, op: '*' | '/', ...preps: string[]): void {
  const by = prep(call, ...preps)
  only(call, objectPart(call), by)
  if (by === undefined) dead('by what?')
  const cel = state.set('result', {
    $: celOf(state, resolve(state, { t: 'arithmetic', op, a: object(call), b: by!.np, span: call.span })),
  })
  state.refer(['result', 'product', 'quotient', 'value', 'number', 'average', 'amount'], {
    cel,
    type: number,
  })
}

function placesOf(np: Np): number {
  if (np.t === 'noun' && /^(decimal|place|digit|decimal place|cent)$/.test(np.head.words.join(' ')))
    return np.pre.flatMap(pre => (pre.p === 'count' ? [pre.count] : []))[0] ?? 2
  if (np.t === 'noun' && /^(whole number|integer|number|full number)$/.test(np.head.words.join(' '))) return 0
  return dead('to how many places?')
}

const cases: Readonly<Record<string, 'upper' | 'lower'>> = {
  'upper case': 'upper',
  uppercase: 'upper',
  capital: 'upper',
  'capital letter': 'upper',
  'lower case': 'lower',
  lowercase: 'lower',
  'small letter': 'lower',
}

export function caseOf(np: Np): 'upper' | 'lower' | null {
  if (np.t === 'value' && np.value.v === 'word') return cases[np.value.text.toLowerCase()] ?? null
  if (np.t !== 'noun') return null
  const words = [...np.pre.flatMap(pre => (pre.p === 'adjective' ? [pre.words] : [])), ...np.head.words]
  return cases[words.join(' ')] ?? cases[words.slice(0, 2).join(' ')] ?? null
}

function converted(state: State, subject: Np, target: Np): void {
  const letters = caseOf(target)
  if (letters !== null) {
    const val = resolve(state, subject)
    const cel = state.set('text', { $: `${letters}(${celOf(state, val)})` })
    state.refer(['text', 'result'], { cel, type: text })
    return
  }
  const words = target.t === 'noun' ? target.head.words.join(' ') : ''
  const isText = /^(text|plain text|plaintext)$/.test(words) || (target.t === 'noun' && words === 'text')
  const isHtml = subject.t === 'noun' && subject.head.words.includes('html')
  if (isText && isHtml) {
    const args = { html: argument(insideOf(state, subject as NounTerm)) }
    const cel = state.emit({
      id: state.newId('text'),
      kind: 'tool',
      server: null,
      tool: 'html_to_text',
      args,
    } as never)
    state.refer(['text', 'result', 'plain text'], { cel, type: text })
    return
  }
  dead('into what?')
}

/** "the HTML in {{inputs.html}}", "the CSV {{inputs.csv}}" */
function insideOf(state: State, np: NounTerm): Val {
  const [post, ...rest] = np.post
  if (rest.length > 0) dead('there are words left')
  if (post?.p === 'value') return resolve(state, { t: 'value', value: post.value, span: np.span })
  if (post?.p === 'prep' && ['in', 'from', 'of'].includes(post.prep)) return resolve(state, post.np)
  return dead('where is it?')
}

function parsed(state: State, np: Np, as: Np | null): void {
  const kind =
    as?.t === 'noun'
      ? as.head.words.join(' ')
      : np.t === 'noun'
        ? np.head.words.join(' ')
        : as?.t === 'value' && as.value.v === 'word'
          ? as.value.text.toLowerCase()
          : ''
  const source =
    as !== null
      ? resolve(state, np)
      : np.t === 'noun'
        ? insideOf(state, { ...np, post: np.post.filter(post => !isColumns(post)) })
        : dead('what is to be parsed?')
  if (/csv|spreadsheet|table/.test(kind)) {
    const cel = state.emit({
      id: state.newId('rows'),
      kind: 'tool',
      server: null,
      tool: 'csv_parse',
      args: { text: argument(source) },
    } as never)
    state.refer(['row', 'line', 'list', 'item', 'one', 'result', 'record', 'entry', 'csv'], {
      cel,
      type: { k: 'list', of: any },
    })
  } else if (/json/.test(kind)) {
    const cel = state.emit({
      id: state.newId('parsed'),
      kind: 'tool',
      server: null,
      tool: 'json_parse',
      args: { text: argument(source) },
    } as never)
    state.refer(['json', 'result', 'data', 'object'], { cel, type: any })
  } else dead('parsed as what?')
}

/** "(columns: number, amount)", "with the columns email and name": known from the first line of the file. */
function isColumns(post: Post): boolean {
  return post.p === 'prep' && post.np.t === 'noun' && /^(column|columns|header)$/.test(post.np.head.words[0]!)
}

function jsonVal(state: State, np: Np): Val {
  if (np.t === 'noun' && /json|payload|object|data/.test(np.head.words.join(' '))) return insideOf(state, np)
  return resolve(state, np)
}

function listBefore(state: State, np: Np): Val {
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

function projected(state: State, list: Val, np: Np): unknown {
  const entity = entityOf(list)
  const words = np.t === 'noun' ? np.head.words : dead('of which field?')
  const match = entity === null ? undefined : fieldsNamed(entity, words as readonly string[])[0]
  if (match === undefined) dead('of which field?')
  const item = variableFor(state, list)
  return { $: `${celOf(state, list)}.map(${item}, ${item}.${match!.field.name})` }
}

/** What is returned: a value, an object of named values, the fields of each record. */
export function returned(state: State, np: Np, as: Np | null): unknown {
  if (as !== null) {
    const shape = as.t === 'noun' ? as.head.words.join(' ') : ''
    if (/^(list|result|output|number|text|answer|array)$/.test(shape)) return returned(state, np, null)
    const names = as.t === 'list' ? as.items.map(nameOf) : [nameOf(as)]
    const vals =
      np.t === 'list'
        ? np.items.map(item => resolve(state, item))
        : names.length === 1
          ? [resolve(state, np)]
          : bothOf(state, np, names)
    if (vals.length !== names.length) dead('one name for each')
    return Object.fromEntries(names.map((name, index) => [name, argument(vals[index]!)]))
  }
  const fields = objectFields(np)
  if (fields !== null)
    return Object.fromEntries(
      fields.map(({ name, np: value }) => [name, argument(fetched(state, resolve(state, value)))]),
    )
  if (np.t === 'list') return severalOf(state, np)
  if (np.t === 'noun' && np.head.words.join(' ') === 'nothing') return null
  const val = resolve(state, np)
  return argument(fetched(state, val))
}

function fetched(state: State, val: Val): Val {
  return val.cel === null ? { ...val, cel: celOf(state, val), literal: undefined as never } : val
}

/** "both": the last two figures. */
function bothOf(state: State, np: Np, names: readonly string[]): Val[] {
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

function nameOf(np: Np): string {
  if (np.t === 'noun' && np.post.length === 0) return np.head.words.join('_')
  if (np.t === 'value' && (np.value.v === 'word' || np.value.v === 'text' || np.value.v === 'id'))
    return np.value.text
  return dead('under which name?')
}

/**
 * "an object with total: the sum, biggest: the highest amount", "with subject (the subject of the ticket)
 * and ..."
 */
function objectFields(np: Np): readonly { name: string; np: Np }[] | null {
  if (np.t !== 'noun' || !/^(object|record|json|json object)$/.test(np.head.words.join(' '))) return null
  const fields = np.post.flatMap(post => (post.p === 'fields' ? post.fields : []))
  if (fields.length > 0 && np.post.some(post => post.p !== 'fields'))
    dead('more is said of the object than its fields')
  return fields.length === 0 ? null : fields
}

/** "the name and the email of the customer" as an object; of each of a list, as a list of objects. */
function severalOf(state: State, np: Extract<Np, { t: 'list' }>): unknown {
  const last = np.items.at(-1)!
  const of =
    last.t === 'noun'
      ? last.post.find(
          (post): post is Extract<Post, { p: 'prep' }> =>
            post.p === 'prep' && ['of', 'for', 'from'].includes(post.prep),
        )
      : undefined
  const owner =
    np.items[0]!.t === 'noun' && (np.items[0] as NounTerm).owner !== null
      ? (np.items[0] as NounTerm).owner
      : (of?.np ?? null)
  // What else is said of the last one would get lost.
  if (of !== undefined && last.t === 'noun' && last.post.some(post => post !== of))
    dead('is it said of the last field, or of all?')
  const isFields = np.items.every(item => item.t === 'noun')
  if (owner !== null && isFields) {
    const base = resolve(state, owner)
    const entity = entityOf(base)
    const names = np.items.map(item => {
      const { words } = (item as NounTerm).head
      const match = entity === null ? undefined : fieldsNamed(entity, words)[0]
      if (match === undefined && entity?.isClosed !== false) dead(`there is no "${words.join(' ')}"`)
      return match?.field.name ?? words.join('_')
    })
    const cel = celOf(state, base)
    if (isList(base)) {
      const item = variableFor(state, base)
      return {
        $: `${cel}.map(${item}, {${names.map(name => `${JSON.stringify(name)}: ${item}.${name}`).join(', ')}})`,
      }
    }
    return Object.fromEntries(names.map(name => [name, { $: `${cel}.${name}` }]))
  }
  return Object.fromEntries(
    np.items.map(item => [
      item.t === 'noun'
        ? item.head.words.join('_')
        : item.t === 'aggregate'
          ? item.fn
          : dead('under which name?'),
      argument(fetched(state, resolve(state, item))),
    ]),
  )
}

export { aggregateCel, groupFigures }
