// Bounds what a planner says beside its plan: it may be long, or come from a model. Called by
// domain/compiler/compiler.ts.
import type { Diagnostic, Fix } from '../plan/plan.ts'

export const fixBounds = {
  /** For each diagnostic. */
  count: 3,
  titleLength: 200,
  /** Of a prompt that the API takes. */
  promptLength: 20_000,
  /** Prompts of all fixes of a compilation together; later ones are left out. */
  totalLength: 100_000,
} as const

/** In bytes; as much as a value may have in a list. */
const longestExplanation = 64 * 1024

/** @param prompt that was written; a fix has to be another one */
export function withBoundedFixes(diagnostics: readonly Diagnostic[], prompt?: string): Diagnostic[] {
  let left: number = fixBounds.totalLength
  const fits = ({ prompt: instead }: Fix) => {
    const length = instead.length
    const isFit = length > 0 && length <= Math.min(left, fixBounds.promptLength) && instead !== prompt
    if (isFit) left -= length
    return isFit
  }
  return diagnostics.map(diagnostic => {
    if (diagnostic.fixes === undefined) return diagnostic
    const { fixes, ...rest } = diagnostic
    const kept = fixes.slice(0, fixBounds.count).filter(fits)
    if (kept.length === 0) return rest
    return { ...rest, fixes: kept.map(fix => ({ ...fix, title: fix.title.slice(0, fixBounds.titleLength) })) }
  })
}

/**
 * The explanation as PostgreSQL can keep it. A part of it could hide what the plan does, so one that is too
 * long is none.
 */
export function boundedExplanation(explanation: string | null): string | null {
  if (explanation === null) return null
  const text = explanation.toWellFormed().replaceAll('\u0000', '\ufffd')
  return Buffer.byteLength(text) > longestExplanation ? null : text
}
