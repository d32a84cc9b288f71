// The sessions that this node has in memory, by id and owner. Used by legacy-lane.ts and passing.ts.
// 1. Their number is bounded, in all and per organization. A new session replaces the one that has been idle
//    longest.
// 2. Idle sessions end after a while. A client whose session is gone gets 404 and begins another.
// 3. A session is kept as a row (storage/requests/rpc-sessions.ts), so it outlives a restart and the death of
//    its node: the node that gets its next request takes it over and begins another life of it. What waited in
//    memory is lost then: streams to be resumed, calls under way without a result.
import { hash, randomBytes } from 'node:crypto'
import { Failure } from '../../../domain/failure.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { KeptSession, RpcSessions } from '../../../storage/requests/rpc-sessions.ts'
import type { Session, SessionOwner, SessionParts, SessionPlace } from './session.ts'

export interface SessionLimits {
  readonly total: number
  readonly perOrganization: number
  readonly idleMs: number
}

export interface SessionsParts extends Omit<SessionParts, 'chosen'> {
  readonly rows: RpcSessions
  readonly nodes: {
    /** Number of this node; 0 for a server that is alone. Another one when it joins anew. */
    readonly own: number
    /** Is it a member, as far as this node has read? */
    isMember(node: number): boolean
    /** Reads the members again. @throws {Failure} unavailable */
    refresh(): Promise<void>
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
  readonly #searches = new Map<string, Promise<Session | number | null>>()
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

  /** @throws {Failure} overloaded: every session is busy */
  async begin(owner: SessionOwner): Promise<Session> {
    // 192 random bits in visible ASCII.
    const id = randomBytes(24).toString('base64url')
    const session = await this.#add(id, owner, { node: this.#parts.nodes.own, life: 0 })
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
  }

  /** Null when it is not in this memory or belongs to another principal. */
  find(id: string, principal: string): Session | null {
    const session = this.#byId.get(id)
    if (session?.principal !== principal || !session.hasBegun) return null
    // This node has joined anew, and others may have taken it for dead meanwhile.
    if (session.place.node !== this.#parts.nodes.own) return null
    session.lastUsedAt = this.#now()
    return session
  }

  /**
   * Finds a session that is not in this memory. When no living node has it, this one takes it over.
   * @param owner called when it does
   * @returns the number of the node that has it; null: it does not exist, or belongs to another principal
   * @throws {Failure} unavailable, overloaded
   */
  search(
    id: string,
    { principal, organizationId }: Omit<SessionOwner, 'surface'>,
    owner: () => SessionOwner,
  ): Promise<Session | number | null> {
    const name = `${principal} ${id}`
    const first = this.#searches.get(name)
    if (first !== undefined) return first
    const search = this.#search(id, { principal, organizationId }, owner).finally(() =>
      this.#searches.delete(name),
    )
    this.#searches.set(name, search)
    return search
  }

  async end(session: Session): Promise<void> {
    await this.#parts.rows.remove([keyOf(session.id)], session.place.node)
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

  /** Ends sessions that have been idle too long, and notes which ones have been used. */
  async sweep(): Promise<void> {
    const now = this.#now()
    const used: string[] = []
    const idle: Session[] = []
    for (const session of this.#byId.values()) {
      if (!session.isIdle) session.lastUsedAt = now
      if (session.lastUsedAt < now - this.#limits.idleMs) idle.push(session)
      else if (session.lastUsedAt >= this.#sweptAt) used.push(keyOf(session.id))
    }
    this.#sweptAt = now
    await Promise.all([this.#drop(idle), used.length > 0 && this.#parts.rows.used(used)])
  }

  /** The sessions leave this memory, and other nodes may take them over. */
  async close(): Promise<void> {
    this.#isClosed = true
    const { rows, nodes } = this.#parts
    await Promise.all([...this.#byId.values()].map(session => this.forget(session)))
    // A node that is no member any more has none, whatever the rows say.
    if (nodes.own !== 0) await rows.release(nodes.own).catch(() => {})
  }

  async #search(
    id: string,
    { principal, organizationId }: Omit<SessionOwner, 'surface'>,
    owner: () => SessionOwner,
  ): Promise<Session | number | null> {
    const { rows, nodes } = this.#parts
    const key = keyOf(id)
    for (let look = 0; look < looks && !this.#isClosed; look++) {
      const here = this.find(id, principal)
      if (here !== null) return here
      const row = await rows.find(key, organizationId, this.#now() - this.#limits.idleMs - 2 * sweepMs)
      const isOthers = row !== null && (await this.#isOthers(row.node))
      if (row === null || row.principal !== principal || isOthers) {
        const stale = this.#byId.get(id)
        if (stale?.principal === principal) await this.forget(stale)
        return isOthers && row.principal === principal ? row.node : null
      }
      const place = { node: nodes.own, life: row.life + 1 }
      const isTaken = await rows.claim(key, organizationId, { life: row.life, node: place.node })
      if (isTaken) return this.#takeOver(id, row, place, owner)
    }
    throw new Failure('unavailable', 'the session is being taken over; try again', { retryAfterMs: 1_000 })
  }

  /** Does another living node have it? */
  async #isOthers(node: number): Promise<boolean> {
    const { nodes } = this.#parts
    if (node === 0 || node === nodes.own) return false
    // It may have joined since this node has read last.
    if (!nodes.isMember(node)) await nodes.refresh()
    return nodes.isMember(node)
  }

  async #takeOver(
    id: string,
    row: KeptSession,
    place: SessionPlace,
    owner: () => SessionOwner,
  ): Promise<Session> {
    const stale = this.#byId.get(id)
    if (stale !== undefined && stale.place.life === row.life) {
      // Nobody had it in between: this node has only got another number.
      stale.place = place
      stale.lastUsedAt = this.#now()
      return stale
    }
    if (stale !== undefined) await this.forget(stale)
    const session = await this.#add(id, owner(), place)
    await session.goOn(JSON.parse(row.handshake) as JsonObject, row)
    return session
  }

  async #add(id: string, owner: SessionOwner, place: SessionPlace): Promise<Session> {
    // The official SDK takes 0.1 s and 10 MB to load: the first session pays for it, not every start of the
    // service.
    const { Session } = await import('./session.ts')
    const ended = this.#makeRoom(owner.organizationId)
    const chosen = ({ id, organizationId, choices }: Session) =>
      this.#parts.rows.choose(keyOf(id), organizationId, choices)
    const session = new Session(id, owner, { ...this.#parts, chosen }, place, this.#now())
    this.#byId.set(id, session)
    this.#sweep ??= setInterval(() => void this.sweep().catch(() => {}), sweepMs).unref()
    await this.#drop(ended)
    return session
  }

  /** Ends sessions whose clients have been gone for long, or that others have taken the place of. */
  async #drop(sessions: readonly Session[]): Promise<void> {
    if (sessions.length === 0) return
    const keys = sessions.map(({ id }) => keyOf(id))
    await Promise.all(sessions.map(session => this.forget(session)))
    await this.#parts.rows.remove(keys, this.#parts.nodes.own)
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
