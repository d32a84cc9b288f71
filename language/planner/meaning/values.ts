// Values and their fields: how a plan computes them, by what is known of their shape.
import type { Json } from '../../../domain/json.ts'
import type { Argument as PlanArgument } from '../../../domain/plan/plan.ts'
import { lemmasOf, singularOf } from '../lattice/lemmas.ts'
import { type EntityModel, spoken, type ToolModel } from '../lexicon/tool-model.ts'
import {
  any,
  bool,
  type Entity,
  type Field,
  number,
  remembered,
  stemOf,
  type Type,
  text,
  wordsOf,
} from '../lexicon/types.ts'
import { fieldSynonyms } from '../lexicon/words.ts'
import { called } from './nouns/queries.ts'
import { dead, identifierOf, type State, type Val } from './state.ts'

export function literal(value: Json, type?: Type): Val {
  const known: Type =
    type ??
    (typeof value === 'number'
      ? number
      : typeof value === 'boolean'
        ? bool
        : typeof value === 'string'
          ? text
          : any)
  return { cel: JSON.stringify(value), type: known, literal: value }
}

/** A value as an argument of a step. */
export function argumentOf(val: Val): PlanArgument {
  if (val.literal !== undefined) return val.literal
  return { $: val.cel! }
}

/** `customer.open_balance`, `row["first name"]` */
export function access(cel: string, name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `${cel}.${name}` : `${cel}[${JSON.stringify(name)}]`
}

export interface FieldMatch {
  readonly field: Field
  readonly cost: number
}

/** Fields of a record that the words may name, the best first; ties are left to who asks. */
export function fieldsNamed(entity: Entity, words: readonly string[]): readonly FieldMatch[] {
  const found = entity.fields.flatMap(field => {
    const cost = matchCost(field, words, entity)
    return cost === null ? [] : [{ field, cost }]
  })
  found.sort((a, b) => a.cost - b.cost)
  return found.filter(({ cost }) => cost <= found[0]!.cost + 1)
}

const weak = new Set([
  'at',
  'on',
  'date',
  'time',
  'the',
  'is',
  'has',
  'id',
  'ids',
  'number',
  'of',
  'name',
  'address',
  'level',
])

type Named = { readonly words: readonly string[]; readonly name: string; readonly description: string }

/** How far the words are from the name of a field: 0 is its very name; null: another. */
export function matchCost(field: Named, said: readonly string[], entity?: Entity): number | null {
  let known = costs.get(field)
  if (known === undefined) costs.set(field, (known = new Map()))
  const key = entity === undefined ? said.join(' ') : `${entity.noun}|${said.join(' ')}`
  return remembered(known, key, () => costOf(field, said, entity) ?? -1) === -1 ? null : known.get(key)!
}
const costs = new WeakMap<Named, Map<string, number>>()

const idleWords =
  /^(current|present|actual|exact|full|complete|given|own|said|recorded|stated|the|person|customer|record)$/

/**
 * "the current status", "the order total", "the amount due" where the description says due: no other field.
 */
function saysNothing(word: string, { description }: Named, entity: Entity | undefined): boolean {
  return (
    idleWords.test(word) ||
    entity?.nouns.some(noun => noun.split(' ').includes(word)) === true ||
    description
      .toLowerCase()
      .split(/[^a-z]+/)
      .includes(word)
  )
}

