// What a message asks for, by its words alone: the chart of the embedded reader with the rules of the chat.
// Called by actors/chat/words/ for every message.
// 1. All words of the message are read, or it is no command. What is read in two ways that cost the same and
//    change something is none.
// 2. The work is bounded and counted, not timed.
import { Chart, grammarOf, type Reading } from '../planner/chart/chart.ts'
import { type Meter, TooMuch } from '../planner/chart/meter.ts'
import { type Token, tokensOf } from '../planner/lattice/tokens.ts'
import { closed } from '../planner/lexicon/words.ts'
import { type Command, isDeed } from './command.ts'
import { rules } from './grammar/rules.ts'
import { isSlip, type Names } from './names.ts'
import { plainTokens, withWord } from './sloppy.ts'
import { type Said, terminals } from './terminals.ts'
import { knownWords } from './word-lists.ts'

export const readingBounds = {
  /** Words and signs of a message that are looked at; a value may go on behind them. */
  tokens: 80,
  /** Characters that are looked at for words. */
  length: 2_000,
  /** In attempts of the chart. */
  work: 40_000,
  /** Words of a message in which slips are sought. */
  slips: 20,
  /** A beginning that costs more is not understood. */
  farFetched: 8,
} as const

export const grammar = grammarOf<Said>(rules, terminals)

export interface ReadMessage {
  /** Null: the message is no command. */
  readonly command: Command | null
  /** Of a message that is none: the beginning that would be one, and what follows. */
  readonly partly: { readonly command: Command; readonly said: string; readonly rest: string } | null
}

/** What means nothing by itself is no beginning of anything. */
const replies: ReadonlySet<string> = new Set(['yes', 'no', 'place', 'leave', 'greeting', 'thanks', 'refrain'])

const unread: ReadMessage = { command: null, partly: null }

/** @param meter what the reading may cost */
export function readMessage(
  text: string,
  names: Names,
  meter: Meter = { work: 0, limit: readingBounds.work },
): ReadMessage {
  const tokens = tokensIn(text)
  if (tokens.length === 0) return unread
  try {
    const read = readTokens(tokens, text, names, meter)
    if (read.command !== null) return read
    const mended = mend(tokens, names)
    const other = mended === null ? null : readTokens(mended, text, names, meter).command
    return { ...read, command: other && doubted(other) }
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return unread
  }
}

/** @returns null: the message is no command */
export function readCommand(text: string, names: Names): Command | null {
  return readMessage(text, names).command
}

function readTokens(tokens: readonly Token[], text: string, names: Names, meter: Meter): ReadMessage {
  const chart = new Chart<Said>(grammar, tokens, { names, text }, meter)
  const readings = chart.read('MESSAGE', 0) as readonly Reading<Command>[]
  const whole = readings.filter(({ end }) => end === tokens.length)
  if (whole.length > 0) return { command: chosen(whole), partly: null }
  const [longest] = readings
    .filter(({ cost, value }) => cost < readingBounds.farFetched && !replies.has(value.type))
    .sort((a, b) => b.end - a.end || a.cost - b.cost)
  if (longest === undefined) return unread
  const { end, value: command } = longest
  const said = text.slice(tokens[0]!.start, tokens[end - 1]!.end)
  return { command: null, partly: { command, said, rest: text.slice(tokens[end]!.start).trim() } }
}

function tokensIn(text: string): readonly Token[] {
  return plainTokens(tokensOf(text.slice(0, readingBounds.length)).slice(0, readingBounds.tokens))
}

/** The cheapest. Beside another deed that costs the same there is none. */
function chosen(readings: readonly Reading<Command>[]): Command | null {
  const [first, second] = readings
  if (first === undefined) return null
  const isEven = second !== undefined && second.cost === first.cost
  return isEven && isDeed(first.value) && isDeed(second.value) ? null : first.value
}

/** With the words that slips of the keyboard stand for; null: there is none, or it may be several words. */
function mend(tokens: readonly Token[], names: Names): readonly Token[] | null {
  if (tokens.length > readingBounds.slips) return null
  const mended = tokens.map(token => (isStrange(token, names) ? mendedWord(token) : token))
  return mended.some((token, index) => token !== tokens[index]) ? mended : null
}

const vocabulary = [...new Set([...grammar.words, ...knownWords])].filter(word => /^[a-z]{4,}$/.test(word))

function isStrange({ kind, lower, lemmas }: Token, names: Names): boolean {
  const isKnown = closed.has(lower) || lemmas.some(word => grammar.words.has(word) || knownWords.has(word))
  return kind === 'word' && lower.length >= 4 && !isKnown && names.find(lower) === null
}

function mendedWord(token: Token): Token {
  const near = vocabulary.filter(word => isSlip(token.lower, word))
  return near.length === 1 ? withWord(token, near[0]!) : token
}

/** A deed with a slip in it waits for a yes. */
function doubted(command: Command): Command | null {
  if (isDeed(command)) return { type: 'wonder', deed: command }
  return ['yes', 'no', 'place', 'leave'].includes(command.type) ? null : command
}
