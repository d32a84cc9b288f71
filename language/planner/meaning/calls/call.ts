// The call of a tool: its arguments from the words, what it gives from here on.
import { own } from '../../../../domain/own.ts'
import type { Step } from '../../../../domain/plan/plan.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import { type Argument, type ToolModel, typeOf } from '../../lexicon/tool-model.ts'
import { type Type, wordsOf } from '../../lexicon/types.ts'
import { argument } from '../nouns/resolve.ts'
import { dead, type Referent, type State, type Val } from '../state.ts'
import { access, entityOf, idOf, isList, matchCost } from '../values.ts'
import { answered, isOfWeb } from './answers.ts'
import { isConsumed, type Part, partsOf, presetsOf, setByVerb } from './parts.ts'
import { celIn, place, wordOf } from './place.ts'
import { fillImplied, isAddress, isNameForUrl, isText, textArgument, textValue } from './texts.ts'
import { type Call, isEveryones } from './tools.ts'

export interface Fit {
  readonly isVerb: boolean
  readonly asNoun: boolean
  readonly asValue: boolean
  /** "run the credit check": the noun says both. */
  readonly isNominal?: true
}

export function callTool(state: State, call: Call, model: ToolModel, fit: Fit): void {
  let parts = partsOf(state, call, model)
  const named = fit.isNominal === true || parts.some(part => part.isObject)
  // A tool is named by its verb and its object, or by a verb that holds both: email, tag, escalate.
  const takesRecord = model.args.some(
    arg =>
      arg.isRequired && arg.ref !== null && (arg.ref.noun === model.object || model.nouns.has(arg.ref.noun)),
  )
  const isUnnamed = !named && model.object !== '' && !takesRecord && !fit.asNoun && !fit.asValue
  if (isUnnamed) state.pay(3)
  // A verb alone is everyone's.
  if (model.tool.server === null && !named && !isEveryones(call.verb.lemmas, model)) state.pay(1.5)
  if (model.isRead && isUnnamed && !takesRecord && model.tool.server !== null)
    dead('what is read is not named')
  const isSaid = named || parts.some(({ label }) => label !== null)
  if (model.tool.server === null && !isSaid && !fit.asValue && !isShown(call.verb.lemmas, model))
    dead('what is made is not named')
  if (
    model.isRead &&
    model.gives?.isMany === true &&
    parts.some(part => part.isObject !== true && part.np.t !== 'value')
  )
    dead('records are got otherwise')
  if (!model.isRead && isUnnamed && !fit.isVerb) dead('the verb is another one')
  // "Get the issue 7" asks for one: that it is a list, and at most 7, was not said.
  if (
    model.gives?.isMany === true &&
    parts.some(part => isBareValue(part) && (isNumber(part) || parts.some(isOne)))
  )
    dead('one is asked for, and many are given')
  if (
    /^(?:create|open|new|make)$/.test(model.verb) &&
    !call.verb.lemmas.includes('create') &&
    parts.some(isThereBefore)
  )
    dead('that is there already')
  const args = new Map<Argument, unknown>()
  const presets = parts.flatMap(part => presetsOf(part, model))
  for (const { arg, value } of presets) args.set(arg, value)
  if (fit.asValue && !fit.isVerb) setByVerb(state, call, model, args, false)
  parts = parts.filter(part => !(part.isObject && isConsumed(part)))
  parts = parts.filter(part => !isThere(state, model, part, args) && !isKnownByTool(state, model, part))
  const texts: { part: Part; arg: Argument }[] = []
  const flags = parts.filter(part => isSaidByTool(model, part))
  parts = parts.filter(part => !flags.includes(part))
  // Texts come last, those with a name of their own before those without.
  const rank = (part: Part) => (isText(part) ? (part.label === null ? 2 : 1) : 0)
  for (const part of parts.toSorted((a, b) => rank(a) - rank(b))) {
    if (isText(part)) {
      const arg = textArgument(state, model, part, args)
      args.set(arg, null)
      texts.push({ part, arg })
    } else {
      const before = new Set(args.keys())
      place(state, model, part, args)
      if (part.label === null) onceOnly(args, before)
    }
  }
  // "Send a DELETE": what is said of it counts before what the verb says.
  if (fit.asValue && fit.isVerb) setByVerb(state, call, model, args, true)
  // Texts see what the sentence goes through: "{{customer.name}}".
  for (const { part, arg } of texts) args.set(arg, argument(textValue(state, part, arg)))
  // "in full" and an amount: which of them?
  if (flags.length > 0 && [...args.keys()].some(arg => arg.type.k === 'number')) dead('in full, or in part?')
  const missing = model.args.find(arg => arg.isRequired && !args.has(arg))
  if (missing !== undefined) fillImplied(state, model, missing, args)
  likeInstead(state, model, args)
  const still = model.args.find(arg => arg.isRequired && !args.has(arg))
  if (still !== undefined) dead(`"${still.words.join(' ')}" is missing`, call.span, 'MISSING_ARGUMENT')
  // What is got of each item within one sentence is out of reach after it: nothing would come of it.
  if (model.isRead && state.loops.length > 0) dead('what is got for each is never used')
  for (const [arg, value] of args) {
    if (isNameForUrl(arg, value))
      dead(`"${value}" is no URL, and no tool is of it: write the URL, or connect the service`, call.span)
    if (isAddress(arg) && typeof value === 'string' && /\S\s+\S+\s+\S/.test(value))
      dead('a text is no address')
  }
  for (const text of twiceIn(args))
    if (state.prompt.slice(...call.span).split(text).length < 3) dead('the same for two arguments')
  // "Call https://example.com/orders": what sends nothing rather asks.
  if (isOfWeb(model.tool) && !model.isRead && args.size === 1) state.pay(1.5)
  // "Send a DELETE request", "with the name {{inputs.name}}": the name is said, not what is sent.
  if (isOfWeb(model.tool) && parts.some(part => isNoBody(state, part)))
    dead('what is sent? Say it as JSON, such as {"name": {{inputs.name}}}')
  // In the order of the tool, whatever the order of the words: readings that mean the same are one.
  const values = Object.fromEntries(
    model.args.filter(arg => args.has(arg)).map(arg => [arg.name, args.get(arg)]),
  )
  const cel = state.emit({
    id: state.newId(model.tool.name),
    kind: 'tool',
    server: model.tool.server,
    tool: model.tool.name,
    args: values,
  } as never)
  if (model.tool.server === null)
    answered(state, model.tool, cel, [...model.nouns, ...itemsOf(model, args)], {}, values['url'])
  else referTo(state, model, cel, args)
}

