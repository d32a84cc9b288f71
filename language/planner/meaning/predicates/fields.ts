// Predicates of a field.
import type { Np, Op, Pred } from '../../grammar/terms.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import { any, type Entity, type Field } from '../../lexicon/types.ts'
import { measureField } from '../nouns/ordering.ts'
import { resolve } from '../nouns/resolve.ts'
import { dead, type State, type Val } from '../state.ts'
import { access, celOf, idOf, isList, literal, valueNamed } from '../values.ts'
import { equals, type Filter, isFlag, optional } from './filters.ts'

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
      // "for which no supplier is entered": there is none.
      if (pred.pred.c === 'exists') return fieldFilter(state, field, { c: 'empty' })
      if (pred.pred.c === 'empty') return fieldFilter(state, field, { c: 'exists' })
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
          return {
            cel: item => `${member(item, field, options)} in [${options.map(each => each.cel).join(', ')}]`,
          }
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
      const [low, high] = [figureOf(state, field, pred.low), figureOf(state, field, pred.high)]
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
      if (type.k === 'text' || type.k === 'any') {
        // A word that is a value of another field.
        state.pay(2)
        return equals(field, literal(pred.words))
      }
      return dead('this cannot be said of the field')
    }
    case 'ends':
      if (field.type.k === 'text' && !(field.type.format ?? '').startsWith('date'))
        return dead('a text does not end')
      return fieldFilter(state, field, pred.pred)
    case 'part': {
      // "its SLA is breached"
      if (pred.np === null && field.type.k === 'bool' && pred.verb.some(verb => isFlag(field, verb)))
        return equals(field, literal(true))
      // "its connection has expired"
      const values = field.type.k === 'text' ? (field.type.values ?? []) : []
      const value =
        pred.np === null ? pred.verb.map(verb => valueNamed(values, verb)).find(Boolean) : undefined
      if (value !== undefined && value !== null) return equals(field, literal(value))
      return dead('this cannot be said of the field')
    }
    default:
      return dead('this cannot be said of the field')
  }
}

/** "280 seconds" of `duration_seconds`: the number. */
function figureOf(state: State, field: Field, np: Np): Val {
  const [pre, ...more] = np.t === 'noun' ? np.pre : []
  if (np.t !== 'noun' || pre?.p !== 'count' || more.length + np.post.length > 0 || np.owner !== null)
    return resolve(state, np)
  const unit = singularOf(np.head.words.join(' ')).singular
  const said = [...field.words, ...field.description.toLowerCase().split(/\W+/)]
  return said.some(word => singularOf(word).singular === unit) ? literal(pre.count) : resolve(state, np)
}

/** A value that a field is compared with: one of its enumeration, or whatever it is. */
/** Nobody knows whether it is written as a text: "5" of a file is 5. */
function member(item: string, field: Field, options: readonly Val[]): string {
  const areNumbers = options.every(({ type }) => type.k === 'number')
  return field.type.k === 'any' && areNumbers ? `number(${access(item, field.name)})` : optional(item, field)
}

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
    (type.k === 'text' || (type.k === 'any' && !np.head.isKnown))
  ) {
    return state.pick([
      () => {
        if (np.head.isKnown) dead('a noun is no value')
        state.pay(4)
        const said = state.prompt.slice(...np.span)
        return literal(said.toLowerCase() === np.head.words.join(' ') ? said : np.head.words.join(' '))
      },
      () => resolve(state, np),
    ])()
  }
  const val = figureOf(state, field, np)
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
  // Of what has no type it may be a flag: who has no consent has `consent: false`.
  if (field.type.k === 'any') return `${cel} == null || ${cel} == "" || ${cel} == false`
  return `${cel} == null || ${cel} == ""`
}

/** @param item for fields that may be missing */
export function compared(path: string, field: Field, op: Op, right: Val, item?: string): string {
  if (right.type.k === 'record' || isList(right)) return dead('compared with what?')
  const cel = right.cel!
  const left = field.isSure || item === undefined ? path : `default(${path}, null)`
  switch (op) {
    case 'contains':
      if (field.type.k === 'number' || field.type.k === 'bool') return dead('a number contains nothing')
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
      if (
        field.type.k === 'number' &&
        typeof right.literal === 'string' &&
        Number.isNaN(Number(right.literal))
      )
        return dead(`"${field.words.join(' ')}" is a number`)
      if (field.type.k === 'any' && field.name !== '' && right.type.k === 'bool')
        return `string(${path}) ${op} string(${cel})`
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
      // A day by its name: `publish_on`, `startDate`.
      const isDay = /^(on|at|date|day|until)$/.test(field.words.at(-1)!) && field.type.k === 'text'
      if (isDay && (right.type.k === 'any' || right.type.k === 'text'))
        return `default(${path}, null) != null && ${path} ${op} ${right.type.k === 'any' ? `string(${cel})` : cel}`
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
export function measured(
  state: State,
  entity: Entity,
  right: Val,
  make: (field: Field) => (item: string) => string,
): Filter {
  const isDate = right.type.k === 'text' && (right.type.format ?? '').startsWith('date')
  const hasFigure = entity.fields.some(({ type }) => type.k === 'number' || type.k === 'any')
  const isDayOnly = right.type.k === 'any' && entity.fields.length > 0 && !hasFigure
  const field = measureField(state, entity, isDate || isDayOnly ? 'latest' : 'largest', [])
  state.pay(1)
  return { cel: make(field) }
}
