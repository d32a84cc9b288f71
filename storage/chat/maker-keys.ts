// The API key with which something was made that starts work later: a trigger, a schedule, a bulk action. Its
// restrictions hold for that work, as they are when the work begins. Hosts and the main thread ask.
// 1. What a person has made, or a connected application for one, names no key.
import { Failure } from '../../domain/failure.ts'
import { isId } from '../../domain/ids.ts'
import type { Caller } from '../../domain/people/permissions.ts'
import type { RoleStore } from './speaker-roles.ts'

export interface BudgetedKey {
  readonly id: string
  /** Compute units a month. */
  readonly budget: number
}

export type FindBudget = (organizationId: string, keyId: string | null) => Promise<BudgetedKey | null>

/** What the work of this caller is stored with; null: a person's. */
export function makerKeyOf({ key }: Pick<Caller, 'key'>): string | null {
  return key !== null && isId('apiKey', key.id) ? key.id : null
}

/**
 * The budget that holds for what was made with a key; null: none does.
 * @throws {Failure} forbidden: the key has ended, and so has what was made with it
 */
export async function makersBudget(
  roles: Pick<RoleStore, 'ofKey'>,
  { organizationId, keyId, now }: { organizationId: string; keyId: string | null; now: number },
): Promise<BudgetedKey | null> {
  if (keyId === null) return null
  try {
    const { budget, expiresAt } = await roles.ofKey(organizationId, keyId)
    if (expiresAt !== null && expiresAt <= now) throw ended(keyId, 'has expired')
    return budget === null ? null : { id: keyId, budget }
  } catch (error) {
    if (error instanceof Failure && error.code === 'not-found') throw ended(keyId, 'was revoked')
    throw error
  }
}

function ended(keyId: string, how: string): Failure {
  const message = `the API key ${keyId}, with which this was made, ${how}`
  return new Failure('forbidden', `${message}: somebody has to change it in their own name, or delete it`)
}
