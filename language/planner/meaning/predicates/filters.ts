// Predicates of the items of a list.
import { negatedIn } from '../../grammar/terminals.ts'
import type { NounTerm, Np, Pred } from '../../grammar/terms.ts'
import type { EntityModel } from '../../lexicon/tool-model.ts'
import { any, type Entity, type Field, stemOf, type Type } from '../../lexicon/types.ts'
import { asWritten } from '../nouns/ordering.ts'
import { relationsNamed } from '../nouns/owners.ts'
import { resolve } from '../nouns/resolve.ts'
import { dead, type State, type Val } from '../state.ts'
import {
  access,
  entityOf,
  enumsNamed,
  fieldsNamed,
  idOf,
  isList,
  isRow,
  literal,
  valueNamed,
} from '../values.ts'
import { valuePred } from './conditions.ts'
import { compared, fieldFilter, measured } from './fields.ts'
import { participle, placed, sameLabel } from './places.ts'
import { fieldsInRole, isOfRecord, memberOf, related } from './related.ts'

export interface Filter {
  /** @param item CEL of the item */
  readonly cel: (item: string) => string
  /** The filter says that a field is equal to a value. */
  readonly eq?: { readonly field: Field; readonly value: Val }
}

/** A predicate over the items of a list. @param entity null: items that are no records */
export function filterOf(state: State, pred: Pred, entity: Entity | null, type: Type): Filter {
  switch (pred.c) {
    case 'and':
    case 'or': {
      const filters = pred.items.map(item => filterOf(state, item, entity, type))
      return {
        cel: item => filters.map(filter => `(${filter.cel(item)})`).join(pred.c === 'and' ? ' && ' : ' || '),
      }
    }
    case 'not': {
      const filter = filterOf(state, pred.pred, entity, type)
      return { cel: item => negatedCel(filter.cel(item)) }
    }
    case 'of':
      return dead('a condition with a subject of its own')
  }
  // Of items that nothing is known of the words tell the field.
  if (entity === null && type.k === 'any' && pred.c === 'whose') return recordFilter(state, pred, untold)
  if (entity === null) {
    // What is said before a name or a number is a name of something else: "the email addresses".
    if (pred.c === 'adjective' || pred.c === 'has') return dead('this cannot be said of a value')
    if (isRow(type)) return dead('of which field is it said?')
    // "the ids of the orders that start with A": rather said of what stands nearer.
    state.pay(1.2)
    return { cel: item => valuePred(state, pred, { cel: item, type }) }
  }
  return recordFilter(state, pred, entity)
}

/** What is not not so, is so. */
function negatedCel(cel: string): string {
  const inner = /^!\((.*)\)$/s.exec(cel)?.[1]
  if (inner === undefined) return `!(${cel})`
  let depth = 0
  for (const sign of inner) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (depth < 0) return `!(${cel})`
  }
  return inner
}

const untold: Entity = { noun: 'item', nouns: ['item'], fields: [], isClosed: false }

export function recordFilter(state: State, pred: Pred, entity: Entity): Filter {
  switch (pred.c) {
    case 'adjective':
      return adjective(state, pred.words, entity)
    case 'whose':
      return ofField(state, entity, pred.field, pred.pred)
    case 'compare': {
      const right = resolve(state, pred.right)
      if (pred.op === 'contains' || pred.op === 'starts' || pred.op === 'ends') return dead('which field?')
      return measured(
        state,
        entity,
        right,
        field => item => compared(access(item, field.name), field, pred.op, right),
      )
    }
    case 'between': {
      const [low, high] = [resolve(state, pred.low), resolve(state, pred.high)]
      return measured(
        state,
        entity,
        low,
        field => item =>
          `${compared(access(item, field.name), field, '>=', low)} && ${compared(access(item, field.name), field, '<=', high)}`,
      )
    }
    case 'has':
      return having(state, pred.np, entity)
    case 'is':
      return being(state, pred.right, entity)
    case 'prep':
      return placed(state, pred.prep, pred.np, entity)
    case 'ends': {
      const field = state.pick(
        entity.fields.filter(each => each.words.some(word => ends.has(word))),
        `when a ${entity.noun} ends is not known`,
      )
      return fieldFilter(state, field, pred.pred)
    }
    case 'part':
      return participle(state, pred, entity)
    case 'empty':
    case 'exists':
      return dead('which field?')
    default:
      return dead('this cannot be said of a record')
  }
}

