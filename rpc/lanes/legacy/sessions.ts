// The sessions that this node has in memory, by id and owner. Used by legacy-lane.ts and passing.ts.
// 1. Their number is bounded, in all and per organization. A new session replaces the one that has been idle
//    longest.
// 2. Idle sessions end after a while. A client whose session is gone gets 404 and begins another.
// 3. A session is kept as a row (storage/requests/rpc-sessions.ts), so it outlives a restart and the death of
//    its node: the node that gets its next request takes it over and begins another life of it. What waited
//    in memory is lost then: streams to be resumed, calls under way without a result.
import { hash, randomBytes } from 'node:crypto'
import { Failure } from '../../../domain/failure.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { RpcSessions, SessionLife, SessionState } from '../../../storage/requests/rpc-sessions.ts'
import type { Session, SessionOwner, SessionParts, SessionPlace } from './session.ts'

export interface SessionLimits {
  readonly total: number
  readonly perOrganization: number
  readonly idleMs: number
}

export interface SessionsParts extends Omit<SessionParts, 'chosen'> {
  readonly rows: RpcSessions
  readonly nodes: {
    /**
     * Number of this node; 0 for a server that is alone. Another one when it joins anew; null while it may
     * be taken for dead.
     */
    readonly own: number | null
    /** Is it a member, as far as this node has read? */
    isMember(node: number): boolean
  }
  readonly limits?: SessionLimits
  readonly now?: () => number
}

export const defaultLimits: SessionLimits = { total: 1_000, perOrganization: 100, idleMs: 1_800_000 }

const sweepMs = 60_000
/** Looks for a session that other nodes take over at the same time. */
const looks = 5

export class Sessions {
  readonly #parts: SessionsParts
  readonly #limits: SessionLimits
  readonly #now: () => number
  readonly #byId = new Map<string, Session>()
  /** Searches under way, by id: a session gets one life here, however many of its requests come at once. */
  readonly #searches = new Map<string, Promise<number | null>>()
  #sweptAt: number
  #sweep: NodeJS.Timeout | null = null
  #isClosed = false

  constructor(parts: SessionsParts) {
    this.#parts = parts
    this.#limits = parts.limits ?? defaultLimits
    this.#now = parts.now ?? Date.now
    this.#sweptAt = this.#now()
  }

  get size(): number {
    return this.#byId.size
  }

  /** @throws {Failure} overloaded: every session is busy; unavailable */
  async begin(owner: SessionOwner): Promise<Session> {
    // 192 random bits in visible ASCII.
    const id = randomBytes(24).toString('base64url')
    const session = await this.#add(id, owner, { node: this.#ownNumber(), life: 0 })
    await session.begin()
    return session
  }

  /**
   * The handshake is done: the session outlives this node from now on.
   * @param handshake parameters of `initialize`
   * @throws {Failure} unavailable
   */
  async keep(session: Session, handshake: JsonObject): Promise<void> {
    const { id, organizationId, principal, place, choices } = session
    const row = { principal, ...place, handshake: JSON.stringify(handshake), ...choices }
    await this.#parts.rows.keep(keyOf(id), organizationId, row)
    session.isKept = true
  }

