// Several people in one organization. The product has no invitations yet: a membership is written into its database, and
// an API key of the new member's moved along, before anybody has used it.
import { Client as Database } from 'pg'
import type { Client } from './client.ts'
import type { Account, Product } from './product.ts'

export interface Colleague {
  readonly userId: string
  readonly email: string
  /** Bears an API key with all scopes that the role may give. */
  readonly client: Client
}

export async function addColleague(product: Product, account: Account, role: string): Promise<Colleague> {
  const { client, email } = await product.signUp()
  const scopes = role === 'viewer' ? ['read'] : ['read', 'write', 'execute']
  const { body } = await client.post('/api/v1/apikeys', { name: role, scopes })
  const userId = (await client.get('/api/v1/auth/me')).body.id
  await query(product, 'insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
    account.organizationId,
    userId,
    role,
  ])
  await query(product, 'update api_keys set organization_id = $1 where id = $2', [
    account.organizationId,
    body.id,
  ])
  return { userId, email, client: product.client(body.key) }
}

/** Rows of the product's database, over a connection of its own. */
export async function query<Row extends object>(
  product: Product,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const database = new Database({ connectionString: product.databaseUrl })
  await database.connect()
  try {
    return (await database.query<Row>(sql, [...values])).rows
  } finally {
    await database.end()
  }
}