/** Words of fields that say until when something is. */
const ends = new Set(['until', 'end', 'ends', 'expiry', 'expires', 'expiration', 'till'])

function adjective(state: State, words: string, entity: Entity): Filter {
  const values = enumsNamed(entity, words)
  if (values.length > 0) {
    const { field, value } = state.pick(values)
    return equals(field, literal(value))
  }
  const flags = entity.fields.filter(
    field => (field.type.k === 'bool' || field.type.k === 'any') && isFlag(field, words),
  )
  if (flags.length > 0) {
    const field = state.pick(flags)
    return { cel: item => `${optional(item, field, 'false')} == true`, eq: { field, value: literal(true) } }
  }
  const negated = negatedIn(words, state.lexicon)
  if (negated !== null) {
    const field = state.pick(
      entity.fields.filter(each => /^(?:bool|any)$/.test(each.type.k) && isFlag(each, negated)),
    )
    return { cel: item => `${optional(item, field, 'false')} == false`, eq: { field, value: literal(false) } }
  }
  // "tagged", "assigned": there is one.
  return participle(state, { c: 'part', verb: [words], prep: null, np: null }, entity)
}

/** `slaBreached` is "breached"; `is_active` is "active". */
export function isFlag(field: Field, words: string): boolean {
  const said = words.split(' ').map(stemOf).join(' ')
  const own = field.words.filter(word => word !== 'is' && word !== 'has').map(stemOf)
  return own.join(' ') === said || own.at(-1) === said
}

export function equals(field: Field, value: Val): Filter {
  return { cel: item => compared(access(item, field.name), field, '==', value, item), eq: { field, value } }
}

export function optional(item: string, field: Field, otherwise = 'null'): string {
  return field.isSure ? access(item, field.name) : `default(${access(item, field.name)}, ${otherwise})`
}

function ofField(state: State, entity: Entity, np: Np, pred: Pred): Filter {
  if (np.t !== 'noun') return dead('of which field?')
  const words = np.head.words
  const role = np.post[0]
  if (role?.p === 'role' && np.post.length === 1 && np.owner === null) {
    // "where the customer who placed the order ..."
    const own =
      role.np.t === 'pronoun' || (role.np.t === 'noun' && entity.nouns.includes(role.np.head.words.join(' ')))
    const fields = own ? fieldsInRole(entity, words, role.verb, role.isPassive === true) : []
    if (fields.length !== 1) return dead(`who is that of the ${entity.noun}?`)
    if (isOfRecord(pred)) return related(state, fields[0]!, pred)
    return fieldFilter(state, fields[0]!, pred)
  }
  if (ownerOf(np) !== null) return ofNested(state, entity, np, pred)
  const match =
    entity.isClosed || entity.fields.length > 0
      ? state.pick(fieldsSaid(entity, words, pred), `a ${entity.noun} has no "${words.join(' ')}"`)
      : null
  if (np.owner !== null || np.post.some(post => post.p === 'prep')) return dead('a field of a field')
  if (np.det === 'no' || np.pre.some(pre => pre.p !== 'void') || np.post.length > 0)
    return dead('more is said of the field than its name')
  const field: Field = match?.field ?? {
    name: np.head.isPlural ? asWritten(state, words, np) : words.join('_'),
    words,
    type: any,
    isSure: true,
    description: '',
    ref: null,
  }
  if (match !== null) state.pay(match.cost)
  else state.pay(2)
  if (field.ref !== null && isOfRecord(pred)) return related(state, field, pred)
  return besideIt(state, entity, field, pred) ?? fieldFilter(state, field, pred)
}

