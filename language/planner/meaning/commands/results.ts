// What the workflow gives: one value, several, an object.
import type { NounTerm, Np, Post } from '../../grammar/terms.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import { isOwned, memberOf } from '../nouns/owners.ts'
import { argument, resolve } from '../nouns/resolve.ts'
import { dead, type State, type Val } from '../state.ts'
import { celOf, entityOf, fieldsNamed, isList, variableFor } from '../values.ts'
import { bothOf } from './lists.ts'

export function projected(state: State, list: Val, np: Np): unknown {
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
    if (names.some(isForm)) dead('is it called so, or made so?')
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
  if (np.t === 'value' && np.value.v === 'url') dead('what is there, or the address itself?', np.span)
  const val = resolve(state, np)
  if (isUntoldFigure(np, val)) dead('the sum of them, or that of each one?', np.span)
  // "The issues of "acme/shop"" are not that text.
  if (np.t === 'noun' && val.literal !== undefined && np.post.every(({ p }) => p !== 'value'))
    dead('of what?')
  return argument(fetched(state, val))
}

/** "The total of {{inputs.orders}}": one figure, of things of which nobody knows what they have. */
export function isUntoldFigure(np: Np, { type }: Val): boolean {
  if (np.t !== 'noun' || np.head.isPlural) return false
  const isOfMany = type.k === 'list' ? type.of.k === 'any' : np.post.some(isMany)
  if (!isOfMany) return false
  return (
    /^(?:total|sum|amount|balance|count)$/.test(np.head.words.at(-1)!) &&
    np.det !== 'each' &&
    np.det !== 'all'
  )
}

/** `{{inputs.orders}}` beside it. */
function isMany(post: Post): boolean {
  return (
    post.p === 'value' &&
    post.value.v === 'hole' &&
    singularOf(post.value.source.split(/[._]/).at(-1)!).isPlural
  )
}

/** "As YAML", "as a CSV spreadsheet", "as "dd.MM."": what becomes of a value, no name for it. */
function isForm(name: string): boolean {
  return (
    !/^[\p{L}_][\p{L}\p{N} _-]*$/u.test(name) ||
    /(?:^|_)(?:json|yaml|csv|xml|html|pdf|base64|hex|markdown|xlsx|excel|spreadsheet|workbook|file|document)$/i.test(
      name,
    )
  )
}

export function fetched(state: State, val: Val): Val {
  return val.cel === null ? { ...val, cel: celOf(state, val), literal: undefined as never } : val
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
export function objectFields(np: Np): readonly { name: string; np: Np }[] | null {
  if (np.t !== 'noun' || !/^(object|record|json|json object)$/.test(np.head.words.join(' '))) return null
  const fields = np.post.flatMap(post => (post.p === 'fields' ? post.fields : []))
  if (fields.length > 0 && np.post.some(post => post.p !== 'fields'))
    dead('more is said of the object than its fields')
  return fields.length === 0 ? null : fields
}

/** The field that the words mean is called as the tool calls it. */
function keyOf(np: Np, { cel }: Val): string {
  if (np.t === 'aggregate') return np.fn
  if (np.t !== 'noun') return dead('under which name?')
  return (
    /^(?:steps\.\w+|(?!steps\.|inputs\.)\w+)\.(?:\w+\.)*(\w+)$/.exec(cel ?? '')?.[1] ??
    np.head.words.join('_')
  )
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
  const lead = np.items.slice(0, -1)
  // "the name of step 1 and the email of step 2": each has an owner of its own.
  const areOwned =
    owner !== null &&
    (owner === of?.np ? lead.some(isOwned) : np.items.slice(1).some(isOwned) || of !== undefined)
  if (areOwned) return namedApart(state, np.items)
  // What else is said of the last one would get lost.
  if (of !== undefined && last.t === 'noun' && last.post.some(post => post !== of))
    dead('is it said of the last field, or of all?')
  const isFields = np.items.every(item => item.t === 'noun')
  if (owner !== null && isFields) {
    const base = resolve(state, owner)
    if (base.answer !== undefined)
      return Object.fromEntries(
        np.items.map(item => {
          const val = memberOf(state, base, item as NounTerm)
          return [(item as NounTerm).head.words.join('_'), argument(val)]
        }),
      )
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
  return namedApart(state, np.items)
}

/** An object of values, each under its name. */
function namedApart(state: State, items: readonly Np[]): unknown {
  const named = items.map(item => {
    const val = fetched(state, resolve(state, item))
    return [keyOf(item, val), argument(val)] as const
  })
  const cels = named.map(([, value]) => (value as { $?: string } | null)?.$ ?? '')
  // "The title and the body" of a post: is it all of the answer, or a field of it?
  const whole = cels.find(cel => /\.body$/.test(cel) && cels.some(other => other.startsWith(`${cel}.`)))
  if (whole !== undefined) dead('the whole answer, or a field of it?', items[cels.indexOf(whole)]!.span)
  if (new Set(named.map(([name]) => name)).size < named.length)
    dead('two values of one name: what is each called?')
  return Object.fromEntries(named)
}
