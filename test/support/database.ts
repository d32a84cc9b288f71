// A migrated database, opened, and the few rows that nearly every test of a store begins with.
import tap from 'tap'
import { newId } from '../../domain/ids.ts'
import type { Compilation } from '../../domain/plan/plan.ts'
import { userStore } from '../../storage/accounts/users.ts'
import { openDatabase } from '../../storage/open-database.ts'
import type { Database } from '../../storage/postgres/database.ts'
import { freshDatabase } from './postgres.ts'

/** Closed when the test file ends. */
export async function openTestDatabase(): Promise<Database> {
  const database = await openDatabase({ url: await freshDatabase() })
  tap.teardown(() => database.close())
  return database
}

/** A new organization and its owner. */
export async function signUpSomeone(database: Database): Promise<{ organizationId: string; userId: string }> {
  const email = `${newId('user')}@example.com`
  return userStore(database).signUp({ email, name: null, passwordHash: null, organizationName: 'Example' })
}

/** A plan that returns the text, so that two compilations can be told apart. */
export function compilationOf(text: string): Compilation {
  return {
    plan: { steps: [{ id: 'answer', title: 'Answer', kind: 'return', value: text }] },
    diagnostics: [],
    inputsSchema: { type: 'object' },
    status: 'ready',
    schedule: null,
    explanation: null,
    cu: { least: 1, most: 1 },
  }
}
