// Acceptance of plans that a language model or an agent made: a person reads and confirms what they do
// (language/confirmation/), before the workflow may run with nobody watching. What they accept is a
// digest, so that it is what they have read.
import { createHash } from 'node:crypto'
import { Failure } from '../../failure.ts'
import { canonical, type Json } from '../../json.ts'
import { allows, type Caller } from '../../people/permissions.ts'
import type { Compilation } from '../../plan/plan.ts'
import type { Trigger } from '../execution.ts'
import type { ConfirmationEntry } from './entry.ts'

/** SHA-256 of a plan and its explanation, in hex. */
export function planDigest({ plan, explanation }: Pick<Compilation, 'plan' | 'explanation'>): string {
  const text = JSON.stringify(canonical({ plan, explanation } as unknown as Json))
  return createHash('sha256').update(text).digest('hex')
}

type Confirmer = Pick<Caller, 'key' | 'chatId'>

/**
 * Of a caller that holds the permission `workflow:confirm`.
 * @throws {Failure} forbidden: it is a model, or something that acts within bounds that a person has set
 */
export function refuseNoPerson(caller: Confirmer): void {
  const why = whyNoPerson(caller)
  if (why !== null) throw new Failure('forbidden', `${why}: ask ${whoConfirms}`)
}

/** For those who may not. */
export const whoConfirms = 'a person who is signed in, or a program whose key has the scope confirm'

/** May this caller confirm what a person has read? */
export function mayConfirm(caller: Confirmer & Pick<Caller, 'role'>): boolean {
  return allows(caller, 'workflow:confirm') && whyNoPerson(caller) === null
}

/** Null: it is one, or passes on what one has said. */
export function whyNoPerson({ key, chatId }: Confirmer): string | null {
  if (chatId !== undefined) return 'a model in a chat confirms nothing'
  if (key?.budget != null) return 'a key with a budget confirms nothing'
  return (key?.subject ?? null) === null ? null : 'a chat token confirms nothing'
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
