// What noun phrases mean: something that was said before, records that a tool lists or gets, a field, a
// figure.
import type { Aggregate, NounTerm, Np, Post, Pre, Pred, SortKey, Value } from '../grammar/terms.ts'
import { singularOf } from '../lattice/lemmas.ts'
import type { EntityModel, ToolModel } from '../lexicon/tool-model.ts'
import { any, type Entity, type Field, number, type Type, text } from '../lexicon/types.ts'
import { measures } from '../lexicon/words.ts'
import { type Filter, filterOf } from './predicates.ts'
import { dead, type Referent, type State, type Val } from './state.ts'
import { holeVal, textVal } from './texts.ts'
import {
  access,
  celOf,
  entityOf,
  enumsNamed,
  fieldsNamed,
  fieldVal,
  getterOf,
  idOf,
  isList,
  itemType,
  literal,
  unknownField,
  variableFor,
} from './values.ts'

/** @param each a list is gone through item by item: the steps that follow are for one of them */
export function resolve(state: State, np: Np, each = false): Val {
  switch (np.t) {
    case 'value':
      return valueSaid(state, np.value)
    case 'pronoun':
      return distributed(state, pronoun(state, np.word), each)
    case 'step':
      return stepVal(state, np.number)
    case 'list':
      return listVal(state, np)
    case 'aggregate':
      return aggregateVal(state, np.fn, np.of)
    case 'arithmetic':
      return arithmetic(state, np, each)
    case 'dated':
      return dated(state, np, each)
    case 'span': {
      const args = {
        from: argument(resolve(state, np.from, each)),
        to: argument(resolve(state, np.to, each)),
        unit: np.unit,
      }
      const cel = state.emit({
        id: state.newId('difference'),
        kind: 'tool',
        server: null,
        tool: 'date_difference',
        args,
      } as never)
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

export function argument(val: Val) {
  return val.literal !== undefined ? val.literal : { $: val.cel! }
}

export function valueSaid(state: State, value: Value): Val {
  switch (value.v) {
    case 'hole':
      return holeVal(state, value.source)
    case 'text':
      return textVal(state, value.text)
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

function distributed(state: State, val: Val, each: boolean): Val {
  return each && isList(val) ? enter(state, val) : val
}

function pronoun(state: State, word: string): Val {
  const isMany = /^(they|them|their|themselves)$/.test(word)
  const isPerson = /^(he|him|his|she|her)$/.test(word)
  const fits = (referent: Referent) =>
    !/^(approval|check|same .*)$/.test(referent.nouns[0] ?? '') &&
    (isPerson
      ? referent.val.type.k === 'record'
      : isMany
        ? isList(referent.val) || referent.val.type.k === 'record'
        : !isList(referent.val) || word === 'it' || word === 'that' || word === 'this')
  const found = ranked(state, state.reachable.filter(fits), val =>
    isMany === isList(val) ? 0 : isMany ? 1 : 2,
  )
  return state.pick(found.slice(0, 4), `nothing was said that "${word}" could be`).use()
}

/** Candidates by nearness: those of one sentence are equally near. */
function ranked(
  state: State,
  referents: readonly Referent[],
  more: (val: Val) => number,
): { cost: number; use: () => Val }[] {
  const seen = new Set<string>()
  const sentences = [...new Set(referents.map(referent => referent.sentence))].sort((a, b) => b - a)
  const bases = basesOf(referents)
  return referents
    .filter(({ val }) => {
      const key = val.cel ?? `${val.id}`
      return seen.has(key) ? false : seen.add(key)
    })
    .map(({ val, sentence, isVariable }) => {
      const cost =
        (isVariable ? 0 : 2 * sentences.indexOf(sentence)) + more(val) + (bases.has(val.cel) ? 2 : 0)
      return { cost, use: () => (state.pay(cost), val) }
    })
    .sort((a, b) => a.cost - b.cost)
}

/** Lists of which something was made that may be meant, too. */
function basesOf(referents: readonly Referent[]): Set<string | null> {
  const bases = new Set<string | null>()
  for (const { val } of referents)
    for (let base = val.base; base !== undefined; base = base.base) bases.add(base.cel)
  return bases
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

function noun(state: State, np: NounTerm, each: boolean): Val {
  if (np.det === 'no') dead('there is none of it', np.span)
  const words = np.head.words
  const word = words.join(' ')
  const ways: { cost: number; use: () => Val }[] = []
  const way = (cost: number, use: () => Val) => ways.push({ cost, use: () => (state.pay(cost), use()) })
  const stepAt = np.post.findIndex(
    post => post.p === 'prep' && post.np.t === 'step' && ['from', 'of', 'in'].includes(post.prep),
  )
  if (stepAt !== -1) {
    const { number: wanted } = (np.post[stepAt] as Extract<Post, { p: 'prep' }>).np as Extract<
      Np,
      { t: 'step' }
    >
    const rest = { ...np, post: np.post.filter((_, at) => at !== stepAt) }
    const of = state.reachable.filter(referent => referent.step === wanted)
    const direct = of.filter(({ nouns }) => nouns.includes(word) || /^(result|output|outcome)$/.test(word))
    for (const { val } of direct.slice(0, 1)) way(0, () => modified(state, val, rest, each))
    if (direct.length === 0)
      for (const { val } of of.slice(0, 1))
        way(1, () => modified(state, memberOf(state, val, rest), rest, each))
    return state.pick(ways, `there is no "${word}" in step ${wanted}`).use()
  }
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

  for (const { whole, part } of compounds(state, np)) way(0.5, () => ofOwner(state, part, whole, each))
  if (np.owner === null)
    for (const { whole, part } of unsaid(state, np)) way(4, () => ofOwner(state, part, whole, each))
  if (np.owner !== null) way(0, () => ofOwner(state, { ...np, owner: null }, np.owner!, each))
  else {
    if (owning !== -1 && (np.head.isKnown || np.det !== null)) {
      const { np: owner, prep } = np.post[owning] as Extract<Post, { p: 'prep' }>
      way(prep === 'of' ? 0 : 1, () => ofOwner(state, { ...np, post: rest(owning) }, owner, each))
    }
    // "The rest" was found as such; what else is said of it remains.
    const found = { ...np, pre: np.pre.filter(pre => pre.p !== 'rest') }
    for (const { cost, use } of said(state, np)) way(cost, () => modified(state, use(), found, each))
    const entity = state.lexicon.entities.get(word)
    if (entity === undefined && np.head.isPlural && np.det !== 'a') {
      for (const kind of kindsBy(state, word))
        way(1, () =>
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
      way(cost, () =>
        modified(state, fieldFor(state, owner, field, np, each), { ...np, pre: np.pre, post: np.post }, each),
      )
  }
  if (
    isBare &&
    /^(input|text|value|parameter)$/.test(words[0]!) &&
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
  return state.pick(ways.slice(0, 8), `it is not known what "${word}" is`).use()
}

/** Kinds of records that a value of theirs may stand for: the leads. */
function kindsBy(state: State, word: string): readonly EntityModel[] {
  return [...new Set(state.lexicon.entities.values())].filter(
    entity => entity.lists.length > 0 && enumsNamed(entity, word).length > 0,
  )
}

/** Referents that the noun may mean. */
function said(state: State, np: NounTerm): { cost: number; use: () => Val }[] {
  const word = np.head.words.join(' ')
  const isGeneric =
    /^(one|item|row|record|entry|rest|remainder|other|result|output|list|answer|thing|it)$/.test(word)
  const wantsList = np.head.isPlural || np.det === 'all' || np.det === 'each'
  if (np.det === 'same') {
    const again = state.reachable.find(({ nouns }) => nouns.includes(`same ${word}`))
    if (again !== undefined) return [{ cost: 0, use: () => again.val }]
  }
  // "the result" is what came last.
  if (/^(result|output|outcome|answer)$/.test(word) && np.det !== 'these') {
    const last = state.reachable.find(
      ({ nouns, val }) => nouns.includes('result') || nouns.includes(word) || isList(val),
    )
    if (last !== undefined) return [{ cost: 0, use: () => last.val }]
  }
  if (word === 'rest' || word === 'remainder' || word === 'other' || np.pre.some(pre => pre.p === 'rest'))
    return theRest(state, np)
  if (np.post[0]?.p === 'value' && !isGeneric && np.post[0].value.v !== 'word') {
    // "customer {{inputs.id}}" is another one, unless it is the very one that was got.
    return []
  }
  if (np.det === 'a' && !isGeneric) return []
  const fits = ({ nouns, val }: Referent): boolean => {
    if (/^(approval|check|same .*)$/.test(nouns[0] ?? '') && !nouns.includes(word)) return false
    if (!isGeneric) return nouns.includes(word)
    if (word === 'one' || word === 'item' || word === 'row' || word === 'record' || word === 'entry') {
      return wantsList || np.pre.length > 0 || np.post.length > 0
        ? isList(val) || (nouns.includes(word) && !wantsList)
        : nouns.includes(word) || val.type.k === 'record'
    }
    if (word === 'list') return isList(val)
    return true
  }
  // "the first one" after two lists of one kind: of which?
  if (isGeneric && !np.head.isPlural && np.pre.some(pre => pre.p === 'place')) {
    const lists = state.reachable.filter(
      referent => fits(referent) && isList(referent.val) && referent.val.origin !== undefined,
    )
    if (
      lists.some(
        ({ val }) => val.origin !== lists[0]!.val.origin && entityOf(val) === entityOf(lists[0]!.val),
      )
    )
      dead('there are two lists: which of them?', np.span)
  }
  const mismatch = (val: Val) =>
    isGeneric
      ? 0
      : wantsList && !isList(val)
        ? 3
        : !wantsList && isList(val) && np.pre.every(pre => pre.p !== 'extreme' && pre.p !== 'place')
          ? 4
          : 0
  return ranked(state, state.reachable.filter(fits), mismatch).slice(0, 4)
}

function theRest(state: State, np: NounTerm): { cost: number; use: () => Val }[] {
  // What was left after something was taken away has been named so.
  const kept = state.reachable.find(({ nouns }) => nouns.includes('rest'))
  if (kept !== undefined) return [{ cost: 0, use: () => kept.val }]
  const lists = state.reachable.filter(({ val }) => val.before !== undefined)
  return ranked(state, lists, () => 0)
    .slice(0, 2)
    .map(({ cost }, index) => ({
      cost,
      use: () => {
        const { before } = lists[index]!.val
        const { list, kept, item } = before!
        const cel = state.set('rest', { $: `${celOf(state, list)}.filter(${item}, !(${kept}))` })
        return named(state, { cel, type: list.type }, np)
      },
    }))
}

/** A field of the latest thing that has it: "the amount", "the owner". */
function implied(state: State, np: NounTerm): { field: Field | null; owner: Val; cost: number }[] {
  if (np.det === 'a' || np.det === 'no') return []
  const found: { field: Field | null; owner: Val; cost: number }[] = []
  const sentences = [...new Set(state.reachable.map(referent => referent.sentence))].sort((a, b) => b - a)
  const seen = new Set<string>()
  const bases = basesOf(state.reachable)
  for (const { val, sentence } of state.reachable) {
    const entity = entityOf(val)
    const key = val.cel ?? `${val.id}`
    if (entity === null || seen.has(key)) continue
    seen.add(key)
    const near = 2 * sentences.indexOf(sentence) + (bases.has(val.cel) ? 2 : 0)
    const shape = isList(val) ? (np.head.isPlural ? 1 : 3) : np.head.isPlural ? 2 : 0
    for (const match of relationsNamed(entity, np.head.words))
      found.push({ field: match.field, owner: val, cost: near + shape + match.cost + 1 })
    if (!entity.isClosed && entity.fields.length === 0 && np.det !== null)
      found.push({ field: null, owner: val, cost: near + shape + 4 })
  }
  return found.sort((a, b) => a.cost - b.cost).slice(0, 4)
}

/** Fields by name; `customer_id` also as "customer", the record itself. */
export function relationsNamed(entity: Entity, words: readonly string[]) {
  const word = words.join(' ')
  const refs = entity.fields.filter(
    field =>
      field.ref !== null &&
      (field.ref.role === word ||
        field.ref.noun === word ||
        (words.at(-1) === 'id' && field.ref.role === words.slice(0, -1).join(' '))),
  )
  if (refs.length > 0) return refs.map(field => ({ field, cost: field.ref!.role === word ? 0 : 0.5 }))
  return fieldsNamed(entity, words)
}

/** A field of something: of a record, of each of a list, of the item of a loop. */
function ofOwner(state: State, np: NounTerm, ownerNp: Np, each: boolean): Val {
  if (ownerNp.t === 'noun' && isEachLike(ownerNp) && each) {
    const owner = resolve(state, ownerNp, true)
    return modified(state, memberOf(state, owner, np), np, each)
  }
  const owner = resolve(state, ownerNp, each)
  return modified(state, memberOf(state, owner, np), np, each)
}

/** "order ids" are the ids of orders; what is said of them is said of the orders. */
function compounds(state: State, np: NounTerm): { whole: NounTerm; part: NounTerm }[] {
  const { words } = np.head
  if (np.owner !== null || words.length < 2 || state.lexicon.entities.has(words.join(' '))) return []
  return words.slice(1).flatMap((_, index) => {
    const entity = state.lexicon.entities.get(words.slice(0, index + 1).join(' '))
    const rest = words.slice(index + 1)
    if (entity === undefined || !np.head.isPlural || fieldsNamed(entity, rest).every(({ cost }) => cost > 2))
      return []
    return [{ whole: wholeOf(np, words.slice(0, index + 1)), part: partOf(np, rest) }]
  })
}

/** "the billable hours per member": of what alone has such a field. */
function unsaid(state: State, np: NounTerm): { whole: NounTerm; part: NounTerm }[] {
  if ((!np.head.isPlural && np.det !== 'all') || state.lexicon.entities.has(np.head.words.join(' ')))
    return []
  const kinds = [...new Set(state.lexicon.entities.values())].filter(
    entity => entity.lists.length > 0 && fieldsNamed(entity, np.head.words).some(({ cost }) => cost <= 1),
  )
  return kinds.length === 1 ? [{ whole: wholeOf(np, [kinds[0]!.noun]), part: partOf(np, np.head.words) }] : []
}

function wholeOf(np: NounTerm, words: readonly string[]): NounTerm {
  const pre = np.pre.filter(each => each.p !== 'distinct')
  return {
    ...np,
    det:
      np.det === 'each'
        ? 'each'
        : np.pre.some(each => each.p === 'place' || each.p === 'extreme')
          ? 'the'
          : 'all',
    pre,
    head: { words, isPlural: true, isKnown: true },
    post: np.post.filter(post => post.p !== 'distinct'),
  }
}

function partOf(np: NounTerm, words: readonly string[]): NounTerm {
  return {
    ...np,
    det: null,
    pre: np.pre.filter(each => each.p === 'distinct'),
    head: { ...np.head, words },
    post: np.post.filter(post => post.p === 'distinct'),
  }
}

function isEachLike(np: NounTerm): boolean {
  return np.det === 'each' || np.det === 'all' || np.head.isPlural
}

function memberOf(state: State, owner: Val, np: NounTerm): Val {
  const { words } = np.head
  const word = words.join(' ')
  if (isList(owner) && /^(number|count)$/.test(word) && !np.head.isPlural)
    return { cel: `size(${celOf(state, owner)})`, type: number }
  if (isList(owner) && /^(one|item|row|entry|record)$/.test(word)) return owner
  const entity = entityOf(owner)
  if (entity === null && owner.refers === undefined) {
    if (owner.type.k === 'any' || (owner.type.k === 'list' && owner.type.of.k === 'any'))
      return fieldFor(state, owner, null, np, false)
    dead(`"${word}" is no field of a ${owner.type.k}`)
  }
  const kind = entity ?? owner.refers!
  const own =
    entity === null && owner.refers !== undefined
      ? ({ cel: null, id: celOf(state, owner), type: { k: 'record', entity: owner.refers } } satisfies Val)
      : owner
  const matches = relationsNamed(kind, words)
  if (matches.length > 0) {
    const match = state.pick(matches.slice(0, 3))
    state.pay(match.cost)
    return fieldFor(state, own, match.field, np, false)
  }
  // What another tool lists of it: the replies of the ticket, the notes of the customer.
  const listed = state.lexicon.entities.get(word)
  const lister = listed?.lists.find(model => model.args.some(arg => arg.ref?.noun === kind.noun))
  if (listed !== undefined && lister !== undefined && !isList(own))
    return listedOf(state, listed, lister, own, kind)
  if (kind.isClosed && kind.fields.length > 0) return dead(`a ${kind.noun} has no "${word}"`)
  state.pay(2)
  return fieldFor(state, own, null, np, false)
}

function listedOf(state: State, entity: EntityModel, lister: ToolModel, owner: Val, kind: Entity): Val {
  const arg = lister.args.find(each => each.ref?.noun === kind.noun)!
  if (lister.args.some(each => each.isRequired && each !== arg)) dead(`${lister.tool.name} needs more`)
  const id = idOf(state, owner) ?? dead(`the id of the ${kind.noun} is not known`)
  return called(
    state,
    lister,
    { [arg.name]: owner.literal !== undefined && owner.id !== undefined ? owner.literal : { $: id } },
    entity,
  )
}

/** @param field null: of something without a schema */
function fieldFor(state: State, owner: Val, field: Field | null, np: NounTerm, each: boolean): Val {
  void each
  if (isList(owner)) {
    const list = celOf(state, owner)
    const item = variableFor(state, owner)
    const name = field?.name ?? np.head.words.join('_')
    const mapped: Val = {
      cel: `${list}.map(${item}, ${access(item, name)})`,
      type: { k: 'list', of: field?.type ?? any },
      hint: field?.words ?? np.head.words,
    }
    const kind = field?.ref?.noun ?? (field?.name === 'id' ? entityOf(owner)?.noun : undefined)
    const refers = kind === undefined ? undefined : state.lexicon.entities.get(kind)
    return refers === undefined ? mapped : { ...mapped, refers }
  }
  if (field === null) return unknownField(state, owner, np.head.words)
  // The customer of the deal is a record that is got when a field of it is needed; its id is known at once.
  if (field.ref !== null && np.head.words.at(-1) !== 'id' && np.head.words.at(-1) !== 'ids') {
    const entity = state.lexicon.entities.get(field.ref.noun)
    const id = access(celOf(state, owner), field.name)
    if (entity !== undefined && field.type.k !== 'list') {
      const record: Val = { cel: null, id, type: { k: 'record', entity }, refers: entity }
      state.refer([...new Set([field.ref.role, ...entity.nouns])], record)
      return record
    }
  }
  return fieldVal(state, owner, field)
}

/** Records of a kind by a tool that lists or gets them. */
function queried(state: State, entity: EntityModel, np: NounTerm, each: boolean): Val {
  const id = idIn(state, entity, np)
  if (id !== null) {
    const rest = np.post.filter(post => post !== id.post)
    const record: Val = {
      cel: null,
      id: id.cel,
      type: { k: 'record', entity },
      refers: entity,
      ...(id.literal !== undefined && { literal: id.literal }),
    }
    state.refer(entity.nouns, record)
    if (rest.length > 0 || np.pre.some(pre => pre.p !== 'only' && pre.p !== 'void'))
      return modified(state, record, { ...np, post: rest }, each)
    return record
  }
  if (np.det === 'a' && !np.head.isPlural && np.pre.every(pre => pre.p !== 'extreme'))
    dead(`which ${entity.noun}?`)
  if (!np.head.isPlural && np.det === 'the' && np.pre.length === 0 && np.post.length === 0)
    dead(`which ${entity.noun}?`)
  // "for customer": one, that nobody named, and never all of them.
  if (!np.head.isPlural && np.det === null && np.pre.every(pre => pre.p !== 'extreme' && pre.p !== 'place'))
    dead(`which ${entity.noun}?`)
  // "confirm appointment" means one, not all that there are.
  if (!np.head.isPlural && np.det === null && np.pre.length === 0 && np.post.length === 0) state.pay(3)
  const lister = state.pick(entity.lists, `no tool lists ${entity.noun}s`)
  return modified(state, { cel: '', type: { k: 'list', of: { k: 'record', entity } } }, np, each, {
    lister,
    entity,
  })
}

/** "customer cus_1", "the ticket with that id", "the ticket with the id {{inputs.id}}" */
function idIn(
  state: State,
  entity: EntityModel,
  np: NounTerm,
): { cel: string; post: Post; literal?: string } | null {
  for (const post of np.post) {
    if (post.p === 'value') {
      const { value } = post
      if (value.v === 'word' || value.v === 'text') continue
      const val = valueSaid(state, value)
      return {
        cel: celOf(state, val),
        post,
        ...(typeof val.literal === 'string' && { literal: val.literal }),
      }
    }
    // "the invoice identified by {{inputs.id}}"
    if (
      post.p === 'where' &&
      post.pred.c === 'part' &&
      post.pred.verb.includes('identify') &&
      post.pred.np?.t === 'value' &&
      getterOf(entity) !== null
    ) {
      const val = valueSaid(state, post.pred.np.value)
      return {
        cel: celOf(state, val),
        post,
        ...(typeof val.literal === 'string' && { literal: val.literal }),
      }
    }
    const of =
      post.p === 'prep' && ['with', 'by', 'of'].includes(post.prep)
        ? post.np
        : post.p === 'where' && post.pred.c === 'has'
          ? post.pred.np
          : null
    if (of?.t === 'noun' && isIdNoun(entity, of) && getterOf(entity) !== null) {
      const beside = of.post.find(each => each.p === 'value')
      if (beside?.p === 'value') {
        const val = valueSaid(state, beside.value)
        return {
          cel: celOf(state, val),
          post,
          ...(typeof val.literal === 'string' && { literal: val.literal }),
        }
      }
      if (of.det === 'these' || of.det === 'the' || of.det === 'same') {
        const found = state.reachable.find(
          ({ nouns, val }) =>
            nouns.some(noun => /\b(id|number|key)$/.test(noun)) || val.hint?.at(-1) === 'id',
        )
        if (found !== undefined) return { cel: celOf(state, found.val), post }
      }
    }
  }
  return null
}

function isIdNoun(entity: EntityModel, np: NounTerm): boolean {
  const words = np.head.words
  const last = words.at(-1)!
  return (
    /^(id|number|key|identifier|code)$/.test(last) &&
    (words.length === 1 || words.slice(0, -1).join(' ') === entity.noun)
  )
}

/** A record that is named by its id can be meant from here on. */
export function introduceById(state: State, np: NounTerm): void {
  const entity = state.lexicon.entities.get(np.head.words.join(' '))
  const id = entity === undefined ? null : idIn(state, entity, np)
  if (entity === undefined || id === null) return
  state.refer(entity.nouns, {
    cel: null,
    id: id.cel,
    type: { k: 'record', entity },
    refers: entity,
    ...(id.literal !== undefined && { literal: id.literal }),
  })
}

interface Query {
  readonly lister: ToolModel
  readonly entity: EntityModel
}

/** Applies what stands before and after the noun: filters, order, how many, which one. */
function modified(state: State, base: Val, np: NounTerm, each: boolean, query: Query | null = null): Val {
  let val = base
  const filters: Filter[] = []
  const later: (() => void)[] = []
  const subject = query !== null || isList(val) ? entityOf(val) : null
  const isMany = isList(val)
  const addFilter = (pred: Pred, not = false) => {
    if (!isMany) dead('a condition on one thing that is no list')
    if (pred.c === 'compare' && !np.head.isPlural && np.det === null && itemType(val).k !== 'record')
      dead('a condition on a field, without its records')
    const filter = filterOf(state, pred, entityOf(val), itemType(val))
    filters.push(not ? { cel: item => `!(${filter.cel(item)})` } : filter)
  }
  for (const pre of np.pre) {
    if (pre.p === 'adjective') {
      if (!isMany) fitsOne(state, val, pre)
      else addFilter({ c: 'adjective', words: pre.words }, pre.not === true)
    } else if (pre.p === 'rest') dead('the others of what?', np.span)
    else if (pre.p === 'count') dead(`${pre.count} of them: which?`, np.span)
    else if (pre.p === 'value') addFilter({ c: 'is', right: { t: 'value', value: pre.value, span: np.span } })
  }
  let distinct = np.pre.some(pre => pre.p === 'distinct')
  const sorts: SortKey[] = []
  const written: Extract<Post, { p: 'written' }>['how'][] = []
  for (const post of np.post) {
    if (post.p === 'prep') addFilter({ c: 'prep', prep: post.prep, np: post.np })
    else if (post.p === 'where') addFilter(post.pred)
    else if (post.p === 'value')
      addFilter(
        post.value.v === 'word'
          ? { c: 'adjective', words: post.value.text }
          : { c: 'is', right: { t: 'value', value: post.value, span: np.span } },
      )
    else if (post.p === 'except') addFilter(exceptOf(post.np), true)
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
    addFilter({ c: 'prep', prep: prep === 'among' || prep === 'within' ? 'in' : prep, np: fronted })
  }
  void later
  void subject
  if (query !== null) val = listed(state, query, filters)
  else if (filters.length > 0) val = filtered(state, val, filters, np)
  if (sorts.length > 0) val = sorted(state, val, sorts)
  for (const pre of np.pre) {
    if (pre.p === 'extreme') val = extreme(state, val, pre, np)
    else if (pre.p === 'place') val = placed(state, val, pre, np)
  }
  if (distinct && itemType(val).k === 'record') state.pay(1.5)
  if (distinct) val = { ...val, cel: state.set('distinct', { $: `unique(${celOf(state, val)})` }) }
  for (const how of written) val = writtenAs(state, val, how)
  if (query !== null || filters.length > 0 || sorts.length > 0 || distinct) val = named(state, val, np)
  const wantsOne =
    !np.head.isPlural && np.det !== 'all' && np.det !== 'each' && np.det !== 'any' && np.det !== 'which'
  const isPlain = np.pre.every(pre => pre.p !== 'extreme' && pre.p !== 'place')
  if (isList(val) && wantsOne && isPlain && query !== null && np.det !== null)
    dead(`which ${np.head.words.join(' ')}?`)
  if (isList(val) && each) return enter(state, val)
  return val
}

/** A value as it is to be written. */
function writtenAs(state: State, val: Val, how: Extract<Post, { p: 'written' }>['how']): Val {
  if (isList(val) || val.type.k === 'record' || val.type.k === 'bool') dead('that is not written so')
  const cel = celOf(state, val)
  if (how === 'upper' || how === 'lower') {
    if (val.type.k === 'number') dead('a number has no letters')
    return { cel: `${how}(${cel})`, type: text, ...(val.hint && { hint: val.hint }) }
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
  const day = state.emit({
    id: state.newId('day'),
    kind: 'tool',
    server: null,
    tool: 'date_format',
    args: { date: { $: cel }, format: how.format },
  } as never)
  return { cel: day, type: { k: 'text', format: 'date' } }
}

function exceptOf(np: Np): Pred {
  if (np.t === 'noun' && /^(one|item)$/.test(np.head.words.join(' '))) {
    const preds: Pred[] = [
      ...np.pre.flatMap((pre): Pred[] =>
        pre.p === 'adjective' ? [{ c: 'adjective', words: pre.words }] : [],
      ),
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

function named(state: State, val: Val, np: NounTerm): Val {
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

/** Calls the tool with those filters that it takes as arguments, and filters what it gives by the others. */
function listed(state: State, { lister, entity }: Query, filters: readonly Filter[]): Val {
  const args: Record<string, unknown> = {}
  const left: Filter[] = []
  for (const filter of filters) {
    const { eq } = filter
    const arg =
      eq === undefined
        ? undefined
        : lister.args.find(
            each =>
              each.name === eq.field.name ||
              (each.ref !== null &&
                eq.field.ref !== null &&
                each.ref.noun === eq.field.ref.noun &&
                each.ref.role === eq.field.ref.role),
          )
    if (eq !== undefined && arg !== undefined && args[arg.name] === undefined)
      args[arg.name] = argument(eq.value)
    else left.push(filter)
  }
  const missing = lister.args.find(arg => arg.isRequired && args[arg.name] === undefined)
  if (missing !== undefined) dead(`${lister.tool.name} needs "${missing.words.join(' ')}"`)
  const val = {
    ...called(state, lister, args, entity),
    fixed: fixedBy(filters.filter(filter => !left.includes(filter))),
  }
  return left.length === 0 ? val : filtered(state, val, left, null)
}

/** A call of a tool that reads; the records that it gives. */
export function called(
  state: State,
  model: ToolModel,
  args: Record<string, unknown>,
  entity: EntityModel,
): Val {
  // The same question has the same answer.
  const key = `${model.tool.name}:${JSON.stringify(args)}`
  let cel = state.fetchedCel(key)
  if (cel === undefined) {
    cel = state.emit({
      id: state.newId(model.object || model.tool.name),
      kind: 'tool',
      server: model.tool.server,
      tool: model.tool.name,
      args,
    } as never)
    state.block.fetched.set(key, cel)
  }
  const { gives } = model
  if (gives === null || !gives.isMany) return { cel, type: { k: 'record', entity } }
  return {
    cel: gives.path === null ? cel : access(cel, gives.path),
    type: { k: 'list', of: { k: 'record', entity } },
    origin: cel,
  }
}

export function filtered(state: State, list: Val, filters: readonly Filter[], np: NounTerm | null): Val {
  const fixed = fixedBy(filters)
  for (const [field, value] of Object.entries(fixed))
    if ((list.fixed?.[field] ?? value) !== value) dead('none of them is both', np?.span ?? null)
  const item = variableFor(state, list)
  const cel = celOf(state, list)
  state.open(item)
  const conditions = filters.map(filter => filter.cel(item))
  if (state.close().length > 0) dead('a filter that needs a call for each item')
  const kept = conditions.length === 1 ? conditions[0]! : conditions.map(each => `(${each})`).join(' && ')
  const noun = entityOf(list)?.noun ?? np?.head.words.join(' ') ?? 'items'
  const filteredCel = state.set(`kept ${noun}`, { $: `${cel}.filter(${item}, ${kept})` })
  return {
    ...list,
    cel: filteredCel,
    base: list,
    before: { list, kept, item },
    fixed: { ...list.fixed, ...fixed },
  }
}

/** Fields that a filter leaves one value of. */
function fixedBy(filters: readonly Filter[]): { readonly [field: string]: string } {
  const equal = filters.flatMap(({ eq }) =>
    eq?.value.literal === undefined || eq.field.type.k === 'list'
      ? []
      : [[eq.field.name, JSON.stringify(eq.value.literal)] as const],
  )
  return Object.fromEntries(equal)
}

export function sorted(state: State, list: Val, keys: readonly SortKey[]): Val {
  if (!isList(list)) dead('only a list has an order')
  let cel = celOf(state, list)
  const made = state.steps.find(step => `steps.${step.id}` === cel)
  // "Sort by price. Then by name": within the first order or instead of it?
  if (made?.kind === 'tool' && made.tool === 'list_sort') dead('sorted twice')
  // The least important first: sorting keeps the order of equals.
  for (const key of keys.toReversed()) {
    const { field, order } = sortField(state, list, key)
    const args = { list: { $: cel }, ...(field !== null && { field }), order }
    cel = state.emit({
      id: state.newId('sorted'),
      kind: 'tool',
      server: null,
      tool: 'list_sort',
      args,
    } as never)
  }
  return { ...list, cel, base: list }
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
    const words = (np as NounTerm).head.words
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

/** The field that "largest" or "oldest" is about, for a kind of records. */
export function measureField(state: State, entity: Entity, word: string, said: readonly string[]): Field {
  if (said.length > 0) {
    const match = state.pick(fieldsNamed(entity, said), `a ${entity.noun} has no "${said.join(' ')}"`)
    state.pay(match.cost)
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
  const preferred = fields.flatMap(name => possible.filter(field => field.words.includes(name)))
  const found = preferred[0] ?? (possible.length === 1 ? possible[0] : undefined)
  if (found !== undefined && preferred.length === 0) state.pay(1)
  return found ?? dead(`by which field is a ${entity.noun} the ${word}?`)
}

function extreme(state: State, list: Val, pre: Extract<Pre, { p: 'extreme' }>, np: NounTerm): Val {
  if (!isList(list)) dead('only of a list there is a largest one')
  const { end } = measures.get(pre.word)!
  const entity = entityOf(list)
  const of = itemType(list)
  if (entity === null) {
    if (of.k === 'record') dead('no fields')
    const size = pre.count ?? (np.head.isPlural ? dead('how many?') : null)
    if (size === null) return { cel: `${end === 'max' ? 'max' : 'min'}(${celOf(state, list)})`, type: of }
    const sortedList = sorted(state, list, [{ np: null, word: pre.word, order: null }])
    return sliced(state, sortedList, String(size))
  }
  // "the top 3 deals by amount", "the agent with the fewest open tickets": the measure is said.
  const isTop = /^(top|bottom|highest|lowest|best|worst)$/.test(pre.word)
  const by = np.post.flatMap(post =>
    post.p === 'by' && post.np.t === 'noun'
      ? [post.np.head.words]
      : post.p === 'sort'
        ? post.keys.flatMap(key => (key.np?.t === 'noun' ? [key.np.head.words] : []))
        : [],
  )[0]
  void isTop
  const field = measureField(state, entity, pre.word, by ?? [])
  const args = {
    list: { $: celOf(state, list) },
    field: field.name,
    order: end === 'max' ? 'descending' : 'ascending',
  }
  const cel = state.emit({
    id: state.newId('sorted'),
    kind: 'tool',
    server: null,
    tool: 'list_sort',
    args,
  } as never)
  const ordered: Val = { ...list, cel }
  const count = countOf(state, pre)
  if (count === null && !np.head.isPlural) return firstOf(state, ordered, 'first', np)
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
    cel: state.emit({
      id: state.newId('first'),
      kind: 'tool',
      server: null,
      tool: 'list_slice',
      args,
    } as never),
  }
}

function placed(state: State, list: Val, pre: Extract<Pre, { p: 'place' }>, np: NounTerm): Val {
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
      cel: state.emit({
        id: state.newId(pre.end),
        kind: 'tool',
        server: null,
        tool: 'list_slice',
        args,
      } as never),
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
  const one: Val = { cel, type: itemType(list) }
  state.refer([...(entityOf(list)?.nouns ?? []), np.head.words.join(' '), 'one', 'item'], one)
  return one
}

/** Count, sum and the like: of a list, of a field of it, for each group of it. */
function aggregateVal(state: State, fn: Aggregate, of: Np): Val {
  const by = groupOf(of)
  if (by !== null) return grouped(state, fn, by.np, by.by)
  const words = of.t === 'noun' ? of.head.words : []
  const list = resolve(state, of)
  const names = {
    count: ['count', 'number'],
    sum: ['total', 'sum'],
    average: ['average', 'mean'],
    min: ['minimum', 'smallest', 'lowest'],
    max: ['maximum', 'largest', 'highest'],
  }[fn]
  const cel = aggregateCel(state, fn, list, words)
  const value: Val = {
    cel: state.set(names[0]!, { $: cel }),
    type: fn === 'min' || fn === 'max' ? itemType(list) : number,
    hint: names,
  }
  const noun = words.join(' ')
  state.refer(
    [
      ...names,
      'figure',
      'value',
      'amount',
      ...(noun === '' ? [] : [`${names[0]} ${noun}`, ...names.map(name => `${name} of ${noun}`)]),
      ...(fn === 'count' && noun !== '' ? [`number of ${noun}`, `${noun} count`] : []),
    ],
    value,
  )
  return value
}

export function aggregateCel(state: State, fn: Aggregate, list: Val, words: readonly string[]): string {
  if (!isList(list))
    return fn === 'count' || list.type.k === 'any'
      ? fn === 'count'
        ? countedField(state, list)
        : dead('a figure of one thing')
      : dead('a figure of one thing')
  const cel = celOf(state, list)
  if (fn === 'count') return `size(${cel})`
  const of = itemType(list)
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
  if (fn === 'sum') return `sum(${values})`
  if (fn === 'average') return `sum(${values}) / size(${cel})`
  return `${fn}(${values})`
}

function countedField(state: State, val: Val): string {
  return val.type.k === 'any' ? `size(${celOf(state, val)})` : dead('only what is many can be counted')
}

function numeric(cel: string, type: Type): string {
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

function grouped(state: State, fn: Aggregate, of: Np, by: Np): Val {
  // The list and, of its items, the field that the figure is of.
  let list: Val
  let field: Field | null = null
  const head = of.t === 'noun' ? of : dead('groups of a list')
  const entity = state.lexicon.entities.get((head as NounTerm).head.words.join(' '))
  if (fn === 'count' || entity !== undefined) list = resolve(state, of)
  else {
    const term = head as NounTerm
    const at = term.post.findIndex(
      post => post.p === 'prep' && ['of', 'over', 'from', 'for', 'in'].includes(post.prep),
    )
    const owner = term.owner ?? (at === -1 ? null : (term.post[at] as Extract<Post, { p: 'prep' }>).np)
    if (owner === null) {
      const found = implied(state, { ...term, head: { ...term.head, isPlural: true } }).filter(each =>
        isList(each.owner),
      )
      const { owner: val, field: of } = state.pick(found, 'of which list?')
      list = val
      field = of
    } else {
      list = resolve(state, owner)
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
  return groupFigures(state, fn, list, field, by)
}

/** An object with a figure for each value of a field. */
export function groupFigures(state: State, fn: Aggregate, list: Val, field: Field | null, by: Np): Val {
  const kind = entityOf(list)
  const words = by.t === 'noun' ? by.head.words : dead('groups go by a field')
  if (by.t === 'noun' && (by.post.length > 0 || by.pre.some(({ p }) => p !== 'void')))
    dead('groups go by a field alone')
  const key =
    kind === null || kind.fields.length === 0
      ? null
      : state.pick(
          relationsNamed(kind, words as readonly string[]),
          `a ${kind.noun} has no "${(words as readonly string[]).join(' ')}" to group by`,
        )
  if (key !== null) state.pay(key.cost)
  const name = key?.field.name ?? (words as readonly string[]).join('_')
  const groups = state.emit({
    id: state.newId('groups'),
    kind: 'tool',
    server: null,
    tool: 'list_group',
    args: { list: { $: celOf(state, list) }, field: name },
  } as never)
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

function arithmetic(state: State, { op, a, b }: Extract<Np, { t: 'arithmetic' }>, each: boolean): Val {
  const [left, right] = [resolve(state, a, each), resolve(state, b, each)]
  for (const val of [left, right])
    if (
      val.type.k === 'list' ||
      val.type.k === 'record' ||
      val.type.k === 'bool' ||
      val.type.k === 'text' ||
      val.refers !== undefined
    )
      dead('arithmetic takes numbers')
  const [x, y] = [numeric(celOf(state, left), left.type), numeric(celOf(state, right), right.type)]
  const percent = right.literal !== undefined ? String(Number(right.literal) / 100) : `${y} / 100`
  const cel =
    op === '%+'
      ? `${x} * (1 + ${percent})`
      : op === '%-'
        ? `${x} * (1 - ${percent})`
        : op === '%of'
          ? `${y} * ${left.literal !== undefined ? String(Number(left.literal) / 100) : `${x} / 100`}`
          : `${x} ${op} ${y}`
  // Decimal fractions as people know them: 0.1 + 0.2 is 0.3.
  return { cel: `round(${cel}, 10)`, type: number }
}

function dated(state: State, { base, sign, amount, unit }: Extract<Np, { t: 'dated' }>, each: boolean): Val {
  const from = resolve(state, base, each)
  const by = resolve(state, amount, each)
  const count =
    typeof by.literal === 'number'
      ? sign * by.literal
      : { $: `${sign === -1 ? '-' : ''}number(${celOf(state, by)})` }
  return movedDate(state, from, count, unit)
}

export function movedDate(state: State, from: Val, amount: unknown, unit: string): Val {
  if (
    from.type.k === 'list' ||
    from.type.k === 'record' ||
    from.type.k === 'number' ||
    from.type.k === 'bool'
  )
    dead('this is no date')
  const moved = state.emit({
    id: state.newId('date'),
    kind: 'tool',
    server: null,
    tool: 'date_add',
    args: { date: argument(from), amount, unit },
  } as never)
  const isDay = /^(days|weeks|months|years)$/.test(unit)
  const cel = isDay
    ? state.emit({
        id: state.newId('day'),
        kind: 'tool',
        server: null,
        tool: 'date_format',
        args: { date: { $: moved }, format: 'yyyy-MM-dd' },
      } as never)
    : moved
  const val: Val = { cel, type: { k: 'text', format: 'date' } }
  state.refer(['date', 'day', 'new date', 'result'], val)
  return val
}

export { singularOf }
