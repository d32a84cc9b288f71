// Where a part belongs: which argument takes it, and at what cost.

import type { Head, NounTerm, Np } from '../../grammar/terms.ts'
import { wordTable } from '../../lattice/word-table.ts'
import type { Argument, ToolModel } from '../../lexicon/tool-model.ts'
import { isIdOf, wordsOf } from '../../lexicon/types.ts'
import { nameSaid } from '../commands/lists.ts'
import { argument, resolve } from '../nouns/resolve.ts'
import { Dead, dead, type State } from '../state.ts'
import { celOf, matchCost, valueSaidOf } from '../values.ts'
import { fitted, fittedValue, isCalledBy, properNameOf } from './fit.ts'
import type { Part } from './parts.ts'
import { isAddress, isContent } from './texts.ts'

export function celIn(value: unknown): string | null {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value
  return (one as { $?: string } | null)?.$ ?? null
}

export function labelCost(arg: Argument, label: Head, model: ToolModel): number | null {
  if (arg.intro.includes(label.words.join(' '))) return 0
  // "called "Hi"", "entitled "Hi"": by its name.
  if (label.words.length === 1 && /^(call|title|entitle|name|head)$/.test(label.words[0]!)) {
    const last = arg.words.at(-1)!
    if (/^(title|name|subject|label|headline)$/.test(last))
      return arg.words.length === 1 && last === label.words[0] ? 0 : 1
  }
  // "the JSON value {{inputs.order}}"
  const [kind, ...before] = label.words.toReversed()
  if (before.length > 0 && arg.intro.includes(kind!) && before.every(word => model.nouns.has(word)))
    return 0.5
  const cost = matchCost(arg, label.words)
  if (cost !== null) return cost <= 3 ? cost : null
  const word = label.words.join(' ')
  if (
    isContent(arg) &&
    /^(text|body|message|content|wording|comment|note)$/.test(word) &&
    model.args.filter(isContent).length === 1
  )
    return 3
  if (isContent(arg) && model.nouns.has(word) && arg.isRequired) return 3
  return null
}

const preps = wordTable<RegExp>({
  to: /^(to|recipient|channel|email|address|target|destination|level|tier|room|team|user|assignee|agent|owner|status|stage|state|amount|quantity|value|name|title|date|time|price|priority|location|account|environment|version|replicas|count|label|url|folder|list|segment|audience)$/,
  in: /^(channel|room|folder|project|network|team|list|currency|language|format|environment|region|thread|warehouse|location|category|space)$/,
  on: /^(date|day|channel|network|at|time|on|platform|board|host|server|pay on|account|environment|location)$/,
  for: /^(amount|date|day|reason|customer|duration|user|minutes|hours|days|price|person|quantity|environment|until)$/,
  with: /^(reason|comment|note|text|body|message|tag|amount|label|priority|title)$/,
  over: /^(amount|price|value|total|channel)$/,
  of: /^(amount|quantity|count|type|priority|value|price)$/,
  at: /^(time|date|at|location|price|rate|level|priority|address)$/,
  by: /^(date|amount|email|author|by|due|percent|quantity|count)$/,
  as: /^(status|state|stage|type|category|tag|label|priority|reason|decision|role|name|title|format|outcome|result)$/,
  from: /^(from|date|source|start|location|warehouse|account|sender)$/,
  until: /^(until|to|date|end|due)$/,
  about: /^(subject|topic|about|title)$/,
  under: /^(title|name|category|tag|label|folder)$/,
  via: /^(channel|method|carrier)$/,
  using: /^(method|carrier|channel|template)$/,
  into: /^(folder|channel|room|list|category|state|status|stage|location|segment|account)$/,
})

export function prepCost(arg: Argument, prep: string): number | null {
  if (arg.intro.includes(prep)) return 0
  const last = arg.words.filter(word => word !== 'id').at(-1) ?? arg.name
  if (arg.words.join(' ') === prep || arg.words[0] === prep) return 0
  return preps[prep]?.test(last) ? 1 : null
}

const timely = /^(before|after|without|until|above|below|between|within|through|against)$/

