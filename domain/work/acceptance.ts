// Acceptance of plans that a language model made: a person reads the explanation and accepts it, before the
// workflow may run with nobody watching. What they accept is a digest, so that it is what they have read.
import { createHash } from 'node:crypto'
import { canonical, type Json } from '../json.ts'
import type { Compilation } from '../plan/plan.ts'
import type { Trigger } from './execution.ts'

/** SHA-256 of a plan and its explanation, in hex. */
export function planDigest({ plan, explanation }: Pick<Compilation, 'plan' | 'explanation'>): string {
  const text = JSON.stringify(canonical({ plan, explanation } as unknown as Json))
  return createHash('sha256').update(text).digest('hex')
}

/** Somebody asked for this very execution, and looks after it. */
const attended: ReadonlySet<string> = new Set(['api', 'chat', 'retry'])

export function isUnattended({ kind }: Pick<Trigger, 'kind'>): boolean {
  return !attended.has(kind)
}
