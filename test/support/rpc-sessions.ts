// The rows of sessions of /rpc, in memory. test/storage/requests/rpc-sessions.test.ts holds them and the
// database's to the same.
import { Failure } from '../../domain/failure.ts'
import type {
  RpcSessions,
  SessionChoices,
  SessionHome,
  SessionLife,
  SessionState,
} from '../../storage/requests/rpc-sessions.ts'

type Row = SessionHome & SessionState & { readonly organizationId: string; readonly usedAt: number }

export class MemoryRpcSessions implements RpcSessions {
  readonly members = new Set<number>()
  /** The database is away. */
  isAway = false
  readonly #rows = new Map<string, Row>()

  get size(): number {
    return this.#rows.size
  }

  async keep(key: string, organizationId: string, session: SessionHome & SessionState): Promise<void> {
    this.#reach()
    this.#rows.set(key, { ...session, organizationId, usedAt: Date.now() })
  }

  async find(key: string, organizationId: string, usedSince: number): Promise<SessionHome | null> {
    this.#reach()
    const row = this.#rows.get(key)
    if (row === undefined || row.organizationId !== organizationId || row.usedAt < usedSince) return null
    const { principal, node, life } = row
    return { principal, node, life }
  }

  async claim(of: SessionLife, organizationId: string, node: number): Promise<SessionState | null> {
    const row = this.#row(of, organizationId)
    if (row === undefined) return null
    const mayClaim =
      node === 0 || (this.members.has(node) && (row.node === node || !this.members.has(row.node)))
    if (!mayClaim) return null
    this.#rows.set(of.key, { ...row, node, life: row.life + 1, usedAt: Date.now() })
    const { handshake, logLevel, resources } = row
    return { handshake, logLevel, resources }
  }

  async choose(of: SessionLife, organizationId: string, choices: SessionChoices): Promise<boolean> {
    const row = this.#row(of, organizationId)
    if (row !== undefined) this.#rows.set(of.key, { ...row, ...choices })
    return row !== undefined
  }

  async used(lives: readonly SessionLife[]): Promise<readonly string[]> {
    const mine = lives.filter(of => this.#row(of) !== undefined).map(({ key }) => key)
    for (const key of mine) this.#rows.set(key, { ...this.#rows.get(key)!, usedAt: Date.now() })
    return mine
  }

  async remove(lives: readonly SessionLife[]): Promise<void> {
    for (const of of lives) if (this.#row(of) !== undefined) this.#rows.delete(of.key)
  }

  async release(node: number): Promise<void> {
    this.#reach()
    for (const [key, row] of this.#rows) if (row.node === node) this.#rows.set(key, { ...row, node: 0 })
  }

  #row({ key, life }: SessionLife, organizationId?: string): Row | undefined {
    this.#reach()
    const row = this.#rows.get(key)
    const isRight = organizationId === undefined || row?.organizationId === organizationId
    return row?.life === life && isRight ? row : undefined
  }

  #reach(): void {
    if (this.isAway) throw new Failure('unavailable', 'the database cannot be reached')
  }
}
