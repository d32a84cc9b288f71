// The rows of sessions of /rpc, in memory. test/storage/requests/rpc-sessions.test.ts holds them and the
// database's to the same.
import type { KeptSession, RpcSessions, SessionChoices } from '../../storage/requests/rpc-sessions.ts'

type Row = KeptSession & { readonly organizationId: string; readonly usedAt: number }

export class MemoryRpcSessions implements RpcSessions {
  readonly #rows = new Map<string, Row>()

  get size(): number {
    return this.#rows.size
  }

  async keep(key: string, organizationId: string, session: KeptSession): Promise<void> {
    this.#rows.set(key, { ...session, organizationId, usedAt: Date.now() })
  }

  async find(key: string, organizationId: string, usedSince: number): Promise<KeptSession | null> {
    const row = this.#row(key, organizationId)
    if (row === undefined || row.usedAt < usedSince) return null
    const { organizationId: _, usedAt: __, ...session } = row
    return session
  }

  async claim(
    key: string,
    organizationId: string,
    { life, node }: Pick<KeptSession, 'life' | 'node'>,
  ): Promise<boolean> {
    const row = this.#row(key, organizationId)
    if (row?.life !== life) return false
    this.#rows.set(key, { ...row, node, life: life + 1, usedAt: Date.now() })
    return true
  }

  async choose(key: string, organizationId: string, choices: SessionChoices): Promise<void> {
    const row = this.#row(key, organizationId)
    if (row !== undefined) this.#rows.set(key, { ...row, ...choices })
  }

  async used(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const row = this.#rows.get(key)
      if (row !== undefined) this.#rows.set(key, { ...row, usedAt: Date.now() })
    }
  }

  async remove(keys: readonly string[], node: number): Promise<void> {
    for (const key of keys) if (this.#rows.get(key)?.node === node) this.#rows.delete(key)
  }

  async release(node: number): Promise<void> {
    for (const [key, row] of this.#rows) if (row.node === node) this.#rows.set(key, { ...row, node: 0 })
  }

  #row(key: string, organizationId: string): Row | undefined {
    const row = this.#rows.get(key)
    return row?.organizationId === organizationId ? row : undefined
  }
}
