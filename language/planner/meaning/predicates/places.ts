// What a preposition or a participle says of a record.

import type { Np, Pred } from '../../grammar/terms.ts'
import { wordTable } from '../../lattice/word-table.ts'
import { type Entity, type Field, stemOf } from '../../lexicon/types.ts'
import { relationsNamed } from '../nouns/owners.ts'
import { introduceById } from '../nouns/queries.ts'
import { resolve } from '../nouns/resolve.ts'
import { dead, type State } from '../state.ts'
import { access, entityOf, enumsNamed, isList, literal, valueNamed } from '../values.ts'
import { compared, fieldFilter } from './fields.ts'
import { equals, type Filter, fieldsByHint, having, sameAs } from './filters.ts'
import { related, saidOfRelated } from './related.ts'

/** Which fields a preposition is mostly about. */
const places = wordTable<readonly string[]>({
  from: [
    'country',
    'city',
    'region',
    'source',
    'origin',
    'supplier',
    'sender',
    'company',
    'category',
    'department',
  ],
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
  to: ['country', 'city', 'region', 'destination', 'location', 'warehouse'],
  on: ['floor', 'team', 'channel', 'board', 'date', 'plan'],
  at: ['location', 'site', 'warehouse', 'stage', 'level', 'company'],
  by: ['author', 'owner', 'customer', 'creator'],
  for: ['customer', 'team', 'product', 'owner', 'department'],
  of: ['customer', 'owner', 'category', 'team', 'type', 'product', 'class', 'department', 'status'],
  with: ['status', 'stage', 'priority', 'category'],
})

