// Several people in one organization: invited by mail, as the product's users do it, with the mail from its
// outbox.
import { Client as Database } from 'pg'
import { newId } from '../../../domain/ids.ts'
import { type Account, password, type SharedProduct } from '../product.ts'
import type { Client } from './client.ts'

export interface Colleague {
  readonly userId: string
  readonly email: string
  /** Bears the token of a login. */
  readonly client: Client
}

/** @param account of an owner */
export async function addColleague(
  product: SharedProduct,
  account: Account,
  role: string,
): Promise<Colleague> {
  const email = `${newId('user')}@example.com`
  const invited = await account.client.post(`${membersOf(account)}`, { email, role })
  if (invited.status !== 201) throw new Error(`inviting answered ${invited.status}`)
  const path = `/api/v1/invitations/${await invitationFor(product, email)}/accept`
  const { status, body } = await product.client().post(path, { password })
  if (status !== 200) throw new Error(`accepting answered ${status} ${JSON.stringify(body)}`)
  return { userId: body.user.id, email, client: product.client(body.token) }
}

/** Path of the members of everybody's team. */
export function membersOf({ organizationId }: Pick<Account, 'organizationId'>): string {
  return `/api/v1/teams/${organizationId.replace('org_', 'team_')}/members`
}

/** The token of the latest invitation that went to an address. */
export async function invitationFor(product: SharedProduct, email: string): Promise<string> {
  const { body: mails } = await product.client().get('/api/v1/dev/outbox')
  const mail = mails.find(({ to }: { to: string }) => to === email)
  return /\/invite\/([\w-]+)/.exec(mail.text)![1]!
}

/** Rows of the product's database, over a connection of its own. */
export async function query<Row extends object>(
  product: SharedProduct,
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
