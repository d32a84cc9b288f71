// The words and numbers of a prompt, to hold against what a model made of them. Used by foundation.ts and
// founded-values.ts.
import { own } from '../own.ts'
import { lemmasOf } from '../planner/lattice/lemmas.ts'
import type { Span } from './quotes.ts'

export interface PromptWord {
  /** In lower case. */
  readonly text: string
  readonly lemmas: readonly string[]
  readonly span: Span
}

/** Words that ask for nothing by themselves. */
const light = new Set(
  (
    'a an the this that these those it its they them their he him his she her we us our ours i me my you your ' +
    'and or then also so to of in on at by for from with as into onto about over under up out off is are was ' +
    'were be been being am do does did have has had will would shall should can could may might must please ' +
    'kindly thanks thank hello hi dear want need like just now next first finally lastly afterwards after when ' +
    'which who whom whose what where there here each every all any some both such same own other one ones too'
  ).split(' '),
)
/** Words that turn a meaning round: never light. */
const turning = new Set(
  'not no never none except only unless before until without but instead otherwise nor neither'.split(' '),
)

const numberWords = new Map(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
    'seventeen eighteen nineteen twenty'
  )
    .split(' ')
    .map((word, number) => [word, number] as const),
)
const moreNumbers: Readonly<Record<string, number>> = {
  ...{ thirty: 30, forty: 40, fifty: 50, sixty: 60, ninety: 90, hundred: 100, thousand: 1_000 },
  ...{ million: 1_000_000, half: 0.5, twice: 2, dozen: 12, once: 1, single: 1, pair: 2, quarter: 0.25 },
}

export class PromptWords {
  readonly all: readonly PromptWord[]
  readonly prompt: string
  readonly text: string
  readonly #lemmas: ReadonlySet<string>
  readonly #numbers: ReadonlySet<number>

  constructor(prompt: string) {
    this.prompt = prompt
    this.all = wordsOf(prompt)
    this.text = prompt.toLowerCase().replace(/\s+/g, ' ')
    this.#lemmas = new Set(this.all.flatMap(({ text, lemmas }) => [text, ...lemmas]))
    this.#numbers = numbersIn(prompt, this.all)
  }

  /** Does the prompt have the word, in any form? */
  has(word: string): boolean {
    const lower = word.toLowerCase()
    return this.#lemmas.has(lower) || lemmasOf(lower).some(lemma => this.#lemmas.has(lemma))
  }

  /** Numbers of the prompt, and what they are in other units: seconds of minutes, shares of per cents. */
  hasNumber(number: number): boolean {
    if (this.#numbers.has(number)) return true
    if (!hasUnits.test(this.text)) return false
    return factors.some(
      factor => this.#numbers.has(round(number / factor)) || this.#numbers.has(round(number * factor)),
    )
  }
}

export function isLight({ text }: Pick<PromptWord, 'text'>): boolean {
  return light.has(text)
}

export function isTurning({ text }: Pick<PromptWord, 'text'>): boolean {
  return turning.has(text) || text.endsWith("n't")
}

export function wordsOf(text: string): readonly PromptWord[] {
  return [...text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu)].map(({ 0: found, index }) => {
    const lower = found.toLowerCase().replace('’', "'")
    const base = lower.replace(/'s$/, '')
    return { text: base, lemmas: lemmasOf(base), span: [index, index + found.length] as const }
  })
}

const hasUnits = /percent|per cent|%|second|minute|hour|day|week|\bk\b|\dk\b/
/** Thousands, per cents, and units of time. */
const factors = [60, 3_600, 86_400, 604_800, 100, 1_000, 60_000, 3_600_000, 86_400_000, 604_800_000, 24, 7]

/** What a number may have become: seconds of minutes, shares of per cents. */
export function inOtherUnits(number: number): readonly number[] {
  return factors.flatMap(factor => [round(number * factor), round(number / factor)])
}

function numbersIn(prompt: string, words: readonly PromptWord[]): ReadonlySet<number> {
  // "an hour" is one hour.
  const numbers = new Set([0, 1])
  for (const [digits] of prompt.matchAll(/\d+(?:[,'_]\d{3})*(?:\.\d+)?/g))
    numbers.add(Number(digits.replace(/[,'_]/g, '')))
  for (const { text } of words) {
    const number = numberWords.get(text) ?? own(moreNumbers, text)
    if (number !== undefined) numbers.add(number)
  }
  return numbers
}

function round(number: number): number {
  return Math.round(number * 1e9) / 1e9
}
