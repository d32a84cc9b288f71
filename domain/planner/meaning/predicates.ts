// Predicates: what is said of an item of a list, or of a value, as CEL.
import type { Condition, Np, Op, Pred } from '../grammar/terms.ts'
import type { Entity, Field, Type } from '../lexicon/types.ts'
import { any, stemOf } from '../lexicon/types.ts'
import { measureField, relationsNamed, resolve } from './nouns.ts'
import { dead, type State, type Val } from './state.ts'
import { isCondition } from './texts.ts'
import {
  access,
  celOf,
  entityOf,
  enumsNamed,
  fieldsNamed,
  idOf,
  isList,
  itemType,
  literal,
  valueNamed,
} from './values.ts'

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
      return { cel: item => `!(${filter.cel(item)})` }
    }
    case 'of':
      return dead('a condition with a subject of its own')
  }
  if (entity === null) {
    // What is said before a name or a number is a name of something else: "the email addresses".
    if (pred.c === 'adjective' || pred.c === 'has') return dead('this cannot be said of a value')
    return { cel: item => valuePred(state, pred, { cel: item, type }) }
  }
  return recordFilter(state, pred, entity)
}

function recordFilter(state: State, pred: Pred, entity: Entity): Filter {
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
    case 'part':
      return participle(state, pred, entity)
    case 'empty':
    case 'exists':
      return dead('which field?')
    default:
      return dead('this cannot be said of a record')
  }
}

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
  // "tagged", "assigned": there is one.
  return participle(state, { c: 'part', verb: [words], prep: null, np: null }, entity)
}

/** `slaBreached` is "breached"; `is_active` is "active". */
function isFlag(field: Field, words: string): boolean {
  const said = words.split(' ').map(stemOf).join(' ')
  const own = field.words.filter(word => word !== 'is' && word !== 'has').map(stemOf)
  return own.join(' ') === said || own.at(-1) === said
}

function equals(field: Field, value: Val): Filter {
  return { cel: item => compared(access(item, field.name), field, '==', value, item), eq: { field, value } }
}

function optional(item: string, field: Field, otherwise = 'null'): string {
  return field.isSure ? access(item, field.name) : `default(${access(item, field.name)}, ${otherwise})`
}

function ofField(state: State, entity: Entity, np: Np, pred: Pred): Filter {
  if (np.t !== 'noun') return dead('of which field?')
  const words = np.head.words
  const match =
    entity.isClosed || entity.fields.length > 0
      ? state.pick(relationsNamed(entity, words), `a ${entity.noun} has no "${words.join(' ')}"`)
      : null
  if (np.owner !== null || np.post.some(post => post.p === 'prep')) return dead('a field of a field')
  if (np.det === 'no' || np.pre.some(pre => pre.p !== 'only' && pre.p !== 'void') || np.post.length > 0)
    return dead('more is said of the field than its name')
  const field: Field = match?.field ?? {
    name: words.join('_'),
    words,
    type: any,
    isSure: true,
    description: '',
    ref: null,
  }
  if (match !== null) state.pay(match.cost)
  else state.pay(2)
  return fieldFilter(state, field, pred)
}

