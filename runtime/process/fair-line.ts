// The line before the threads of a ConfinedPool (confined.ts): says whose work is next, so that no owner (an
// organization) stalls the others. Pure: the time is an argument.
// 1. Next is who holds the fewest threads, then who has used the least time lately, then who came first.
// 2. With two threads or more, the last free one is only for an owner that holds none and is light: it has
//    used little lately. So small work of one owner begins at once, whatever another's does.
// 3. An owner has a bounded number of pieces. When all owners together have too many, the last piece of the
//    longest line goes, never one of an owner with fewer.

export interface LineBounds {
  /** Pieces of work at once. */
  readonly threads: number
  /** Most pieces of all owners, running or in line. */
  readonly pieces: number
  /** Most pieces of one owner, running or in line. */
  readonly piecesEach: number
}

/** Up to this, an owner is light, in ms of a thread's time. */
const lightMs = 1_000
/** Time that an owner used is forgotten this fast: a tenth of one thread, for ever, is light. */
const forgottenEachMs = 0.1

export interface Turn<Piece> {
  readonly owner: string
  readonly piece: Piece
}

interface Owner<Piece> {
  readonly id: string
  readonly waiting: Piece[]
  running: number
  /** Time of threads used until `at`, ms. */
  usedMs: number
  /** Unix ms. */
  at: number
  /** Number of its latest turn. */
  turn: number
}

export class FairLine<Piece> {
  readonly #bounds: LineBounds
  /** Those with pieces, and those whose used time is not forgotten yet. */
  readonly #owners = new Map<string, Owner<Piece>>()
  #running = 0
  #waiting = 0
  #turns = 0

  constructor(bounds: LineBounds) {
    this.#bounds = bounds
  }

  /** @returns the piece that there is no room for: this one, one that waited, or null */
  join(id: string, piece: Piece, now: number): Piece | null {
    const { pieces, piecesEach } = this.#bounds
    const owner = this.#ownerOf(id, now)
    if (sizeOf(owner) >= piecesEach) return piece
    const dropped = this.#running + this.#waiting < pieces ? null : this.#drop(owner, piece)
    if (dropped === piece) return piece
    owner.waiting.push(piece)
    this.#waiting++
    return dropped
  }

  /** Takes a waiting piece out. @returns false when it does not wait */
  leave(id: string, piece: Piece): boolean {
    const waiting = this.#owners.get(id)?.waiting ?? []
    const at = waiting.indexOf(piece)
    if (at === -1) return false
    waiting.splice(at, 1)
    this.#waiting--
    return true
  }

  /** Gives a free thread to the next piece; null when nobody may have one now. */
  next(now: number): Turn<Piece> | null {
    const free = this.#bounds.threads - this.#running
    if (free === 0 || this.#waiting === 0) return null
    const isLast = free === 1 && this.#bounds.threads > 1
    let best: Owner<Piece> | null = null
    for (const owner of this.#owners.values()) {
      if (owner.waiting.length === 0 || (isLast && !isLight(owner, now))) continue
      if (best === null || isBefore(owner, best, now)) best = owner
    }
    if (best === null) return null
    best.running++
    best.turn = ++this.#turns
    this.#running++
    this.#waiting--
    return { owner: best.id, piece: best.waiting.shift()! }
  }

  /** Gives the thread back. @param usedMs how long the piece had it */
  done(id: string, usedMs: number, now: number): void {
    const owner = this.#owners.get(id)!
    owner.usedMs = usedBy(owner, now) + usedMs
    owner.at = now
    owner.running--
    this.#running--
  }

  /** Owners that are remembered. */
  get owners(): number {
    return this.#owners.size
  }

  #ownerOf(id: string, now: number): Owner<Piece> {
    const known = this.#owners.get(id)
    if (known !== undefined) return known
    for (const [other, owner] of this.#owners)
      if (sizeOf(owner) === 0 && usedBy(owner, now) === 0) this.#owners.delete(other)
    const owner = { id, waiting: [], running: 0, usedMs: 0, at: now, turn: 0 }
    this.#owners.set(id, owner)
    return owner
  }

  /** Drops the last piece of the longest line, or the new one when its owner has the most. */
  #drop(owner: Owner<Piece>, piece: Piece): Piece {
    let longest = owner
    for (const other of this.#owners.values())
      if (other.waiting.length > longest.waiting.length) longest = other
    if (longest === owner || longest.waiting.length <= sizeOf(owner)) return piece
    this.#waiting--
    return longest.waiting.pop()!
  }
}

function sizeOf({ waiting, running }: Owner<unknown>): number {
  return waiting.length + running
}

function isLight(owner: Owner<unknown>, now: number): boolean {
  return owner.running === 0 && usedBy(owner, now) < lightMs
}

function isBefore(a: Owner<unknown>, b: Owner<unknown>, now: number): boolean {
  if (a.running !== b.running) return a.running < b.running
  const used = usedBy(a, now) - usedBy(b, now)
  return used === 0 ? a.turn < b.turn : used < 0
}

function usedBy({ usedMs, at }: Owner<unknown>, now: number): number {
  return Math.max(0, usedMs - Math.max(0, now - at) * forgottenEachMs)
}