/** "Post its version to #ops. ..., post "None" instead": to the same channel. */
function likeInstead(
  { insteadOf: before }: State,
  { tool, args: all }: ToolModel,
  args: Map<Argument, unknown>,
) {
  if (before?.kind !== 'tool' || before.tool !== tool.name || before.server !== tool.server) return
  for (const arg of all) {
    const value = own(before.args, arg.name)
    if (!arg.isRequired || args.has(arg) || value === undefined) continue
    if (!JSON.stringify(value).includes('steps.')) args.set(arg, value)
  }
}

/** A verb that an example of the tool begins with says all. */
function isShown(verbs: readonly string[], { tool, verbs: own }: ToolModel): boolean {
  const shown = tool.examples.map(({ prompt }) => prompt.split(' ')[0]!.toLowerCase())
  if (verbs.some(verb => saysLittle.has(verb)) && !isOfWeb(tool)) return false
  if (isOfWeb(tool)) return verbs.some(verb => own.has(verb))
  return shown.length === 0
    ? verbs.some(verb => own.has(verb))
    : verbs.some(verb => shown.includes(verb.split(' ')[0]!))
}

/** Verbs that say nothing without what they are done to. */
const saysLittle = new Set(['write', 'make', 'find', 'get', 'read', 'create', 'put', 'give', 'build', 'take'])

/** "The issue": one thing. */
function isOne({ np, isObject }: Part): boolean {
  return isObject === true && np.t === 'noun' && !np.head.isPlural
}

/** "Open the issues of the project", "open the issue "SHOP-7"": those that there are. */
function isThereBefore({ np, isObject }: Part): boolean {
  if (isObject !== true || np.t !== 'noun' || np.det === 'a') return false
  return np.head.isPlural || (np.det !== 'all' && np.post.some(({ p }) => p === 'value'))
}

