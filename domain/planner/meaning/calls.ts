// Calls of tools: which tool a clause means, and which of its words go to which argument. Every word has one
// place, every required argument a value, or the reading is none.

import type { Step } from '../../plan/plan.ts'
import type { Complement, Head, NounTerm, Np, Post, Statement } from '../grammar/terms.ts'
import type { Argument, Lexicon, ToolModel } from '../lexicon/tool-model.ts'
import { type Entity, remembered, stemOf, type Type, text, wordsOf } from '../lexicon/types.ts'
import { verbGroups } from '../lexicon/verbs.ts'
import { argument, enter, relationsNamed, resolve, valueSaid } from './nouns.ts'
import { Dead, dead, type State, type Val } from './state.ts'
import {
  access,
  celOf,
  entityOf,
  fieldsNamed,
  idOf,
  isList,
  itemType,
  literal,
  matchCost,
  valueNamed,
} from './values.ts'

type Call = Extract<Statement, { s: 'call' }>

/** Something that is to become an argument. */
interface Part {
  readonly prep: string | null
  readonly label: Head | null
  readonly np: Np
  /** After a colon or "saying". */
  readonly isSaid: boolean
  /** The thing itself that the verb is about: "the tag "vip"". */
  readonly isObject?: boolean
}

export interface Way {
  readonly cost: number
  readonly use: () => void
}

/** The tools that the verb and its words may mean. */
export function toolWays(state: State, call: Call): Way[] {
  let known = candidates.get(state.lexicon)
  if (known === undefined) candidates.set(state.lexicon, (known = new Map()))
  const found = remembered(known, call.verb.lemmas.join(','), () =>
    candidatesFor(state.lexicon, call.verb.lemmas),
  )
  if (call.verb.lemmas.some(lemma => lightVerbs.has(lemma))) {
    const np = call.passive ?? call.parts.flatMap(part => (part.a === 'np' ? [part.np] : []))[0]
    const nominal = np?.t === 'noun' ? wordsOfCall(np, call) : null
    const model =
      nominal === null ? undefined : state.lexicon.tools.find(each => isNominal(each, nominal.words))
    if (model !== undefined && nominal !== null) {
      return [
        {
          cost: 0,
          use: () =>
            callTool(state, { ...call, passive: null, parts: nominal.rest }, model, {
              isVerb: true,
              asNoun: false,
              asValue: false,
            }),
        },
      ]
    }
  }
  return found.map(({ model, cost, fit }) => ({ cost, use: () => callTool(state, call, model, fit) }))
}

const lightVerbs = new Set([
  'run',
  'do',
  'make',
  'perform',
  'carry out',
  'start',
  'execute',
  'conduct',
  'trigger',
  'launch',
])

/** "run the credit check for customer cus_6": a noun of the words of a tool, and the rest of the clause. */
function wordsOfCall(
  np: NounTerm,
  call: Call,
): { words: readonly string[]; rest: readonly Complement[] } | null {
  if (np.pre.some(pre => pre.p !== 'only')) return null
  // "the credit check" may be the check of a credit.
  if (np.owner !== null) {
    const { owner } = np
    if (owner.t !== 'noun' || owner.owner !== null || owner.pre.length + owner.post.length > 0) return null
    return wordsOfCall(
      { ...np, owner: null, head: { ...np.head, words: [...owner.head.words, ...np.head.words] } },
      { ...call, parts: call.parts.filter(part => !(part.a === 'np' && part.np === np)) },
    )
  }
  const others = call.parts.filter(part => !(part.a === 'np' && part.np === np))
  const post = np.post.flatMap((each): Complement[] =>
    each.p === 'prep' ? [{ a: 'prep', prep: each.prep, np: each.np }] : [],
  )
  if (post.length < np.post.length) return null
  const [next] = others
  const isCompound =
    next?.a === 'np' &&
    next.np.t === 'noun' &&
    next.np.det === null &&
    next.np.owner === null &&
    next.np.pre.length === 0 &&
    np.post.length === 0
  if (!isCompound) return { words: np.head.words, rest: [...post, ...others] }
  const more = (next.np as NounTerm).post.flatMap((each): Complement[] =>
    each.p === 'prep' ? [{ a: 'prep', prep: each.prep, np: each.np }] : [],
  )
  return more.length < (next.np as NounTerm).post.length
    ? null
    : { words: [...np.head.words, ...(next.np as NounTerm).head.words], rest: [...more, ...others.slice(1)] }
}

function isNominal(model: ToolModel, words: readonly string[]): boolean {
  const own = new Set([...model.object.split(' '), model.verb].map(stemOf))
  return words.length > 1 && own.size === words.length && words.every(word => own.has(stemOf(word)))
}

interface Candidate {
  readonly model: ToolModel
  readonly cost: number
  readonly fit: Fit
}
const candidates = new WeakMap<Lexicon, Map<string, readonly Candidate[]>>()

