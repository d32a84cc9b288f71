// A value as an argument takes it: by its type, its kind of record, its form.
import type { NounTerm, Np } from '../../grammar/terms.ts'
import { singularOf } from '../../lattice/lemmas.ts'
import { commands } from '../../lexicon/commands.ts'
import type { Argument, ToolModel } from '../../lexicon/tool-model.ts'
import { isIdOf, wordsOf } from '../../lexicon/types.ts'
import { relationsNamed } from '../nouns/owners.ts'
import { isResult } from '../nouns/referents.ts'
import { argument, resolve, valueSaid } from '../nouns/resolve.ts'
import { dead, type State, type Val } from '../state.ts'
import {
  access,
  celOf,
  entityOf,
  fieldsNamed,
  idOf,
  isList,
  isUntold,
  itemType,
  matchCost,
  variableFor,
} from '../values.ts'
import { isLabelled, type Part } from './parts.ts'
import { labelCost, prepCost } from './place.ts'
import { isAddress, isContent, noText } from './texts.ts'

interface Fitted {
  readonly value: unknown
  readonly cost: number
}

/**
 * A value as an argument of the type that it has; lists are gone through unless the argument takes a list.
 */
export function fitted(state: State, model: ToolModel, part: Part, arg: Argument): Fitted {
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
      isIdOf(arg.ref, np.head.words.join(' ')) ||
      arg.description.toLowerCase().split(/\W+/).includes(np.head.words.at(-1)!)
    if (!isOwn) return dead(`${model.tool.name} takes no "${np.head.words.join(' ')}"`)
  }
  if (np.t === 'value') return fittedValue(state, np, arg, part)
  if (type.k === 'bool') return dead('no yes or no')
  const of = type.k === 'list' ? type.of : null
  const isOfAddresses = of?.k === 'text' && (of.format === 'email' || isAddress({ ...arg, type: of }))
  if (isOfAddresses && arg.isOwn === false) {
    // "Email each driver": one address of several that it could take. "The emails of all drivers" are many.
    const areTogether = areAddresses(np) || isOneWithMany(part)
    const val = resolve(state, np, !areTogether)
    if (isList(val)) return { value: argument(addressesOf(state, val, areTogether)), cost: 0 }
    const one = addressOf(state, val, { ...arg, type: of })
    return { ...one, value: [one.value] }
  }
  if (type.k === 'list') {
    const list = resolve(state, np)
    const isPart = np.t === 'noun' && (np.owner !== null || np.post.length > 0)
    // "Sum the amount of the result": each has one.
    if (list.type.k === 'any' && isPart && model?.tool.server === null) return dead('a list is needed')
    if (list.type.k === 'any' && list.cel !== null) return { value: argument(list), cost: 0.5 }
    // What a command does with a known list needs no tool of ours.
    const [verb] = model?.verbs ?? []
    const isCommand = model?.tool.server === null && verb !== undefined && commands.has(verb)
    if (isList(list) && !isCommand) return { value: argument(list), cost: 0 }
    return model?.tool.server === null ? dead('a list is needed') : { value: [argument(list)], cost: 1 }
  }
  if (arg.ref !== null) {
    const { entities } = state.lexicon
    const kinds = [arg.ref.noun, ...(arg.ref.also ?? [])].flatMap(noun => entities.get(noun)?.noun ?? [])
    if (isCalledBy(state, np, arg) && np.t === 'noun')
      return { value: state.prompt.slice(...np.span), cost: 1 }
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
    if (kinds.length > 0 ? !kinds.includes(own.noun) : !roles.includes(own.noun)) {
      // Of a deal where a customer is asked for: its customer.
      return dead(`a ${own.noun} is no ${arg.ref.role}`)
    }
    const id = val.id ?? idOf(state, val) ?? dead('no id')
    return { value: typeof val.literal === 'string' ? val.literal : { $: id }, cost: 0 }
  }
  // "The result" is one, whatever it holds.
  if (type.k === 'any' && isResult(np)) return { value: argument(resolve(state, np)), cost: 0 }
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
  // "The result as the text": as it is, where nobody knows that it is something else.
  if (type.k === 'text' && type.format === undefined && isResult(np) && isUntold(val))
    return { value: { $: `string(${celOf(state, val)})` }, cost: 0 }
  if (val.type.k === 'record' || val.type.k === 'bool') {
    // An argument that asks for a name or number by which the record is known.
    const own = entityOf(val)
    const field = own === null ? undefined : fieldsNamed(own, arg.words)[0]
    if (field !== undefined && field.cost <= 1 && own !== null)
      return { value: { $: access(celOf(state, val), field.field.name) }, cost: 2 }
    // What is known by its name is called by it.
    if (own?.key !== undefined && val.cel === null) return { value: { $: val.id! }, cost: 1 }
    return dead(noText)
  }
  if (isList(val)) {
    if (itemType(val).k === 'record' || (itemType(val).k === 'any' && entityOf(val) !== null))
      return dead(noText, np.span, isResult(np) ? 'BAD_ARGUMENT' : 'UNREAD_WORDS')
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

function isOfUrl({ words }: Argument): boolean {
  return /^(url|href|endpoint|webhook)$/.test(words.at(-1)!)
}

/** `inputs.feed`, `inputs.page_url`: what may hold an address; an order or a name does not. */
function isPlaceName(source: string): boolean {
  const last = wordsOf(source.split('.').at(-1)!).at(-1) ?? ''
  return /^(?:ur[il]|link|href|address|page|site|website|web|endpoint|webhook|hook|feed|api|host|path|target|source|location|file|document|image|download|resource|server|service|where|it|x|u)$/.test(
    last,
  )
}

function mentionsEach(np: Np): boolean {
  return (
    np.t === 'noun' &&
    (np.det === 'each' ||
      (np.owner !== null && mentionsEach(np.owner)) ||
      np.post.some(post => post.p === 'prep' && mentionsEach(post.np)))
  )
}

/** "the emails of all employees", of none of them by itself */
function areAddresses(np: Np): boolean {
  if (np.t !== 'noun' || mentionsEach(np)) return false
  return np.head.isPlural && /^(?:e-?mail|address)$/.test(singularOf(np.head.words.at(-1)!).singular)
}

/** "an event with all employees": one thing that all of them are part of. */
function isOneWithMany({ np, prep, label }: Part): boolean {
  return np.t === 'noun' && np.head.isPlural && !mentionsEach(np) && (prep === 'with' || label !== null)
}

/** Several addresses, where they are that, or those of several people. */
function addressesOf(state: State, list: Val, areTogether: boolean): Val {
  const of = itemType(list)
  const own = entityOf(list)?.fields.find(({ type }) => type.k === 'text' && type.format === 'email')
  if (areTogether && of.k === 'record' && own !== undefined) {
    const item = variableFor(state, list)
    const cel = `${celOf(state, list)}.map(${item}, ${access(item, own.name)})`
    return { cel, type: { k: 'list', of: own.type } }
  }
  const isEmail = list.hint?.includes('email') || (of.k === 'text' && of.format === 'email')
  return isEmail ? list : dead('to all of them, or one to each?')
}

/** The address of a person: their e-mail. */
function addressOf(state: State, val: Val, arg: Argument): Fitted {
  const own = entityOf(val)
  // A page is no mailbox: only what is called a URL is one, or what comes from outside.
  if (isOfUrl(arg)) {
    const isUrl =
      val.hint?.some(word => /^(url|link|href|website|endpoint|webhook|page)$/.test(word)) === true
    const isGiven = val.cel?.startsWith('inputs.') === true || state.isVariable(val.cel ?? '')
    if (own !== null || isList(val) || !(isUrl || isGiven)) dead('no URL')
    return { value: argument(val), cost: isUrl ? 0 : 1 }
  }
  if (isList(val)) return dead('an address is one')
  if (own !== null) {
    const isPhone = /\b(phone|mobile|telephone)\b/i.test(arg.description) && !/mail/i.test(arg.description)
    const field = isPhone
      ? own.fields.find(each => /^(phone|mobile|telephone)$/.test(each.words[0]!))
      : (own.fields.find(each => each.type.k === 'text' && each.type.format === 'email') ??
        own.fields.find(each => each.words.at(-1) === 'email'))
    if (field === undefined) return dead(`a ${own.noun} has no address`)
    return { value: { $: access(celOf(state, val), field.name) }, cost: 0 }
  }
  if (val.type.k === 'number' || val.type.k === 'bool') return dead('no address')
  if (val.address !== undefined) return { value: { $: val.address }, cost: 0 }
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
  if (val.hint?.at(-1) === 'name') return dead('a name is no address')
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

/** "restart mailer": what tools know by its name may be called by it. */
function isKnownByName({ lexicon }: State, { ref, isRequired }: Argument): boolean {
  return isRequired && ref !== null && lexicon.entities.get(ref.noun)?.key !== undefined
}

/** A word alone that may be the name. */
export function isCalledBy(state: State, np: Np, arg: Argument): boolean {
  return (
    np.t === 'noun' &&
    !np.head.isKnown &&
    np.det === null &&
    np.owner === null &&
    np.head.words.length === 1 &&
    np.pre.length + np.post.length === 0 &&
    isKnownByName(state, arg) &&
    isName(np.head.words[0]!)
  )
}

/**
 * "Greet Ada", "Greet Ada Lovelace": a name of somebody or something that nobody knows, written as such, for
 * what the tool must be told and calls a name. Null: it is none.
 */
export function properNameOf({ prompt, lexicon }: State, np: Np, arg: Argument): string | null {
  if (!arg.isRequired || arg.ref !== null || arg.type.k !== 'text') return null
  if (arg.type.values !== undefined || arg.type.format !== undefined || !named.test(arg.words.at(-1)!))
    return null
  if (np.t === 'noun' ? !isPlainName(np) : np.t !== 'value' || np.value.v !== 'word') return null
  const text = prompt.slice(...np.span).trim()
  const words = text.split(/\s+/)
  const isProper = (word: string) =>
    /^\p{Lu}[\p{L}\p{M}'’-]+$/u.test(word) && isName(word) && !lexicon.services.has(word.toLowerCase())
  return words.length <= 3 && words.every(isProper) ? text : null
}

function isPlainName({ head, det, owner, pre, post }: NounTerm): boolean {
  if (head.isKnown || det !== null || owner !== null || pre.length > 0) return false
  return post.every(each => each.p === 'value' && each.value.v === 'word')
}

const named =
  /^(?:name|person|who|whom|somebody|user|customer|guest|city|town|country|place|location|company|title)$/

/** A word that says when, how or how often is no name. */
function isName(word: string): boolean {
  return (
    /^[\p{L}][\p{L}\p{N}_-]+$/u.test(word) &&
    !/ly$|^(?:today|tonight|tomorrow|yesterday|soon|later|twice|thrice|often|always|never|maybe|perhaps|fast|hard|asap|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/i.test(
      word,
    )
  )
}

/** A value that is said as such: its form must fit the argument. */
export function fittedValue(
  state: State,
  np: Extract<Np, { t: 'value' }>,
  arg: Argument,
  part: Part,
): Fitted {
  const { value } = np
  const { type } = arg
  const isNamed = part.label !== null
  const item = type.k === 'list' ? type.of : type
  const wrap = (one: unknown, cost: number): Fitted => ({ value: type.k === 'list' ? [one] : one, cost })
  // "to S3", "with {{inputs.changes}}": no place on the web.
  if (isOfUrl(arg) && value.v === 'id') return dead('no URL')
  if (isOfUrl(arg) && value.v === 'hole' && part.prep !== null && !arg.intro.includes(part.prep) && !isNamed)
    return dead('no URL')
  if (isOfUrl(arg) && value.v === 'hole' && !isNamed && part.prep === null && !isPlaceName(value.source))
    return dead('no URL')
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
    case 'clock': {
      const isTime =
        /time|clock|hour/.test(arg.words.at(-1)!) || /\bHH:MM\b|time of day/i.test(arg.description)
      if (item.k !== 'text' || (item.format ?? '').startsWith('date')) return dead('no place for a time')
      return isTime ? wrap(value.text, 0) : isNamed ? wrap(value.text, 1) : dead('no place for a time')
    }
    case 'bool':
      return item.k === 'bool' ? wrap(value.value, 0) : dead('no yes or no')
    case 'id': {
      const example = /(?:example|e\.g\.|such as|like)\s+#?([A-Za-z]+[_-]?)\d/i.exec(arg.description)?.[1]
      const isLike = example !== undefined && value.text.startsWith(example)
      if (item.k !== 'text') return dead('no place for an id')
      if (arg.isOwn && !isNamed && !arg.intro.includes(part.prep ?? '')) return dead('a name is no value')
      if (arg.isOwn && isContent(arg) && !isNamed) return dead('a name is no text')
      if (isLike) return wrap(value.text, 0)
      if (arg.ref !== null) return wrap(value.text, example === undefined ? 1 : 3)
      if (item.format !== undefined && !isNamed) return dead('no place for an id')
      return wrap(value.text, isNamed ? 0 : 3)
    }
    case 'hole': {
      const val = resolve(state, np)
      const own = entityOf(val)
      const isIntroduced = part.prep !== null && arg.intro.includes(part.prep)
      // "attaching {{steps.report}}": what a step gave, as a whole.
      if (own !== null && isIntroduced && (type.k === 'list' || type.k === 'any'))
        return { value: argument(val), cost: 1.5 }
      if (own !== null)
        return fitted(state, null as never, { ...part, np: { t: 'pronoun', word: 'it', span: np.span } }, arg)
      const isSame = val.hint !== undefined && matchCost(arg, val.hint) !== null
      if (item.k === 'bool' && !isSame && !isNamed) return dead('no yes or no')
      // "Write the CSV file {{inputs.file}}": a file is no list of rows.
      if (
        type.k === 'list' &&
        arg.isOwn &&
        /^(?:file|text|page|document|body|csv)$/.test(val.hint?.at(-1) ?? '')
      )
        return dead('a file is no list')
      if (item.k === 'list' || type.k === 'list')
        return isSame || isNamed
          ? { value: argument(val), cost: 0 }
          : (arg.isOwn && arg.isRequired) ||
              arg.isObject ||
              (part.prep !== null && arg.intro.includes(part.prep))
            ? { value: argument(val), cost: 1.5 }
            : dead('no list')
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
      // `{{inputs.text}}` is rather for the text than for the body.
      const isNamesake = isSame && matchCost(arg, val.hint ?? []) === 0
      return {
        value: argument(val),
        cost: isNamesake || (isSame && !arg.isOwn) ? 0 : isSame ? 1 : isOther ? 2.5 : 1.5,
      }
    }
    case 'json':
      return type.k === 'any' || type.k === 'list' || isNamed
        ? { value: argument(valueSaid(state, value)), cost: 0 }
        : dead('no object')
    case 'word': {
      if (
        isContent(arg) &&
        !isNamed &&
        /^[a-z]/.test(value.text) &&
        !/^(tag|label|name|title)$/.test(arg.words.at(-1)!)
      )
        return dead('a word is no text')
      if (item.k !== 'text' || item.format !== undefined) return dead('a word is none')
      if (arg.ref !== null)
        return isKnownByName(state, arg) && isName(value.text) ? wrap(value.text, 1) : dead('a word is no id')
      // "in acme/shop": no word of the language, where the tool takes it.
      const isIntroduced = part.prep !== null && arg.intro.includes(part.prep)
      if (isIntroduced && /[/.]/.test(value.text) && fitsPattern(arg, value.text)) return wrap(value.text, 1)
      if (arg.isOwn && !fitsPattern(arg, value.text)) return dead('a word of another form')
      if (arg.isOwn && part.prep !== null && arg.intro.includes(part.prep)) return wrap(value.text, 1)
      return isNamed ? wrap(value.text, 1) : dead('a word is no value')
    }
    default: {
      const val = resolve(state, np)
      return item.k === 'text' || item.k === 'any' ? wrap(argument(val), 0.5) : dead('a text is none')
    }
  }
}

function fitsPattern({ schema }: Argument, value: string): boolean {
  const pattern = schema['pattern']
  return typeof pattern !== 'string' || new RegExp(pattern).test(value)
}
