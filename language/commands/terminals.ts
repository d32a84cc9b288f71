// The categories of the chat's grammar that are found by a function: names of workflows, ids, places in a
// list, statuses, times, verbs in the form of an order, and the rest of a message. Called by the chart.
import { isId } from '../../domain/ids.ts'
import type { Reading, Terminal } from '../planner/chart/chart.ts'
import type { Token } from '../planner/lattice/tokens.ts'
import { closed, numberWords, ordinals } from '../planner/lexicon/words.ts'
import type { WorkflowRef } from './command.ts'
import { type Names, nameBounds } from './names.ts'
import { orders, states, times } from './word-lists.ts'

export interface Said {
  readonly names: Names
  /** The whole message; tokens are of its beginning. */
  readonly text: string
}

type Find = Terminal<Said>
type Tokens = readonly Token[]

const none: readonly Reading[] = []
const one = (value: unknown, end: number, cost = 0): readonly Reading[] => [{ end, value, cost }]

/** The longest run of words that names fit, and every shorter one. */
const name: Find = (tokens, at, { names, text }) => {
  const token = tokens[at]
  if (token === undefined || token.kind === 'punct') return none
  if (isId('workflow', token.lower)) return one(refTo(token.text, [token.lower], 'exact'), at + 1)
  if (token.kind === 'quoted' || token.kind === 'code') {
    const found = names.find(token.text)
    return one(refTo(token.text, found?.ids ?? [], found?.fit ?? 'none'), at + 1, found === null ? 4 : 0)
  }
  const readings: Reading[] = []
  for (let end = at + 1; end <= Math.min(tokens.length, at + 2 * nameBounds.words); end++) {
    if (tokens[end - 1]!.kind === 'punct') continue
    const words = text.slice(token.start, tokens[end - 1]!.end)
    const found = names.find(words)
    if (found === null) break
    if (isTooLittle(tokens, at, end)) continue
    readings.push({ end, value: refTo(words, found.ids, found.fit), cost: costs[found.fit] })
  }
  return readings
}

const costs = { exact: 0, prefix: 1, near: 1.5, part: 3, none: 12 } as const

function refTo(said: string, ids: readonly string[], fit: keyof typeof costs): WorkflowRef {
  return { by: 'name', said: said.slice(0, 200), ids, fit }
}

/** "the", "it", "my": no name begins with them alone. */
function isTooLittle(tokens: Tokens, at: number, end: number): boolean {
  return tokens.slice(at, end).every(({ kind, lower }) => kind === 'word' && closed.has(lower))
}

/** Words that are no name: "run the weather report", where there is none. */
const other: Find = (tokens, at, { text, names }) => {
  const first = tokens[at]
  if (first?.kind !== 'word' || closed.has(first.lower) || beginsName(tokens, at, { text, names }))
    return none
  const readings: Reading[] = []
  for (let end = at + 1; end <= Math.min(tokens.length, at + 6); end++) {
    const token = tokens[end - 1]!
    if (!['word', 'id', 'number'].includes(token.kind)) break
    if (closed.has(token.lower) && !/^(?:of|for|in|the|a|an|to|and)$/.test(token.lower)) break
    if (closed.has(token.lower)) continue
    const words = text.slice(first.start, token.end)
    readings.push({ end, value: refTo(words, [], 'none'), cost: costs.none + 0.1 * (end - at) })
  }
  return readings
}

/** A name that is there, and words behind it that say something else: "order total tomorrow". */
function beginsName(tokens: Tokens, at: number, context: Said): boolean {
  return name(tokens, at, context).some(({ value }) => (value as { fit: string }).fit !== 'part')
}

/** All from here on, as it is written. A sign before it belongs to what stands before. */
const rest: Find = (tokens, at, { text }) => {
  const token = tokens[at]
  if (token === undefined || (token.kind === 'punct' && /^[:,/=]$/.test(token.text))) return none
  return one(text.slice(token.start).trim(), tokens.length)
}

/** What can only be a value, or the label of one: "5", `"a"`, `orders = ...`. */
const valuesFrom: Find = (tokens, at, context) => {
  const [token, next] = [tokens[at], tokens[at + 1]]
  if (token === undefined) return none
  const isValue = !['word', 'punct', 'channel'].includes(token.kind)
  const isLabel = token.kind === 'word' && /^(?:=|:)$/.test(next?.text ?? '')
  return isValue || isLabel ? rest(tokens, at, context) : none
}

const called: Find = (tokens, at, { text }) => {
  const first = tokens[at]
  if (first?.kind === 'quoted' || first?.kind === 'code') return one(first.text.trim().slice(0, 100), at + 1)
  const readings: Reading[] = []
  for (let end = at + 1; end <= Math.min(tokens.length, at + 8); end++) {
    if (!['word', 'id', 'number'].includes(tokens[end - 1]!.kind)) break
    readings.push({ end, value: text.slice(first!.start, tokens[end - 1]!.end), cost: 1 + 0.2 * (end - at) })
  }
  return readings
}

/** Words as they are written: "ran" and "cancelled" tell, they order nothing. */
function said(words: readonly string[]): Find {
  const phrases = Map.groupBy(
    words.map(each => each.split(' ')),
    ([first]) => first!,
  )
  return (tokens, at) => {
    const token = tokens[at]
    if (token?.kind !== 'word') return none
    const fit = (phrases.get(token.lower) ?? []).filter(phrase => isAt(tokens, at, phrase))
    return fit.map(phrase => ({ end: at + phrase.length, value: phrase.join(' '), cost: 0 }))
  }
}

function isAt(tokens: Tokens, at: number, phrase: readonly string[]): boolean {
  return phrase.every((word, index) => tokens[at + index]?.lower === word)
}

function valued<T>(entries: Readonly<Record<string, T>>): Find {
  const find = said(Object.keys(entries))
  return (tokens, at, context) =>
    find(tokens, at, context).map(reading => ({ ...reading, value: entries[reading.value as string] }))
}

function idOf(kind: 'execution' | 'approval'): Find {
  return (tokens, at) => (isId(kind, tokens[at]?.lower ?? '') ? one(tokens[at]!.lower, at + 1) : none)
}

const place: Find = (tokens, at) => {
  const lower = tokens[at]?.lower ?? ''
  if (tokens[at]?.kind !== 'word' && tokens[at]?.kind !== 'id') return none
  if (lower === 'last' || lower === 'latter') return one(-1, at + 1)
  const digits = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(lower)?.[1]
  const index = digits === undefined ? ordinals.indexOf(lower) : Number(digits)
  return index > 0 ? one(index, at + 1) : none
}

const count: Find = (tokens, at) => {
  const token = tokens[at]
  if (token?.kind === 'number' && Number.isInteger(token.number) && token.number! > 0 && token.number! < 100)
    return one(token.number, at + 1)
  const index = token?.kind === 'word' ? numberWords.indexOf(token.lower) : -1
  return index > 0 ? one(index, at + 1) : none
}

const orderTerminals: Readonly<Record<string, Find>> = Object.fromEntries(
  Object.entries(orders).map(([category, words]) => [category, said(words)]),
)

export const terminals: { readonly [category: string]: Find } = {
  NAME: name,
  OTHER: other,
  CALLED: called,
  REST: rest,
  VALUES: valuesFrom,
  EXECUTIONID: idOf('execution'),
  APPROVALID: idOf('approval'),
  ORDINAL: place,
  COUNT: count,
  STATE: valued(states),
  PERIOD: valued(times),
  ...orderTerminals,
}