/** "Comment on it" makes a comment; "order" is no refund of one. */
const makes = /^(create|add|send|post|write|make|open|new|leave|email|mail|publish)$/

/** Tools by a verb: their own, one in a line with it, a noun or a value that is used as a verb. */
function candidatesFor({ tools, entities }: Lexicon, lemmas: readonly string[]): readonly Candidate[] {
  const groups = new Set(
    lemmas.flatMap(lemma => [
      ...(verbGroups.get(lemma.split(' ')[0]!) ?? []),
      ...(verbGroups.get(lemma) ?? []),
    ]),
  )
  const verbs = lemmas.flatMap(lemma => (lemma.includes(' ') ? [lemma, lemma.split(' ')[0]!] : [lemma]))
  return tools.flatMap((model): Candidate[] => {
    const isVerb = verbs.some(verb => model.verbs.has(verb) || model.verb === verb)
    const asNoun = verbs.some(
      verb =>
        (!entities.has(verb) || makes.test(model.verb)) &&
        [...model.nouns].some(noun => noun === verb || noun.split(' ').at(-1) === verb),
    )
    const asValue = model.args.some(
      ({ type }) => type.k === 'text' && verbs.some(verb => valueNamed(type.values ?? [], verb) !== null),
    )
    const isNear = [...model.groups].some(group => groups.has(group) && (group !== 'read' || model.isRead))
    if (!isVerb && !asNoun && !asValue && !isNear) return []
    if (model.isRead && !isVerb && !isNear) return []
    const cost = isVerb ? 0 : asNoun && !model.isRead ? 1 : isNear ? 2 : 3
    return [
      { model, cost: cost + (model.isRead ? 3 : 0), fit: { isVerb: isVerb || isNear, asNoun, asValue } },
    ]
  })
}

interface Fit {
  readonly isVerb: boolean
  readonly asNoun: boolean
  readonly asValue: boolean
}

