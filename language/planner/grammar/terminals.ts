// The categories that single tokens and the lexicon give: values, nouns, adjectives, verbs.

import { offeredName } from '../../../domain/tools/tool.ts'
import type { Reading, Terminal } from '../chart/chart.ts'
import { lemmasOf, singularOf } from '../lattice/lemmas.ts'
import type { Token } from '../lattice/tokens.ts'
import { commands, phrasalVerbs } from '../lexicon/commands.ts'
import type { Lexicon } from '../lexicon/tool-model.ts'
import { stemOf, wordsOf } from '../lexicon/types.ts'
import { closed, genericNouns, genericPhrases, measures, numberWords, ordinals } from '../lexicon/words.ts'
import type { Head, Value, Verb } from './terms.ts'

export interface Words {
  readonly lexicon: Lexicon
  /** Names that the author gave and loop variables: nouns from here on. */
  readonly names: ReadonlySet<string>
}

type Tokens = readonly Token[]
type Find = Terminal<Words>

function one(value: unknown, at: number, cost = 0): readonly Reading[] {
  return [{ end: at + 1, value, cost }]
}
const none: readonly Reading[] = []

function ofKind(kind: Token['kind'], make: (token: Token) => Value): Find {
  return (tokens, at) => (tokens[at]?.kind === kind ? one(make(tokens[at]!), at) : none)
}

function numberOf(token: Token): Value {
  return { v: 'number', number: token.number!, currency: token.currency ?? null, text: token.text }
}

/** S3 looks like an id and is a service. */
function isWordOr(token: Token, services: ReadonlySet<string>): boolean {
  return token.kind === 'word' || (token.kind === 'id' && services.has(token.lower))
}

const head: Find = (tokens, at, { lexicon, names }) => {
  const token = tokens[at]
  if (token === undefined || !isWordOr(token, lexicon.services)) return none
  const found: Reading[] = []
  const push = (
    words: readonly string[],
    count: number,
    isPlural: boolean,
    isKnown: boolean,
    cost: number,
  ) => {
    const value: Head = { words, isPlural, isKnown }
    found.push({ end: at + count, value, cost })
  }
  // A field written as programs write it: hoursOpen, owner_id. A name with capitals, WhatsApp, is none.
  if (/^[a-z][a-z\d]*(?:_|[a-z\d][A-Z])/.test(token.text)) push(wordsOf(token.text), 1, false, true, 0)
  // "the placed-on date" of `placed_on`.
  if (token.lower.includes('-')) {
    const parts = token.lower.split('-')
    for (const phrase of lexicon.nouns.get(parts[0]!) ?? [])
      if (phrase.join(' ') === parts.join(' ')) push(phrase, 1, false, true, 0)
  }
  const first = singularOf(token.lower)
  for (const key of new Set([token.lower, first.singular, ...token.lemmas, token.lower.replace(/s$/, '')])) {
    for (const phrase of lexicon.nouns.get(key) ?? []) {
      // An argument that is called "to" or "from" is named by its sign: "to: x".
      if (phrase.length === 1 && closed.has(token.lower) && !/^[:=]$/.test(tokens[at + 1]?.text ?? ''))
        continue
      const isPlural = pluralIfAt(tokens, at, phrase)
      const isMass = lexicon.masses.has(phrase.join(' '))
      // "open tickets" are those that are open, before they are a figure of that name.
      const last = singularOf(phrase.at(-1)!).singular
      const isThings = last !== phrase.at(-1) && lexicon.entities.has(last)
      if (isThings && phrase.length === 1) continue
      const isSaid = isThings && phrase.length === 2 && lexicon.enumWords.has(phrase[0]!)
      if (isPlural !== null) push(phrase, phrase.length, isPlural || isMass, true, isSaid ? 1 : 0)
    }
  }
  // "the email address", "the stock field": what kind of thing a field is may be said after it.
  for (const { end, value } of [...found]) {
    const kind = tokens[end]?.kind === 'word' ? singularOf(tokens[end]!.lower) : null
    const known = value as Head
    const isMoment = /^(at|on|until|from|by)$/.test(known.words.at(-1) ?? '')
    if (kind === null || !(kindWords.has(kind.singular) || (isMoment && momentWords.has(kind.singular))))
      continue
    if (!known.isPlural) push([...known.words, kind.singular], end - at + 1, kind.isPlural, true, 0)
  }
  // "the customer record" is the customer.
  for (const { end, value } of [...found]) {
    const { words: kind } = value as Head
    const next = tokens[end]?.kind === 'word' ? singularOf(tokens[end]!.lower) : null
    if (next?.singular !== 'record' || !lexicon.entities.has(kind.join(' '))) continue
    push(kind, end - at + 1, next.isPlural, true, 0)
  }
  for (const phrase of genericPhrases) {
    if (phrase[0] !== token.lower) continue
    const isPlural = pluralIfAt(tokens, at, phrase)
    if (isPlural !== null && !found.some(({ end }) => end === at + phrase.length))
      push(phrase, phrase.length, isPlural, true, 0)
  }
  if (found.some(({ end }) => end === at + 1)) return found
  // "the leads" are those whose status is lead.
  const { singular, isPlural: isMany } = singularOf(token.lower)
  if (isMany && !genericNouns.has(singular) && lexicon.enumWords.has(singular))
    push([singular], 1, true, true, 1)
  if (genericNouns.has(first.singular) || names.has(token.lower) || names.has(first.singular)) {
    const word = names.has(token.lower) ? token.lower : first.singular
    push([word], 1, first.isPlural, true, genericNouns.has(first.singular) ? 1 : 0)
  } else if (
    !closed.has(token.lower) &&
    !ordinals.includes(token.lower) &&
    !/^(last|final)$/.test(token.lower) &&
    /^[\p{L}][\p{L}\p{M}-]*$/u.test(token.text) &&
    !measures.has(token.lower)
  ) {
    push([first.singular], 1, first.isPlural, false, 6)
  }
  return found
}

