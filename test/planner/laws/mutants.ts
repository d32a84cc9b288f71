// Mutants of prompts that read: one word dropped, doubled, exchanged with its neighbour, replaced by a word
// that nobody knows, or a word that restricts put in. A mutant whose plan is that of its prompt shows a word
// that the reader passed over. mutants.long.ts tries some hundreds, run.ts as many as one likes; a seed gives
// the same mutants again.

import type { HubTool } from '../../../domain/tools/tool.ts'
import { plan } from '../../../language/planner/planner.ts'
import { findDomains, type PromptDomain } from '../corpus/prompts.ts'
import { findWritings } from '../corpus/sentences.ts'
import { openShop } from '../corpus/shop.ts'

export interface Original {
  readonly id: string
  readonly prompt: string
  readonly tools: readonly HubTool[]
  readonly plan: string
}

export interface Mutant {
  readonly original: Original
  readonly change: 'dropped' | 'doubled' | 'exchanged' | 'replaced' | 'inserted'
  /** What was dropped, doubled, put in: in lower case. */
  readonly word: string
  readonly prompt: string
}

/** Words that restrict or turn round: with one of them more or less a plan is another one, or none. */
export const restricting = ['not', 'except', 'only', 'unless', 'before', 'never', 'without'] as const
const inserted = [...restricting, 'all', 'but'] as const
const unknownWord = 'blorfing'

/** Words that a prompt may have or not: courtesy, articles, the order that the list has anyway. */
const meaningless = new Set(
  `a an the please kindly could can would will you i we want need to like have should shall must
 hi hello hey there thanks thank cheers lot much very so advance best kind regards dear team all everybody
 then next first firstly finally lastly after that afterwards also too now just simply again and here
 our my your us me for let's lets step of it is are be been being do does this these those`.split(/\s+/),
)

/**
 * Of which development prompts there are plans.
 * @param most how many at most, spread over the domains
 */
export async function originals(most: number): Promise<readonly Original[]> {
  const corpus = findDomains([]).filter(({ slug }) => ['crm', 'finance', 'helpdesk'].includes(slug))
  const writers = ['dev', 'ines', 'kofi', 'leo', 'mark', 'olga', 'ruth', 'tom', 'yuki', 'zara']
  const domains = [...corpus, ...findWritings({ writers })]
  const share = Math.ceil(most / domains.length)
  return (await Promise.all(domains.map(domain => readable(domain, share)))).flat().slice(0, most)
}

/** @param most how many; they are looked for all over the domain's prompts */
async function readable(domain: PromptDomain, most: number): Promise<readonly Original[]> {
  const shop = await openShop(domain)
  const { tools } = shop
  await shop.hub.close()
  const candidates = domain.prompts.filter(({ expect, prompt }) => expect === 'do' && prompt.length < 300)
  const found: Original[] = []
  for (let tried = 0; tried < candidates.length && found.length < most; tried++) {
    const { id, prompt } = candidates[(tried * stride) % candidates.length]!
    const made = planOf(prompt, tools)
    if (made !== null && !found.some(each => each.prompt === prompt))
      found.push({ id, prompt, tools, plan: made })
  }
  return found
}

/** A prime that divides no number of prompts. */
const stride = 211

/** What a prompt does, without the words that only tell of it; null: it is refused. */
export function planOf(prompt: string, tools: readonly HubTool[]): string | null {
  const compiled = plan(prompt, tools)
  if (compiled.diagnostics.some(({ severity }) => severity === 'error')) return null
  const words = (key: string, value: unknown) =>
    key === 'title' || key === 'span' || (key === 'message' && /^Approve/.test(String(value)))
      ? undefined
      : value
  return JSON.stringify([compiled.plan.steps, compiled.schedule], words)
}

