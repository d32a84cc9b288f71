// The sessions of this process, by id and owner. Used by legacy-lane.ts.
// 1. Their number is bounded, in all and per organization. A new session replaces the one that has been idle
//    longest.
// 2. Idle sessions end after a while. A client whose session is gone gets 404 and begins another.
import { Failure } from '../../../domain/failure.ts'
import type { Session, SessionParts } from './session.ts'

export interface SessionLimits {
  readonly total: number
  readonly perOrganization: number
  readonly idleMs: number
}

export const defaultLimits: SessionLimits = { total: 1_000, perOrganization: 100, idleMs: 1_800_000 }

const sweepMs = 60_000

export class Sessions {
  readonly #limits: SessionLimits
  readonly #now: () => number
  readonly #byId = new Map<string, Session>()
  #sweep: NodeJS.Timeout | null = null

  constructor(limits: SessionLimits = defaultLimits, now: () => number = Date.now) {
    this.#limits = limits
    this.#now = now
  }

  get size(): number {
    return this.#byId.size
  }

  /** @throws {Failure} overloaded: every session is busy */
  async begin(parts: SessionParts): Promise<Session> {
    // The official SDK takes 0.1 s and 10 MB to load: the first session pays for it, not every start of the
    // service.
    const { Session } = await import('./session.ts')
    const ended = this.#makeRoom(parts.organizationId)
    const session = new Session(parts, this.#now())
    this.#byId.set(session.id, session)
    this.#sweep ??= setInterval(() => this.sweep(), sweepMs).unref()
    await Promise.all([session.begin(), ...ended.map(it => it.end())])
    return session
  }

  /** Null when it does not exist or belongs to another principal. */
  find(id: string, principal: string): Session | null {
    const session = this.#byId.get(id)
    if (session === undefined || session.principal !== principal) return null
    session.lastUsedAt = this.#now()
    return session
  }

  async end(session: Session): Promise<void> {
    this.#byId.delete(session.id)
    if (this.#byId.size === 0 && this.#sweep !== null) {
      clearInterval(this.#sweep)
      this.#sweep = null
    }
    await session.end()
  }

  /** Ends sessions that have been idle too long. */
  sweep(): void {
    const oldest = this.#now() - this.#limits.idleMs
    for (const session of this.#byId.values()) {
      if (!session.isIdle) session.lastUsedAt = this.#now()
      else if (session.lastUsedAt < oldest) void this.end(session)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#byId.values()].map(session => this.end(session)))
  }

  /**
   * Frees a place.
   * @returns the sessions that lost theirs, for the caller to end
   */
  #makeRoom(organizationId: string): readonly Session[] {
    const { total, perOrganization } = this.#limits
    const own = (session: Session) => session.organizationId === organizationId
    return [this.#free(own, perOrganization), this.#free(() => true, total)].filter(it => it !== null)
  }

  /** @returns the session that lost its place; null when a place was free */
  #free(isCandidate: (session: Session) => boolean, limit: number): Session | null {
    const candidates = [...this.#byId.values()].filter(isCandidate)
    if (candidates.length < limit) return null
    const [oldest] = candidates.filter(({ isIdle }) => isIdle).sort((a, b) => a.lastUsedAt - b.lastUsedAt)
    if (oldest === undefined) throw new Failure('overloaded', `${limit} sessions are at work on /rpc`)
    this.#byId.delete(oldest.id)
    return oldest
  }
}
