// A text in notation as an editor shows it: what stands where, what is wrong with it, and in which line each
// step is. It is what the reader says of it, so that no other grammar is there. Pure; called at each change.
import type { Plan } from '../../../domain/plan/plan.ts'
import { read } from '../../../language/notation/read.ts'
import type { Hearing, MarkKind, Place } from '../../../language/notation/values/hearing.ts'
import { errorSpan, lineStartsOf } from './positions.ts'

/** In UTF-16 units; tokens do not overlap. */
export interface Token {
  readonly kind: MarkKind
  readonly from: number
  readonly to: number
}

export interface MarkedError {
  readonly from: number
  readonly to: number
  /** Where it is, in words; from 1. */
  readonly line: number
  readonly column: number
  readonly message: string
}

export interface MarkedText {
  readonly plan: Plan
  readonly errors: readonly MarkedError[]
  /** In the order of the text. */
  readonly tokens: readonly Token[]
  /** Numbers of the lines that could not be read, from 1: they have no tokens, or not all. */
  readonly unread: ReadonlySet<number>
  /** Numbers of steps that are not those of their place, with what is. */
  readonly renumbering: readonly { readonly from: number; readonly to: number; readonly insert: string }[]
  /** The line that a diagnostic of the compiler is about, from 1, by its path (`fetch.args.url`). */
  readonly lineOf: (path: string | null) => number | null
}

export function markedText(text: string): MarkedText {
  const starts = lineStartsOf(text)
  const offsetOf = ({ line, column }: Place) => starts[line - 1]! + column - 1
  const tokens: Token[] = []
  const steps: { readonly id: string; readonly line: number }[] = []
  const named: { readonly name: string; readonly line: number }[] = []
  const counts = new Map<number, number>()
  const renumbering: { from: number; to: number; insert: string }[] = []
  const hearing: Hearing = {
    mark(kind, from, to) {
      const token = { kind, from: offsetOf(from), to: offsetOf(to) }
      tokens.push(token)
      if (kind === 'number') {
        const count = (counts.get(from.column) ?? 0) + 1
        counts.set(from.column, count)
        const insert = `${count}.`
        if (text.slice(token.from, token.to) !== insert)
          renumbering.push({ from: token.from, to: token.to, insert })
      }
      if (kind === 'argument') named.push({ name: text.slice(offsetOf(from), offsetOf(to)), line: from.line })
    },
    offer: () => {},
    list: indent => counts.set(indent + 1, 0),
    step: ({ id }, _, line) => steps.push({ id: String(id), line }),
  }
  const { plan, errors, unread } = read(text, hearing)
  const lineOf = (path: string | null) => {
    const [id, , field] = (path ?? '').split(/[.[\]]+/)
    const line = steps.find(each => each.id === id)?.line ?? null
    if (line === null || field === undefined) return line
    const end = steps.find(each => each.line > line)?.line ?? Number.POSITIVE_INFINITY
    const argument = named.find(each => each.name === field && each.line >= line && each.line < end)
    return argument?.line ?? line
  }
  return {
    ...{ plan, unread, renumbering, lineOf },
    tokens: tokens.sort((a, b) => a.from - b.from || a.to - b.to),
    errors: errors.map(error => ({ ...error, ...errorSpan(text, starts, error) })),
  }
}