/** Puts a noun, a name, a number, an id in its place. */
export function place(state: State, model: ToolModel, part: Part, args: Map<Argument, unknown>): void {
  const open = model.args.filter(arg => !args.has(arg))
  const word = wordOf(part.np)
  const ways: { cost: number; use: () => void }[] = []
  for (const arg of open) {
    const label =
      part.label === null
        ? null
        : part.prep === 'flag'
          ? arg.type.k === 'bool' &&
            (arg.words.includes(part.label.words[0]!) ||
              (/^(on|off)$/.test(part.label.words[0]!) && /\bon\b/.test(arg.description)))
            ? 0
            : null
          : labelCost(arg, part.label, model)
    if (part.label !== null && label === null) continue
    const prep = part.label !== null || part.prep === null ? null : prepCost(arg, part.prep)
    // The author of the tool says what introduces its values.
    const isForeign = part.prep !== null && label === null && arg.isOwn && !isIntroduced(arg, part.prep, prep)
    // "with sha512": a value that is the tool's own needs no introduction.
    if (isForeign && !(part.prep === 'with' && word !== null && isValueOf(arg, word))) continue
    // "before the appointment" is about time, unless the tool takes it.
    if (part.prep !== null && prep === null && label === null && timely.test(part.prep)) continue
    if (!isSaidFor(arg, part, label ?? prep) || belongsElsewhere(state, model, arg, part)) continue
    // "by id", "on customerId": the name of a field.
    if (
      arg.isOwn &&
      /^(field|key)$/.test(arg.words.at(-1)!) &&
      part.np.t === 'noun' &&
      (label ?? prep) !== null
    ) {
      const { np } = part
      if (np.owner === null && np.pre.length + np.post.length === 0)
        ways.push({ cost: label ?? prep ?? 0, use: () => args.set(arg, nameSaid(state, np)) })
      continue
    }
    const name = part.prep === null || (label ?? prep) !== null ? properNameOf(state, part.np, arg) : null
    if (name !== null) {
      ways.push({ cost: 1 + (label ?? prep ?? 0), use: () => args.set(arg, name) })
      continue
    }
    if (
      arg.ref === null &&
      !(arg.type.k === 'text' && arg.type.values !== undefined) &&
      label === null &&
      isBareField(state, part.np)
    )
      continue
    const isItsRecord = part.np.t === 'noun' && isIdOf(arg.ref, part.np.head.words.join(' '))
    const base =
      part.label !== null
        ? label!
        : part.prep === null
          ? arg.isRequired
            ? 0.5
            : 1.5
          : (isItsRecord || isCalledBy(state, part.np, arg)) && (part.prep === 'of' || part.prep === 'for')
            ? 0.5
            : (prep ?? 2.5)
    if (arg.type.k === 'text' && arg.type.values !== undefined) {
      const value = valueSaidOf(arg.type, word ?? kindWord(part.np, arg) ?? '')
      if (value !== null) {
        // "Send a DELETE": with an article; a word that merely stands there says nothing.
        const isStray =
          arg.isOwn && label === null && part.prep === null && (part.np.t !== 'noun' || part.np.det === null)
        if (!isStray) ways.push({ cost: base, use: () => args.set(arg, value) })
      } else if (part.np.t === 'value' && part.np.value.v === 'hole' && (label !== null || prep !== null))
        ways.push({ cost: base + 0.5, use: () => args.set(arg, argument(resolve(state, part.np))) })
      else if (part.np.t === 'noun' && (label !== null || prep !== null || isOfSameName(part.np, arg)))
        ways.push({ cost: base + 1, use: () => args.set(arg, choiceOf(state, part.np, arg)) })
      continue
    }
    if (part.np.t === 'value') {
      // What a value is tells at once where it may go.
      const fit = tried(() => fittedValue(state, part.np as Extract<Np, { t: 'value' }>, arg, part))
      if (fit !== null) ways.push({ cost: base + fit.cost, use: () => args.set(arg, fit.value) })
      continue
    }
    ways.push({
      cost: base,
      use: () => {
        const { value, cost } = fitted(state, model, part, arg)
        state.pay(cost + (part.label === null && part.prep !== null && prep === null ? 0 : 0))
        args.set(arg, value)
      },
    })
  }
  // "text the patient on the phone in their record": where it goes is said twice, and it is the same.
  if (part.label === null && /^(on|at|to|via|under|by)$/.test(part.prep ?? '') && part.np.t === 'noun') {
    const again = [...args].filter(([arg, value]) => isAddress(arg) && celIn(value) !== null)
    if (again.length > 0)
      ways.push({
        cost: 1,
        use: () => {
          const cel = celOf(state, resolve(state, part.np))
          if (!again.some(([, value]) => celIn(value) === cel)) dead('it goes to one place: which?')
        },
      })
  }
  // "with a comment", "for 500 EUR": the currency has an argument of its own, or is that of the amount.
  ways.sort((a, b) => a.cost - b.cost)
  const near = ways.filter(({ cost }) => cost <= ways[0]!.cost + 3)
  const way = state.choose(near.slice(0, 6), `no argument of ${model.tool.name} takes this`)
  way.use()
  if (
    part.np.t === 'value' &&
    (part.np.value.v === 'number' || part.np.value.v === 'hole') &&
    typeof part.np.value.currency === 'string'
  ) {
    const { currency } = part.np.value
    const arg = model.args.find(each => !args.has(each) && each.words.includes('currency'))
    if (arg !== undefined) args.set(arg, currency)
  }
}

