// What becomes of the words, and of what is open, when somebody writes the plan itself as its notation. Pure.
import type { PlanAnswer } from '../planned.ts'
import { type Diagnostic, isOpen, type Planned, saysItsPlan } from '../planned.ts'

/** Characters that a prompt may have. The notation of a plan may be longer. */
const longestPrompt = 20_000

/**
 * The prompt beside a plan that is written so. Words that are notation themselves would say another plan from
 * then on: the notation takes their place, as it does where there are no words. One that is too long for a
 * prompt stands in the plan alone.
 * @param isSaid the words are notation
 */
export function promptBeside(words: string, notation: string, isSaid: boolean): string {
  if (words.trim() !== '' && !isSaid) return words
  return notation.length <= longestPrompt ? notation : ''
}

/** Are the words a note beside the plan, which they do not say? */
export function isNote(
  text: string,
  planned: Pick<Planned, 'origin' | 'notation'> | null,
  /** What is saved, where nothing is changed. */
  saved: {
    readonly prompt: string
    readonly notation?: string | undefined
    readonly plannedBy: string | null
  } | null,
): boolean {
  if (text.trim() === '') return false
  if (planned?.origin === 'notation') return !saysItsPlan({ prompt: text, notation: planned.notation })
  return saved?.plannedBy === 'author' && !saysItsPlan(saved)
}

/** What a model has left open of its plan, as it is told. */
export type Open = Pick<Planned, 'cannot' | 'questions' | 'diagnostics'>

const openCodes: ReadonlySet<string> = new Set(['CANNOT', 'OPEN'])

/** Null: nothing. */
export function openOf(planned: Planned | null): Open | null {
  if (planned === null || !isOpen(planned)) return null
  const { cannot = [], questions = [], diagnostics } = planned
  return { cannot, questions, diagnostics: diagnostics.filter(({ code }) => openCodes.has(code)) }
}

/** A plan that was changed by hand, with what is open until somebody answers it or goes on without it. */
export function withOpen(said: PlanAnswer, open: Open | null): PlanAnswer {
  if (open === null) return said
  const diagnostics = [...said.diagnostics, ...open.diagnostics]
  return { ...said, ...open, diagnostics, status: 'needs_review' }
}

/** Faults that keep it from being a plan; at least one, since it was refused. */
export function faultsIn(diagnostics: readonly Diagnostic[]): number {
  return Math.max(1, diagnostics.filter(({ severity }) => severity === 'error').length)
}
