// Reads the steps of a text, each an item of a list with its number.
import { blocks } from '../../domain/plan/blocks/blocks.ts'
import type { Step } from '../../domain/plan/plan.ts'
import type { Sentence } from '../../domain/plan/sentences/form.ts'
import { handling } from '../../domain/plan/sentences/policies.ts'
import { expectedOf } from './expected.ts'
import { Ids } from './ids.ts'
import { item, type Line, type Lines, notationBounds } from './lines.ts'
import { isPair } from './pairs.ts'
import { type Begun, readLine } from './read-line.ts'
import { begins, openingsOf, readSentence } from './read-sentences.ts'
import type { Holder } from './slots.ts'

/**
 * Blanks before what stands below a step, as they are written. Others may stand there, the same in a list.
 */
const step = 3

/** Over the lists of a step. */
interface Words {
  readonly field: string
  readonly says: Sentence
}

interface OverList {
  readonly field: string
  /** What the words say of the part that the list is of. */
  readonly part: Holder
}

const handler: Words = { field: 'onError', says: handling }

export class StepReader {
  readonly #lines: Lines
  readonly #ids = new Ids()
  #count = 0

  constructor(lines: Lines) {
    this.#lines = lines
  }

  /** Up to the end of the text. */
  readAll(): readonly Step[] {
    return this.#readSteps(this.#lines.peek()?.indent ?? 0, 1)
  }

  #readSteps(indent: number, depth: number, isHandler = false): readonly Step[] {
    const steps: Step[] = []
    this.#lines.hearing?.list(indent, isHandler)
    let last = 0
    for (let line = this.#lines.peek(); line !== null && !this.#lines.isFull; line = this.#lines.peek()) {
      const [begun, number] = (line.indent === indent ? item.exec(line.text) : null) ?? []
      if (begun === undefined) {
        this.#offerNumber(line, indent, last + 1)
        // Around the outermost list there is nothing that the line could be of.
        if (depth > 1) return steps
        this.#refuse(line, expectedOutside(line, indent))
        continue
      }
      // What follows a wrong number counts on from it, so that it is told once.
      if (Number(number) !== last + 1)
        this.#lines.tellBeside(`expected the number ${last + 1}, found ${number}`, undefined, line.indent + 1)
      last = Number(number)
      if (++this.#count > notationBounds.steps) return this.#tooMany(steps, line.indent)
      steps.push(this.#readItem(line, begun.length, depth))
    }
    return steps
  }

  #readItem(line: Line, skipped: number, depth: number): Step {
    const { place } = this.#lines
    const width = line.text.slice(0, skipped).trimEnd().length
    this.#lines.hearing?.mark('number', place, { ...place, column: place.column + width })
    const cursor = this.#lines.take(skipped)
    const indent = this.#indentBelow(line)
    const begun = this.#lines.try(() => readLine(cursor, { lines: this.#lines, indent }, this.#ids))
    if (begun !== null) this.#lines.hearing?.step(begun.holder, line.indent, place.line)
    if (depth >= notationBounds.depth) {
      const line = this.#lines.peek()
      if (line !== null && line.indent >= indent)
        this.#tellHere(`expected at most ${notationBounds.depth} lists inside of each other`, line.indent)
      this.#skipBelow(indent)
    } else if (begun === null) this.#readUnknown(indent, depth)
    else this.#readLists(begun, indent, depth)
    return (begun?.holder ?? { id: 'unread', title: '', kind: 'set', value: null }) as unknown as Step
  }

