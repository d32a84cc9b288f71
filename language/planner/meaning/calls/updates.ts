// A field of a record that is set to a value: the tool that does so.
import type { Complement, Head, Np, Post } from '../../grammar/terms.ts'
import type { Argument, ToolModel } from '../../lexicon/tool-model.ts'
import { verbGroups } from '../../lexicon/verbs.ts'
import { resolve } from '../nouns/resolve.ts'
import { dead, type State } from '../state.ts'
import { celOf, entityOf, idOf, matchCost, valueNamed } from '../values.ts'
import { referTo } from './call.ts'
import { fitted, fittedValue } from './fit.ts'
import type { Part } from './parts.ts'
import { place, wordOf } from './place.ts'
import type { Call, Way } from './tools.ts'

/**
 * "set the stage of deal X to won", "mark it as paid", "change its owner to own_2", "move it to negotiation"
 */
export function updateWays(state: State, call: Call): Way[] {
  const groups = new Set(call.verb.lemmas.flatMap(lemma => verbGroups.get(lemma) ?? []))
  if (!groups.has('update')) return []
  const object = call.passive ?? (call.parts[0]?.a === 'np' ? call.parts[0].np : null)
  if (object === null) return []
  const rest = call.passive === null ? call.parts.slice(1) : call.parts
  const target = rest.find(
    (part): part is Extract<Complement, { a: 'prep' }> =>
      part.a === 'prep' && ['to', 'as', 'into', 'on', 'at', 'from'].includes(part.prep),
  )
  const ways: Way[] = []
  const to = targetOf(object, target)
  if (to === null) return []
  for (const model of state.lexicon.tools) {
    if (
      model.isRead ||
      (![...model.groups].some(group => group === 'update' || group === 'assign') &&
        !model.args.some(arg => to.field !== null && matchCost(arg, to.field.words) === 0))
    )
      continue
    const refs = model.args.filter(arg => arg.ref !== null)
    if (refs.length === 0) continue
    ways.push({
      cost: 0,
      use: () => update(state, call, model, to, [...to.more, ...rest.filter(part => part !== target)]),
    })
  }
  return ways
}

interface Target {
  /** The field that is set; null: the value tells. */
  readonly field: Head | null
  readonly of: Np
  readonly value: Np
  /** What stands between them: "at the location X". */
  readonly more: readonly Complement[]
}

/** What is set of what to which value. */
function targetOf(object: Np, target: Extract<Complement, { a: 'prep' }> | undefined): Target | null {
  let value = target?.np ?? null
  let np = object
  if (np.t === 'noun') {
    // "the status of the ticket to closed": the value was read into the noun.
    const at = np.post.findIndex(post => post.p === 'prep' && (post.prep === 'to' || post.prep === 'as'))
    if (value === null && at !== -1) {
      value = (np.post[at] as Extract<Post, { p: 'prep' }>).np
      np = { ...np, post: np.post.filter((_, index) => index !== at) }
    }
    if (value === null) return null
    if (np.owner !== null && np.pre.length === 0) {
      const more = complementsIn(np.post)
      return more === null ? null : { field: np.head, of: np.owner, value, more }
    }
    const of = np.post.findIndex(post => post.p === 'prep' && ['of', 'for', 'on'].includes(post.prep))
    if (of !== -1) {
      const inner = np.post[of] as Extract<Post, { p: 'prep' }>
      const more = complementsIn(np.post.filter((_, index) => index !== of))
      if (more !== null && np.pre.length === 0) return { field: np.head, of: inner.np, value, more }
    }
  }
  return value === null ? null : { field: null, of: np, value, more: [] }
}

/** What stands after a noun and belongs to the verb; null: it belongs to the noun. */
function complementsIn(post: readonly Post[]): Complement[] | null {
  return post.every(each => each.p === 'prep')
    ? post.map(each => ({ a: 'prep', prep: each.prep, np: each.np }))
    : null
}

function update(
  state: State,
  call: Call,
  model: ToolModel,
  { field, of, value }: Target,
  rest: readonly Complement[],
): void {
  const args = new Map<Argument, unknown>()
  const refs = model.args.filter(arg => arg.ref !== null && arg.isRequired)
  const valueArgs = model.args.filter(arg => !refs.includes(arg) || refs.length > 1)
  let arg: Argument
  if (field !== null) {
    const matches = valueArgs
      .flatMap(each => {
        const cost = matchCost(each, field.words)
        const isRole = each.ref !== null && each.ref.role === field.words.join(' ')
        return isRole ? [{ each, cost: 0 }] : cost === null ? [] : [{ each, cost }]
      })
      .sort((a, b) => a.cost - b.cost)
    const match = state.pick(
      matches.filter(({ cost }) => cost <= matches[0]!.cost + 0.5),
      `${model.tool.name} does not change "${field.words.join(' ')}"`,
    )
    state.pay(match.cost)
    arg = match.each
  } else {
    const word = wordOf(value)
    const matches = valueArgs.filter(
      each =>
        each.type.k === 'text' &&
        each.type.values !== undefined &&
        word !== null &&
        valueNamed(each.type.values, word) !== null,
    )
    arg = state.pick(matches, 'set to what?')
    state.pay(0.5)
  }
  // What it is done to, item by item where it is many.
  const record = resolve(state, of, true)
  const kind = entityOf(record) ?? record.refers ?? null
  const ref =
    refs.find(
      each => each !== arg && kind !== null && state.lexicon.entities.get(each.ref!.noun)?.noun === kind.noun,
    ) ?? (kind === null && record.type.k !== 'number' ? refs.find(each => each !== arg) : undefined)
  if (ref === undefined) dead(`${model.tool.name} is not about that`)
  const id = kind === null ? celOf(state, record) : (record.id ?? idOf(state, record) ?? dead('no id'))
  if (kind === null && record.hint?.at(-1) !== 'id') state.pay(2)
  args.set(ref!, typeof record.literal === 'string' ? record.literal : { $: id })
  const part: Part = {
    prep: 'to',
    label: { words: arg.words, isPlural: false, isKnown: true },
    np: value,
    isSaid: false,
  }
  const word = wordOf(value)
  if (arg.type.k === 'text' && arg.type.values !== undefined && word !== null)
    args.set(arg, valueNamed(arg.type.values, word) ?? dead(`"${word}" is no ${arg.words.join(' ')}`))
  else
    args.set(
      arg,
      value.t === 'value'
        ? fittedValue(state, value, arg, part).value
        : fitted(state, model, part, arg).value,
    )
  for (const each of rest) {
    if (each.a === 'label')
      place(state, model, { prep: null, label: each.name, np: each.np, isSaid: false }, args)
    else if (each.a === 'prep') {
      const label = each.np.t === 'noun' && each.np.post[0]?.p === 'value' ? each.np : null
      if (label === null) dead('more is said than is set')
      place(
        state,
        model,
        {
          prep: null,
          label: label!.head,
          np: {
            t: 'value',
            value: (label!.post[0] as Extract<Post, { p: 'value' }>).value,
            span: label!.span,
          },
          isSaid: false,
        },
        args,
      )
    } else dead('more is said than is set')
  }
  const missing = model.args.find(each => each.isRequired && !args.has(each))
  if (missing !== undefined) dead(`"${missing.words.join(' ')}" is missing`, call.span, 'MISSING_ARGUMENT')
  const cel = state.emit({
    id: state.newId(model.tool.name),
    kind: 'tool',
    server: model.tool.server,
    tool: model.tool.name,
    args: Object.fromEntries([...args].map(([each, one]) => [each.name, one])),
  } as never)
  referTo(state, model, cel, args)
}