const kindWords = new Set(['address', 'field', 'column', 'value', 'number'])
const momentWords = new Set(['date', 'day', 'time'])

/** Is the phrase here, its last word in the singular or the plural? Null: no. */
function pluralIfAt(tokens: Tokens, at: number, phrase: readonly string[]): boolean | null {
  let isPlural = false
  for (const [index, word] of phrase.entries()) {
    const token = tokens[at + index]
    if (token?.kind !== 'word' && token?.lower !== word) return null
    const isLast = index === phrase.length - 1
    if (token.lower === word) continue
    if (isLast && token.lower === `${word}s`) {
      isPlural = true
      continue
    }
    const { singular, isPlural: plural } = singularOf(token.lower)
    if (
      singular !== word &&
      !(singular === singularOf(word).singular) &&
      !(phrase.length > 1 && !isLast && stemOf(singular) === stemOf(word))
    )
      return null
    if (isLast) isPlural = plural
  }
  return isPlural
}

const adjective: Find = (tokens, at, { lexicon }) => {
  const found: Reading[] = []
  for (let count = 3; count >= 1; count--) {
    const words = wordsAt(tokens, at, count)
    if (words === null) continue
    const direct = [words, words.replaceAll('-', ' ')].find(each => lexicon.enumWords.has(each))
    if (direct !== undefined) found.push({ end: at + count, value: direct, cost: 0 })
    else if (count === 1) {
      const { singular, isPlural } = singularOf(words)
      // "the leads" are those whose status is lead.
      if (isPlural && lexicon.enumWords.has(singular)) found.push({ end: at + 1, value: singular, cost: 1 })
      else if (lexicon.adjectives.has(words)) found.push({ end: at + 1, value: words, cost: 0 })
      else if (negatedIn(words, lexicon) !== null) found.push({ end: at + 1, value: words, cost: 0 })
    }
  }
  return found
}

/** "unexcused", "non-billable", "inactive": what is not so, of what is true or false. */
export function negatedIn(word: string, { adjectives }: Pick<Lexicon, 'adjectives'>): string | null {
  const rest = /^(?:un|in|im|non-?)(\p{L}{3,})$/u.exec(word)?.[1] ?? ''
  return adjectives.has(rest) ? rest : null
}

function wordsAt(tokens: Tokens, at: number, count: number): string | null {
  let words = ''
  for (let index = at; index < at + count; index++) {
    const token = tokens[index]
    if (token === undefined || (token.kind !== 'word' && token.kind !== 'id')) return null
    words += (words === '' ? '' : ' ') + token.lower
  }
  return words
}

