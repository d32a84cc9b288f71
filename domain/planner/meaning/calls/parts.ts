// The parts of a clause that give arguments.
import type { Head, NounTerm, Np, Post } from '../../grammar/terms.ts'
import type { Argument, ToolModel } from '../../lexicon/tool-model.ts'
import { isIdOf } from '../../lexicon/types.ts'
import { dead, type State } from '../state.ts'
import { valueSaidOf } from '../values.ts'
import { labelCost } from './place.ts'
import type { Call } from './tools.ts'

/** Something that is to become an argument. */
export interface Part {
  readonly prep: string | null
  readonly label: Head | null
  readonly np: Np
  /** After a colon or "saying". */
  readonly isSaid: boolean
  /** The thing itself that the verb is about: "the tag "vip"". */
  readonly isObject?: boolean
}

/**
 * The words of the clause as parts; those of an object noun phrase, too: "an e-mail to Ann with the subject
 * "Hi"".
 */
export function partsOf(state: State, call: Call, model: ToolModel): Part[] {
  const parts: Part[] = []
  const push = (np: Np, prep: string | null, label: Head | null = null, isSaid = false) => {
    if (np.t === 'list' && np.join === 'and' && np.items.every(isLabelled)) {
      for (const item of np.items) push(item, prep)
      return
    }
    // "on GitHub", "search Jira": the service, which the tool is of.
    const service = label === null ? serviceOf(state, np) : null
    if (service !== null) {
      if (!model.services.includes(service)) return dead(`${model.tool.name} is not of ${service}`)
      if (prep === null) parts.push({ prep: null, label: null, np, isSaid: false, isObject: true })
      if (np.t === 'noun') for (const post of np.post) pushPost(post)
      return
    }
    const plain = unwrapped(state, np, model)
    if (plain !== null) {
      push(plain.np, prep, label, isSaid)
      return
    }
    // "post this: "Hi"": what follows.
    if (label === null && isAnnounced(np) && call.parts.some(part => part.a === 'text')) return
    if (
      label === null &&
      np.t === 'noun' &&
      np.owner === null &&
      (isObjectNoun(np, model) || (prep === null && isAlias(state, np, model)))
    ) {
      if (prep !== null && !/^(with|as|by|via|in|into|to|for|on|using|of)$/.test(prep))
        return dead(`"${prep}" what is made`, np.span)
      if (np.det === 'no' || np.pre.some(pre => pre.p === 'only')) dead('what is made is not chosen')
      parts.push({ prep: null, label: null, np, isSaid: false, isObject: true })
      // "the Jira issue "SHOP-7"": the value that the noun introduces.
      const head = np.head.words.at(-1)!
      const named = model.args.find(({ intro }) => intro.includes(head))
      for (const post of np.post)
        if (post.p === 'value' && named !== undefined && post.value.v !== 'word')
          parts.push({
            ...{ prep: null, isSaid: false, label: { words: [head], isPlural: false, isKnown: true } },
            np: { t: 'value', value: post.value, span: np.span },
          })
        else pushPost(post)
      return
    }
    // "with the subject "Hi" and the text "Hello"", "with the title and the project of the row"
    if (label === null && np.t === 'list' && np.join === 'and' && prep === 'with') {
      const items = eachOwned(np.items)
      const isOfCall = (item: Np) =>
        item.t === 'noun' && model.args.some(arg => labelCost(arg, item.head, model) !== null)
      if (items.every(item => isLabelled(item))) {
        for (const item of items) push(item, prep)
        return
      }
      if (items.every(isOfCall)) {
        for (const item of items) push(item, prep, (item as NounTerm).head)
        return
      }
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
        model.args.some(({ type }) => type.k === 'text' && valueSaidOf(type, value.text) !== null)
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
  const isRecordNoun = (np: NounTerm) => model.args.some(arg => isIdOf(arg.ref, np.head.words.join(' ')))
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
        np: { t: 'value', value: { v: 'bool', value: part.words !== 'off' }, span: [0, 0] },
        isSaid: false,
      })
  }
  return parts
}

/** "the subject "Hi"" in "with the subject "Hi" and the text "Hello"" */
export function isLabelled(np: Np): boolean {
  return np.t === 'noun' && np.owner === null && np.post.some(post => post.p === 'value')
}

/** "the title and the project of the row": what the last one is of, all are of. */
function eachOwned(items: readonly Np[]): readonly Np[] {
  const last = items.at(-1)!
  const first = items[0]!
  const of = last.t === 'noun' ? last.post.filter(isWhose) : []
  const owner = first.t === 'noun' ? first.owner : null
  return items.map(item =>
    item.t === 'noun'
      ? {
          ...item,
          owner: item.owner ?? (of.length === 0 ? owner : null),
          post: item.owner !== null || item.post.some(isWhose) ? item.post : [...item.post, ...of],
        }
      : item,
  )
}