export function placed(state: State, prep: string, np: Np, entity: Entity): Filter {
  if (np.t === 'list') {
    const all = sameLabel(np.items).map(item => placed(state, prep, item, entity))
    const [first] = all
    if (all.some(({ eq }) => eq !== undefined && first!.eq !== undefined && eq.field !== first!.eq.field))
      dead('these are values of several fields', np.span)
    return { cel: item => all.map(each => `(${each.cel(item)})`).join(' || ') }
  }
  const ways: (() => Filter)[] = []
  if (np.t === 'noun') {
    const { words } = np.head
    introduceById(state, np)
    // "the hours that are in the time sheet": all of its entries are.
    const whole = state.lexicon.entities.get(words.join(' '))
    if (
      whole?.noun === entity.noun &&
      whole.wholes?.includes(words.join(' ')) &&
      np.owner === null &&
      np.post.length + np.pre.length === 0
    )
      return { cel: () => 'true' }
    const isSaid =
      prep === 'with' || np.post.length > 0 || np.pre.some(pre => pre.p === 'adjective' || pre.p === 'value')
    if (
      isSaid &&
      relationsNamed(entity, words).some(
        ({ field }) => field.ref === null || np.post.length > 0 || np.pre.some(pre => pre.p === 'value'),
      ) &&
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
  for (const field of entity.fields) {
    const said = saidOfRelated(state, np, field)
    // "employees of active employees": nobody says so of whom they manage.
    const isOfItsKind = field.ref?.noun === entity.noun
    if (said !== null && prep !== 'with' && !isOfItsKind) ways.push(() => related(state, field, said))
  }
  if (prep !== 'with' || np.t === 'value') {
    ways.push(() => {
      if (np.t === 'value' && np.value.v === 'word' && /^[a-z]/.test(np.value.text))
        return dead('a word is no value')
      const val = resolve(state, np)
      if (isList(val) && (entityOf(val) !== null || val.refers !== undefined))
        return sameAs(state, entity, val)
      if (isList(val)) return dead('compared with a list')
      if (val.type.k === 'record') return sameAs(state, entity, val)
      const hinted = fieldsByHint(val, entity)
      if (hinted.length > 0) return equals(state.pick(hinted), val)
      state.pay(2)
      const refs = entity.fields.filter(
        field => val.refers !== undefined && field.ref?.noun === val.refers.noun,
      )
      const found = (places[prep] ?? []).flatMap(name =>
        entity.fields.filter(each => each.words.includes(name)),
      )
      // A text says nothing of what it is: "from "kitchen"" is a category or a supplier.
      if (refs.length === 0 && isAnyText(np) && new Set(found).size > 1)
        dead(`"${prep}" which field?`, np.span)
      const field = refs[0] ?? found[0] ?? dead(`"${prep}" which field?`)
      // "Paid by "invoice"" is how, and not by whom.
      const others = typeof val.literal === 'string' ? enumsNamed(entity, val.literal.toLowerCase()) : []
      if (isAnyText(np) && others.some(each => each.field.name !== field.name))
        dead(`"${String(val.literal)}" of which field?`, np.span)
      if (field.type.k === 'text' && field.type.values !== undefined && typeof val.literal === 'string') {
        return equals(field, literal(valueNamed(field.type.values, val.literal) ?? dead('no such value')))
      }
      return equals(field, val)
    })
  }
  return state.pick(ways, `what "${prep}" says of a ${entity.noun} is not known`)()
}

function isAnyText(np: Np): boolean {
  return np.t === 'value' && np.value.v === 'text'
}

/** The field that says by a verb and its object whether it was done: `consent_sms`, `accepts_calls`. */
function flagOf(verb: readonly string[], np: Np, entity: Entity): Field | null {
  if (np.t !== 'noun' || np.owner !== null || np.pre.length > 0 || np.post.length > 0) return null
  const objects = np.head.words.map(stemOf)
  const group = agreeing.has(stemOf(verb.at(-1)!)) || verb.some(each => agreeing.has(each)) ? agreeing : verb
  const stems = new Set([...group].map(stemOf))
  const found = entity.fields.filter(field => {
    const words = field.words.filter(word => word !== 'is' && word !== 'has' && word !== 'to').map(stemOf)
    return (
      (field.type.k === 'bool' || field.type.k === 'any') &&
      words.some(word => stems.has(word)) &&
      objects.every(word => words.includes(word)) &&
      words.every(word => stems.has(word) || objects.includes(word))
    )
  })
  return found.length === 1 ? found[0]! : null
}

/** Verbs and nouns of saying yes. */
const agreeing = new Set([
  'consent',
  'agree',
  'agreed',
  'accept',
  'allow',
  'permit',
  'permission',
  'agreement',
  'opt',
])

const recording = new Set(
  'book record enter log track note register put find list contain keep appear belong make do have'.split(
    ' ',
  ),
)

/** The tools that give them say so: "Only time booked on this task". */
function isSaidOf({ lexicon }: State, entity: Entity, stems: ReadonlySet<string>): boolean {
  const lists = lexicon.entities.get(entity.noun)?.lists ?? []
  const said = lists.flatMap(model => [model.tool.description, ...model.args.map(arg => arg.description)])
  return said.some(text =>
    text
      .toLowerCase()
      .split(/\W+/)
      .some(word => stems.has(stemOf(word))),
  )
}

/** "assigned to agt_1", "tagged vip", "due", "breached" */
export function participle(
  state: State,
  { verb, prep, np }: Extract<Pred, { c: 'part' }>,
  entity: Entity,
): Filter {
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
  const isRecording = fields.length === 0 && verb.some(word => recording.has(word))
  // "hours booked by the member": whose it is, in which list it stands; "booked hours" are all that there
  // are.
  // "made by Ann", "written by Ann": the field that says who did it, whatever was done.
  const doers = entity.fields.filter(
    ({ words }) => words.at(-1) === 'by' || /^(author|creator|writer)$/.test(words.join(' ')),
  )
  const isDone =
    doers.length === 1 &&
    prep === 'by' &&
    verb.some(word => /^(make|do|write|create|run|start|author|trigger)$/.test(word))
  if (isRecording && np !== null && prep !== null && !isDone) return placed(state, prep, np, entity)
  if (isRecording && np === null && isSaidOf(state, entity, stems)) return { cel: () => 'true' }
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
  // "agreed to SMS": the flag `consent_sms`.
  const flagged = flagOf(verb, np, entity)
  if (flagged !== null) return fieldFilter(state, flagged, { c: 'exists' })
  const near = fields.filter(field => field.type.k !== 'bool' && field.type.k !== 'number')
  const possible = near.length === 0 && isDone ? doers : near
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
  const said = saidOfRelated(state, np, field)
  if (said !== null) return related(state, field, said)
  return fieldFilter(state, field, { c: 'is', right: np })
}

/** "the categories "kitchen" and "home"": what the first value is called, the others are. */
export function sameLabel(items: readonly Np[]): readonly Np[] {
  const [first] = items
  const isLabelled = first?.t === 'noun' && first.post.some(post => post.p === 'value')
  if (!isLabelled) return items
  return items.map(item =>
    item.t === 'value'
      ? {
          ...first,
          post: first.post.map(post => (post.p === 'value' ? { ...post, value: item.value } : post)),
        }
      : item,
  )
}