const verb: Find = (tokens, at, { lexicon }) => {
  const token = tokens[at]
  if (token === undefined || token.kind !== 'word' || /^(please|the|an?|of|to|and|or)$/.test(token.lower))
    return none
  const found: Reading[] = []
  for (const phrase of phrasalVerbs) {
    if (!token.lemmas.includes(phrase[0]!)) continue
    if (phrase.every((word, index) => index === 0 || tokens[at + index]?.lower === word)) {
      found.push({ end: at + phrase.length, value: { lemmas: [phrase.join(' ')] } satisfies Verb, cost: 0 })
    }
  }
  if (at === 0 && isFieldName(tokens, lexicon)) return found
  const lemmas = lemmasOf(token.lower).filter(
    lemma => commands.has(lemma) || lexicon.verbs.has(lemma) || lexicon.verbWords.has(lemma),
  )
  if (lemmas.length > 0) found.push({ end: at + 1, value: { lemmas } satisfies Verb, cost: 0 })
  return found
}

/** "Email addresses of ...": a thing, no order to send e-mails. */
function isFieldName(tokens: Tokens, { nouns }: Lexicon): boolean {
  const [first, second] = tokens
  if (first === undefined || second?.kind !== 'word') return false
  return kindWords.has(singularOf(second.lower).singular) && nouns.has(singularOf(first.lower).singular)
}

/** "assigned", "created", "tagged": any verb in a form that a participle has. */
const participle: Find = (tokens, at) => {
  const token = tokens[at]
  if (token?.kind !== 'word' || token.lower.length < 3 || closed.has(token.lower)) return none
  const isForm =
    /(ed|en|wn|ght|de|id|old|ent|ing|ung|pt|ft|elt)$/.test(token.lower) ||
    ['set', 'put', 'due', 'worth', 'born', 'cut', 'made', 'met', 'late', 'overdue'].includes(token.lower)
  // "the tag credit-checked": rather a name.
  return isForm ? one(token.lemmas, at, token.lower.includes('-') ? 2 : 0) : none
}

/** "pay", "agree": any verb in its base form. */
const deed: Find = (tokens, at) => {
  const token = tokens[at]
  return token?.kind === 'word' && !closed.has(token.lower) && /^[a-z]+$/.test(token.text)
    ? one(token.lemmas, at)
    : none
}

/**
 * Any word that may be a value by itself: a name, a code, a level. A word that means something here is none.
 */
const bare: Find = (tokens, at, { lexicon }) => {
  const token = tokens[at]
  if (token?.kind === 'word' && /^(?:Dr|Mr|Mrs|Ms|Prof)\.\s/.test(token.text))
    return one({ v: 'word', text: token.text } satisfies Value, at)
  if (token?.kind !== 'word') return none
  // Codes of countries that are words, too: US, IT, AT, BE.
  if (closed.has(token.lower))
    return /^(?:US|IT|AT|BE|IN|IS|ME|MY)$/.test(token.text)
      ? one({ v: 'word', text: token.text } satisfies Value, at, 3)
      : none
  if (genericNouns.has(singularOf(token.lower).singular)) return none
  if (lexicon.nouns.get(singularOf(token.lower).singular)?.some(phrase => phrase.length === 1)) return none
  if (
    measures.has(token.lower) ||
    /^(nothing|everything|anything|nobody|everybody|somebody)$/.test(token.lower)
  )
    return none
  return one({ v: 'word', text: token.text } satisfies Value, at, /^[A-Z]/.test(token.text) ? 2 : 5)
}

const count: Find = (tokens, at) => {
  const token = tokens[at]
  if (token?.kind === 'number' && Number.isInteger(token.number) && token.currency === undefined)
    return one(token.number, at)
  const index = token?.kind === 'word' ? numberWords.indexOf(token.lower) : -1
  return index > 0 ? one(index, at) : none
}

const ordinal: Find = (tokens, at) => {
  const token = tokens[at]
  const digits = /^(\d{1,2})(st|nd|rd|th)$/.exec(token?.lower ?? '')?.[1]
  const index = digits === undefined ? ordinals.indexOf(token?.lower ?? '') : Number(digits)
  return index > 0 ? one(index, at) : none
}

const superlative: Find = (tokens, at) => {
  const token = tokens[at]
  if (token?.kind !== 'word') return none
  const two = `${token.lower} ${tokens[at + 1]?.lower ?? ''}`
  if (measures.has(two)) return [{ end: at + 2, value: two, cost: 0 }]
  return measures.has(token.lower) ? one(token.lower, at) : none
}

const comparativeWord: Find = (tokens, at) => {
  const token = tokens[at]
  return token?.kind === 'word' ? one(token.lower, at) : none
}

