// What belongs to something: a field, a related record, what a tool lists of it.
import type { NounTerm, Np } from '../../grammar/terms.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import type { EntityModel, ToolModel } from '../../lexicon/tool-model.ts'
import { any, type Entity, type Field, number } from '../../lexicon/types.ts'
import { dead, type State, type Val } from '../state.ts'
import {
  access,
  asList,
  celOf,
  entityOf,
  fieldsNamed,
  fieldVal,
  idOf,
  isList,
  isManyByName,
  isRow,
  isUntold,
  itemType,
  unknownField,
  variableFor,
} from '../values.ts'
import { extremeOf, groupFigures } from './figures.ts'
import { groupsSaid } from './groups.ts'
import { modified } from './modifiers.ts'
import { asWritten } from './ordering.ts'
import { called, madeOf } from './queries.ts'
import { onlyListOf } from './referents.ts'
import { resolve } from './resolve.ts'

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
export function ofOwner(state: State, np: NounTerm, ownerNp: Np, each: boolean): Val {
  // "The name of step 1 and the email of step 2": no name of an email.
  if (ownerNp.t === 'list' && ownerNp.items.some(isOwned) && !ownerNp.items.every(isOwned))
    dead('which of them belongs to what?', np.span)
  // "the number in each group"
  const isEachGroup = ownerNp.t === 'noun' && !ownerNp.head.isPlural
  const groups = isEachGroup ? groupsSaid(state, ownerNp) : null
  if (groups !== null && /^(?:number|count|size)$/.test(np.head.words.join(' ')))
    return modified(state, groupFigures(state, 'count', groups.list, null, groups.by), np, each)
  if (ownerNp.t === 'noun' && isEachLike(ownerNp) && each) {
    const owner = resolve(state, ownerNp, true)
    return modified(state, memberOf(state, owner, np), np, each)
  }
  const owner = withoutAnswer(resolve(state, ownerNp, each), ownerNp)
  // "the content type", "the text color": one name, and of nothing that is called content.
  const isOneName = ownerNp.span[0] === np.span[0] && ownerNp.span[1] === np.span[1]
  const isKind = ownerNp.t === 'noun' && ownerNp.head.words.join(' ') === owner.kind
  if (isOneName && !isKind && /^steps\.\w+\.body\b/.test(owner.cel ?? '')) dead('which field is it?', np.span)
  // "each appointment id in the list {{inputs.ids}}": the items themselves, and what they are.
  if (np.det === 'each' && owner.type.k === 'any') {
    const words = np.head.words
    const kind = words.at(-1) === 'id' ? state.lexicon.entities.get(words.slice(0, -1).join(' ')) : undefined
    const list: Val = { ...owner, type: { k: 'list', of: any }, hint: words, ...(kind && { refers: kind }) }
    return modified(state, list, np, each)
  }
  const isItself = np.head.isPlural && isUntoldList(owner) && isCalledSo(state, owner, np, ownerNp)
  return modified(state, isItself ? asList(owner) : memberOf(state, owner, np), np, each)
}

function isUntoldList(val: Val): boolean {
  return val.type.k === 'any' || (isList(val) && (itemType(val).k === 'any' || isUntold(val)))
}

/**
 * "The orders in the orders", "the orders in the result": what the list, or what it was made of, is called.
 */
function isCalledSo(state: State, list: Val, { head }: NounTerm, owner: Np): boolean {
  const word = head.words.join(' ')
  if (owner.t === 'noun' && owner.head.words.join(' ') === word) return true
  const cels = madeOf(list)
  return state.reachable.some(
    ({ nouns, val }) => isList(val) && nouns.includes(word) && cels.includes(val.cel),
  )
}

