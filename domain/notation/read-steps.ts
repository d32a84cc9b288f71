// Reads the steps of a text, each an item of a list with its number.
import type { StepKind } from '../plan/blocks/block.ts'
import { blocks } from '../plan/blocks/blocks.ts'
import type { Step } from '../plan/plan.ts'
import type { SentenceForm } from '../plan/sentences/form.ts'
import { handling, policies } from '../plan/sentences/policies.ts'
import { fieldsSaid, without } from '../plan/sentences/slots.ts'
import type { Reading } from './blocks.ts'
import { naming } from './heads.ts'
import { Ids } from './ids.ts'
import { kindAt, unknownKind } from './kinds.ts'
import { type Line, type Lines, notationBounds } from './lines.ts'
import { begins, endSentence, openingsOf, readSentence, readSentences } from './read-sentences.ts'
import type { Holder } from './slots.ts'
import type { Cursor } from './values/cursor.ts'

const item = /^(\d{1,6})\. /
/** Of a list below a list. */
const step = 3

/** A step of which the lists are still to be read. */
interface Begun {
  readonly kind: StepKind
  readonly holder: Holder
  /** What the first list is a part of, where the sentence of the step says it. */
  readonly part: Holder | null
}

export class StepReader {
  readonly #lines: Lines
  readonly #ids = new Ids()

  constructor(lines: Lines) {
    this.#lines = lines
  }

  /** Up to the end of the text. */
  readAll(): readonly Step[] {
    const steps: Step[] = [...this.#readSteps(0, 1)]
    for (let line = this.#lines.peek(); line !== null && !this.#lines.isFull; line = this.#lines.peek()) {
      this.#refuse(line, 'a step, as "1. "')
      steps.push(...this.#readSteps(0, 1, steps.length))
    }
    return steps
  }

  /** @param before steps of the list that are read already */
  #readSteps(indent: number, depth: number, before = 0): readonly Step[] {
    const steps: Step[] = []
    for (let line = this.#lines.peek(); line !== null; line = this.#lines.peek()) {
      const number = line.indent === indent ? item.exec(line.text)?.[1] : undefined
      if (number === undefined || this.#lines.isFull) return steps
      const expected = before + steps.length + 1
      if (Number(number) !== expected)
        this.#tellHere(`expected the number ${expected}, found ${number}`, line.indent)
      steps.push(this.#readItem(number.length + 2, indent + step, depth))
    }
    return steps
  }

  #readItem(skipped: number, indent: number, depth: number): Step {
    const cursor = this.#lines.take(skipped)
    const begun = this.#lines.try(() => this.#readLine(cursor, { lines: this.#lines, indent }))
    if (depth >= notationBounds.depth) {
      const line = this.#lines.peek()
      if (line !== null && line.indent >= indent)
        this.#tellHere(`expected at most ${notationBounds.depth} lists inside of each other`, line.indent)
      this.#skipBelow(indent)
    } else if (begun === null) this.#readUnknown(indent, depth)
    else this.#readLists(begun, indent, depth)
    return (begun?.holder ?? { id: 'unread', title: '', kind: 'set', value: null }) as unknown as Step
  }

  #readLine(cursor: Cursor, at: Reading): Begun {
    const kind = kindAt(cursor) ?? unknownKind(cursor)
    const { sentence: form, children = [] } = blocks[kind]
    const holder: Holder = { kind }
    const part: Holder | null = form.leads === undefined ? null : {}
    readSentence(form.notation ?? form.says, part ?? holder, cursor, at)
    endSentence(cursor)
    readSentences(form.further ?? [], holder, cursor, at)
    readSentences(naming, holder, cursor, at)
    const fields = fieldsSaid(form)
    readSentences(without(policies, fields), holder, cursor, at)
    if (children.length === 0 ? !cursor.isAtEnd : !cursor.take(':'))
      cursor.fail(nextOf(form, children.length > 0))
    holder['id'] ??= this.#ids.next(holder)
    holder['title'] ??= ''
    this.#ids.take(String(holder['id']))
    return { kind, holder, part }
  }

  #readLists({ kind, holder, part }: Begun, indent: number, depth: number): void {
    const { sentence, children = [] } = blocks[kind]
    const { lists = {}, leads = 'steps' } = sentence
    const isLed = children.some(({ field }) => field === leads) && (part !== null || !(leads in lists))
    const first = isLed ? this.#readSteps(indent, depth + 1) : []
    if (isLed) holder[leads] = part === null ? first : [{ ...part, steps: first }]
    let next = 0
    for (let line = this.#lines.peek(); line !== null && line.indent >= indent; line = this.#lines.peek()) {
      if (this.#lines.isFull) return
      const forms = Object.entries(lists).map(([field, { says }]) => ({ field, says }))
      const known = [...forms, { field: 'onError', says: handling }]
      if (line.indent > indent || item.test(line.text) || this.#lines.peekFence() !== null) {
        this.#refuse(line, isLed ? 'no such line below this step' : 'no step here')
        continue
      }
      const cursor = this.#lines.take()
      const read = this.#lines.try(() => {
        const index = known.findIndex(({ says }, index) => index >= next && begins(says, cursor))
        if (index === -1) cursor.fail(openings(known.slice(next).flatMap(({ says }) => openingsOf(says))))
        const { field, says } = known[index]!
        if (field === 'onError' && holder[field] !== undefined)
          cursor.fail('no second line about failures of the step')
        const own: Holder = {}
        readSentence(says, own, cursor, { lines: this.#lines, indent })
        if (!cursor.take(':')) cursor.fail('":" before the steps below')
        if (!cursor.isAtEnd) cursor.fail('the end of the line')
        const each = children.find(child => child.field === field)?.each
        next = each === undefined ? index + 1 : index
        return { field, own, isPart: each !== undefined }
      })
      const steps = this.#readSteps(indent, depth + 1)
      if (read === null) continue
      if (read.isPart)
        holder[read.field] = [...((holder[read.field] ?? []) as object[]), { ...read.own, steps }]
      else holder[read.field] = read.field === 'onError' ? { steps } : steps
    }
    for (const { field, isOptional } of children) if (!isOptional) holder[field] ??= []
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

  #refuse({ indent }: Line, expected: string): void {
    const cursor = this.#lines.peekFence() === null ? null : 'a block'
    if (cursor === null) this.#lines.try(() => this.#lines.take().fail(expected))
    else {
      this.#tellHere(`expected ${expected}, found a block`, indent)
      this.#lines.skipFence()
    }
  }

  #pass(): void {
    if (this.#lines.peekFence() === null) this.#lines.skip()
    else this.#lines.skipFence()
  }

  #tellHere(message: string, indent: number): void {
    this.#lines.tell(message, undefined, indent + 1)
  }
}

function openings(words: readonly string[]): string {
  return `one of ${words.map(each => JSON.stringify(each)).join(', ')}`
}

/** What may follow a sentence, where something else does. */
function nextOf(form: SentenceForm, isBlock: boolean): string {
  const all = [...(form.further ?? []), ...naming, ...without(policies, fieldsSaid(form))]
  const words = all.flatMap(each =>
    'within' in each ? [each.sentences[0]!] : [each],
  ) as SentenceForm['says'][]
  const end = isBlock ? '":" at the end of the line' : 'the end of the line'
  return `${end}, or a sentence that begins with ${openings(words.flatMap(openingsOf))}, in this order`
}
