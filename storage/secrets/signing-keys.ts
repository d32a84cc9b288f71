// Keys that the service makes for itself: key pairs such as the one that signs its JWTs, and a secret from
// which others are derived. Called by http/account/. A vault seals the private part on its way in and opens
// it on its way out.
import type { Queries } from '../postgres/statement.ts'

export interface SigningKey {
  /** The `kid` of its JWK. */
  readonly id: string
  /** What it is for: `jwt`, or `secret`. */
  readonly kind: string
  /** JSON. */
  readonly publicJwk: string
  /** JSON. */
  readonly privateJwk: string
  readonly createdAt: number
}

/** Encrypts what must not be readable in the table; the vault is one. */
export interface Sealing {
  seal(text: string, context: string): string
  open(sealed: string, context: string): string
}

/** For tests of other things. */
const unsealed: Sealing = { seal: text => text, open: sealed => sealed }

/** The context in which a private key is sealed; signing keys belong to no organization. */
export function signingKeyContext(id: string): string {
  return `signing-key/${id}`
}

export type SigningKeyStore = ReturnType<typeof signingKeyStore>

export function signingKeyStore(queries: Queries, sealing: Sealing = unsealed) {
  return {
    /** Does nothing when the id exists. */
    async add({ id, kind, publicJwk, privateJwk, createdAt }: SigningKey): Promise<void> {
      const sealed = sealing.seal(privateJwk, signingKeyContext(id))
      await queries.query(insert, [id, kind, publicJwk, sealed, createdAt])
    },

    /** Newest first. Of key pairs the first signs, and all verify. */
    async list(kind: string): Promise<SigningKey[]> {
      const rows = await queries.query<SigningKeyRow>(list, [kind])
      return rows.map(({ sealed, ...row }) => {
        return { ...row, kind, privateJwk: sealing.open(sealed, signingKeyContext(row.id)) }
      })
    },

    /** Removes it; the signatures it made are refused once the keys are read again. */
    async remove(id: string): Promise<void> {
      await queries.query(remove, [id])
    },
  }
}

interface SigningKeyRow {
  readonly id: string
  readonly publicJwk: string
  readonly sealed: string
  readonly createdAt: number
}

const insert = {
  name: 'signing-keys.insert',
  text: `insert into signing_keys (id, kind, public_jwk, sealed_private_jwk, created_at)
    values ($1, $2, $3, $4, $5) on conflict (id) do nothing`,
}

const list = {
  name: 'signing-keys.list',
  text: `select id, public_jwk as "publicJwk", sealed_private_jwk as sealed, created_at as "createdAt"
    from signing_keys where kind = $1 order by created_at desc, id`,
}

const remove = { name: 'signing-keys.remove', text: 'delete from signing_keys where id = $1' }
