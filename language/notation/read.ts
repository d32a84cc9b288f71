// Reads Troupe's notation: the plan that write.ts has written, or a person has typed. Needs no catalogue of
// tools; what the plan means is for the compiler to judge. Everything that is wrong is told at once.
import { irVersions, type Plan } from '../../domain/plan/plan.ts'
import type { Sentences } from '../../domain/plan/sentences/form.ts'
import type { StartKind } from '../../domain/work/starts/said-starts.ts'
import type { Reading } from './blocks.ts'
import { expectedOf } from './expected.ts'
import { planForms, startForms, startless, startNaming, versionForm } from './heads.ts'
import { item, type LineCounts, Lines, type NotationError, notationBounds } from './lines.ts'
import { begins, endSentence, openingsOf, opens, readSentence, readSentences } from './read-sentences.ts'
import { StepReader } from './read-steps.ts'
import type { Holder, NotationForm } from './slots.ts'
import type { Cursor } from './values/cursor.ts'
import type { Hearing } from './values/hearing.ts'

export interface ReadNotation {
  /** What could be read; it is the plan of the text only where there are no errors. */
  readonly plan: Plan
  /** In the order of the text, at most so many as `notationBounds` says. */
  readonly errors: readonly NotationError[]
  readonly lines: LineCounts
  /** Numbers of the lines that could not be read, from 1. */
  readonly unread: ReadonlySet<number>
}

/**
 * @param hearing is told what stands where, and what could stand at the end
 * @param isOpen the last line counts although it says nothing yet: somebody is about to write it
 */
export function read(text: string, hearing: Hearing | null = null, isOpen = false): ReadNotation {
  if (text.length > notationBounds.length) {
    const message = `expected at most ${notationBounds.length} characters, found ${text.length}`
    return {
      ...{ plan: { steps: [] }, errors: [{ line: 1, column: 1, message }] },
      ...{ lines: { said: 1, read: 0 }, unread: new Set() },
    }
  }
  const lines = new Lines(text, hearing, isOpen)
  const plan: Holder = {}
  readHead(lines, plan)
  plan['steps'] = new StepReader(lines).readAll()
  const errors = lines.errors.toSorted((a, b) => a.line - b.line || a.column - b.column)
  return { plan: plan as unknown as Plan, errors, lines: lines.counts, unread: lines.unread }
}

/** Each in its place; what is read is put into the plan. */
const heads: readonly {
  readonly isHere: (cursor: Cursor) => boolean
  readonly openings: readonly string[]
  readonly isRepeated?: true
  readonly read: (cursor: Cursor, plan: Holder, at: Reading) => void
}[] = [
  {
    isHere: cursor => begins(versionForm, cursor),
    openings: openingsOf(versionForm),
    read: (cursor, plan, at) => {
      readSentence(versionForm, plan, cursor, at)
      if (!irVersions.some(version => version === plan['irVersion'] && version !== 1))
        cursor.fail(`one of the versions ${irVersions.join(', ')}, of which 1 is not said`, 0)
      endSentence(cursor)
    },
  },
  { isHere: beginsStart, openings: ['Start '], isRepeated: true, read: readStart },
  ...planForms.map(form => ({
    isHere: (cursor: Cursor) => begins(form, cursor),
    openings: 'within' in form ? form.sentences.flatMap(each => openingsOf(each as never)) : openingsOf(form),
    read: (cursor: Cursor, plan: Holder, at: Reading) =>
      readSentences([form] as Sentences<NotationForm>, plan, cursor, at),
  })),
]

function readHead(lines: Lines, plan: Holder): void {
  let next = 0
  for (let line = lines.peek(); line !== null && !item.test(line.text); line = lines.peek()) {
    if (lines.isFull) return
    if (lines.peekFence() !== null) {
      lines.tell('expected no block here', undefined, line.indent + 1)
      lines.skipFence()
      continue
    }
    const at: Reading = { lines, indent: line.indent }
    lines.offer({ type: 'number', number: 1 })
    const cursor = lines.take()
    const read = lines.try(() => {
      const index = heads.findIndex((head, index) => index >= next && head.isHere(cursor))
      if (index === -1) cursor.fail(expectedAfter(cursor, next))
      const head = heads[index]!
      next = head.isRepeated ? index : index + 1
      head.read(cursor, plan, at)
      if (!cursor.isAtEnd) cursor.fail('the end of the line')
      return head
    })
    // Its block is no fault of its own.
    if (read === null && lines.peekFence() !== null) lines.skipFence()
  }
}

function expectedAfter(cursor: Cursor, next: number): string {
  const openings = heads.slice(next).flatMap(head => head.openings)
  return `a step, as "1. ", or a line that begins with ${expectedOf(cursor, openings)}`
}

const startKinds = Object.keys(startForms) as readonly StartKind[]

const startOpenings = startKinds.flatMap(kind => {
  const { says, opensWith = openingsOf(says) } = startForms[kind]
  return opensWith.map(words => ({ kind, words }))
})

function beginsStart(cursor: Cursor): boolean {
  for (const { says, opensWith = openingsOf(says) } of Object.values(startForms))
    opens(says, opensWith, cursor)
  opens([startless], [startless], cursor)
  return cursor.startsWith('Start ')
}

function readStart(cursor: Cursor, plan: Holder, at: Reading): void {
  const starts = plan['start'] as Holder[] | undefined
  if (starts?.length === 0) cursor.fail(`no start beside "${startless}."`)
  if (cursor.startsWith(startless)) {
    if (starts !== undefined) cursor.fail('another start, or the end of them')
    cursor.expect(startless)
    endSentence(cursor)
    plan['start'] = []
    return
  }
  const found = startOpenings.find(({ words }) => cursor.startsWith(words))
  const known = [startless, ...startOpenings.map(({ words }) => words)]
  const { kind } = found ?? cursor.fail(expectedOf(cursor, known))
  const form = startForms[kind]
  const start: Holder = { kind }
  readSentence(form.says, start, cursor, at)
  endSentence(cursor)
  readSentences(form.further, start, cursor, at)
  readSentences(startNaming, start, cursor, at)
  if (starts === undefined) plan['start'] = [start]
  else starts.push(start)
}
