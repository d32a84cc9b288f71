// What is wrong with the notation, as marks in its text: what the reader could not read, and what the
// compiler says of the plan, at the line of its step.
import type { Diagnostic as Mark } from '@codemirror/lint'
import type { Text } from '@codemirror/state'
import type { MarkedText } from '../../../../../language/editing.ts'
import { words } from '../../../../words/workflow/notation.ts'
import type { Diagnostic } from '../planned.ts'

const severities = { error: 'error', question: 'warning', info: 'info' } as const

/** Something that is wrong, with its line where it has one. */
export interface Problem {
  readonly line: number | null
  readonly severity: Diagnostic['severity']
  readonly message: string
}

export function faultMarks({ errors }: MarkedText): readonly Mark[] {
  return errors.map(({ from, to, line, column, message }) => ({
    ...{ from, to, severity: 'error', message: words.at(line, column, message) },
  }))
}

export function planMarks(diagnostics: readonly Diagnostic[], text: MarkedText, doc: Text): readonly Mark[] {
  return diagnostics.flatMap(({ path, message, severity }) => {
    const number = text.lineOf(path)
    if (number === null || number > doc.lines) return []
    const line = doc.line(number)
    const from = line.from + /^ */.exec(line.text)![0].length
    return [{ from, to: line.to, severity: severities[severity], message }]
  })
}

export function problemsOf(text: MarkedText, diagnostics: readonly Diagnostic[]): readonly Problem[] {
  const faults = text.errors.map(({ line, column, message }) => ({
    ...{ line, severity: 'error' as const, message: words.at(line, column, message) },
  }))
  const judged = diagnostics.map(({ path, severity, message }) => {
    const line = text.lineOf(path)
    return { line, severity, message: line === null ? message : words.atLine(line, message) }
  })
  return [...faults, ...judged]
}
