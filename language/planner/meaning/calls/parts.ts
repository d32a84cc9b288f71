// The parts of a clause that give arguments.
import type { Complement, Head, NounTerm, Np, Post, Pred, Value } from '../../grammar/terms.ts'
import type { Argument, ToolModel } from '../../lexicon/tool-model.ts'
import { isIdOf } from '../../lexicon/types.ts'
import { isAllOfOne } from '../nouns/noun.ts'
import { dead, type State } from '../state.ts'
import { valueSaidOf } from '../values.ts'
import { labelCost } from './place.ts'
import { knownBy, markedAs, measuredIn, saidAgain } from './rewordings.ts'
import { type Call, isMeantBy } from './tools.ts'

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
    const isHeldOff = prep !== null && /^(?:without|until|before|after)$/.test(prep)
    if (isHeldOff && (isLabelled(np) || isPointed(np))) return dead(`"${prep}" a text`, np.span)
    if (np.t === 'list' && np.join === 'and' && np.items.every(isLabelled)) {
      // "an e-mail blorfing the subject "a" and the body "b"": a verb that nobody knows would get lost.
      if (label !== null && !/^(?:contain|have|carry|bear|include|hold|use)$/.test(label.words.join(' ')))
        return dead(`"${label.words.join(' ')}" is not known here`, np.span)
      for (const item of np.items) push(item, prep)
      return
    }
    if (np.t === 'noun' && isAllOfOne(np)) return dead('all of one thing?', np.span)
    // "on GitHub", "search Jira": the service, which the tool is of.
    const service = label === null ? serviceOf(state, np) : null
    if (service !== null) {
      if (!model.services.includes(service)) return dead(`${model.tool.name} is not of ${service}`)
      if (prep === null) parts.push({ prep: null, label: null, np, isSaid: false, isObject: true })
      if (np.t === 'noun') for (const post of np.post) pushPost(post)
      return
    }
    // "mark it as excused", "as not paid": yes or no to what the tool asks.
    const marked = label === null && prep === 'as' ? markedAs(np, model) : null
    if (marked !== null) {
      parts.push(marked)
      return
    }
    // "a letter to the parents of the pupil": whom it goes to, is known by the pupil.
    const isOwned = np.t === 'noun' && np.owner !== null
    const known = label === null && (prep !== null || isOwned) ? knownBy(state, np, model) : null
    if (known === 'all') return
    if (known !== null) return push(known, 'for')
    const plain = unwrapped(state, np, model)
    if (plain !== null) {
      push(plain.np, prep, label, isSaid)
      return
    }
    // "post this: "Hi"": what follows.
    if (label === null && isAnnounced(np) && call.parts.some(part => part.a === 'text')) return
    // "with links": yes to what the tool asks.
    const flag = label === null && prep === 'with' ? flagIn(np, model) : null
    if (flag !== null) {
      const yes: Np = { t: 'value', value: { v: 'bool', value: true }, span: np.span }
      parts.push({
        prep: 'flag',
        isSaid: false,
        label: { words: flag.words, isPlural: false, isKnown: true },
        np: yes,
      })
      return
    }
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
      const required = model.args.filter(({ isRequired }) => isRequired)
      const isText = np.post.some(post => post.p === 'value' && post.value.v === 'text')
      const named =
        model.args.find(({ intro }) => intro.includes(head)) ??
        (isText && required.length === 1 && required[0]!.intro.length > 0 ? required[0] : undefined)
      const code = model.args.find(arg => labelCost(arg, np.head, model) === 0)
      for (const post of np.post)
        if (post.p === 'value' && code !== undefined && isCode(post.value))
          parts.push({
            ...{ prep: null, label: np.head, isSaid: false },
            np: { t: 'value', value: post.value, span: np.span },
          })
        else if (post.p === 'value' && named !== undefined && post.value.v !== 'word')
          parts.push({
            ...{ prep: null, isSaid: false },
            label: {
              words: named.intro.includes(head) ? [head] : named.words,
              isPlural: false,
              isKnown: true,
            },
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
    // "a uuid identifier": a value of an argument, and what is made.
    const kind = label === null && prep === null ? kindIn(np, model) : null
    if (kind !== null) {
      parts.push({ prep: null, label: null, np: kind, isSaid: false, isObject: true })
      return
    }
    // "the customer with id 7": the object, which its id follows.
    if (
      label === null &&
      prep === null &&
      np.t === 'noun' &&
      np.owner === null &&
      np.post.length === 0 &&
      isPlain(np) &&
      model.args.some(arg => isIdOf(arg.ref, np.head.words.join(' ')) && isLabelledBy(call, arg, model))
    ) {
      parts.push({ prep: null, label: null, np, isSaid: false, isObject: true })
      return
    }
    const measured = label === null && prep !== 'to' ? measuredIn(state, np, model) : null
    if (measured !== null) {
      for (const post of np.t === 'noun' ? np.post : []) pushPost(post)
      parts.push(measured)
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
    const again = label === null ? saidAgain(state, np) : null
    if (again !== null) {
      parts.push({ prep, label, np: again, isSaid })
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
    } else if (isSince(post, model)) push(post.pred.right, 'since')
    else if (post.p === 'written' && separatorIn(post, model) !== null) parts.push(separatorIn(post, model)!)
    else if (isNamedPost(post) && post.pred.pred.c === 'is')
      push(post.pred.pred.right, 'as', { words: [calledIn(post, model)], isPlural: false, isKnown: true })
    else if (post.p === 'where' && post.pred.c === 'part' && post.pred.np !== null)
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
  for (const part of joinedNouns(call.parts, model)) {
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

/** "the tag credit-checked": no word of the language. */
function isCode(value: Value): boolean {
  return value.v === 'word' && /^[a-z0-9]+(?:[-_][a-z0-9]+)+$/.test(value.text)
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

type Since = { readonly p: 'where'; readonly pred: Extract<Pred, { c: 'compare' }> }

/** "since {{inputs.last}}", where the tool takes it so. */
function isSince(post: Post, model: ToolModel): post is Since {
  return (
    post.p === 'where' &&
    post.pred.c === 'compare' &&
    post.pred.op === '>=' &&
    model.args.some(({ intro }) => intro.includes('since'))
  )
}

type Named = { readonly p: 'where'; readonly pred: Extract<Pred, { c: 'whose' }> }

/** "named "orders.csv"" */
function isNamedPost(post: Post): post is Named {
  return (
    post.p === 'where' &&
    post.pred.c === 'whose' &&
    post.pred.field.t === 'noun' &&
    /^(name|title)$/.test(post.pred.field.head.words.join(' '))
  )
}

/** By the word that the tool says, "called" or "named"; else by its name. */
function calledIn({ pred }: Named, { args }: ToolModel): string {
  const isTitle = pred.field.t === 'noun' && pred.field.head.words[0] === 'title'
  const words = isTitle ? ['titled'] : ['named', 'called']
  return words.find(word => args.some(({ intro }) => intro.includes(word))) ?? (isTitle ? 'title' : 'name')
}

/** "delimited by semicolons", of a tool that takes the sign. */
function separatorIn(post: Extract<Post, { p: 'written' }>, model: ToolModel): Part | null {
  if (typeof post.how !== 'object' || !('join' in post.how)) return null
  const sign = post.how.join.trim()
  const arg = model.args.find(({ intro }) => intro.includes('delimited by'))
  const known = arg?.type.k === 'text' ? [...(arg.type.said?.values() ?? [])] : []
  if (arg === undefined || !known.includes(sign)) return null
  const np: Np = { t: 'value', value: { v: 'text', text: sign }, span: [0, 0] }
  return { prep: null, isSaid: false, label: { words: arg.words, isPlural: false, isKnown: true }, np }
}

function flagIn(np: Np, model: ToolModel): Argument | null {
  if (np.t !== 'noun' || np.det !== null || np.owner !== null || np.pre.length + np.post.length > 0)
    return null
  const said = [np.head.words.join(' '), `${np.head.words.join(' ')}s`]
  return (
    model.args.find(({ type, intro }) => type.k === 'bool' && said.some(word => intro.includes(word))) ?? null
  )
}

/** "the API endpoint": two nouns of the words of the tool are one. */
function joinedNouns(parts: readonly Complement[], model: ToolModel): readonly Complement[] {
  const joined: Complement[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    const whole = before?.a === 'np' && part.a === 'np' ? joinedNoun(before.np, part.np, model) : null
    if (whole === null) joined.push(part)
    else joined[joined.length - 1] = { a: 'np', np: whole }
  }
  return joined
}

function joinedNoun(a: Np, b: Np, model: ToolModel): NounTerm | null {
  // "the file {{inputs.pdf}}": the value is the file's.
  const isBeside =
    a.t === 'noun' &&
    b.t === 'value' &&
    isPlain(a) &&
    a.owner === null &&
    a.post.length === 0 &&
    model.args.some(({ intro }) => intro.includes(a.head.words.join(' ')))
  if (isBeside) return { ...a, post: [{ p: 'value', value: b.value }], span: [a.span[0], b.span[1]] }
  if (a.t !== 'noun' || b.t !== 'noun' || a.det === null || b.det !== null || a.owner !== null) return null
  if (b.owner !== null || a.post.length + b.pre.length > 0) return null
  const words = [...a.head.words, ...b.head.words]
  if (!isWorded(model)) return null
  if (!words.every(word => isWordOf(word, model))) return null
  return { ...a, head: { ...b.head, words }, post: b.post, span: [a.span[0], b.span[1]] }
}

/** "an Excel file": a word of the tool says what kind of file it is. */
function isFileOf({ head, pre }: NounTerm, model: ToolModel): boolean {
  const kinds = pre.flatMap(each => (each.p === 'adjective' ? [each.words] : []))
  return head.words.join(' ') === 'file' && kinds.length > 0 && kinds.every(each => isWordOf(each, model))
}

/** Its author says how the arguments are introduced. */
function isWorded({ args }: ToolModel): boolean {
  return args.some(({ intro }) => intro.length > 0)
}

function isWordOf(word: string, model: ToolModel): boolean {
  const said = [
    ...model.nouns,
    ...model.verbs,
    ...model.tool.keywords,
    ...model.args.flatMap(({ intro }) => intro),
  ]
  return said.some(each => each.split(' ').includes(word))
}

/** The noun without the word before it, which becomes an adjective of it. */
function kindIn(np: Np, model: ToolModel): NounTerm | null {
  if (np.t !== 'noun' || np.head.words.length < 2 || model.tool.server !== null) return null
  const words = np.head.words.slice(0, -1).join(' ')
  const head = { ...np.head, words: np.head.words.slice(-1) }
  const isValue = model.args.some(({ type }) => type.k === 'text' && type.said?.has(words))
  return isValue && model.nouns.has(head.words[0]!)
    ? { ...np, head, pre: [...np.pre, { p: 'adjective', words }] }
    : null
}

function isLabelledBy(call: Call, arg: Argument, model: ToolModel): boolean {
  return call.parts.some(
    part =>
      part.a === 'label' && part.name.words.at(-1) === 'id' && labelCost(arg, part.name, model) !== null,
  )
}

/** Nothing is said of it that restricts it. */
function isPlain({ det, pre }: NounTerm): boolean {
  return (det === null || det === 'the' || det === 'a') && pre.every(({ p }) => p === 'void')
}

function isObjectNoun(np: NounTerm, model: ToolModel): boolean {
  const word = np.head.words.join(' ')
  // Authors who say how their arguments are introduced say all the words of their tool.
  const isJoined =
    np.head.words.length > 1 &&
    isWorded(model) &&
    np.head.words.every(each => isWordOf(each, model)) &&
    !model.args.some(({ intro }) => intro.includes(np.head.words.at(-1)!) && np.post.length > 0)
  // "a DELETE" is what is to be done, no name of the thing.
  if (model.args.some(({ type }) => type.k === 'text' && type.said?.has(word))) return false
  // "the spreadsheet" of a tool that reads a spreadsheet file.
  const isFile = isWorded(model) && model.nouns.has(`${word} file`)
  const isOwn = isJoined || isFile || isFileOf(np, model) || [...model.nouns].some(noun => noun === word)
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
/** "without this message: "Hi"" would be posted with it. */
function isPointed(np: Np): boolean {
  return isAnnounced(np) || (np.t === 'noun' && np.det === 'these')
}

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
    const flag = model.args.find(
      each =>
        each.type.k === 'bool' &&
        (isWorded(model) ? each.words.join(' ') === pre.words : each.words.includes(pre.words)),
    )
    if (flag === undefined && isFileOf(part.np, model)) continue
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
      .map(lemma => {
        const said = arg.type.k === 'text' ? valueSaidOf(arg.type, lemma) : null
        return isMeantBy(lemma, said) ? said : null
      })
      .find(each => each !== null)
    return value === null || value === undefined || args.has(arg) ? [] : [{ arg, value }]
  })
  if (isOptional && found.length === 0) return
  const { arg, value } = state.pick(found)
  args.set(arg, value)
}
