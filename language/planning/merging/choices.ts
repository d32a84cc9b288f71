// Of what was changed by hand and by a model in different ways, a person chooses a side. The answer names the
// side and not the value: the model is asked anew, and its value may be another one by then. Called by
// revision.ts.
import type { Json } from '../../../domain/json.ts'

export type Chosen = 'hand' | 'model'

export interface Choice {
  /** As it was made by hand; null where it is not there. */
  readonly byHand: Json
  /** As the model would have it; null where it is not there. */
  readonly byModel: Json
}

const named = { hand: 'by hand', model: 'by the model' } as const

/** What was made by hand, and what the model would have: never the same text. */
export function optionsOf(choice: Choice): readonly [string, string] {
  const { byHand, byModel } = shownSides(choice)
  return [`${named.hand}: ${byHand}`, `${named.model}: ${byModel}`]
}

/** @param answer an option, or its side alone; null: it names none */
export function chosenIn(answer: Json): Chosen | null {
  if (typeof answer !== 'string') return null
  const [side] = answer.split(':', 1)
  const said = side!.trim().toLowerCase()
  if (said === named.hand || said === 'hand') return 'hand'
  return said === named.model || said === 'model' ? 'model' : null
}

const longest = 300
/** Characters before the first that differs. */
const before = 40

/** Both as text; of long ones the part where they differ. */
export function shownSides(choice: Choice): { readonly byHand: string; readonly byModel: string } {
  const [hand, model] = [textOf(choice.byHand), textOf(choice.byModel)]
  const isLong = hand.length > longest || model.length > longest
  const from = isLong ? Math.max(0, commonLength(hand, model) - before) : 0
  return { byHand: part(hand, from), byModel: part(model, from) }
}

function textOf(value: Json): string {
  return value === null ? 'leave it out' : JSON.stringify(value)
}

function commonLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

function part(text: string, from: number): string {
  const shown = text.slice(from, from + longest).toWellFormed()
  return `${from > 0 ? '...' : ''}${shown}${from + longest < text.length ? '...' : ''}`
}
