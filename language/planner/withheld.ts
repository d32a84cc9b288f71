// Tools that a prompt names and that are there, but cannot be used: their name is known, and what to do.
import type { Diagnostic } from '../../domain/plan/plan.ts'
import { type WithheldTools, withheldCode, withheldReason } from '../../domain/tools/tool-settings.ts'
import { sentencesOf } from './faults/diagnose.ts'
import { layoutOf } from './layout/layout.ts'

/** @returns one for each place where such a tool is named, in the order of the prompt */
export function withheldIn(prompt: string, withheld: WithheldTools | undefined): readonly Diagnostic[] {
  if (withheld === undefined || withheld.size === 0) return []
  const tokens = layoutOf(prompt).flatMap(sentencesOf).flat()
  return tokens.flatMap(({ kind, text, start, end }) => {
    const isName = kind === 'code' || (kind === 'word' && text.includes('_'))
    const status = isName ? withheld.get(text) : undefined
    if (status === undefined) return []
    const message = withheldReason(text, status)
    return [{ code: withheldCode(status), severity: 'error', path: null, span: [start, end], message }]
  })
}