/** A predicate over a field of the item. */
export function fieldFilter(state: State, field: Field, pred: Pred): Filter {
  const path = (item: string) => access(item, field.name)
  switch (pred.c) {
    case 'and':
    case 'or': {
      const all = pred.items.map(item => fieldFilter(state, field, item))
      return { cel: item => all.map(each => `(${each.cel(item)})`).join(pred.c === 'and' ? ' && ' : ' || ') }
    }
    case 'not': {
      const inner = fieldFilter(state, field, pred.pred)
      return { cel: item => `!(${inner.cel(item)})` }
    }
    case 'empty':
      return { cel: item => emptyCel(optional(item, field), field) }
    case 'exists':
      return { cel: item => `!(${emptyCel(optional(item, field), field)})` }
    case 'is':
    case 'compare': {
      const op = pred.c === 'is' ? '==' : pred.op
      if (pred.right.t === 'list') {
        const options = pred.right.items.map(item => valueFor(state, field, item))
        // "status is paid and shipped": nothing is both.
        if (op === '==' && pred.right.join === 'and' && field.type.k !== 'list')
          return dead('nothing is both')
        if (op === '==' && pred.right.join === 'or')
          return { cel: item => `${optional(item, field)} in [${options.map(each => each.cel).join(', ')}]` }
        if (op === '==' && field.type.k !== 'list') dead('one value is not two')
        return {
          cel: item =>
            options
              .map(each => `(${compared(path(item), field, op, each, item)})`)
              .join(pred.right.t === 'list' && pred.right.join === 'or' ? ' || ' : ' && '),
        }
      }
      const value = valueFor(state, field, pred.right)
      if (isList(value)) {
        if (op !== '==' && op !== '!=') return dead('compared with a list')
        return {
          cel: item => `${op === '!=' ? '!' : ''}(${optional(item, field)} in ${celOf(state, value)})`,
        }
      }
      return op === '=='
        ? equals(field, value)
        : { cel: item => compared(path(item), field, op, value, item) }
    }
    case 'between': {
      const [low, high] = [resolve(state, pred.low), resolve(state, pred.high)]
      return {
        cel: item =>
          `${compared(path(item), field, '>=', low)} && ${compared(path(item), field, '<=', high)}`,
      }
    }
    case 'adjective': {
      const { type } = field
      if (type.k === 'text' && type.values !== undefined) {
        const value =
          valueNamed(type.values, pred.words) ?? dead(`"${pred.words}" is no ${field.words.join(' ')}`)
        return equals(field, literal(value))
      }
      if (type.k === 'bool')
        return isFlag(field, pred.words) ? equals(field, literal(true)) : dead('not that flag')
      if (type.k === 'text' || type.k === 'any') return equals(field, literal(pred.words))
      return dead('this cannot be said of the field')
    }
    case 'part': {
      // "its SLA is breached"
      if (pred.np === null && field.type.k === 'bool' && pred.verb.some(verb => isFlag(field, verb)))
        return equals(field, literal(true))
      return dead('this cannot be said of the field')
    }
    default:
      return dead('this cannot be said of the field')
  }
}

/** A value that a field is compared with: one of its enumeration, or whatever it is. */
function valueFor(state: State, field: Field, np: Np): Val {
  const type = field.type.k === 'list' ? field.type.of : field.type
  const word =
    np.t === 'value' && (np.value.v === 'word' || np.value.v === 'text' || np.value.v === 'id')
      ? np.value.text
      : np.t === 'noun'
        ? np.head.words.join(' ')
        : null
  if (word !== null && type.k === 'text' && type.values !== undefined) {
    const value = valueNamed(type.values, word)
    if (value !== null) return literal(value)
    if (np.t === 'value' && np.value.v !== 'text') dead(`"${word}" is no ${field.words.join(' ')}`)
  }
  if (
    np.t === 'noun' &&
    np.det === null &&
    np.owner === null &&
    np.post.length === 0 &&
    np.pre.length === 0 &&
    type.k === 'text'
  ) {
    return state.pick([
      () => (np.head.isKnown ? dead('a noun is no value') : (state.pay(4), literal(np.head.words.join(' ')))),
      () => resolve(state, np),
    ])()
  }
  const val = resolve(state, np)
  if (
    isList(val) &&
    val.type.k === 'list' &&
    (val.type.of.k === 'record' || (val.type.of.k !== 'any' && type.k !== 'any' && val.type.of.k !== type.k))
  )
    dead('compared with other things')
  if (val.type.k === 'record') return { cel: idOf(state, val) ?? dead('no id'), type: any }
  return val
}

function emptyCel(cel: string, field: Field): string {
  if (field.type.k === 'list') return `size(default(${cel}, [])) == 0`
  if (field.type.k === 'number' || field.type.k === 'bool') return `${cel} == null`
  return `${cel} == null || ${cel} == ""`
}