/** A word of what is only told of, and not one that would restrict what is done. */
const toldWord: Find = (tokens, at, context) =>
  restricting.has(tokens[at]?.lower ?? '') || turning.has(tokens[at]?.lower ?? '')
    ? none
    : comparativeWord(tokens, at, context)

const turning = new Set(['not', 'no', 'never', 'without', 'all'])
const restricting = new Set([
  'only',
  'except',
  'unless',
  'if',
  'when',
  'before',
  'after',
  'otherwise',
  'else',
  'until',
  'but',
  'then',
])

/** A reason says something of somebody: "as very first step of all" is none. */
const finite =
  /^(is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|do|does|did|need|needs|want|wants|like|likes|\w+n't|\w+n’t)$/

/** "because the line is often busy ,": why, which restricts nothing. */
const reason: Find = (tokens, at) => {
  const isWhy = ['because', 'since', 'as'].includes(tokens[at]?.lower ?? '')
  let isClause = false
  const found: Reading[] = []
  for (let end = at; end < tokens.length && end - at < 20; end++) {
    const token = tokens[end]!
    if (token.kind !== 'word' && token.text !== ',') break
    if (restricting.has(token.lower)) break
    isClause ||= finite.test(token.lower)
    if (token.text !== ',' || end - at < 3) continue
    const isSo = tokens[end + 1]?.lower === 'so'
    if ((isWhy && (isClause || tokens[at]!.lower === 'because')) || isSo)
      return [{ end: end + 1 + Number(isSo), value: 'reason', cost: isWhy ? 0 : 1 }]
    break
  }
  return found
}

/** "..., because it cannot be undone": up to the end. */
const trailingReason: Find = (tokens, at) => {
  const first = tokens[at]?.lower ?? ''
  if (!['because', 'since'].includes(first) && !(first === 'so' && tokens[at + 1]?.lower === 'that'))
    return none
  for (let end = at; end <= tokens.length; end++) {
    const token = tokens[end]
    if (token === undefined || (token.kind === 'punct' && /[.!?]/.test(token.text)))
      return end - at > 2 ? [{ end, value: 'reason', cost: 0 }] : none
    if ((token.kind !== 'word' && token.text !== ',') || restricting.has(token.lower)) return none
    // What follows is no reason: ", and afterwards tag it".
    if (token.text === ',' && /^(and|or|afterwards|also|finally)$/.test(tokens[end + 1]?.lower ?? ''))
      return none
  }
  return none
}

/** The name of a tool: in backticks, or by itself where a tool is called so. */
const toolName: Find = (tokens, at, { lexicon }) => {
  const token = tokens[at]
  if (token?.kind === 'code') return one(token.text, at)
  if (token?.kind !== 'word' && token?.kind !== 'id') return none
  const { text } = token
  return lexicon.all.some(tool => tool.name === text || offeredName(tool) === text) ? one(text, at) : none
}

export const terminals: { readonly [category: string]: Find } = {
  QUOTED: ofKind('quoted', token => ({ v: 'text', text: token.text })),
  HOLE: ofKind('hole', token => ({ v: 'hole', source: token.text })),
  EMAIL: ofKind('email', token => ({ v: 'email', text: token.text })),
  URL: ofKind('url', token => ({ v: 'url', text: token.text })),
  CHANNEL: ofKind('channel', token => ({ v: 'channel', text: token.text })),
  DATE: ofKind('date', token => ({ v: 'date', text: token.text })),
  CODE: ofKind('code', token => ({ v: 'word', text: token.text })),
  JSON: ofKind('json', token => ({ v: 'json', text: token.text })),
  ID: ofKind('id', token => ({ v: 'id', text: token.text })),
  NUMBER: ofKind('number', numberOf),
  TIME: (tokens, at) => (tokens[at]?.kind === 'time' ? one(tokens[at]!.lower, at) : none),
  HEAD: head,
  ADJ: adjective,
  VERB: verb,
  PART: participle,
  DEED: deed,
  BARE: bare,
  COUNT: count,
  ORDINAL: ordinal,
  SUPER: superlative,
  ANYWORD: comparativeWord,
  TOLDWORD: toldWord,
  REASON: reason,
  TRAILINGREASON: trailingReason,
  TOOLNAME: toolName,
  NAMEWORD: (tokens, at) =>
    tokens[at]?.kind === 'word' && /^[A-Za-z_]\w*$/.test(tokens[at]!.text) ? one(tokens[at]!.text, at) : none,
}
