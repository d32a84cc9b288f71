// The vault: seals what must not be readable in a table, by AES-256-GCM. storage/secrets/master-key.ts
// provides the keys; the main thread and every host open one.
// 1. The newest key seals, or the one that all nodes have (storage/secrets/sealing-key.ts); every key of the
//    ring opens.
// 2. A sealed text names its key and opens only with the context (organization and id of its row) that it
//    was sealed with, so nobody can move it to another row or organization.
// 3. A text that does not open throws an error that says why, and never gives garbage.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'

export interface Vault {
  /** @param context the row that holds it: organization and id */
  seal(text: string, context: string): string
  /** @throws {VaultError} */
  open(sealed: string, context: string): string
  /** Ids of the keys, the newest first; an id tells nothing about its key. */
  readonly keyIds: readonly string[]
}

/** Master keys of 32 bytes, the newest first. Asked at every use, since a key file may have grown. */
export type KeyRing = () => readonly Buffer[]

/** The text does not open: an unknown key, another row, or changed bytes. */
export class VaultError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'VaultError'
  }
}

/** The key that seals the text is not here: another node may have it, or this one after its next start. */
export class KeyMissing extends VaultError {
  constructor(keyId: string) {
    super(`it is sealed by the key ${keyId}, which is not given`)
  }
}

/** Prefix of every sealed text: the version of this format. */
export const sealedPrefix = 'v1.'
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const newest = { index: 0 }

/**
 * @param ring at least one key
 * @param choice place in the ring of the key that seals. Default: the newest
 */
export function createVault(ring: KeyRing, choice: { readonly index: number } = newest): Vault {
  const known = new Map<string, DerivedKey>()

  function keys(): readonly DerivedKey[] {
    return ring().map(master => {
      const name = master.toString('base64')
      const key = known.get(name) ?? derive(master)
      known.set(name, key)
      return key
    })
  }

  return {
    get keyIds() {
      return keys().map(({ id }) => id)
    },
    seal(text, context) {
      const { id, key } = keys()[choice.index]!
      const nonce = randomBytes(nonceBytes)
      const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()])
      return `${sealedPrefix}${id}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`
    },
    open(sealed, context) {
      const { keyId, nonce, body, tag } = parse(sealed)
      const found = keys().find(({ id }) => id === keyId)
      if (found === undefined) throw new KeyMissing(keyId)
      const opening = createDecipheriv(cipher, found.key, nonce, { authTagLength: tagBytes })
      opening.setAAD(Buffer.from(context)).setAuthTag(tag)
      try {
        return Buffer.concat([opening.update(body), opening.final()]).toString('utf8')
      } catch {
        throw new VaultError('it was changed, or sealed for another row')
      }
    },
  }
}

interface DerivedKey {
  readonly id: string
  readonly key: Buffer
}

/** The encryption key is derived from the master key apart from the id, because anybody may see the id. */
function derive(master: Buffer): DerivedKey {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'troupe vault v1', 32))
  const named = hkdfSync('sha256', master, '', 'troupe vault key id', 32)
  return { key, id: createHash('sha256').update(Buffer.from(named)).digest('hex').slice(0, 16) }
}

/** The key that seals a text. */
export function keyIdOf(sealed: string): string {
  return parse(sealed).keyId
}

const sealedForm = /^v1\.([0-9a-f]{16})\.([\w-]{16})\.([\w-]{22,})$/

function parse(sealed: string) {
  const [, keyId, nonce, content] = sealedForm.exec(sealed) ?? []
  if (keyId === undefined) throw new VaultError('it is not a sealed text')
  const bytes = Buffer.from(content!, 'base64url')
  const end = bytes.length - tagBytes
  return {
    keyId,
    nonce: Buffer.from(nonce!, 'base64url'),
    body: bytes.subarray(0, end),
    tag: bytes.subarray(end),
  }
}