/** @param item for fields that may be missing */
export function compared(path: string, field: Field, op: Op, right: Val, item?: string): string {
  if (right.type.k === 'record' || isList(right)) return dead('compared with what?')
  const cel = right.cel!
  const left = field.isSure || item === undefined ? path : `default(${path}, null)`
  switch (op) {
    case 'contains':
      return field.type.k === 'list'
        ? `${cel} in default(${path}, [])`
        : `contains(${textual(path, field)}, ${cel})`
    case 'starts':
      return `startsWith(${textual(path, field)}, ${cel})`
    case 'ends':
      return `endsWith(${textual(path, field)}, ${cel})`
    case '==':
    case '!=': {
      if (field.type.k === 'list') return `${op === '!=' ? '!' : ''}(${cel} in default(${path}, []))`
      if (field.type.k === 'number' && right.type.k !== 'number') return `${left} ${op} number(${cel})`
      if (field.type.k === 'any' && right.type.k === 'number') return `number(${path}) ${op} ${cel}`
      if (field.type.k === 'any' && right.type.k === 'any') return `string(${path}) ${op} string(${cel})`
      return `${left} ${op} ${cel}`
    }
    default: {
      const isDate =
        (field.type.k === 'text' && (field.type.format ?? '').startsWith('date')) ||
        (right.type.k === 'text' && (right.type.format ?? '').startsWith('date'))
      if (isDate)
        return field.isSure
          ? `${path} ${op} ${cel}`
          : `default(${path}, null) != null && ${path} ${op} ${cel}`
      if (field.type.k === 'text') return dead(`"${field.words.join(' ')}" is a text`)
      const a = field.type.k === 'number' ? path : `number(${path})`
      const b = right.type.k === 'number' ? cel : `number(${cel})`
      return `${a} ${op} ${b}`
    }
  }
}

function textual(path: string, field: Field): string {
  return field.isSure ? path : `string(default(${path}, ""))`
}

/** "over 500", "before 2024-06-01" of a record: of the field that is a figure, or a date. */
function measured(
  state: State,
  entity: Entity,
  right: Val,
  make: (field: Field) => (item: string) => string,
): Filter {
  const isDate = right.type.k === 'text' && (right.type.format ?? '').startsWith('date')
  const field = measureField(state, entity, isDate ? 'latest' : 'largest', [])
  state.pay(1)
  return { cel: make(field) }
}