/** "whose quantity is below their reorder level": compared with another field of the same record. */
function besideIt(state: State, entity: Entity, field: Field, pred: Pred): Filter | null {
  if (pred.c === 'not') {
    const inner = besideIt(state, entity, field, pred.pred)
    return inner === null ? null : { cel: item => `!(${inner.cel(item)})` }
  }
  const right = pred.c === 'compare' || pred.c === 'is' ? pred.right : null
  if (right?.t !== 'noun' || right.pre.length + right.post.length > 0) return null
  const { owner, head, det } = right
  const isIts =
    owner?.t === 'pronoun' || (owner?.t === 'noun' && entity.nouns.includes(owner.head.words.join(' ')))
  const isSaid = state.reachable.some(({ nouns }) => nouns.includes(head.words.join(' ')))
  if (!(isIts || (owner === null && (det === null || det === 'the') && !isSaid))) return null
  const [other] = fieldsNamed(entity, head.words).filter(({ cost }) => cost <= 1)
  if (other === undefined || other.field === field || other.field.type.k !== field.type.k) return null
  const op = pred.c === 'compare' ? pred.op : '=='
  // "paid == fee, confirm it": may well be a case of its own.
  if (!isIts && !/^[<>]/.test(op)) return null
  const { name, type } = other.field
  return {
    cel: item => compared(access(item, field.name), field, op, { cel: access(item, name), type }, item),
  }
}

/** "whose connection has expired": the status, which is the "state of the connection". */
function fieldsSaid(entity: Entity, words: readonly string[], pred: Pred) {
  const named = relationsNamed(entity, words)
  const said = pred.c === 'part' && pred.np === null ? pred.verb : pred.c === 'adjective' ? [pred.words] : []
  if (named.length > 0 || said.length === 0) return named
  const args = 'lists' in entity ? (entity as EntityModel).lists.flatMap(model => model.args) : []
  return entity.fields
    .filter(
      ({ name, type }) =>
        type.k === 'text' &&
        said.some(word => valueNamed(type.values ?? [], word) !== null) &&
        [...entity.fields, ...args].some(
          each => each.name === name && each.description.toLowerCase().split(/\W+/).includes(words.join(' ')),
        ),
    )
    .map(field => ({ field, cost: 1 }))
}

/** "whose customer's city is Paris", "where the city of the customer is Paris" */
function ofNested(state: State, entity: Entity, np: NounTerm, pred: Pred): Filter {
  const of = ownerOf(np)!
  const field: NounTerm = { ...np, owner: null, post: [] }
  const isItself = of.t === 'noun' && entity.nouns.includes(of.head.words.join(' ')) && of.post.length === 0
  if (isItself || of.t === 'pronoun') return ofField(state, entity, field, pred)
  return ofField(state, entity, of, { c: 'whose', field, pred })
}

function ownerOf({ owner, post }: NounTerm): Np | null {
  if (owner !== null) return post.length === 0 ? owner : null
  const [only, ...more] = post
  return more.length === 0 && only?.p === 'prep' && only.prep === 'of' ? only.np : null
}

/** "with status open", "has an amount over 500", "with a coupon" */
export function having(state: State, np: Np, entity: Entity): Filter {
  if (np.t === 'list') {
    const all = sameLabel(np.items).map(item => having(state, item, entity))
    return { cel: item => all.map(each => `(${each.cel(item)})`).join(np.join === 'and' ? ' && ' : ' || ') }
  }
  if (np.t !== 'noun') return dead('with what?')
  if (np.owner !== null) return dead('the field of something else')
  const { words } = np.head
  const preds: Pred[] = []
  for (const post of np.post) {
    if (post.p === 'where') preds.push(post.pred)
    else if (post.p === 'value')
      preds.push({ c: 'is', right: { t: 'value', value: post.value, span: np.span } })
    else if (post.p === 'prep' && (post.prep === 'of' || post.prep === 'to' || post.prep === 'in'))
      preds.push({ c: 'is', right: post.np })
    else return dead('this cannot be said of a field')
  }
  for (const pre of np.pre) {
    if (pre.p === 'adjective')
      preds.push(
        pre.not
          ? { c: 'not', pred: { c: 'adjective', words: pre.words } }
          : { c: 'adjective', words: pre.words },
      )
    else if (pre.p === 'value')
      preds.push({ c: 'is', right: { t: 'value', value: pre.value, span: np.span } })
    // "without a only supplier": the only one, or only that?
    else if (pre.p !== 'void' && (pre.p !== 'only' || np.det === 'a'))
      return dead('this cannot be said of a field')
  }
  const matches = relationsNamed(entity, words)
  if (matches.length === 0) {
    if (entity.isClosed) return dead(`a ${entity.noun} has no "${words.join(' ')}"`)
    if (/^(one|item|thing|it)$/.test(words.join(' '))) return dead('that is no field')
    state.pay(entity.isAnswer === true ? 5 : 3)
  }
  const match = matches.length === 0 ? null : state.pick(matches)
  if (match !== null) state.pay(match.cost)
  const field: Field = match?.field ?? {
    name: words.join('_'),
    words,
    type: any,
    isSure: false,
    description: '',
    ref: null,
  }
  const filters = preds.map(pred => fieldFilter(state, field, pred))
  if (np.det === 'no') {
    if (filters.length > 0) return dead('no such thing with a condition')
    return fieldFilter(state, field, { c: 'empty' })
  }
  // "orders with status": one of a few values, which each has.
  if (filters.length === 0 && field.type.k === 'text' && field.type.values !== undefined) state.pay(1)
  if (filters.length === 0)
    return field.type.k === 'bool' ? equals(field, literal(true)) : fieldFilter(state, field, { c: 'exists' })
  if (filters.length === 1) return filters[0]!
  return { cel: item => filters.map(each => `(${each.cel(item)})`).join(' && ') }
}