function isValueOf({ type }: Argument, word: string): boolean {
  return type.k === 'text' && type.values !== undefined && valueSaidOf(type, word) !== null
}

function isIntroduced({ intro }: Argument, prep: string, cost: number | null): boolean {
  return intro.length > 0 ? intro.includes(prep) : cost !== null
}

/** "its language" for the language: of something, and called as the argument. */
function isOfSameName({ owner, head }: NounTerm, arg: Argument): boolean {
  return owner !== null && matchCost(arg, head.words) !== null
}

/** "the staffroom board", "the channel dispatch": the value, with what it is a value of. */
function kindWord(np: Np, { words }: Argument): string | null {
  if (np.t !== 'noun' || np.owner !== null || np.head.isPlural) return null
  const last = np.head.words.at(-1)!
  if (last !== words.at(-1)) return null
  const [pre, ...more] = np.pre
  if (np.post.length === 0 && np.head.words.length > 1) return np.head.words.slice(0, -1).join(' ')
  if (np.post.length > 0 || more.length > 0 || np.head.words.length > 1) return null
  return pre?.p === 'adjective' && pre.not !== true ? pre.words : null
}

/** "on its network": a field that has the values that the argument takes. */
function choiceOf(state: State, np: Np, { type }: Argument): unknown {
  const val = resolve(state, np, false)
  const values = type.k === 'text' ? (type.values ?? []) : []
  if (val.type.k !== 'text' || !val.type.values?.every(value => values.includes(value)))
    return dead('none of its values')
  return argument(val)
}

function tried<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof Dead) return null
    throw error
  }
}

/** What may be left out is filled by its name, its preposition or a value that fits nothing else. */
function isSaidFor(arg: Argument, { np, prep }: Part, named: number | null): boolean {
  if (arg.isRequired || named !== null) return true
  if (arg.isObject && prep === null) return true
  // "Post {{inputs.order}} to https://...": what is sent.
  if (arg.isOwn && arg.type.k === 'any' && prep === null && isContent(arg)) return true
  const isNumber = np.t === 'value' && np.value.v === 'number' && arg.type.k === 'number'
  const isDate =
    np.t === 'value' &&
    np.value.v === 'date' &&
    arg.type.k === 'text' &&
    (arg.type.format ?? '').startsWith('date')
  const hasValues = arg.type.k === 'text' && arg.type.values !== undefined
  const isNamesake =
    np.t === 'value' &&
    np.value.v === 'hole' &&
    (matchCost(arg, wordsOf(np.value.source.split('.').at(-1)!)) ?? 9) <= 1
  return isNamesake || hasValues || isNumber || isDate || (arg.ref !== null && prep !== 'with')
}

/** `{{inputs.customer_id}}` is for the argument of that name, and for no other. */
function belongsElsewhere(state: State, model: ToolModel, arg: Argument, { np, label }: Part): boolean {
  if (label !== null || np.t !== 'value' || np.value.v !== 'hole') return false
  const words = wordsOf(np.value.source.split('.').at(-1)!)
  if (words.length === 0 || matchCost(arg, words) !== null) return false
  return (
    model.args.some(other => other !== arg && (matchCost(other, words) ?? 9) <= 1) ||
    (words.at(-1) === 'id' &&
      words.length > 1 &&
      (arg.ref === null || state.lexicon.entities.has(arg.ref.noun)))
  )
}

/**
 * "... e-mail address": a noun of one word with nothing about it, that is no kind of records, is part of
 * what stands before it.
 */
function isBareField(state: State, np: Np): boolean {
  if (
    np.t !== 'noun' ||
    np.det !== null ||
    np.owner !== null ||
    np.pre.length > 0 ||
    np.post.length > 0 ||
    np.head.isPlural
  )
    return false
  const word = np.head.words.join(' ')
  return (
    !state.lexicon.entities.has(word) &&
    !state.reachable.some(
      ({ nouns, isNamed, val }) => nouns.includes(word) && (isNamed === true || val.type.k === 'number'),
    )
  )
}

export function wordOf(np: Np): string | null {
  if (np.t === 'value')
    return np.value.v === 'word' || np.value.v === 'id' || np.value.v === 'text' ? np.value.text : null
  if (np.t !== 'noun' || np.owner !== null || np.post.length > 0) return null
  const adjective = np.pre.length === 1 && np.pre[0]!.p === 'adjective' ? np.pre[0]!.words : null
  if (
    np.head.words.join(' ') === 'one' ||
    (adjective !== null && /^(one|status|priority|state|stage)$/.test(np.head.words.join(' ')))
  )
    return adjective
  return np.pre.length === 0 ? np.head.words.join(' ') : null
}
