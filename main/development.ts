// The first user and API key of a development server. main.ts asks for them at every start outside
// production: the first start makes them, and every start shows them. They are kept in the data directory, in
// a file that only its owner can read.

import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashApiKey } from '../domain/people/api-key.ts'
import { scopes } from '../domain/people/permissions.ts'
import { createApiKey } from '../http/account/api-keys.ts'
import type { Services } from '../http/services.ts'
import type { UserStore } from '../storage/accounts/users.ts'

export interface DevelopmentAccount {
  readonly email: string
  readonly password: string
  readonly apiKey: string
}

/** @returns null when the database has other users, or the key was revoked */
export async function developmentAccount(
  { accounts, apiKeys }: Pick<Services, 'accounts' | 'apiKeys'>,
  users: UserStore,
  dataDir: string,
): Promise<DevelopmentAccount | null> {
  const file = join(dataDir, 'development.json')
  const kept = await readAccount(file)
  if (kept && (await apiKeys.findByHash(hashApiKey(kept.apiKey))) !== null) return kept
  if (!(await users.isEmpty())) return null
  const email = 'dev@troupe.local'
  const password = randomBytes(12).toString('base64url')
  const { user } = await accounts.signUp({ email, password, name: 'Developer', organization: 'Development' })
  const caller = {
    organizationId: user.organization.id,
    userId: user.id,
    role: user.role,
    key: null,
    sessionId: null,
  }
  const { key } = await createApiKey(
    apiKeys,
    { caller, address: null },
    { name: 'Development', scopes: [...scopes] },
  )
  const account = { email, password, apiKey: key }
  await writeFile(file, JSON.stringify(account), { mode: 0o600 })
  return account
}

async function readAccount(file: string): Promise<DevelopmentAccount | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DevelopmentAccount
  } catch {
    return null
  }
}