function isWhose(post: Post): boolean {
  return post.p === 'prep' && (post.prep === 'of' || post.prep === 'from')
}

/** The service that the words are the name of. */
function serviceOf({ lexicon }: State, np: Np): string | null {
  const word =
    np.t === 'value' && (np.value.v === 'word' || np.value.v === 'id')
      ? np.value.text
      : np.t === 'noun' && np.owner === null && np.pre.length === 0 && (np.det === null || np.det === 'the')
        ? np.head.words.join(' ')
        : ''
  const service = word.toLowerCase()
  return lexicon.services.has(service) ? service : null
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
    !model.args.some(arg => arg.isRequired && isIdOf(arg.ref, word)) ||
    (np.det === 'a' && !model.args.some(arg => arg.ref?.noun === word))
  )
}

/** Is the noun what comes of the tool, whatever verb carries it? */
export function isMadeBy(np: NounTerm, model: ToolModel): boolean {
  return np.owner === null && (isObjectNoun(np, model) || model.aliases.has(np.head.words.join(' ')))
}

/** "an e-mail" of a tool that sends messages. */
function isAlias(state: State, np: NounTerm, model: ToolModel): boolean {
  if (!model.aliases.has(np.head.words.join(' ')) || (np.det === 'the' && np.post.length === 0)) return false
  state.pay(0.5)
  return true
}

/** "this", "the following": what is said after it. */
function isAnnounced(np: Np): boolean {
  if (np.t === 'pronoun') return np.word === 'this' || np.word === 'that'
  return false
}

/** "the channel #shop", "the guys in #shop", "the address ann@b.c": the noun says of the value what it is. */
function unwrapped(state: State, np: Np, model: ToolModel): { np: Np } | null {
  if (np.t !== 'noun' || np.owner !== null || np.pre.length > 0 || np.post.length !== 1) return null
  const word = np.head.words.at(-1)!
  if (model.args.some(arg => labelCost(arg, np.head, model) !== null)) return null
  const [post] = np.post
  if (post?.p === 'value') {
    const kind = { channel: /^(channel|room|chat)$/, email: /^(address|mailbox|inbox|email|mail)$/ }[
      post.value.v as 'channel' | 'email'
    ]
    return kind?.test(word) === true ? { np: { t: 'value', value: post.value, span: np.span } } : null
  }
  const isPlace = post?.p === 'prep' && ['in', 'on', 'of', 'from'].includes(post.prep)
  if (!isPlace || !audiences.has(word) || state.lexicon.entities.has(np.head.words.join(' '))) return null
  const place = post.np.t === 'value' ? post : unwrapped(state, post.np, model)
  return place?.np.t === 'value' && place.np.value.v === 'channel' ? { np: place.np } : null
}

/** Those who read what is posted where they are. */
const audiences = new Set(
  'guy team people everyone everybody folk colleague crowd crew person staff member all gang'.split(' '),
)

export function isConsumed(part: Part): boolean {
  return part.np.t === 'noun'
}

/** What the noun itself says: "a high priority ticket", "an internal reply", "the note "x"". */
export function presetsOf(part: Part, model: ToolModel): { arg: Argument; value: unknown }[] {
  if (!part.isObject || part.np.t !== 'noun') return []
  const found: { arg: Argument; value: unknown }[] = []
  for (const pre of part.np.pre) {
    if (pre.p === 'void' || pre.p === 'place' || (pre.p === 'count' && pre.count === 1)) continue
    if (pre.p !== 'adjective' || pre.not) return dead('what is made is not chosen')
    const arg = model.args.find(
      each =>
        each.type.k === 'text' &&
        each.type.values !== undefined &&
        valueSaidOf(each.type, pre.words) !== null,
    )
    const flag = model.args.find(each => each.type.k === 'bool' && each.words.includes(pre.words))
    if (arg !== undefined && arg.type.k === 'text')
      found.push({ arg, value: valueSaidOf(arg.type, pre.words) })
    else if (flag !== undefined) found.push({ arg: flag, value: true })
    else dead(`"${pre.words}" is not known here`)
  }
  return found
}

/** "approve the expense", "close the ticket": the verb is the value of an argument. */
export function setByVerb(
  state: State,
  call: Call,
  model: ToolModel,
  args: Map<Argument, unknown>,
  isOptional: boolean,
): void {
  const found = model.args.flatMap(arg => {
    if (arg.type.k !== 'text' || arg.type.values === undefined) return []
    const value = call.verb.lemmas
      .map(lemma => (arg.type.k === 'text' ? valueSaidOf(arg.type, lemma) : null))
      .find(each => each !== null)
    return value === null || value === undefined || args.has(arg) ? [] : [{ arg, value }]
  })
  if (isOptional && found.length === 0) return
  const { arg, value } = state.pick(found)
  args.set(arg, value)
}