/** "is X" of a record: X names a value of one of its fields, or the record itself. */
function being(state: State, np: Np, entity: Entity): Filter {
  if (np.t === 'list') {
    const all = np.items.map(item => being(state, item, entity))
    return { cel: item => all.map(each => `(${each.cel(item)})`).join(np.join === 'or' ? ' || ' : ' && ') }
  }
  const word =
    np.t === 'value' && np.value.v !== 'hole' && 'text' in np.value
      ? np.value.text
      : np.t === 'noun' && np.post.length === 0 && np.det !== 'the'
        ? np.head.words.join(' ')
        : null
  if (word !== null) {
    const values = enumsNamed(entity, word)
    if (values.length > 0) {
      const { field, value } = state.pick(values)
      return equals(field, literal(value))
    }
  }
  const val = resolve(state, np)
  if (val.type.k === 'record' || val.refers !== undefined) return sameAs(state, entity, val)
  return byHint(state, val, entity)
}

export function sameAs(state: State, entity: Entity, val: Val): Filter {
  const kind = entityOf(val) ?? val.refers ?? null
  if (kind === null) return dead('of what kind?')
  if (isList(val)) {
    const field = entity.fields.find(each => each.ref?.noun === kind.noun)
    // "employees of these employees": whose manager they are would be said.
    if (kind.noun === entity.noun) return dead('what are they to each other?')
    return field === undefined
      ? dead(`a ${entity.noun} says nothing of a ${kind.noun}`)
      : memberOf(state, field, val)
  }
  const id = idOf(state, val) ?? dead('no id')
  const refs = entity.fields.filter(field => field.ref?.noun === kind.noun)
  if (refs.length === 0 && kind.noun === entity.noun) {
    const own = entity.fields.find(field => field.name === (entity.key ?? 'id')) ?? dead('no id')
    return { cel: item => `${access(item, own.name)} == ${id}` }
  }
  const field = state.pick(refs, `a ${entity.noun} says nothing of a ${kind.noun}`)
  const value: Val = { cel: id, type: any, ...(typeof val.literal === 'string' && { literal: val.literal }) }
  return equals(field, value)
}

/** A value that says by itself which field it is of: its input is called so, a code has a form. */
function byHint(state: State, val: Val, entity: Entity): Filter {
  const fields = fieldsByHint(val, entity)
  const field = state.pick(fields, 'of which field?')
  state.pay(1)
  return equals(field, val)
}

export function fieldsByHint(val: Val, entity: Entity): readonly Field[] {
  if (val.hint !== undefined) {
    const named = fieldsNamed(entity, val.hint).filter(({ cost }) => cost <= 2)
    const least = Math.min(...named.map(({ cost }) => cost))
    if (named.length > 0) return named.filter(({ cost }) => cost === least).map(({ field }) => field)
  }
  if (typeof val.literal !== 'string') return []
  const { literal: said } = val
  const byForm = (test: (field: Field) => boolean) => entity.fields.filter(test)
  if (/^[A-Z]{3}$/.test(said)) return byForm(field => field.words.includes('currency'))
  if (/^[A-Z]{2}$/.test(said))
    return byForm(field => field.words.includes('country') || field.words.includes('state'))
  if (/@/.test(said)) return byForm(field => field.type.k === 'text' && field.type.format === 'email')
  return []
}
