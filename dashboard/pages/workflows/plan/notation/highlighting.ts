// The text as its reader sees it (language/notation/editing): read at each change, so that colours and faults
// are those of the text that is there. A long text is read when somebody pauses.
import { StateEffect, StateField, type Text } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import { type MarkedText, markedText } from '../../../../../language/editing.ts'
import { classOf } from './notation-look.ts'

export interface Marked {
  readonly text: MarkedText
  readonly decorations: DecorationSet
  /** Of an older text. */
  readonly isOld: boolean
}

/** Characters of a text that is read within a key. */
const longestAtOnce = 20_000

export const readNow = StateEffect.define<null>()

const marks = Object.fromEntries(
  Object.entries(classOf).map(([kind, name]) => [kind, Decoration.mark({ class: name })]),
) as { readonly [Kind in keyof typeof classOf]: Decoration }

export const marked = StateField.define<Marked>({
  create: state => markedOf(state.doc, Decoration.none),
  update(before, transaction) {
    const isAsked = transaction.effects.some(effect => effect.is(readNow))
    if (!transaction.docChanged && !(isAsked && before.isOld)) return before
    const moved = before.decorations.map(transaction.changes)
    const isShort = transaction.newDoc.length <= longestAtOnce
    return isShort || isAsked
      ? markedOf(transaction.newDoc, moved)
      : { ...before, decorations: moved, isOld: true }
  },
  provide: field => EditorView.decorations.from(field, ({ decorations }) => decorations),
})

/** @param before keeps its colours where a line cannot be read: somebody is in the middle of it */
function markedOf(doc: Text, before: DecorationSet): Marked {
  const text = markedText(doc.toString())
  const { tokens, unread } = text
  const ends = new Map<number, number>()
  for (const { to } of tokens) {
    const { number } = doc.lineAt(to)
    ends.set(number, Math.max(to, ends.get(number) ?? 0))
  }
  const kept: ReturnType<Decoration['range']>[] = []
  for (const number of unread) {
    if (number > doc.lines) continue
    const line = doc.line(number)
    const start = Math.max(line.from, ends.get(number) ?? 0)
    before.between(start, line.to, (from, to, value) => {
      if (from >= start && to <= line.to && from < to) kept.push(value.range(from, to))
    })
  }
  const ranges = tokens.map(({ kind, from, to }) => marks[kind].range(from, to))
  return { text, decorations: Decoration.set([...ranges, ...kept], true), isOld: false }
}
