// The nodes of a cluster tell each other which organizations are watched, so that the hosts of each report
// what the readers of all want to hear (storage/events/changes.ts).
// 1. A node says all its cells at once: when they change, when another node begins, and every few seconds. So
//    a notice that was lost does no harm for long.
// 2. What a node said counts until it says something else, or nothing for some time.
// 3. Between a watch and its notice something may have happened elsewhere: a moment later the readers of the
//    organization are told that they may have missed it.
import type { Clock } from '../../runtime/clock.ts'
import type { Changes } from './changes.ts'

export interface WatchNotice {
  readonly type: 'watched'
  /** Any text that names the process. */
  readonly node: string
  readonly cells: readonly number[]
}

export interface WatchExchangeParts {
  readonly node: string
  readonly changes: Pick<Changes, 'watched' | 'missed'>
  /** Reaches every other node that is within reach. */
  readonly send: (notice: WatchNotice) => void
  readonly clock: Clock
}

const sayAgainMs = 2_000
/** Some notices may be lost. */
const forgetMs = 10_000
/** Notices take a ms or two, reports gather for 50 ms. */
const settleMs = 300

interface Other {
  readonly cells: ReadonlySet<number>
  readonly heardAt: number
}

export class WatchExchange {
  readonly #parts: WatchExchangeParts
  readonly #others = new Map<string, Other>()
  #callOff = () => {}
  #isSaid = false
  /** Cells whose readers are to be told soon. */
  readonly #unsettled = new Set<number>()

  constructor(parts: WatchExchangeParts) {
    this.#parts = parts
  }

  start(): void {
    this.#parts.changes.watched.changed = (cell, isWatched) => {
      this.#say()
      if (isWatched) this.#settle([cell])
    }
    this.#round()
  }

  stop(): void {
    this.#callOff()
    this.#parts.changes.watched.changed = () => {}
  }

  /** Another node said what it watches. */
  receive({ node, cells }: WatchNotice): void {
    if (node === this.#parts.node) return
    const { watched } = this.#parts.changes
    const before = this.#others.get(node)?.cells ?? new Set<number>()
    const after = new Set(cells)
    for (const cell of after) if (!before.has(cell)) watched.count(cell, 1)
    for (const cell of before) if (!after.has(cell)) watched.count(cell, -1)
    if (after.size === 0) this.#others.delete(node)
    else this.#others.set(node, { cells: after, heardAt: this.#parts.clock.elapsed() })
  }

  /** Another node has begun, or is within reach again: it does not know what is watched here. */
  repeat(): void {
    const { own } = this.#parts.changes.watched
    if (own.size === 0) return
    this.#say()
    this.#settle(own.keys())
  }

  #round(): void {
    const { clock, changes } = this.#parts
    if (this.#isSaid || changes.watched.own.size > 0) this.#say()
    for (const [node, { heardAt }] of this.#others)
      if (clock.elapsed() - heardAt > forgetMs) this.receive({ type: 'watched', node, cells: [] })
    this.#callOff = clock.after(sayAgainMs, () => this.#round())
  }

  #say(): void {
    const { node, changes, send } = this.#parts
    const cells = [...changes.watched.own.keys()]
    send({ type: 'watched', node, cells })
    this.#isSaid = cells.length > 0
  }

  #settle(cells: Iterable<number>): void {
    if (this.#unsettled.size === 0) {
      this.#parts.clock.after(settleMs, () => {
        const settled = new Set(this.#unsettled)
        this.#unsettled.clear()
        this.#parts.changes.missed(settled)
      })
    }
    for (const cell of cells) this.#unsettled.add(cell)
  }
}
