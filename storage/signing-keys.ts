// Key pairs that the service made for itself, such as the one that signs its JWTs. Private halves pass through a
// vault on their way in and out.
import { defineEntity, p } from '@mikro-orm/postgresql'
import type { Database } from './database.ts'

export const SigningKeyTable = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_keys',
  properties: {
    id: p.text().primary(),
    kind: p.text(),
    publicJwk: p.text(),
    sealedPrivateJwk: p.text(),
    createdAt: p.bigint('number'),
  },
})

export interface SigningKey {
  /** The `kid` of its JWK. */
  readonly id: string
  /** What it is for: `jwt`. */
  readonly kind: string
  /** JSON. */
  readonly publicJwk: string
  /** JSON. */
  readonly privateJwk: string
  readonly createdAt: number
}

/** Encrypts what must not be read from the table: the vault. */
export interface Sealing {
  seal(text: string, context: string): string
  open(sealed: string, context: string): string
}

/** For tests that are about something else. */
const unsealed: Sealing = { seal: text => text, open: sealed => sealed }

/** For which row a private key is sealed; signing keys belong to no organization. */
export function signingKeyContext(id: string): string {
  return `signing-key/${id}`
}

export type SigningKeyStore = ReturnType<typeof signingKeyStore>

export function signingKeyStore(database: Database, sealing: Sealing = unsealed) {
  return {
    async add({ id, kind, publicJwk, privateJwk, createdAt }: SigningKey): Promise<void> {
      const row = {
        id,
        kind,
        publicJwk,
        sealedPrivateJwk: sealing.seal(privateJwk, signingKeyContext(id)),
        createdAt,
      }
      await database.work(em => em.insert(SigningKeyTable, row))
    },

    /** Newest first; the first one signs, all of them verify. */
    async list(kind: string): Promise<SigningKey[]> {
      const rows = await database.work(em =>
        em.find(SigningKeyTable, { kind }, { orderBy: { createdAt: 'desc' } }),
      )
      return rows.map(({ id, publicJwk, sealedPrivateJwk, createdAt }) => {
        const privateJwk = sealing.open(sealedPrivateJwk, signingKeyContext(id))
        return { id, kind, publicJwk, privateJwk, createdAt }
      })
    },
  }
}