/** A word for the request itself, or a value with its name before it. */
function isNoBody({ prompt }: State, { np, label }: Part): boolean {
  const said = prompt.slice(...np.span)
  if (np.t === 'noun')
    return (
      /\brequest$/i.test(said) || (names.has(np.head.words.at(-1)!) && np.post.some(({ p }) => p === 'value'))
    )
  if (np.t !== 'value' || np.value.v !== 'hole') return false
  const name = /(\w+)\s*$/.exec(prompt.slice(0, np.span[0]) + said.replace(/\{\{.*/s, ''))?.[1]
  return names.has(label?.words.at(-1) ?? name?.toLowerCase() ?? '')
}

const names = new Set('name id token key email title code amount price number date'.split(' '))

/** "7" behind it: what it is known by. */
function isBareValue({ np, prep, label }: Part): boolean {
  return np.t === 'value' && np.value.v !== 'hole' && prep === null && label === null
}

function isNumber({ np }: Part): boolean {
  return np.t === 'value' && np.value.v === 'number'
}

/** Texts that two arguments have: each must have been said for itself. */
function twiceIn(args: ReadonlyMap<Argument, unknown>): readonly string[] {
  const texts = [...args]
    .filter(
      ([arg, value]) => typeof value === 'string' && (arg.type.k !== 'text' || arg.type.values === undefined),
    )
    .map(([, value]) => value as string)
  return texts.filter((text, index) => text !== '' && texts.indexOf(text) !== index)
}

/** What is said once goes to one place. */
function onceOnly(args: ReadonlyMap<Argument, unknown>, before: ReadonlySet<Argument>): void {
  const earlier = new Set([...before].map(arg => celIn(args.get(arg))))
  for (const [arg, value] of args)
    if (!before.has(arg) && celIn(value) !== null && earlier.has(celIn(value)))
      dead('the same for two arguments')
}

/** What is made of `inputs.orders` are orders, row by row. */
function itemsOf({ tool }: ToolModel, args: ReadonlyMap<Argument, unknown>): readonly string[] {
  if (tool.outputSchema?.['type'] !== 'array') return []
  return [...args.values()].flatMap(value => {
    const input = /^inputs\.(\w+)$/.exec(celIn(value) ?? '')?.[1]
    const { singular, isPlural } = singularOf(wordsOf(input ?? '').at(-1) ?? '')
    return input !== undefined && isPlural ? [singular] : []
  })
}

/** "there", "in the same channel": where the last call of the tool put it. */
function isThere(state: State, model: ToolModel, { np, label }: Part, args: Map<Argument, unknown>): boolean {
  // "e-mail her": who was written to before, where nobody else was spoken of.
  const isPerson =
    np.t === 'pronoun' &&
    /^(he|him|she|her)$/.test(np.word) &&
    state.reachable.every(({ val }) => val.type.k !== 'record' || isAnswer(val))
  const isPlace = (np.t === 'pronoun' && np.word === 'there') || isPerson
  const isSame =
    np.t === 'noun' && np.det === 'same' && np.post.length === 0 && np.owner === null && label === null
  if (!isPlace && !isSame) return false
  const arg = model.args.find(each =>
    isPlace ? isAddress(each) || isBoard(each) : np.t === 'noun' && matchCost(each, np.head.words) !== null,
  )
  const value = arg === undefined ? undefined : lastValue(state, model, arg.name)
  if (arg === undefined || value === undefined) return isPlace ? dead('where is "there"?') : false
  args.set(arg, value)
  return true
}

/** Where things are put for others to see. */
function isBoard({ words, isRequired }: Argument): boolean {
  return isRequired && /^(?:board|room|screen|wall|folder|list|network|platform)$/.test(words.at(-1)!)
}

function isAnswer({ type }: Val): boolean {
  return type.k === 'record' && type.entity.isAnswer === true
}

function lastValue(state: State, model: ToolModel, name: string): unknown {
  const within = (steps: readonly Step[]): unknown => {
    for (const step of steps.toReversed()) {
      if (step.kind === 'tool' && step.server === model.tool.server && step.tool === model.tool.name) {
        const value = own<unknown>(step.args, name)
        return typeof value === 'string' ||
          /^inputs\.\w+$/.test(String((value as { $?: string } | undefined)?.$))
          ? value
          : undefined
      }
      const lists =
        step.kind === 'if'
          ? [
              ...step.cases.map(each => each.steps),
              ...(step.else === undefined ? [] : [step.else]),
            ].toReversed()
          : step.kind === 'foreach'
            ? [step.steps]
            : step.kind === 'parallel'
              ? step.branches.map(each => each.steps)
              : []
      for (const list of lists) {
        const found = within(list)
        if (found !== undefined) return found
      }
    }
    return undefined
  }
  // What stands in the case before is told as said, too.
  for (const block of state.blocks.toReversed()) {
    const found = within(block.steps)
    if (found !== undefined) return found
  }
  return state.lastCase === null ? undefined : within(state.lastCase)
}

/**
 * "a reminder for the front desk" of a tool that "creates a reminder for the front desk": it says nothing
 * new.
 */
function isKnownByTool(state: State, model: ToolModel, { np, prep, label, isObject }: Part): boolean {
  // "fetch it as JSON": a page that is JSON is read as such.
  if (label === null && prep === 'as' && model.tool.server === null && isOfWeb(model.tool))
    return /^(json|text)$/i.test(wordOf(np) ?? '')
  if (
    isObject ||
    label !== null ||
    prep === null ||
    !['for', 'with', 'by', 'at'].includes(prep) ||
    np.t !== 'noun' ||
    np.post.length > 0 ||
    np.owner !== null ||
    np.pre.length > 0
  )
    return false
  if (!['the', null].includes(np.det)) return false
  const description = (model.tool.description ?? '').toLowerCase()
  const phrase = np.head.words.join(' ')
  if (model.args.some(arg => arg.words.includes(np.head.words.at(-1)!)) || state.lexicon.entities.has(phrase))
    return false
  return new RegExp(`\\b(the|a) ${phrase.replace(/[^a-z -]/g, '')}\\b`).test(description)
}

/** "in full" of a tool that "refunds an order, in full unless an amount is given": it does so anyway. */
function isSaidByTool(model: ToolModel, { prep, label }: Part): boolean {
  return (
    prep === 'flag' &&
    label?.words[0] === 'full' &&
    /\bin full\b/i.test(model.tool.description) &&
    !model.args.some(arg => arg.words.includes('full'))
  )
}

/** What a later "it" and "the ticket" mean: what was made, or what it was done to. */
export function referTo(
  state: State,
  model: ToolModel,
  cel: string,
  args: ReadonlyMap<Argument, unknown>,
): void {
  if (model.gives !== null) {
    const { entity, isMany, path } = model.gives
    const type: Type = { k: 'record', entity }
    const val: Val = isMany
      ? { cel: path === null ? cel : access(cel, path), type: { k: 'list', of: type } }
      : { cel, type }
    state.refer(
      [
        ...new Set([
          ...model.nouns,
          ...entity.nouns,
          ...(isMany ? ['list', 'item', 'one', 'row'] : []),
          'result',
        ]),
      ],
      val,
    )
    return
  }
  // "the same address", "the same text": what the last call had there.
  for (const [arg, value] of args) {
    const cel =
      typeof value === 'string' || typeof value === 'number'
        ? JSON.stringify(value)
        : ((value as { $?: string } | null)?.$ ?? null)
    if (cel === null || arg.ref !== null) continue
    const names = isAddress(arg)
      ? [...arg.words, 'address', 'email', 'email address', 'recipient', 'person']
      : [arg.words.join(' '), arg.words.at(-1)!]
    state.refer(
      [...new Set(names)].map(name => `same ${name}`),
      { cel, type: arg.type, ...(typeof value !== 'object' && { literal: value as never }), hint: arg.words },
    )
  }
  const own = [...args].find(([arg]) => arg.ref !== null && arg.ref.also === undefined)
  const made = state.lexicon.entities.get(model.object)
  if (own !== undefined && !/^(create|add|open|new|make|register)/.test(model.verb)) {
    const entity = state.lexicon.entities.get(own[0].ref!.noun)
    const value = own[1]
    if (entity !== undefined) {
      const id =
        typeof value === 'string' ? JSON.stringify(value) : ((value as { $?: string } | null)?.$ ?? null)
      const isKnown = ({ val }: Referent) =>
        val.id === id ||
        (val.cel !== null && entityOf(val) === entity && !isList(val) && idOf(state, val) === id)
      if (id !== null && !state.reachable.some(isKnown)) {
        state.refer([...entity.nouns], {
          cel: null,
          id,
          type: { k: 'record', entity },
          refers: entity,
          ...(typeof value === 'string' && { literal: value }),
        })
      }
    }
  }
  if (made !== undefined && /^(create|add|open|new|make|register)/.test(model.verb)) {
    state.refer(made.nouns, {
      cel: null,
      id: access(cel, 'id'),
      type: { k: 'record', entity: made },
      refers: made,
    })
  } else {
    const noun = model.object || model.tool.name
    const known = model.tool.outputSchema === null ? null : typeOf(model.tool.outputSchema, noun)
    const fields = known?.k === 'record' ? known.entity.fields : []
    const entity = { noun, nouns: [noun], fields, isClosed: fields.length > 0, isAnswer: true } as const
    // What was done to the ticket gives no ticket.
    const done = own === undefined ? undefined : state.lexicon.entities.get(own[0].ref!.noun)
    const nouns = [...model.nouns].filter(each => done?.nouns.includes(each) !== true)
    state.refer([...nouns, 'result', 'answer'], { cel, type: { k: 'record', entity } })
  }
}
