// Quoted texts and the arguments that take them; arguments that follow from others.
import type { Argument, ToolModel } from '../../lexicon/tool-model.ts'
import { text } from '../../lexicon/types.ts'
import { isResult } from '../nouns/referents.ts'
import { resolve } from '../nouns/resolve.ts'
import { dead, type State, type Val } from '../state.ts'
import { celOf, entityOf, idOf, isList, isUntold, itemType } from '../values.ts'
import type { Part } from './parts.ts'
import { labelCost, prepCost } from './place.ts'

export const noText = 'records are no text: say which of their fields'

export function textValue(state: State, part: Part, arg: Argument): Val {
  const isSure = part.label !== null || part.isSaid
  if (
    !isSure &&
    part.np.t === 'value' &&
    (part.np.value.v === 'number' || (part.np.value.v === 'word' && !isTag(arg)))
  )
    dead('that is no text')
  if (!isSure && part.np.t === 'list') dead('several texts')
  // "the tag "vip"" is no text of a message.
  if (!isSure && part.np.t === 'noun' && part.np.post.some(post => post.p === 'value'))
    dead('the text is called otherwise')
  // A template has gaps of its own.
  const isTemplate = arg.isOwn && /double braces/.test(arg.description)
  if (isTemplate && part.np.t === 'value' && part.np.value.v === 'text')
    return { cel: null, type: text, literal: part.np.value.text }
  const val = resolve(state, part.np)
  if (isResult(part.np) && isUntold(val)) return { cel: `string(${celOf(state, val)})`, type: text }
  if (isResult(part.np) && itemType(val).k === 'record') dead(noText, part.np.span, 'BAD_ARGUMENT')
  if (isList(val)) return { cel: `join(${celOf(state, val)}, ", ")`, type: text }
  if (val.type.k === 'record') return dead(noText)
  if (arg.type.k === 'text' && val.literal === undefined && val.type.k !== 'text')
    return { ...val, cel: `string(${val.cel})` }
  return val
}

export function isText(part: Part): boolean {
  if (part.isSaid) return true
  if (part.np.t === 'value') return part.np.value.v === 'text'
  return false
}

/** The argument that a text is for: by its label, else the one text that is left to fill. */
export function textArgument(
  state: State,
  model: ToolModel,
  part: Part,
  args: ReadonlyMap<Argument, unknown>,
): Argument {
  const open = model.args.filter(arg => !args.has(arg))
  if (part.label !== null) {
    const byLabel = open.flatMap(arg => {
      const cost = labelCost(arg, part.label!, model)
      return cost === null ? [] : [{ arg, cost }]
    })
    byLabel.sort((a, b) => a.cost - b.cost)
    const best = byLabel.filter(({ cost }) => cost === byLabel[0]!.cost)
    const { arg, cost } = state.pick(best, `${model.tool.name} takes no "${part.label.words.join(' ')}"`)
    state.pay(cost)
    return arg
  }
  const texts = open.filter(
    arg =>
      (arg.type.k === 'text' &&
        arg.type.values === undefined &&
        arg.type.format === undefined &&
        arg.ref === null) ||
      arg.type.k === 'any',
  )
  const required = texts.filter(arg => arg.isRequired && !isAddress(arg))
  const content = texts.filter(isContent)
  // "format the date as "dd.MM."": the author of the tool says what introduces it.
  const introduced =
    part.prep === null ? [] : open.filter(arg => arg.type.k !== 'bool' && arg.intro.includes(part.prep!))
  if (introduced.length === 1) return introduced[0]!
  const isObjectText = part.prep !== null && !['with', 'as', 'say'].includes(part.prep)
  if (isObjectText) {
    const byPrep = open.filter(arg => prepCost(arg, part.prep!) !== null)
    return state.pick(byPrep, `no argument of ${model.tool.name} takes this`)
  }
  // A text that nothing names goes where texts go, or is the very thing that the tool is about: never just
  // where a text would fit.
  const isObject = (arg: Argument) =>
    model.nouns.has(arg.words.join(' ')) || model.args.every(each => each === arg || !each.isRequired)
  const chosen =
    required.filter(isContent)[0] ?? required.filter(isObject)[0] ?? content.filter(arg => !isTag(arg))[0]
  if (chosen === undefined) dead('no argument takes the text')
  if (required.length > 1) state.pay(1)
  return chosen!
}

function isTag(arg: Argument): boolean {
  return /^(tag|label|name|title)$/.test(arg.words.at(-1)!)
}

export function isContent(arg: Argument): boolean {
  return /^(text|body|message|comment|note|content|description|reason|memo|tag|title|name|label|caption|summary)$/.test(
    arg.words.at(-1)!,
  )
}

export function isAddress(arg: Argument): boolean {
  return (
    /^(to|channel|recipient|email|url|address)$/.test(arg.words.at(-1)!) ||
    (arg.type.k === 'text' && arg.type.format === 'email')
  )
}

/** "Slack", "Teams": a name alone is nowhere on the web. What we send ourselves needs the whole URL. */
export function isNameForUrl({ words, isOwn }: Argument, value: unknown): value is string {
  if (typeof value !== 'string' || !/^(?:url|href|endpoint|webhook)$/.test(words.at(-1)!)) return false
  if (isOwn) return !/^https?:\/\//i.test(value)
  return /^[^./:{}]*$/.test(value) && value.toLowerCase() !== 'localhost'
}

/** What is not said and can only be one thing: the customer that the sentence before was about. */
export function fillImplied(
  state: State,
  model: ToolModel,
  arg: Argument,
  args: Map<Argument, unknown>,
): void {
  if (arg.ref === null) return fillAmount(state, arg, args)
  if (model.tool.effect === 'destructive') dead(`which ${arg.ref.role}?`)
  const kind = state.lexicon.entities.get(arg.ref.noun)
  const found = state.reachable.find(
    ({ val }) =>
      !isList(val) &&
      (entityOf(val)?.noun === kind?.noun || val.refers?.noun === kind?.noun) &&
      kind !== undefined,
  )
  if (found === undefined) return
  state.pay(4)
  const id = idOf(state, found.val)
  if (id !== null) args.set(arg, typeof found.val.literal === 'string' ? found.val.literal : { $: id })
}

function fillAmount(state: State, arg: Argument, args: Map<Argument, unknown>): void {
  void state
  void arg
  void args
}
