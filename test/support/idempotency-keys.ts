// The store of idempotency keys in memory, with what a test asks of it: rows to look at, and rows that a
// process left behind when it died.
import type { Claim, IdempotencyKeyStore, KeptAnswer } from '../../storage/requests/idempotency-keys.ts'

export interface MemoryIdempotencyKeys extends IdempotencyKeyStore {
  readonly rows: Map<string, { hash: string; createdAt: number; answer: KeptAnswer | null }>
}

export function memoryIdempotencyKeys(): MemoryIdempotencyKeys {
  const rows: MemoryIdempotencyKeys['rows'] = new Map()
  return {
    rows,
    async claim({ client, key, hash }, now): Promise<Claim> {
      const row = rows.get(`${client} ${key}`)
      if (row) return { isFresh: false, ...row }
      rows.set(`${client} ${key}`, { hash, createdAt: now, answer: null })
      return { isFresh: true, hash, createdAt: now, answer: null }
    },
    async keep({ client, key }, _, answer) {
      rows.get(`${client} ${key}`)!.answer = answer
    },
    async release({ client, key }) {
      rows.delete(`${client} ${key}`)
    },
  }
}