/** "order ids" are the ids of orders; what is said of them is said of the orders. */
export function compounds(state: State, np: NounTerm): { whole: NounTerm; part: NounTerm }[] {
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
export function unsaid(state: State, np: NounTerm): { whole: NounTerm; part: NounTerm }[] {
  // A field's own name may be a plural: hours.
  const isMany = np.head.isPlural || singularOf(np.head.words.at(-1)!).isPlural
  if ((!isMany && np.det !== 'all') || state.lexicon.entities.has(np.head.words.join(' '))) return []
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

export function whoseField(word: string, kind: string): string {
  return `the ${word} of the response or of the ${kind}? Say "the ${word} of the response" or "the ${kind}'s ${word}"`
}

/** "The order's status", "the status of the body": how it came has another one. */
function withoutAnswer(val: Val, owner: Np): Val {
  if (val.answer === undefined || owner.t !== 'noun') return val
  const word = owner.head.words.join(' ')
  if (word !== val.kind && !/^(?:body|content)$/.test(word)) return val
  const { answer: _, ...page } = val
  return page
}

/** It says itself what it belongs to. */
export function isOwned(np: Np): boolean {
  if (np.t !== 'noun') return false
  return np.owner !== null || np.post.some(post => post.p === 'prep' && /^(?:of|for|from)$/.test(post.prep))
}

function isEachLike(np: NounTerm): boolean {
  return np.det === 'each' || np.det === 'all' || np.head.isPlural
}

export function memberOf(state: State, owner: Val, np: NounTerm): Val {
  const { words } = np.head
  const word = words.join(' ')
  // "its status": of the answer that brought the page.
  const answer = owner.answer === undefined ? null : entityOf(owner.answer)
  const [said] = answer === null ? [] : fieldsNamed(answer, words)
  if (said !== undefined && said.cost <= 1) {
    if (owner.kind !== undefined) dead(whoseField(word, owner.kind), np.span)
    return fieldVal(state, owner.answer!, said.field)
  }
  if (isOfRows(owner) && /^(?:number|count)$/.test(word)) dead('how many of each, or of all?', np.span)
  if (isList(owner) && /^(number|count)$/.test(word) && !np.head.isPlural)
    return { cel: `size(${celOf(state, owner)})`, type: number }
  if (
    !isList(owner) &&
    (owner.kind !== undefined || isRow(owner.type)) &&
    /^(?:item|row|entry|record)$/.test(word)
  )
    dead(`a field called "${word}", or the whole?`, np.span)
  if ((isList(owner) || owner.type.k === 'any') && /^(one|item|row|entry|record)$/.test(word))
    return np.post.some(({ p }) => p === 'where') ? asList(owner) : owner
  const figure = ofValues(state, owner, np)
  if (figure !== null) return figure
  const texts = partsOfText(state, owner, np)
  if (texts !== null) return texts
  if (np.head.isPlural && isManyByName(owner) && /^(number|figure|value)$/.test(word))
    return { ...owner, type: { k: 'list', of: { k: 'any' } } }
  if (isManyByName(owner)) owner = asList(owner)
  // "the orders in {{inputs.orders}}", "the orders in {{inputs.list}}": the list itself, no field of each.
  if (
    np.head.isPlural &&
    owner.type.k === 'any' &&
    /^(list|array|collection|batch)$/.test(owner.hint?.at(-1) ?? '')
  )
    return asList({ ...owner, hint: words })
  const isChosen = np.pre.some(({ p }) => p === 'place' || p === 'extreme')
  if ((np.head.isPlural || isChosen) && isList(owner) && isMadeOf(owner, words)) return owner
  if (np.head.isPlural && /^(one|item|row|record|entry)$/.test(word) && np.pre.length === 0) {
    const only = onlyListOf(state, owner)
    if (only !== null && relationsNamed(entityOf(owner)!, words).length === 0) return only
  }
  const entity = entityOf(owner)
  // "the customer's record" is what is kept of the customer.
  const isRecord = /^(record|file|profile|entry|record card|master data)$/.test(word)
  if (isRecord && entity !== null && !isList(owner) && relationsNamed(entity, words).length === 0)
    return owner
  if (entity === null && owner.refers === undefined) {
    // Nobody knows how a sender spells what is many.
    if (state.trigger !== null && np.head.isPlural && /^inputs\b/.test(owner.cel ?? ''))
      dead(`write its name in braces, such as {{${owner.cel}.${words.join('_')}s}}`, np.span)
    if (owner.type.k === 'any' || (owner.type.k === 'list' && owner.type.of.k === 'any'))
      return isNoField(np) ? dead(`"${word}" is no field`, np.span) : fieldFor(state, owner, null, np, false)
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
  if (/^(one|item|thing|it)$/.test(word)) return dead('that is no field')
  if (kind.fields.length === 0 && isNoField(np)) return dead(`"${word}" is no field`, np.span)
  state.pay(kind.isAnswer === true ? 5 : 2)
  return fieldFor(state, own, null, np, false)
}

/** "the larger of {{inputs.a}} and {{inputs.b}}", and what else is said of two values and is no field. */
function ofValues(state: State, { cel, type }: Val, { head, span }: NounTerm): Val | null {
  if (type.k !== 'list' || cel?.startsWith('[') !== true || head.isPlural) return null
  const word = head.words.join(' ')
  if (/^(?:larger|greater|bigger|higher)$/.test(word))
    return { cel: extremeOf(state, 'max', cel), type: type.of }
  if (/^(?:smaller|lesser|lower)$/.test(word)) return { cel: extremeOf(state, 'min', cel), type: type.of }
  if (/^(?:difference|quotient|ratio|remainder)$/.test(word)) dead('of which value from which?', span)
  if (/^(?:older|newer|earlier|later|longer|shorter|cheaper|better|worse|other)$/.test(word))
    dead(`which of them is the ${word}?`, span)
  return null
}

/** "the words in {{inputs.text}}": of what may be a text. Nothing has words as a field. */
function partsOfText(state: State, owner: Val, { head, pre, span }: NounTerm): Val | null {
  const isText = owner.type.k === 'text' || (owner.type.k === 'any' && !isManyByName(owner))
  const [word, ...others] = head.words
  if (!isText || !head.isPlural || others.length > 0) return null
  if (word === 'character' || word === 'letter') return dead(`the ${word}s of a text are not counted`, span)
  if ((word !== 'word' && word !== 'line') || pre.length > 0) return null
  return { cel: `${word}s(${celOf(state, owner)})`, type: { k: 'list', of: { k: 'text', format: word } } }
}

/** A field of each of some rows. */
export function isOfRows({ type, base }: Val): boolean {
  return (
    type.k === 'list' && type.of.k === 'any' && base !== undefined && isRow(itemType(base)) && !isRow(type.of)
  )
}

/** A list whose items are called so, and have no field of that name. */
function isMadeOf(list: Val, words: readonly string[]): boolean {
  const entity = entityOf(list)
  if (entity === null || relationsNamed(entity, words).length > 0) return false
  return entity.nouns.includes(words.join(' '))
}

/** "A CSV file of the orders" is to be made of them, and duplicates are found. */
function isNoField({ det, head }: NounTerm): boolean {
  const last = head.words.at(-1)!
  return (
    det === 'a' || /^(duplicate|repetition)$/.test(last) || (det === null && /^(file|workbook)$/.test(last))
  )
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
export function fieldFor(state: State, owner: Val, field: Field | null, np: NounTerm, each: boolean): Val {
  void each
  if (isList(owner)) {
    const list = celOf(state, owner)
    const item = variableFor(state, owner)
    const name = field?.name ?? np.head.words.join('_')
    const mapped: Val = {
      cel: `${list}.map(${item}, ${access(item, name)})`,
      type: { k: 'list', of: field?.type ?? any },
      hint: field?.words ?? np.head.words,
      base: owner,
    }
    const kind = field?.ref?.noun ?? (field?.name === 'id' ? entityOf(owner)?.noun : undefined)
    const refers = kind === undefined ? undefined : state.lexicon.entities.get(kind)
    return refers === undefined ? mapped : { ...mapped, refers }
  }
  // Nothing needs to be got for the id of what is known by it alone.
  const known = entityOf(owner)
  if (field?.name === 'id' && owner.cel === null && owner.id != null && known !== null)
    return { cel: owner.id, type: field.type, refers: known }
  if (field === null && np.head.isPlural)
    return unknownField(state, owner, [asWritten(state, np.head.words, np)])
  if (field === null) return unknownField(state, owner, np.head.words)
  // The customer of the deal is a record that is got when a field of it is needed; its id is known at once.
  if (field.ref !== null && np.head.words.at(-1) !== 'id' && np.head.words.at(-1) !== 'ids') {
    const entity = state.lexicon.entities.get(field.ref.noun)
    const id = access(celOf(state, owner), field.name)
    if (entity !== undefined && field.type.k !== 'list') {
      const isOwnKind = entity.noun === entityOf(owner)?.noun && field.ref.role !== entity.noun
      const role = isOwnKind ? { role: field.ref.role } : {}
      const record: Val = { cel: null, id, type: { k: 'record', entity }, refers: entity, ...role }
      state.refer(isOwnKind ? [field.ref.role] : [...new Set([field.ref.role, ...entity.nouns])], record)
      return record
    }
  }
  return fieldVal(state, owner, field)
}
