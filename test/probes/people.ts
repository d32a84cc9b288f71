// People with the credential that they bear, as strangers and colleagues of an organization.
import { newId } from '../../domain/ids.ts'
import { scopes } from '../../domain/people/permissions.ts'
import type { Client } from '../support/people/client.ts'
import { invitationFor, membersOf } from '../support/people/colleagues.ts'
import { type Product, password } from '../support/product.ts'

export interface Person {
  readonly email: string
  readonly userId: string
  readonly organizationId: string
  /** What goes after Bearer: the token of the sign-up. */
  readonly token: string
  /** Bears the token. */
  readonly client: Client
}

/** The owner of a new organization. */
export async function newOwner(product: Product): Promise<Person> {
  const email = `${newId('user')}@example.com`
  const { status, body } = await product.client().post('/api/v1/auth/signup', { email, password })
  if (status !== 201) throw new Error(`signup answered ${status} ${JSON.stringify(body)}`)
  const { token, user } = body
  return {
    email,
    userId: user.id,
    organizationId: user.organization.id,
    token,
    client: product.client(token),
  }
}

/** @returns the key itself */
export async function newKey(person: Person, granted: readonly string[] = scopes): Promise<string> {
  return (await person.client.post('/api/v1/apikeys', { name: granted.join(), scopes: granted })).body.key
}

/** Somebody who joined the organization with that role, by an invitation. */
export async function newMember(product: Product, owner: Person, role: string): Promise<Person> {
  const { organizationId } = owner
  const email = `${newId('user')}@example.com`
  const invited = await owner.client.post(membersOf({ organizationId }), { email, role })
  if (invited.status !== 201) throw new Error(`inviting answered ${invited.status}`)
  const accept = `/api/v1/invitations/${await invitationFor(product, email)}/accept`
  const { body } = await product.client().post(accept, { password })
  const { token, user } = body
  return { email, userId: user.id, organizationId, token, client: product.client(token) }
}

/** The token and a key of somebody who worked for the organization until they were removed. */
export async function formerMember(product: Product, owner: Person): Promise<{ token: string; key: string }> {
  const member = await newMember(product, owner, 'admin')
  const key = await newKey(member)
  const path = `${membersOf({ organizationId: owner.organizationId })}/${member.userId}`
  const { status } = await owner.client.delete(path)
  if (status !== 200) throw new Error(`removing answered ${status}`)
  return { token: member.token, key }
}