function costOf(field: Named, said: readonly string[], entity?: Entity): number | null {
  const words = said.map((word, index) => (index === said.length - 1 ? singularOf(word).singular : word))
  const own = field.words.map((word, index) =>
    index === field.words.length - 1 ? singularOf(word).singular : word,
  )
  const [a, b] = [words.join(' '), own.join(' ')]
  const kind = words.at(-1)!
  if (words.length > 1 && /^(field|column|value)$/.test(kind))
    return matchCost(field, words.slice(0, -1), entity)
  if (
    a === b ||
    a.replaceAll(' ', '') === b.replaceAll(' ', '') ||
    said.join('_') === field.name.toLowerCase()
  )
    return 0
  if (a === 'email' && b === 'e mail') return 0
  // What is left to "pay" and what was "paid"; until when it is, and its end.
  if (words.length === 1 && own.length === 1 && lemmasOf(b).includes(a)) return 1
  if (own.at(-1) === 'until' && own.length > 1) {
    const rest = /^(.+) (?:end|expiry|expiration|until)(?: date)?$/.exec(a)?.[1]
    if (rest === own.slice(0, -1).join(' ')) return 1
  }
  const [stems, ownStems] = [words.map(stemOf), own.map(stemOf)]
  const strong = ownStems.filter((_, index) => !weak.has(own[index]!))
  const saidStrong = stems.filter((_, index) => !weak.has(words[index]!))
  if (
    strong.length > 0 &&
    strong.join(' ') === saidStrong.join(' ') &&
    (own.at(-1) !== 'id' || words.at(-1) === 'id')
  )
    return 1
  if ((fieldSynonyms[field.name] ?? fieldSynonyms[b] ?? []).includes(a)) return 2
  // The entity's own name may be left out: `customer_name` is the name of a customer.
  if (entity !== undefined && own[0] === entity.noun && own.slice(1).join(' ') === a) return 1
  if (stems.every(stem => ownStems.includes(stem)))
    return own.at(-1) === 'id' && !words.includes('id') ? 5 : 2 + (ownStems.length - stems.length) * 0.25
  // "the billable hours" are no hours alone where something else is called billable.
  const isOther = (word: string) =>
    entity?.fields.some(each => each.name !== field.name && each.words.includes(word)) === true
  if (
    ownStems.length > 0 &&
    ownStems.every(stem => stems.includes(stem)) &&
    words.at(-1) === own.at(-1) &&
    words.every(word => own.includes(word) || (!isOther(word) && saysNothing(word, field, entity)))
  )
    return 3
  const last = own.at(-1)!
  if (words.length === 1 && (fieldSynonyms[last] ?? []).includes(words[0]!)) return 4
  return null
}

/** The value of a field of a record; of each record of a list. */
export function fieldVal(state: State, base: Val, field: Field): Val {
  const cel = celOf(state, base)
  const path = access(cel, field.name)
  const own = entityOf(base)
  const noun = field.ref?.noun ?? (field.name === (own?.key ?? 'id') ? own?.noun : undefined)
  const refers = noun === undefined ? undefined : state.lexicon.entities.get(noun)
  const address =
    field.type.k === 'text' && field.ref === null
      ? own?.fields.find(each => each.words.join(' ') === `${roleOf(field)} email`)
      : undefined
  return {
    cel: path,
    type: field.type,
    hint: field.words,
    ...(address !== undefined && { address: access(cel, address.name) }),
    ...(refers !== undefined && { refers, id: path }),
  }
}

/** `recipient_name` is of the recipient, as `recipient_email` is. */
function roleOf({ words }: Field): string {
  return (words.length > 1 && words.at(-1) === 'name' ? words.slice(0, -1) : words).join(' ')
}

/** A field of what has no schema: the run fails loudly when it is not there. */
export function unknownField(state: State, base: Val, words: readonly string[]): Val {
  return { cel: access(celOf(state, base), words.join('_')), type: any, hint: words }
}

/** The CEL of a value; of a record that only its id is known of, after a step that gets it. */
export function celOf(state: State, val: Val): string {
  if (val.cel !== null) return val.cel
  const entity = val.type.k === 'record' ? (val.type.entity as EntityModel) : dead('not a record')
  const id = val.id!
  const key = `${entity.noun}:${id}`
  const known = state.fetchedCel(key)
  if (known !== undefined) return known
  const model = getterOf(entity)
  if (model === null) return lookedUp(state, entity, id, key)
  const args = { [idArgument(model!, entity)!.name]: val.literal ?? { $: id } }
  const cel = state.emit({
    id: state.newId(entity.noun),
    kind: 'tool',
    server: model!.tool.server,
    tool: model!.tool.name,
    args,
  } as never)
  state.block.fetched.set(key, cel)
  return cel
}

/** No tool gets it: found among all of them by its id. */
function lookedUp(state: State, entity: EntityModel, id: string, key: string): string {
  const lister = (entity.lists ?? []).find(({ args }) => args.every(arg => !arg.isRequired))
  const field = entity.fields.find(({ name }) => name === (entity.key ?? 'id'))
  if (lister === undefined || field === undefined) return dead(`no tool gets one ${entity.noun} by its id`)
  const all = called(state, lister, {}, entity)
  const item = variableFor(state, all)
  const found = `first(${celOf(state, all)}.filter(${item}, ${access(item, field.name)} == ${id}))`
  const cel = state.set(entity.noun, { $: found })
  state.block.fetched.set(key, cel)
  return cel
}

/** The tool that gets one record by its id alone. */
export function getterOf(entity: EntityModel): ToolModel | null {
  return (
    (entity.gets ?? []).find(model => {
      const id = idArgument(model, entity)
      return id !== undefined && model.args.every(arg => arg === id || !arg.isRequired)
    }) ?? null
  )
}