/** "with status open", "has an amount over 500", "with a coupon" */
function having(state: State, np: Np, entity: Entity): Filter {
  if (np.t === 'list') {
    const all = np.items.map(item => having(state, item, entity))
    return { cel: item => all.map(each => `(${each.cel(item)})`).join(np.join === 'and' ? ' && ' : ' || ') }
  }
  if (np.t !== 'noun') return dead('with what?')
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
    else if (pre.p !== 'only' && pre.p !== 'void') return dead('this cannot be said of a field')
  }
  const matches = relationsNamed(entity, words)
  if (matches.length === 0) {
    if (entity.isClosed) return dead(`a ${entity.noun} has no "${words.join(' ')}"`)
    state.pay(3)
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

function sameAs(state: State, entity: Entity, val: Val): Filter {
  const kind = entityOf(val) ?? val.refers ?? null
  if (kind === null) return dead('of what kind?')
  const id = idOf(state, val) ?? dead('no id')
  const refs = entity.fields.filter(field => field.ref?.noun === kind.noun)
  if (refs.length === 0 && kind.noun === entity.noun) {
    const own = entity.fields.find(field => field.name === 'id') ?? dead('no id')
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

function fieldsByHint(val: Val, entity: Entity): readonly Field[] {
  if (val.hint !== undefined) {
    const named = fieldsNamed(entity, val.hint)
      .filter(({ cost }) => cost <= 2)
      .map(({ field }) => field)
    if (named.length > 0) return named
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

/** Which fields a preposition is mostly about. */
const places: Readonly<Record<string, readonly string[]>> = {
  from: ['country', 'city', 'region', 'source', 'origin', 'supplier', 'sender', 'company'],
  in: [
    'country',
    'city',
    'region',
    'currency',
    'category',
    'team',
    'department',
    'room',
    'class',
    'stage',
    'status',
    'state',
    'warehouse',
    'folder',
    'channel',
    'language',
    'location',
    'priority',
  ],
  on: ['floor', 'team', 'channel', 'board', 'date', 'plan'],
  at: ['location', 'site', 'warehouse', 'stage', 'level', 'company'],
  by: ['author', 'owner', 'customer', 'creator'],
  for: ['customer', 'team', 'product', 'owner', 'department'],
  of: ['customer', 'owner', 'category', 'team', 'type', 'product', 'class', 'department', 'status'],
  with: ['status', 'stage', 'priority', 'category'],
}

function placed(state: State, prep: string, np: Np, entity: Entity): Filter {
  if (np.t === 'list') {
    const all = np.items.map(item => placed(state, prep, item, entity))
    return { cel: item => all.map(each => `(${each.cel(item)})`).join(' || ') }
  }
  const ways: (() => Filter)[] = []
  if (np.t === 'noun') {
    const { words } = np.head
    const isSaid = prep === 'with' || np.post.length > 0 || np.pre.some(pre => pre.p === 'adjective')
    if (
      isSaid &&
      relationsNamed(entity, words).some(({ field }) => field.ref === null || np.post.length > 0) &&
      np.det !== 'these'
    )
      ways.push(() => having(state, np, entity))
    else if (!entity.isClosed && prep === 'with') ways.push(() => having(state, np, entity))
  }
  const word =
    np.t === 'value' && np.value.v === 'word'
      ? np.value.text
      : np.t === 'noun' && np.det === null
        ? [...np.pre.flatMap(pre => (pre.p === 'adjective' ? [pre.words] : [])), ...np.head.words].join(' ')
        : null
  if (word !== null) {
    for (const { field, value } of enumsNamed(entity, word)) ways.push(() => equals(field, literal(value)))
  }
  if (prep !== 'with' || np.t === 'value') {
    ways.push(() => {
      if (np.t === 'value' && np.value.v === 'word' && /^[a-z]/.test(np.value.text))
        return dead('a word is no value')
      const val = resolve(state, np)
      if (isList(val)) return dead('compared with a list')
      if (val.type.k === 'record') return sameAs(state, entity, val)
      const hinted = fieldsByHint(val, entity)
      if (hinted.length > 0) return equals(state.pick(hinted), val)
      state.pay(2)
      const refs = entity.fields.filter(
        field => val.refers !== undefined && field.ref?.noun === val.refers.noun,
      )
      const field =
        refs[0] ??
        (places[prep] ?? []).flatMap(name => entity.fields.filter(each => each.words.includes(name)))[0] ??
        dead(`"${prep}" which field?`)
      if (field.type.k === 'text' && field.type.values !== undefined && typeof val.literal === 'string') {
        return equals(field, literal(valueNamed(field.type.values, val.literal) ?? dead('no such value')))
      }
      return equals(field, val)
    })
  }
  return state.pick(ways, `what "${prep}" says of a ${entity.noun} is not known`)()
}

/** "assigned to agt_1", "tagged vip", "due", "breached" */
function participle(state: State, { verb, prep, np }: Extract<Pred, { c: 'part' }>, entity: Entity): Filter {
  // A comparative with its fields: "cheaper than 5".
  if (prep === '>' || prep === '<') {
    const right = resolve(state, np!)
    const field =
      verb.flatMap(name =>
        entity.fields.filter(each => each.words.includes(name) && each.type.k !== 'bool'),
      )[0] ?? dead('by which field?')
    return { cel: item => compared(access(item, field.name), field, prep, right) }
  }
  const stems = new Set(verb.map(stemOf))
  const fields = entity.fields.filter(
    field =>
      field.words.some(word => stems.has(stemOf(word))) ||
      (field.ref !== null &&
        field.description !== '' &&
        field.description
          .toLowerCase()
          .split(/\W+/)
          .some(word => word.length > 4 && stems.has(stemOf(word)))),
  )
  if (np === null) {
    for (const words of verb) {
      const values = enumsNamed(entity, words)
      if (values.length > 0) {
        const { field, value } = state.pick(values)
        return equals(field, literal(value))
      }
    }
    const flag = fields.find(field => field.type.k === 'bool')
    if (flag !== undefined) return equals(flag, literal(true))
    const field =
      fields.find(each => each.ref !== null || each.type.k === 'list') ??
      dead(`what "${verb[0]}" says of a ${entity.noun} is not known`)
    return fieldFilter(state, field, { c: 'exists' })
  }
  const possible = fields.filter(field => field.type.k !== 'bool' && field.type.k !== 'number')
  const field = state.pick(possible, `what "${verb[0]}" says of a ${entity.noun} is not known`)
  if (
    np.t === 'noun' &&
    (np.det === 'no' || /^(nobody|anybody|somebody|anyone|someone|nothing)$/.test(np.head.words[0]!))
  ) {
    const word = np.head.words[0]!
    return fieldFilter(state, field, {
      c: np.det === 'no' || word === 'nobody' || word === 'nothing' ? 'empty' : 'exists',
    })
  }
  return fieldFilter(state, field, { c: 'is', right: np })
}

/** A predicate over one value: a scalar, a record, a list (its number). */
export function valuePred(state: State, pred: Pred, subject: Val): string {
  switch (pred.c) {
    case 'and':
    case 'or':
      return pred.items
        .map(item => `(${valuePred(state, item, subject)})`)
        .join(pred.c === 'and' ? ' && ' : ' || ')
    case 'not':
      return `!(${valuePred(state, pred.pred, subject)})`
  }
  if (subject.type.k === 'list') return listPred(state, pred, subject)
  if (subject.type.k === 'record')
    return recordFilter(state, pred, subject.type.entity).cel(celOf(state, subject))
  const field: Field = {
    name: '',
    words: subject.hint ?? [],
    type: subject.type,
    isSure: true,
    description: '',
    ref: null,
  }
  if (pred.c === 'exists') return `${tolerant(subject)} != null`
  if (pred.c === 'empty') return `size(default(${subject.cel}, "")) == 0`
  if (pred.c === 'prep' && pred.prep === 'in')
    return `${subject.cel} in ${celOf(state, resolve(state, pred.np))}`
  const made = fieldFilter(state, field, pred)
  // The field is the value itself.
  return made.cel('\u0000').replaceAll('\u0000[""]', subject.cel!)
}

function tolerant(subject: Val): string {
  return `default(${subject.cel}, null)`
}

function listPred(state: State, pred: Pred, list: Val): string {
  const size = `size(${celOf(state, list)})`
  switch (pred.c) {
    case 'empty':
      return `${size} == 0`
    case 'exists':
      return `${size} > 0`
    case 'compare': {
      const right = resolve(state, pred.right)
      if (pred.op === 'contains') return `contains(${celOf(state, list)}, ${celOf(state, right)})`
      if (right.type.k !== 'number' && right.type.k !== 'any') dead('a list is compared by its number')
      if (itemType(list).k !== 'record') dead('is it said of all of them or of one?')
      state.pay(1)
      return `${size} ${pred.op} ${right.type.k === 'number' ? right.cel : `number(${right.cel})`}`
    }
    default:
      return dead('is it said of all of them or of one?')
  }
}

/** A condition of the workflow. */
export function conditionCel(state: State, cond: Condition): string {
  switch (cond.c) {
    case 'and':
    case 'or':
      return cond.items.map(item => `(${conditionCel(state, item)})`).join(cond.c === 'and' ? ' && ' : ' || ')
    case 'not':
      return `!(${conditionCel(state, cond.condition)})`
    case 'true': {
      const cel = celOf(state, resolve(state, cond.np))
      return isCondition(cel) ? cel : `${cel} == true`
    }
    case 'there': {
      const val = resolve(state, cond.np)
      if (!isList(val)) dead('are there any of what?')
      return `size(${celOf(state, val)}) ${cond.not ? '==' : '>'} 0`
    }
    case 'approved':
    case 'denied': {
      const approval =
        state.reachable.find(({ nouns }) => nouns.includes('approval')) ?? dead('nothing was to be approved')
      return `${cond.c === 'denied' ? '!' : ''}${approval.val.cel}.approved`
    }
    case 'bare':
      return valuePred(state, cond.pred, unsaid(state, cond.pred))
    case 'of': {
      const subject = resolve(state, cond.subject)
      if (subject.literal !== undefined) dead('a condition on a word that stands for itself')
      return valuePred(state, cond.pred, subject)
    }
  }
}

/** What a condition without a subject is about: the field that was looked at, or the thing. */
function unsaid(state: State, pred: Pred): Val {
  const topic = state.reachable.find(
    ({ nouns, val }) => nouns.includes('topic') || val.type.k === 'record' || val.type.k === 'list',
  )
  if (topic === undefined) return dead('of what is this said?')
  const { val } = topic
  if (val.type.k === 'record' && ['compare', 'between', 'empty', 'exists'].includes(pred.c))
    dead('which of its fields is this said of?')
  if (val.type.k === 'list' && pred.c !== 'compare' && pred.c !== 'empty') dead('of which one is this said?')
  return val
}
