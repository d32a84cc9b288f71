// What a message asks for, by its words alone: the chart of the embedded reader with the rules of the chat.
// Called by actors/chat/words/ for every message.
// 1. All words of the message are read, or it is no command. What is read in two ways that cost the same and
//    change something is none.
// 2. The work is bounded and counted, not timed.
import { Chart, grammarOf, type Reading } from '../../planner/chart/chart.ts'
import { TooMuch } from '../../planner/chart/meter.ts'
import { type Token, tokensOf } from '../../planner/lattice/tokens.ts'
import { type Command, isDeed } from './command.ts'
import { rules } from './grammar/rules.ts'
import type { Names } from './names.ts'
import { type Said, terminals } from './terminals.ts'

export const readingBounds = {
  /** Words and signs of a message that are looked at; a value may go on behind them. */
  tokens: 80,
  /** Characters that are looked at for words. */
  length: 2_000,
  /** In attempts of the chart. */
  work: 40_000,
} as const

export const grammar = grammarOf<Said>(rules, terminals)

/** @returns null: the message is no command */
export function readCommand(text: string, names: Names): Command | null {
  const tokens = tokensIn(text)
  if (tokens.length === 0) return null
  const chart = new Chart<Said>(grammar, tokens, { names, text }, { work: 0, limit: readingBounds.work })
  try {
    const readings = chart.read('MESSAGE', 0).filter(({ end }) => end === tokens.length)
    return chosen(readings as readonly Reading<Command>[])
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    return null
  }
}

function tokensIn(text: string): readonly Token[] {
  return tokensOf(text.slice(0, readingBounds.length)).slice(0, readingBounds.tokens)
}

/** The cheapest. Beside another deed that costs the same there is none. */
function chosen(readings: readonly Reading<Command>[]): Command | null {
  const [first, second] = readings
  if (first === undefined) return null
  const isEven = second !== undefined && second.cost === first.cost
  return isEven && isDeed(first.value) && isDeed(second.value) ? null : first.value
}