export function idArgument(model: ToolModel, entity: Entity) {
  const required = model.args.filter(arg => arg.isRequired)
  return (
    model.args.find(
      arg => arg.ref !== null && (arg.ref.noun === entity.noun || entity.nouns.includes(arg.ref.noun)),
    ) ?? (required.length === 1 && model.gives?.entity.noun === entity.noun ? required[0] : undefined)
  )
}

export function isList(val: Val): boolean {
  return val.type.k === 'list'
}

/** What nothing is known of, taken for a list of records: only where nothing else would make sense. */
export function asList(val: Val): Val {
  if (val.type.k !== 'any') return val
  const noun = singularOf(val.hint?.at(-1) ?? 'item').singular
  const entity: Entity = { noun, nouns: [noun], fields: [], isClosed: false }
  return { ...val, type: { k: 'list', of: { k: 'record', entity } } }
}

/** `inputs.orders` is many by its name. */
export function isManyByName({ type, hint }: Val): boolean {
  return type.k === 'any' && singularOf(hint?.at(-1) ?? '').isPlural
}

/** A tool gave it that says nothing of what it gives: one thing or many, records or a text. */
export function isUntold(val: Val): boolean {
  const entity = entityOf(val)
  return entity !== null && entity.fields.length === 0 && !entity.isClosed
}

export function itemType(val: Val): Type {
  return val.type.k === 'list' ? val.type.of : any
}

/** Has it fields that nobody knows? Then it is no value to compare, to add up or to put in order. */
export function isRow(type: Type): boolean {
  return type.k === 'any' && type.isRow === true
}

/** The kind of records of a list, or of a record. */
export function entityOf(val: Val): Entity | null {
  const type = val.type.k === 'list' ? val.type.of : val.type
  return type.k === 'record' ? type.entity : null
}

/** The variable of a comprehension or loop over a list. */
export function variableFor(state: State, list: Val): string {
  const noun = entityOf(list)?.noun.split(' ').at(-1) ?? 'item'
  return state.newVariable(identifierOf(noun))
}

/** The id of a record, or the value itself where it is an id. */
export function idOf(state: State, val: Val): string | null {
  if (val.id !== undefined) return val.id
  if (val.type.k !== 'record') return null
  const { entity } = val.type
  const own =
    entity.fields.find(field => field.name === entity.key) ??
    entity.fields.find(field => field.name === 'id') ??
    entity.fields.find(
      field => /^(id|key|number|code|sku|slug)$/i.test(field.words.at(-1)!) && field.ref === null,
    ) ??
    entity.fields.find(field => field.ref?.noun === entity.noun)
  if (own !== undefined) return access(celOf(state, val), own.name)
  return entity.isClosed ? null : access(celOf(state, val), 'id')
}

export interface EnumMatch {
  readonly field: Field
  readonly value: string
}

/** Fields that may have the value that the words say: "on hold", "paid". */
export function enumsNamed(entity: EntityModel | Entity, words: string): readonly EnumMatch[] {
  const lists = 'lists' in entity ? entity.lists : []
  const fields: Field[] = [...entity.fields, ...lists.flatMap(model => model.args)]
  const found: EnumMatch[] = []
  for (const field of fields) {
    const type = field.type.k === 'list' ? field.type.of : field.type
    if (type.k !== 'text' || type.values === undefined) continue
    const value = valueNamed(type.values, words)
    if (value !== null && !found.some(each => each.field.name === field.name)) found.push({ field, value })
  }
  return found
}

/** The value of an enumeration that the words say. */
/** A value of an enumeration, by its name or as its author says it. */
export function valueSaidOf(type: Extract<Type, { k: 'text' }>, words: string): string | null {
  return type.said?.get(words.toLowerCase()) ?? valueNamed(type.values ?? [], words)
}

export function valueNamed(values: readonly string[], words: string): string | null {
  let known = namedValues.get(values)
  if (known === undefined) namedValues.set(values, (known = new Map()))
  return remembered(known, words, each => findValue(values, each) ?? '') || null
}
const namedValues = new WeakMap<readonly string[], Map<string, string>>()

function findValue(values: readonly string[], words: string): string | null {
  const said = words.toLowerCase()
  const exact =
    values.find(value => value === words) ??
    values.find(value => value.toLowerCase() === said || spoken(value) === spoken(words))
  if (exact !== undefined) return exact
  const stem = stemOf(said)
  const near = values.filter(value => stemOf(spoken(value)) === stem)
  return near.length === 1 ? near[0]! : null
}

export function wordsAs(words: readonly string[]): string {
  return words.join(' ')
}

export { wordsOf }