  /** What stands first below a step says how far it stands to the right; the rest of it stands there, too. */
  #indentBelow({ indent }: Line): number {
    const next = this.#lines.peek()
    return next !== null && next.indent > indent ? next.indent : indent + step
  }

  #readLists(begun: Begun, indent: number, depth: number): void {
    const { kind, holder, part } = begun
    const { sentence, children = [] } = blocks[kind]
    const { lists = {}, leads = 'steps' } = sentence
    const isLed = children.some(({ field }) => field === leads) && (part !== null || !(leads in lists))
    const first = isLed ? this.#readSteps(indent, depth + 1) : []
    if (isLed) holder[leads] = part === null ? first : [{ ...part, steps: first }]
    const known = [...Object.entries(lists).map(([field, { says }]) => ({ field, says })), handler]
    let next = 0
    for (let line = this.#lines.peek(); line !== null && line.indent >= indent; line = this.#lines.peek()) {
      if (this.#lines.isFull) return
      if (line.indent > indent || item.test(line.text) || this.#lines.peekFence() !== null) {
        this.#refuse(line, isLed ? 'no such line below this step' : 'no step here')
        continue
      }
      const over = this.#readWords(begun, known.slice(next), indent)
      const steps = this.#readSteps(indent, depth + 1, over?.field === 'onError')
      if (over === null) continue
      const isPart = children.some(({ field, each }) => field === over.field && each !== undefined)
      next = known.findIndex(({ field }) => field === over.field) + (isPart ? 0 : 1)
      if (isPart) holder[over.field] = [...((holder[over.field] ?? []) as object[]), { ...over.part, steps }]
      else holder[over.field] = over.field === 'onError' ? { steps } : steps
    }
    for (const { field, isOptional } of children) if (!isOptional) holder[field] ??= []
  }

  /** The words over a list of steps, of those that may still stand here. */
  #readWords({ holder }: Begun, known: readonly Words[], indent: number): OverList | null {
    const cursor = this.#lines.take()
    return this.#lines.try(() => {
      const found = known.find(({ says }) => begins(says, cursor))
      if (found === undefined && isPair(cursor.text))
        cursor.fail('no argument here: they stand all in the line of the step, or all below it')
      const openings = known.flatMap(({ says }) => openingsOf(says))
      const { field, says } = found ?? cursor.fail(expectedOf(cursor, openings))
      if (field === 'onError' && holder[field] !== undefined)
        cursor.fail('no second line about failures of the step')
      const part: Holder = {}
      readSentence(says, part, cursor, { lines: this.#lines, indent })
      if (!cursor.take(':')) cursor.fail('":" before the steps below')
      if (!cursor.isAtEnd) cursor.fail('the end of the line')
      return { field, part }
    })
  }

  /** What stands below a line that could not be read: its steps are, for what is wrong in them. */
  #readUnknown(indent: number, depth: number): void {
    for (let line = this.#lines.peek(); line !== null && line.indent >= indent; line = this.#lines.peek()) {
      if (this.#lines.isFull) return
      if (line.indent === indent && item.test(line.text)) this.#readSteps(indent, depth + 1)
      else this.#pass()
    }
  }

  #skipBelow(indent: number): void {
    for (let line = this.#lines.peek(); line !== null && line.indent >= indent; line = this.#lines.peek())
      this.#pass()
  }

  #tooMany(steps: readonly Step[], indent: number): readonly Step[] {
    this.#tellHere(`expected at most ${notationBounds.steps} steps`, indent)
    this.#lines.skipAll()
    return steps
  }

  #refuse({ indent }: Line, expected: string): void {
    if (this.#lines.peekFence() === null) this.#lines.try(() => this.#lines.take().fail(expected))
    else {
      this.#tellHere(`expected ${expected}, found a block`, indent)
      this.#lines.skipFence()
    }
  }

  #pass(): void {
    if (this.#lines.peekFence() === null) this.#lines.skip()
    else this.#lines.skipFence()
  }

  #offerNumber({ indent: own }: Line, indent: number, number: number): void {
    if (own === indent) this.#lines.offer({ type: 'number', number })
  }

  #tellHere(message: string, indent: number): void {
    this.#lines.tell(message, undefined, indent + 1)
  }
}

/** Of a line that is no step of the outermost list. @param indent of those steps */
function expectedOutside({ indent: found, text }: Line, indent: number): string {
  if (/^\s/.test(text)) return 'nothing but blanks before the line'
  if (item.test(text) && found !== indent)
    return `${indent} blanks before the step, or as many as one beside it`
  return 'a step, as "1. ", or more blanks before what belongs to the step above'
}