/** @param seed of a generator: the same mutants for the same seed */
export function* mutantsOf(all: readonly Original[], count: number, seed: number): Generator<Mutant> {
  const random = generator(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const changes = ['dropped', 'doubled', 'exchanged', 'replaced', 'inserted', 'inserted'] as const
  for (let made = 0; made < count; ) {
    const original = all[made % all.length]!
    const words = wordsIn(original.prompt)
    const mutant = changed(
      original,
      words,
      pick(changes),
      Math.floor(random() * words.length),
      pick(inserted),
    )
    made += 1
    if (mutant !== null) yield mutant
  }
}

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Words outside of quotes, placeholders and code. */
function wordsIn(prompt: string): readonly Word[] {
  const pattern =
    /"[^"]*"|“[^”]*”|\{\{[^}]*\}\}|`[^`]*`|\S+@\S+|https?:\S+|[\p{L}][\p{L}\p{M}'’-]*(?![\w@])/gu
  return [...prompt.matchAll(pattern)]
    .filter(([text]) => /^\p{L}[\p{L}\p{M}'’-]*$/u.test(text))
    .map(match => ({ text: match[0], start: match.index, end: match.index + match[0].length }))
}

function changed(
  original: Original,
  words: readonly Word[],
  change: Mutant['change'],
  at: number,
  more: string,
): Mutant | null {
  const { prompt } = original
  const word = words[at]
  if (word === undefined) return null
  const before = prompt.slice(0, word.start)
  const after = prompt.slice(word.end)
  const made = (text: string, of = word.text): Mutant => ({
    original,
    change,
    word: of.toLowerCase(),
    prompt: text,
  })
  switch (change) {
    case 'dropped':
      return made(before + after.replace(/^\s/, ''))
    case 'doubled':
      return made(`${before}${word.text} ${word.text}${after}`)
    case 'replaced':
      return made(before + unknownWord + after)
    case 'inserted':
      return made(`${before}${more} ${word.text}${after}`, more)
    case 'exchanged': {
      const next = words[at + 1]
      if (next === undefined || prompt.slice(word.end, next.start) !== ' ') return null
      return made(`${before}${next.text} ${word.text}${prompt.slice(next.end)}`, `${word.text} ${next.text}`)
    }
  }
}

/**
 * May this mutant mean what its prompt means? Nouns that only say what kind a thing is, prepositions and the
 * verbs
 * of getting may be left out, as people do; a word that decides what is done, and to which of all, may not.
 */
export function mayMeanTheSame({ original, change, word, prompt }: Mutant): boolean {
  if (isReason(original.prompt, prompt)) return true
  switch (change) {
    case 'replaced':
      return false
    case 'inserted':
      // "get only the paid ones" is "get the paid ones".
      return (
        isAllAnyway(word, prompt) ||
        (word === 'only' && !/\b(?:the|an?|its|their|that|each) only\b/i.test(prompt))
      )
    case 'doubled':
      return meaningless.has(word)
    case 'dropped':
      // "only if" is "if".
      return !isDeciding(word, original) || isIdleThere(word, original.prompt, prompt)
    case 'exchanged':
      return (
        // "Return only those" is "return those only".
        /^(?:need only|only need|only rows|only those|those only|only for|for only)$/.test(word) ||
        !word.split(' ').some(each => (restricting as readonly string[]).includes(each))
      )
  }
}

/** Only why something is done was changed: "because that is what the customer reported". */
function isReason(original: string, prompt: string): boolean {
  const without = (text: string) => text.replace(/\bbecause\b[^.;:,!?]*/gi, 'because')
  return without(original) === without(prompt)
}

/**
 * Deciding words that decide nothing where they stand: "only if" is "if", "I only need" is "I need", "loop
 * over" is "loop", "after" at the end of a clause is an adverb of order; a balance is open where no other
 * balance is.
 */
function isIdleThere(word: string, original: string, left: string): boolean {
  switch (word) {
    case 'only':
      return /\bonly (?:if|when|the|need|after)\b|\b(?:need|keep) only\b/i.test(original)
    case 'more':
    case 'else':
      return /\b(?:nothing (?:more|else)|else,? nothing)\b/i.test(original)
    case 'over':
      return /\b(?:loop|go|run|iterate) over\b/i.test(original) && !/\bover\b/i.test(left)
    case 'after':
      return /\bafter\s*[.!]?\s*$/i.test(original)
    case 'open':
      return /\bopen balances?\b/i.test(original)
    default:
      return false
  }
}

/**
 * "All" and "but" that provably change nothing. A plural means all of them anyway ("all the hours"), "the
 * whole of" one thing is that thing ("all the amount"), letters that are lower case all are; "but" joins what
 * follows as "and" does ("on success but nothing more": nothing is done in either).
 */
function isAllAnyway(word: string, prompt: string): boolean {
  if (word === 'but') return /\bbut (?:nothing|only|if)\b/i.test(prompt)
  return (
    word === 'all' &&
    (/\ball (?:\w+ ){0,2}?\w*[a-rt-z]s(?![a-z])/.test(prompt) ||
      /\ball (?:the|lower case|upper case|else)\b/i.test(prompt))
  )
}

const deciding = new Set(
  `not no never except excluding only unless before without otherwise else or nor neither
 more less fewer over under above below least most exactly between after since until
 largest biggest smallest highest lowest oldest newest latest cheapest first last second third
 descending ascending parallel approve approval twice times`.split(/\s+/),
)

/** A word that compares, restricts or turns round, or that is a value of an argument or field. */
function isDeciding(word: string, { tools }: Original): boolean {
  return (
    deciding.has(word) || tools.some(tool => tool.server !== null && valuesIn(tool.inputSchema).has(word))
  )
}

const values = new WeakMap<object, ReadonlySet<string>>()

function valuesIn(schema: object): ReadonlySet<string> {
  let found = values.get(schema)
  if (found === undefined) {
    const lists = [...JSON.stringify(schema).matchAll(/"enum":(\[[^\]]*\])/g)].flatMap(([, list]) =>
      JSON.parse(list!),
    )
    values.set(schema, (found = new Set(lists.map(String))))
  }
  return found
}

/** mulberry32 */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