function callTool(state: State, call: Call, model: ToolModel, fit: Fit): void {
  let parts = partsOf(state, call, model)
  const named = parts.some(part => part.isObject)
  // A tool is named by its verb and its object, or by a verb that holds both: email, tag, escalate.
  const takesRecord = model.args.some(
    arg =>
      arg.isRequired && arg.ref !== null && (arg.ref.noun === model.object || model.nouns.has(arg.ref.noun)),
  )
  const isUnnamed = !named && model.object !== '' && !takesRecord && !fit.asNoun && !fit.asValue
  if (isUnnamed) state.pay(3)
  if (model.isRead && !named && !takesRecord) dead('what is read is not named')
  if (
    model.isRead &&
    model.gives?.isMany === true &&
    parts.some(part => part.isObject !== true && part.np.t !== 'value')
  )
    dead('records are got otherwise')
  if (!model.isRead && isUnnamed && !fit.isVerb) dead('the verb is another one')
  const args = new Map<Argument, unknown>()
  const presets = parts.flatMap(part => presetsOf(part, model))
  for (const { arg, value } of presets) args.set(arg, value)
  if (fit.asValue) setByVerb(state, call, model, args, fit.isVerb)
  parts = parts.filter(part => !(part.isObject && isConsumed(part)))
  parts = parts.filter(part => !isThere(state, model, part, args) && !isKnownByTool(state, model, part))
  const texts: { part: Part; arg: Argument }[] = []
  for (const part of parts.toSorted((a, b) => Number(isText(a)) - Number(isText(b)))) {
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
  // Texts see what the sentence goes through: "{{customer.name}}".
  for (const { part, arg } of texts) args.set(arg, argument(textValue(state, part, arg)))
  const missing = model.args.find(arg => arg.isRequired && !args.has(arg))
  if (missing !== undefined) fillImplied(state, model, missing, args)
  const still = model.args.find(arg => arg.isRequired && !args.has(arg))
  if (still !== undefined) dead(`"${still.words.join(' ')}" is missing`, call.span)
  // What is got of each item within one sentence is out of reach after it: nothing would come of it.
  if (model.isRead && state.loops.length > 0) dead('what is got for each is never used')
  for (const [arg, value] of args)
    if (isAddress(arg) && typeof value === 'string' && /\S\s+\S+\s+\S/.test(value))
      dead('a text is no address')
  const values = Object.fromEntries([...args].map(([arg, value]) => [arg.name, value]))
  const cel = state.emit({
    id: state.newId(model.tool.name),
    kind: 'tool',
    server: model.tool.server,
    tool: model.tool.name,
    args: values,
  } as never)
  referTo(state, model, cel, args)
}

/** What is said once goes to one place. */
function onceOnly(args: ReadonlyMap<Argument, unknown>, before: ReadonlySet<Argument>): void {
  const earlier = new Set([...before].map(arg => celIn(args.get(arg))))
  for (const [arg, value] of args)
    if (!before.has(arg) && celIn(value) !== null && earlier.has(celIn(value)))
      dead('the same for two arguments')
}

function celIn(value: unknown): string | null {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value
  return (one as { $?: string } | null)?.$ ?? null
}

/** "there", "in the same channel": where the last call of the tool put it. */
function isThere(state: State, model: ToolModel, { np, label }: Part, args: Map<Argument, unknown>): boolean {
  const isPlace = np.t === 'pronoun' && np.word === 'there'
  const isSame =
    np.t === 'noun' && np.det === 'same' && np.post.length === 0 && np.owner === null && label === null
  if (!isPlace && !isSame) return false
  const arg = model.args.find(each =>
    isPlace ? isAddress(each) : np.t === 'noun' && matchCost(each, np.head.words) !== null,
  )
  const value = arg === undefined ? undefined : lastValue(state, model, arg.name)
  if (arg === undefined || value === undefined) return isPlace ? dead('where is "there"?') : false
  args.set(arg, value)
  return true
}

function lastValue(state: State, model: ToolModel, name: string): unknown {
  const within = (steps: readonly Step[]): unknown => {
    for (const step of steps.toReversed()) {
      if (step.kind === 'tool' && step.server === model.tool.server && step.tool === model.tool.name) {
        const value = (step.args as Record<string, unknown>)[name]
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

function textValue(state: State, part: Part, arg: Argument): Val {
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
  const val = resolve(state, part.np)
  if (isList(val)) return { cel: `join(${celOf(state, val)}, ", ")`, type: text }
  if (val.type.k === 'record') return dead('a record is no text')
  if (arg.type.k === 'text' && val.literal === undefined && val.type.k !== 'text')
    return { ...val, cel: `string(${val.cel})` }
  return val
}

/** What a later "it" and "the ticket" mean: what was made, or what it was done to. */
function referTo(state: State, model: ToolModel, cel: string, args: ReadonlyMap<Argument, unknown>): void {
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
  const own = [...args].find(([arg]) => arg.ref !== null)
  const made = state.lexicon.entities.get(model.object)
  if (own !== undefined && !/^(create|add|open|new|make|register)/.test(model.verb)) {
    const entity = state.lexicon.entities.get(own[0].ref!.noun)
    const value = own[1]
    if (entity !== undefined) {
      const id =
        typeof value === 'string' ? JSON.stringify(value) : ((value as { $?: string } | null)?.$ ?? null)
      if (id !== null && !state.reachable.some(({ val }) => val.id === id && val.cel === null)) {
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
    state.refer([...model.nouns, 'result', 'answer'], {
      cel,
      type: { k: 'record', entity: { noun, nouns: [noun], fields: [], isClosed: false } },
    })
  }
}

/**
 * The words of the clause as parts; those of an object noun phrase, too: "an e-mail to Ann with the subject
 * "Hi"".
 */
function partsOf(state: State, call: Call, model: ToolModel): Part[] {
  const parts: Part[] = []
  const push = (np: Np, prep: string | null, label: Head | null = null, isSaid = false) => {
    if (np.t === 'list' && np.join === 'and' && np.items.every(isLabelled)) {
      for (const item of np.items) push(item, prep)
      return
    }
    if (label === null && np.t === 'noun' && np.owner === null && isObjectNoun(np, model)) {
      if (prep !== null && !/^(with|as|by|via|in|into|to|for|on|using|of)$/.test(prep))
        return dead(`"${prep}" what is made`, np.span)
      if (np.det === 'no' || np.pre.some(pre => pre.p === 'only')) dead('what is made is not chosen')
      parts.push({ prep: null, label: null, np, isSaid: false, isObject: true })
      for (const post of np.post) pushPost(post)
      return
    }
    // "with the subject "Hi" and the text "Hello""
    if (
      label === null &&
      np.t === 'list' &&
      np.join === 'and' &&
      prep === 'with' &&
      np.items.every(item => item.t === 'noun' && item.post.some(post => post.p === 'value'))
    ) {
      for (const item of np.items) push(item, prep)
      return
    }
    // "the text "Hello"", "the comment: "x"": a label.
    const beside = np.t === 'noun' && np.owner === null ? np.post.findIndex(post => post.p === 'value') : -1
    if (
      label === null &&
      np.t === 'noun' &&
      beside !== -1 &&
      isPlain(np) &&
      model.args.some(arg => labelCost(arg, np.head, model) !== null) &&
      !isRecordNoun(np)
    ) {
      const value = (np.post[beside] as Extract<Post, { p: 'value' }>).value
      parts.push({ prep, label: np.head, np: { t: 'value', value, span: np.span }, isSaid: false })
      for (const [at, post] of np.post.entries()) if (at !== beside) pushPost(post)
      return
    }
    const said =
      beside === -1 || np.t !== 'noun' ? null : (np.post[beside] as Extract<Post, { p: 'value' }>).value
    if (
      label === null &&
      said?.v === 'text' &&
      np.t === 'noun' &&
      !/^(text|message|word|value|string|term)$/.test(np.head.words.join(' ')) &&
      !isRecordNoun(np)
    )
      dead(`${model.tool.name} takes no "${np.head.words.join(' ')}"`)
    // "the SMS "Hello"" is no text of a post.
    if (
      label === null &&
      np.t === 'noun' &&
      beside !== -1 &&
      !isRecordNoun(np) &&
      np.post.some(post => post.p === 'value' && post.value.v === 'text') &&
      state.lexicon.tools.some(other => other !== model && !other.isRead && isObjectNoun(np, other))
    )
      dead('that is made by another tool')
    // What belongs to the clause and stands after a noun: "the customer with the body "x"".
    if (np.t === 'noun') {
      const moved = np.post.findIndex(
        post =>
          post.p === 'prep' &&
          post.np.t === 'noun' &&
          post.np.post.some(each => each.p === 'value' && each.value.v === 'text') &&
          model.args.some(arg => labelCost(arg, (post.np as NounTerm).head, model) !== null),
      )
      if (moved !== -1) return dead('a label of the call inside a noun')
    }
    // A bare word beside others is hardly an object of its own: "the vendor's e-mail address" is one thing.
    if (
      label === null &&
      prep === null &&
      np.t === 'noun' &&
      np.det === null &&
      np.owner === null &&
      !np.head.isPlural &&
      np.pre.length === 0 &&
      np.post.length === 0
    )
      state.pay(3)
    parts.push({ prep, label, np, isSaid })
  }
  const pushPost = (post: Post) => {
    if (post.p === 'prep') push(post.np, post.prep)
    else if (post.p === 'value') {
      const { value } = post
      const isChoice =
        value.v === 'word' &&
        model.args.some(({ type }) => type.k === 'text' && valueNamed(type.values ?? [], value.text) !== null)
      if (value.v === 'word' && !isChoice) dead(`"${value.text}" is not known here`)
      parts.push({ prep: null, label: null, np: { t: 'value', value, span: call.span }, isSaid: false })
    } else if (post.p === 'where' && post.pred.c === 'part' && post.pred.np !== null)
      push(post.pred.np, post.pred.prep ?? 'as', {
        words: [post.pred.verb[0]!],
        isPlural: false,
        isKnown: true,
      })
    else if (post.p === 'where' && post.pred.c === 'has') push(post.pred.np, 'with')
    else if (post.p === 'by') push(post.np, 'by')
    else dead('what is made has no such condition')
  }
  const isRecordNoun = (np: NounTerm) =>
    model.args.some(
      arg =>
        arg.ref !== null &&
        (arg.ref.noun === np.head.words.join(' ') || arg.ref.role === np.head.words.join(' ')),
    )
  if (call.passive !== null) push(call.passive, null)
  for (const part of call.parts) {
    if (part.a === 'np') push(part.np, null)
    else if (part.a === 'prep') push(part.np, part.prep)
    else if (part.a === 'label') parts.push({ prep: null, label: part.name, np: part.np, isSaid: false })
    else if (part.a === 'text') parts.push({ prep: null, label: null, np: part.np, isSaid: true })
    else
      parts.push({
        prep: 'flag',
        label: { words: [part.words], isPlural: false, isKnown: true },
        np: { t: 'value', value: { v: 'bool', value: true }, span: [0, 0] },
        isSaid: false,
      })
  }
  return parts
}

/** "the subject "Hi"" in "with the subject "Hi" and the text "Hello"" */
function isLabelled(np: Np): boolean {
  return np.t === 'noun' && np.owner === null && np.post.some(post => post.p === 'value')
}

/** Nothing is said of it that restricts it. */
function isPlain({ det, pre }: NounTerm): boolean {
  return (det === null || det === 'the' || det === 'a') && pre.every(({ p }) => p === 'void')
}

function isObjectNoun(np: NounTerm, model: ToolModel): boolean {
  const word = np.head.words.join(' ')
  const isOwn = [...model.nouns].some(noun => noun === word)
  if (!isOwn) return false
  // "delete the ticket A-1": the ticket is the argument; "create a ticket": it is what comes of it.
  return (
    !model.args.some(
      arg => arg.ref !== null && arg.isRequired && (arg.ref.noun === word || arg.ref.role === word),
    ) ||
    (np.det === 'a' && !model.args.some(arg => arg.ref?.noun === word))
  )
}

function isConsumed(part: Part): boolean {
  return part.np.t === 'noun'
}

/** What the noun itself says: "a high priority ticket", "an internal reply", "the note "x"". */
function presetsOf(part: Part, model: ToolModel): { arg: Argument; value: unknown }[] {
  if (!part.isObject || part.np.t !== 'noun') return []
  const found: { arg: Argument; value: unknown }[] = []
  for (const pre of part.np.pre) {
    if (pre.p === 'void' || pre.p === 'place') continue
    if (pre.p !== 'adjective' || pre.not) return dead('what is made is not chosen')
    const arg = model.args.find(
      each =>
        each.type.k === 'text' &&
        each.type.values !== undefined &&
        valueNamed(each.type.values, pre.words) !== null,
    )
    const flag = model.args.find(each => each.type.k === 'bool' && each.words.includes(pre.words))
    if (arg !== undefined && arg.type.k === 'text')
      found.push({ arg, value: valueNamed(arg.type.values!, pre.words) })
    else if (flag !== undefined) found.push({ arg: flag, value: true })
    else dead(`"${pre.words}" is not known here`)
  }
  return found
}

/** "approve the expense", "close the ticket": the verb is the value of an argument. */
function setByVerb(
  state: State,
  call: Call,
  model: ToolModel,
  args: Map<Argument, unknown>,
  isOptional: boolean,
): void {
  const found = model.args.flatMap(arg => {
    if (arg.type.k !== 'text' || arg.type.values === undefined) return []
    const value = call.verb.lemmas
      .map(lemma => valueNamed(arg.type.k === 'text' ? arg.type.values! : [], lemma))
      .find(each => each !== null)
    return value === null || value === undefined || args.has(arg) ? [] : [{ arg, value }]
  })
  if (isOptional && found.length === 0) return
  const { arg, value } = state.pick(found)
  args.set(arg, value)
}

function isText(part: Part): boolean {
  if (part.isSaid) return true
  if (part.np.t === 'value') return part.np.value.v === 'text'
  return false
}

/** The argument that a text is for: by its label, else the one text that is left to fill. */
function textArgument(
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
  const isObjectText = part.prep !== null && !['with', 'as', 'say'].includes(part.prep)
  if (isObjectText) {
    const byPrep = open.filter(arg => prepCost(arg, part.prep!) !== null)
    if (byPrep.length > 0) return state.pick(byPrep)
  }
  const chosen = required.filter(isContent)[0] ?? required[0] ?? content[0]
  if (chosen === undefined) dead('no argument takes the text')
  if (required.length > 1) state.pay(1)
  return chosen!
}

function isTag(arg: Argument): boolean {
  return /^(tag|label|name|title)$/.test(arg.words.at(-1)!)
}

function isContent(arg: Argument): boolean {
  return /^(text|body|message|comment|note|content|description|reason|memo|tag|title|name|label|caption|summary)$/.test(
    arg.words.at(-1)!,
  )
}

function isAddress(arg: Argument): boolean {
  return (
    /^(to|channel|recipient|email|url|address)$/.test(arg.words.at(-1)!) ||
    (arg.type.k === 'text' && arg.type.format === 'email')
  )
}

function labelCost(arg: Argument, label: Head, model: ToolModel): number | null {
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

const preps: Readonly<Record<string, RegExp>> = {
  to: /^(to|recipient|channel|email|address|target|destination|level|tier|room|team|user|assignee|agent|owner|status|stage|state|amount|quantity|value|name|title|date|time|price|priority|location|account|environment|version|replicas|count|label|url|folder|list|segment|audience)$/,
  in: /^(channel|room|folder|project|team|list|currency|language|format|environment|region|thread|warehouse|location|category|space)$/,
  on: /^(date|day|channel|at|time|on|platform|board|host|server|pay on|account|environment|location)$/,
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
}

function prepCost(arg: Argument, prep: string): number | null {
  const last = arg.words.filter(word => word !== 'id').at(-1) ?? arg.name
  if (arg.words.join(' ') === prep || arg.words[0] === prep) return 0
  return preps[prep]?.test(last) ? 1 : null
}

const timely = /^(before|after|without|until|above|below|between|within|through|against)$/

/** Puts a noun, a name, a number, an id in its place. */
function place(state: State, model: ToolModel, part: Part, args: Map<Argument, unknown>): void {
  const open = model.args.filter(arg => !args.has(arg))
  const word = wordOf(part.np)
  const ways: { cost: number; use: () => void }[] = []
  for (const arg of open) {
    const label =
      part.label === null
        ? null
        : part.prep === 'flag'
          ? arg.words.includes(part.label.words[0]!) && arg.type.k === 'bool'
            ? 0
            : null
          : labelCost(arg, part.label, model)
    if (part.label !== null && label === null) continue
    const prep = part.label !== null || part.prep === null ? null : prepCost(arg, part.prep)
    // "before the appointment" is about time, unless the tool takes it.
    if (part.prep !== null && prep === null && label === null && timely.test(part.prep)) continue
    if (!isSaidFor(arg, part, label ?? prep) || belongsElsewhere(state, model, arg, part)) continue
    if (
      arg.ref === null &&
      !(arg.type.k === 'text' && arg.type.values !== undefined) &&
      label === null &&
      isBareField(state, part.np)
    )
      continue
    const isItsRecord =
      arg.ref !== null &&
      part.np.t === 'noun' &&
      (arg.ref.noun === part.np.head.words.join(' ') || arg.ref.role === part.np.head.words.join(' '))
    const base =
      part.label !== null
        ? label!
        : part.prep === null
          ? arg.isRequired
            ? 0.5
            : 1.5
          : isItsRecord && (part.prep === 'of' || part.prep === 'for')
            ? 0.5
            : (prep ?? 2.5)
    if (arg.type.k === 'text' && arg.type.values !== undefined) {
      const value = word === null ? null : valueNamed(arg.type.values, word)
      if (value !== null) ways.push({ cost: base, use: () => args.set(arg, value) })
      else if (part.np.t === 'value' && part.np.value.v === 'hole' && (label !== null || prep !== null))
        ways.push({ cost: base + 0.5, use: () => args.set(arg, argument(resolve(state, part.np))) })
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
  // "with a comment", "for 500 EUR": the currency has an argument of its own, or is that of the amount.
  ways.sort((a, b) => a.cost - b.cost)
  const near = ways.filter(({ cost }) => cost <= ways[0]!.cost + 3)
  const way = state.pick(near.slice(0, 6), `no argument of ${model.tool.name} takes this`)
  state.pay(way.cost)
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

function wordOf(np: Np): string | null {
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

interface Fitted {
  readonly value: unknown
  readonly cost: number
}

/**
 * A value as an argument of the type that it has; lists are gone through unless the argument takes a list.
 */
function fitted(state: State, model: ToolModel, part: Part, arg: Argument): Fitted {
  const { np } = part
  const { type } = arg
  // "the SMS "x"", "the tag "x"": a value with a noun goes where that noun belongs.
  if (
    np.t === 'noun' &&
    np.owner === null &&
    np.post[0]?.p === 'value' &&
    state.lexicon.entities.get(np.head.words.join(' ')) === undefined
  ) {
    const isOwn =
      labelCost(arg, np.head, model) !== null ||
      model.nouns.has(np.head.words.join(' ')) ||
      (arg.ref !== null && arg.ref.role === np.head.words.join(' ')) ||
      arg.description.toLowerCase().split(/\W+/).includes(np.head.words.at(-1)!)
    if (!isOwn) return dead(`${model.tool.name} takes no "${np.head.words.join(' ')}"`)
  }
  if (np.t === 'value') return fittedValue(state, np, arg, part)
  if (type.k === 'bool') return dead('no yes or no')
  if (type.k === 'list') {
    const list = resolve(state, np)
    if (!isList(list)) return { value: [argument(list)], cost: 1 }
    return { value: argument(list), cost: 0 }
  }
  if (arg.ref !== null) {
    const kind = state.lexicon.entities.get(arg.ref.noun)
    const val = resolve(state, np, true)
    const own = entityOf(val) ?? val.refers ?? null
    const roles = [arg.ref.role, arg.ref.noun]
    if (own === null) {
      const isOther =
        val.hint?.at(-1) === 'id' && val.hint.length > 1 && !roles.includes(val.hint.slice(0, -1).join(' '))
      const isKnown =
        val.hint !== undefined || val.cel?.startsWith('inputs.') === true || state.isVariable(val.cel ?? '')
      return (val.type.k === 'any' || val.hint?.at(-1) === 'id') && isKnown && !isOther
        ? { value: argument(val), cost: 1 }
        : dead('no record')
    }
    if (kind !== undefined ? own.noun !== kind.noun : !roles.includes(own.noun)) {
      // Of a deal where a customer is asked for: its customer.
      return dead(`a ${own.noun} is no ${arg.ref.role}`)
    }
    const id = val.id ?? idOf(state, val) ?? dead('no id')
    return { value: typeof val.literal === 'string' ? val.literal : { $: id }, cost: 0 }
  }
  const val = resolve(
    state,
    np,
    !(
      type.k === 'text' &&
      type.format !== 'email' &&
      !isAddress(arg) &&
      np.t === 'noun' &&
      np.det !== 'each' &&
      !mentionsEach(np)
    ),
  )
  if (type.k === 'text' && (type.format === 'email' || isAddress(arg))) return addressOf(state, val, arg)
  if (type.k === 'number') {
    if (val.type.k === 'number') return { value: argument(val), cost: 0 }
    if (val.type.k === 'any') return { value: { $: `number(${celOf(state, val)})` }, cost: 1 }
    return dead('no number')
  }
  if (val.type.k === 'record' || val.type.k === 'bool') {
    // An argument that asks for a name or number by which the record is known.
    const own = entityOf(val)
    const field = own === null ? undefined : fieldsNamed(own, arg.words)[0]
    if (field !== undefined && field.cost <= 1 && own !== null)
      return { value: { $: access(celOf(state, val), field.field.name) }, cost: 2 }
    return dead('no text')
  }
  if (isList(val)) {
    if (itemType(val).k === 'record' || (itemType(val).k === 'any' && entityOf(val) !== null))
      return dead('records are no text')
    if (type.k === 'text' && type.format !== undefined) return dead('one is needed, and several are said')
    if (np.t === 'list' && np.items.every(item => item.t === 'value' || isLabelled(item)))
      return dead('one is needed, and several are said')
    return { value: { $: `join(${celOf(state, val)}, ", ")` }, cost: isContent(arg) ? 1 : 4 }
  }
  if (
    type.k === 'text' &&
    type.format === undefined &&
    !isContent(arg) &&
    part.label === null &&
    part.prep === null
  )
    state.pay(1)
  if (
    type.k === 'text' &&
    type.format?.startsWith('date') &&
    val.type.k === 'text' &&
    !(val.type.format ?? '').startsWith('date')
  )
    return dead('no date')
  if (type.k === 'text' && val.type.k === 'number') {
    return isContent(arg) || part.label !== null
      ? { value: { $: `string(${val.cel})` }, cost: 0 }
      : dead('a number is none')
  }
  void model
  return { value: argument(val), cost: val.type.k === 'any' ? 0.5 : 0 }
}

function mentionsEach(np: Np): boolean {
  return (
    np.t === 'noun' &&
    (np.det === 'each' ||
      (np.owner !== null && mentionsEach(np.owner)) ||
      np.post.some(post => post.p === 'prep' && mentionsEach(post.np)))
  )
}

/** The address of a person: their e-mail. */
function addressOf(state: State, val: Val, arg: Argument): Fitted {
  const own = entityOf(val)
  if (isList(val)) return dead('an address is one')
  if (own !== null) {
    const field =
      own.fields.find(each => each.type.k === 'text' && each.type.format === 'email') ??
      own.fields.find(each => each.words.at(-1) === 'email') ??
      dead(`a ${own.noun} has no address`)
    return { value: { $: access(celOf(state, val), field.name) }, cost: 0 }
  }
  if (val.type.k === 'number' || val.type.k === 'bool') return dead('no address')
  if (val.refers !== undefined) {
    const email = relationsNamed(val.refers, ['email'])[0] ?? dead('no address')
    const record: Val = {
      cel: null,
      id: celOf(state, val),
      type: { k: 'record', entity: val.refers },
      refers: val.refers,
    }
    return { value: { $: access(celOf(state, record), email.field.name) }, cost: 0 }
  }
  const isEmail = val.hint?.includes('email') || (val.type.k === 'text' && val.type.format === 'email')
  if (arg.type.k === 'text' && arg.type.format === 'email' && !isEmail && val.type.k === 'text')
    return dead('no address')
  const isInput = val.cel?.startsWith('inputs.') === true
  if (
    !isEmail &&
    !isInput &&
    (val.hint === undefined ||
      (matchCost(arg, val.hint) === null &&
        !new RegExp(`\\b${val.hint.at(-1)!.replace(/\W/g, '')}\\b`, 'i').test(arg.description)))
  )
    return dead('no address')
  return { value: argument(val), cost: isEmail ? 0 : 1 }
}

/** A value that is said as such: its form must fit the argument. */
function fittedValue(state: State, np: Extract<Np, { t: 'value' }>, arg: Argument, part: Part): Fitted {
  const { value } = np
  const { type } = arg
  const isNamed = part.label !== null
  const item = type.k === 'list' ? type.of : type
  const wrap = (one: unknown, cost: number): Fitted => ({ value: type.k === 'list' ? [one] : one, cost })
  switch (value.v) {
    case 'email': {
      const isPlace =
        item.k === 'text' &&
        (item.format === 'email' ||
          /^(to|recipient|recipients|email|cc|bcc|address|user|assignee|person|channel)$/.test(
            arg.words.at(-1)!,
          ))
      if (!isPlace && !isNamed) return dead('no place for an address')
      return wrap(value.text, arg.isRequired || isNamed ? 0 : 2)
    }
    case 'channel': {
      const isPlace = /^(channel|room)$/.test(arg.words.at(-1)!) || /#|\bchannel/i.test(arg.description)
      return isPlace || isNamed
        ? wrap(value.text, /#|\bchannel\b/i.test(arg.description) || arg.words.includes('channel') ? 0 : 2)
        : dead('no place for a channel')
    }
    case 'url':
      return /^(url|link|href|address|website|webhook|endpoint)$/.test(arg.words.at(-1)!) || isNamed
        ? wrap(argument(valueSaid(state, value)), 0)
        : dead('no place for a URL')
    case 'number': {
      if (item.k === 'number') return wrap(value.number, 0)
      if (
        item.k === 'text' &&
        item.format === undefined &&
        (isNamed || (part.prep !== null && prepCost(arg, part.prep) !== null)) &&
        !isContent(arg)
      )
        return wrap(value.text, 2)
      return isNamed && item.k !== 'bool' ? wrap(value.text, 1) : dead('no place for a number')
    }
    case 'date':
      if (item.k === 'text' && (item.format ?? '').startsWith('date')) return wrap(value.text, 0)
      return /^(date|day|on|at|due|until|deadline)$/.test(arg.words.at(-1)!) || isNamed
        ? wrap(value.text, 1)
        : dead('no place for a date')
    case 'bool':
      return item.k === 'bool' ? wrap(value.value, 0) : dead('no yes or no')
    case 'id': {
      const example = /(?:example|e\.g\.|such as|like)\s+#?([A-Za-z]+[_-]?)\d/i.exec(arg.description)?.[1]
      const isLike = example !== undefined && value.text.startsWith(example)
      if (item.k !== 'text') return dead('no place for an id')
      if (isLike) return wrap(value.text, 0)
      if (arg.ref !== null) return wrap(value.text, example === undefined ? 1 : 3)
      if (item.format !== undefined && !isNamed) return dead('no place for an id')
      return wrap(value.text, isNamed ? 0 : 3)
    }
    case 'hole': {
      const val = resolve(state, np)
      const own = entityOf(val)
      if (own !== null)
        return fitted(state, null as never, { ...part, np: { t: 'pronoun', word: 'it', span: np.span } }, arg)
      const isSame = val.hint !== undefined && matchCost(arg, val.hint) !== null
      if (item.k === 'bool' && !isSame && !isNamed) return dead('no yes or no')
      if (item.k === 'list' || type.k === 'list')
        return isSame || isNamed ? { value: argument(val), cost: 0 } : dead('no list')
      // `{{inputs.invoice_id}}` is no vendor and no country.
      const hinted = val.hint?.at(-1) === 'id' ? val.hint.slice(0, -1).join(' ') : ''
      const isKnownKind =
        state.lexicon.entities.has(hinted) ||
        state.lexicon.tools.some(each => each.args.some(other => other.ref?.role === hinted))
      if (
        hinted !== '' &&
        !isSame &&
        !isNamed &&
        isKnownKind &&
        (arg.ref === null
          ? !isContent(arg)
          : arg.ref.noun !== hinted &&
            arg.ref.role !== hinted &&
            state.lexicon.entities.get(arg.ref.noun)?.noun !== state.lexicon.entities.get(hinted)?.noun)
      )
        return dead(`"${value.source}" is no ${arg.words.join(' ')}`)
      const isOther =
        val.hint !== undefined &&
        !isSame &&
        arg.ref !== null &&
        val.hint.at(-1) !== 'id' &&
        !isNamed &&
        part.prep === null
      return { value: argument(val), cost: isSame ? 0 : isOther ? 2.5 : 1.5 }
    }
    case 'word': {
      if (
        isContent(arg) &&
        !isNamed &&
        /^[a-z]/.test(value.text) &&
        !/^(tag|label|name|title)$/.test(arg.words.at(-1)!)
      )
        return dead('a word is no text')
      if (item.k !== 'text' || item.format !== undefined) return dead('a word is none')
      if (arg.ref !== null) return dead('a word is no id')
      return isNamed ? wrap(value.text, 1) : dead('a word is no value')
    }
    default: {
      const val = resolve(state, np)
      return item.k === 'text' || item.k === 'any' ? wrap(argument(val), 0.5) : dead('a text is none')
    }
  }
}

/** What is not said and can only be one thing: the customer that the sentence before was about. */
function fillImplied(state: State, model: ToolModel, arg: Argument, args: Map<Argument, unknown>): void {
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
      use: () =>
        update(
          state,
          call,
          model,
          to,
          rest.filter(part => part !== target),
        ),
    })
  }
  return ways
}

interface Target {
  /** The field that is set; null: the value tells. */
  readonly field: Head | null
  readonly of: Np
  readonly value: Np
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
    if (np.owner !== null) return { field: np.head, of: np.owner, value }
    const of = np.post.findIndex(post => post.p === 'prep' && ['of', 'for', 'on'].includes(post.prep))
    if (of !== -1) {
      const inner = np.post[of] as Extract<Post, { p: 'prep' }>
      if (np.post.length === 1 && np.pre.length === 0) return { field: np.head, of: inner.np, value }
    }
  }
  return value === null ? null : { field: null, of: np, value }
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
  if (missing !== undefined) dead(`"${missing.words.join(' ')}" is missing`, call.span)
  const cel = state.emit({
    id: state.newId(model.tool.name),
    kind: 'tool',
    server: model.tool.server,
    tool: model.tool.name,
    args: Object.fromEntries([...args].map(([each, one]) => [each.name, one])),
  } as never)
  referTo(state, model, cel, args)
}

export { type Entity, enter, literal }
