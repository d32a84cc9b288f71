// Listens to the reader while it reads a text up to a place in it: what could stand there, and which steps
// and variables an expression there sees.
import type { JsonObject } from '../../../domain/json.ts'
import { variableOf } from '../../../domain/plan/blocks/blocks.ts'
import type { Step } from '../../../domain/plan/plan.ts'
import { read } from '../../../language/notation/read.ts'
import type { Holder } from '../../../language/notation/slots.ts'
import type { Hearing, MarkKind, Offer, Place } from '../../../language/notation/values/hearing.ts'
import { lineStartsOf } from './positions.ts'

export interface Offered {
  readonly offer: Offer
  /** Where it would begin. */
  readonly from: number
}

/** What an expression sees besides `inputs` and `now`. */
export interface Reach {
  /** Earlier steps, the nearest last. */
  readonly steps: readonly Holder[]
  /** Steps around it that bind a name, with the name. */
  readonly variables: readonly { readonly name: string; readonly step: Holder }[]
  /** Is it among steps for a failure? */
  readonly seesError: boolean
}

export interface Heard {
  /** Words that could stand at the end, in the order of the sentences. */
  readonly offers: readonly Offered[]
  /** What is being written there: a value, a name. */
  readonly slot: Offered | null
  /** What the arguments there are of. */
  readonly caller: Holder | null
  readonly reach: Reach
  /** Schema of the inputs, where the text says one. */
  readonly inputs: JsonObject | null
  /** Blanks before the step that is being written. */
  readonly indent: number
}

/** Offers that hold until something else is read. */
const slotTypes: ReadonlySet<Offer['type']> = new Set(['slot', 'name', 'argument', 'value', 'expression'])

export function hear(text: string): Heard {
  const listener = new Listener(text)
  const { plan } = read(text, listener, true)
  return listener.heard((plan.inputs ?? null) as JsonObject | null)
}

interface Known {
  readonly step: Holder
  readonly indent: number
}

class Listener implements Hearing {
  readonly #starts: readonly number[]
  readonly #lastLine: number
  readonly #lastIndent: number
  readonly #isItem: boolean
  readonly #offers: Offered[] = []
  #slot: Offered | null = null
  #caller: Holder | null = null
  /** Those that what comes next could see, or that it stands in: never a deeper one before. */
  #known: Known[] = []
  #handlers: number[] = []
  #item = { indent: 0, line: 0 }
  readonly #lines = new Set<number>()

  constructor(text: string) {
    this.#starts = lineStartsOf(text)
    this.#lastLine = this.#starts.length
    const last = text.slice(this.#starts.at(-1))
    this.#lastIndent = /^ */.exec(last)![0].length
    this.#isItem = /^ *\d/.test(last)
  }

  mark(kind: MarkKind, from: Place): void {
    if (kind === 'number') this.#item = { indent: from.column - 1, line: from.line }
    if (kind === 'words' && this.#slot !== null && this.#offsetOf(from) >= this.#slot.from) this.#slot = null
  }

  offer(offer: Offer, place: Place): void {
    if (offer.type === 'slot' && offer.form === 'pairs') this.#caller = offer.holder
    else if (place.line === this.#lastLine) {
      const offered = { offer, from: this.#offsetOf(place) }
      if (slotTypes.has(offer.type)) this.#slot = offered
      else this.#offers.push(offered)
    }
  }

  list(indent: number, isHandler: boolean): void {
    this.#known = this.#known.filter(each => each.indent < indent)
    this.#handlers = this.#handlers.filter(each => each < indent)
    if (isHandler) this.#handlers.push(indent)
  }

  step(step: Holder, indent: number, line: number): void {
    this.#known = this.#known.filter(each => each.indent <= indent)
    this.#known.push({ step, indent })
    this.#lines.add(line)
  }

  heard(inputs: JsonObject | null): Heard {
    const { indent, line } = this.#item
    const own = Math.min(indent, this.#isItem ? this.#lastIndent : Math.max(0, this.#lastIndent - 3))
    const before = this.#known.filter(each => each.indent <= own)
    // Words over a list belong to the step above them, which has been read.
    const isOver = line !== this.#lastLine && this.#lines.has(line)
    const around = before.filter((each, index) =>
      each.indent < own ? before[index + 1]?.indent !== each.indent : isOver && index === before.length - 1,
    )
    const variables = around.flatMap(({ step }) => {
      const name = variableOf(step as unknown as Step)
      return name === null ? [] : [{ name, step }]
    })
    const steps = before.filter(each => !around.includes(each)).map(({ step }) => step)
    const seesError = this.#handlers.some(each => each <= own)
    return {
      offers: this.#offers,
      slot: this.#slot,
      caller: this.#caller,
      reach: { steps, variables, seesError },
      inputs,
      indent: own,
    }
  }

  #offsetOf({ line, column }: Place): number {
    return this.#starts[line - 1]! + column - 1
  }
}