  /** Null when it is not in this memory or belongs to another principal. */
  find(id: string, principal: string): Session | null {
    const session = this.#byId.get(id)
    if (session?.principal !== principal || !session.hasBegun) return null
    // This node has joined anew, or is about to: others may have taken it for dead meanwhile.
    if (session.place.node !== this.#parts.nodes.own) return null
    session.lastUsedAt = this.#now()
    return session
  }

  /**
   * Finds a session that is not in this memory. When no living node has it, this one takes it over.
   * @param owner called when it does
   * @returns the number of the node that has it; null: this one has, or it does not exist, or it belongs to
   * another principal
   * @throws {Failure} unavailable, overloaded
   */
  search(
    id: string,
    whose: Omit<SessionOwner, 'surface'>,
    owner: () => SessionOwner,
  ): Promise<number | null> {
    const name = `${whose.principal} ${id}`
    const first = this.#searches.get(name)
    if (first !== undefined) return first
    const search = this.#search(id, whose, owner).finally(() => this.#searches.delete(name))
    this.#searches.set(name, search)
    return search
  }

  /** For good. @throws {Failure} unavailable */
  async end(session: Session): Promise<void> {
    await this.#parts.rows.remove([lifeOf(session)])
    await this.forget(session)
  }

  /** It may go on at another node. */
  async forget(session: Session): Promise<void> {
    if (this.#byId.get(session.id) === session) this.#byId.delete(session.id)
    if (this.#byId.size === 0 && this.#sweep !== null) {
      clearInterval(this.#sweep)
      this.#sweep = null
    }
    await session.end()
  }

  /**
   * Ends sessions that have been idle too long, notes which ones have been used, and forgets those that
   * others have.
   * @throws {Failure} unavailable; the next time does it all
   */
  async sweep(): Promise<void> {
    const now = this.#now()
    const { own } = this.#parts.nodes
    const used: Session[] = []
    const idle: Session[] = []
    const astray: Session[] = []
    for (const session of this.#byId.values()) {
      if (!session.isIdle) session.lastUsedAt = now
      if (session.lastUsedAt < now - this.#limits.idleMs) idle.push(session)
      else if (session.place.node !== own) astray.push(session)
      else if (session.isKept && session.lastUsedAt >= this.#sweptAt) used.push(session)
    }
    await this.#drop(idle)
    if (own !== null) for (const session of astray) await this.#renumber(session, own)
    if (used.length > 0) {
      const mine = new Set(await this.#parts.rows.used(used.map(lifeOf)))
      for (const session of used) if (!mine.has(keyOf(session.id))) await this.forget(session)
    }
    this.#sweptAt = now
  }

  /** The sessions leave this memory, and other nodes may take them over. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#byId.values()].map(session => this.forget(session)))
    await this.#release()
  }

  async #search(
    id: string,
    { principal, organizationId }: Omit<SessionOwner, 'surface'>,
    owner: () => SessionOwner,
  ): Promise<number | null> {
    const { rows, nodes } = this.#parts
    const key = keyOf(id)
    let seen = -1
    for (let look = 0; look < looks && !this.#isClosed; look++) {
      const own = this.#ownNumber()
      if (this.find(id, principal) !== null) return null
      const row = await rows.find(key, organizationId, this.#now() - this.#limits.idleMs - 2 * sweepMs)
      const isMine = row?.principal === principal
      // A claim has failed and the life goes on: its node has joined since this one has read last.
      const isOthers =
        isMine && row.node !== own && row.node !== 0 && (nodes.isMember(row.node) || row.life === seen)
      if (!isMine || isOthers) {
        const stale = this.#byId.get(id)
        if (stale?.principal === principal) await this.forget(stale)
        return isOthers ? row.node : null
      }
      seen = row.life
      const state = await rows.claim({ key, life: row.life }, organizationId, own)
      if (state !== null) return this.#takeOver(id, state, { node: own, life: row.life + 1 }, owner)
    }
    throw new Failure('unavailable', 'the session is being taken over; try again', { retryAfterMs: 1_000 })
  }

  async #takeOver(
    id: string,
    state: SessionState,
    place: SessionPlace,
    owner: () => SessionOwner,
  ): Promise<null> {
    if (this.#isClosed) {
      await this.#release()
      throw stopping()
    }
    const stale = this.#byId.get(id)
    if (stale?.hasBegun && stale.place.life === place.life - 1) {
      // Nobody had it in between: this node has only got another number.
      stale.place = place
      return null
    }
    if (stale !== undefined) await this.forget(stale)
    const session = await this.#add(id, owner(), place)
    session.isKept = true
    try {
      await session.goOn(JSON.parse(state.handshake) as JsonObject, state)
    } catch (error) {
      await this.forget(session)
      throw error
    }
    return null
  }

  /** This node has joined anew: a session of its old number is its own again, unless others have it. */
  async #renumber(session: Session, own: number): Promise<void> {
    const { life } = session.place
    const state = await this.#parts.rows.claim(lifeOf(session), session.organizationId, own)
    if (state === null) await this.forget(session)
    else session.place = { node: own, life: life + 1 }
  }

  async #add(id: string, owner: SessionOwner, place: SessionPlace): Promise<Session> {
    // The official SDK takes 0.1 s and 10 MB to load: the first session pays for it, not every start of the
    // service.
    const { Session } = await import('./session.ts')
    const ended = this.#makeRoom(owner.organizationId)
    const chosen = (session: Session) => this.#choose(session)
    const session = new Session(id, owner, { ...this.#parts, chosen }, place, this.#now())
    this.#byId.set(id, session)
    this.#sweep ??= setInterval(() => void this.sweep().catch(() => {}), sweepMs).unref()
    await this.#drop(ended)
    return session
  }

  async #choose(session: Session): Promise<void> {
    const isMine = await this.#parts.rows.choose(lifeOf(session), session.organizationId, session.choices)
    if (isMine) return
    void this.forget(session)
    throw new Failure('unavailable', 'another node has the session by now; try again')
  }

  /** Ends sessions whose clients have been gone for long, or that others have taken the place of. */
  async #drop(sessions: readonly Session[]): Promise<void> {
    if (sessions.length === 0) return
    await Promise.all(sessions.map(session => this.forget(session)))
    // A row that stays is gone after a while, and may go on until then.
    await this.#parts.rows.remove(sessions.map(lifeOf)).catch(() => {})
  }

  async #release(): Promise<void> {
    const { rows, nodes } = this.#parts
    // Rows of a node that is no member are as good as released.
    if (nodes.own) await rows.release(nodes.own).catch(() => {})
  }

  #ownNumber(): number {
    const { own } = this.#parts.nodes
    if (own === null) throw new Failure('unavailable', 'this node is no member at the moment')
    return own
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

function keyOf(id: string): string {
  return hash('sha256', id)
}

function lifeOf({ id, place }: Session): SessionLife {
  return { key: keyOf(id), life: place.life }
}

function stopping(): Failure {
  return new Failure('unavailable', 'the service is stopping', { retryAfterMs: 1_000 })
}
