// Acceptance of plans that a language model or an agent made: a person reads and confirms what they do
// (domain/planning/confirmation/), before the workflow may run with nobody watching. What they accept is a
// digest, so that it is what they have read.
import { createHash } from 'node:crypto'
import { Failure } from '../failure.ts'
import { canonical, type Json } from '../json.ts'
import type { Caller } from '../people/permissions.ts'
import type { Compilation, PlannedBy } from '../plan/plan.ts'
import type { ConfirmationEntry } from '../planning/confirmation/entry.ts'
import type { Trigger } from './execution.ts'

/** SHA-256 of a plan and its explanation, in hex. */
export function planDigest({ plan, explanation }: Pick<Compilation, 'plan' | 'explanation'>): string {
  const text = JSON.stringify(canonical({ plan, explanation } as unknown as Json))
  return createHash('sha256').update(text).digest('hex')
}

/** Does somebody have to confirm the plan before it starts by itself? */
export function needsConfirmation(plannedBy: PlannedBy | null | undefined): boolean {
  return plannedBy === 'model' || plannedBy === 'agent'
}

/**
 * Of a caller that holds the permission `workflow:confirm`.
 * @throws {Failure} forbidden: it is a model, or something that acts within bounds that a person has set
 */
export function refuseNoPerson({ key, chatId }: Pick<Caller, 'key' | 'chatId'>): void {
  const why =
    chatId !== undefined
      ? 'a model in a chat confirms nothing'
      : key?.budget != null
        ? 'a key with a budget confirms nothing'
        : (key?.subject ?? null) !== null
          ? 'a chat token confirms nothing'
          : null
  if (why !== null) throw new Failure('forbidden', `${why}: somebody who is signed in does`)
}

/**
 * @param ticked ids, each of an entry that somebody has confirmed by itself
 * @throws {Failure} validation-failed: one is missing, or is no entry
 */
export function refuseUnticked(entries: readonly ConfirmationEntry[], ticked: readonly string[]): void {
  const ids = new Set(ticked)
  const missing = entries
    .filter(({ id, severity }) => severity === 'tick' && !ids.has(id))
    .map(({ id }) => id)
  if (missing.length > 0)
    throw new Failure(
      'validation-failed',
      `entries: expected each of severity tick, missing: ${missing.join(', ')}`,
    )
  const known = new Set(entries.map(({ id }) => id))
  const unknown = ticked.filter(id => !known.has(id))
  if (unknown.length > 0)
    throw new Failure('validation-failed', `entries: this confirmation has no ${unknown.join(', ')}`)
}

/** Somebody asked for this very execution, and looks after it. */
const attended: ReadonlySet<string> = new Set(['api', 'chat', 'retry'])

/** The tool of `/rpc` that starts what its caller names; `run_<slug>` is there for whoever lists tools. */
export const executingTool = 'execute_workflow'

export function isUnattended({ kind, ref }: Pick<Trigger, 'kind' | 'ref'>): boolean {
  return !attended.has(kind) && !(kind === 'tool' && ref === executingTool)
}
