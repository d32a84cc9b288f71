// Organizations with live streams, in memory that all threads of the process share: a host reports the
// changes of these and no others (actors/change-reports.ts).
// 1. A watch is seen by every host as soon as `watch` returns, and by one that starts later: there is no
//    commit between the first look of a reader and the first report to it.
// 2. Organizations may share a cell. A host then reports of one that nobody watches, and nobody hears it.
// 3. In a cluster the cells of other nodes are counted as well (watch-exchange.ts).
import { fnv1a } from '../../domain/hash.ts'

/** So few organizations are watched at a time that hardly two share one. */
const cells = 4_096

export class WatchedOrganizations {
  /** The number of watches by cell; the last one counts all. */
  readonly shared: Int32Array
  /** Of this process, by cell: its own watches. */
  readonly own = new Map<number, number>()
  /** Called when a cell of its own begins or ends to be watched. */
  changed: (cell: number, isWatched: boolean) => void = () => {}

  /** @param shared of the main thread. Default: nobody watches, until `watch` */
  constructor(shared: Int32Array = new Int32Array(new SharedArrayBuffer(4 * (cells + 1)))) {
    this.shared = shared
  }

  /** @returns a function that ends the watch */
  watch(organizationId: string): () => void {
    const cell = cellOf(organizationId)
    const count = (by: 1 | -1) => {
      this.count(cell, by)
      const before = this.own.get(cell) ?? 0
      if (before + by === 0) this.own.delete(cell)
      else this.own.set(cell, before + by)
      if (before === 0 || before + by === 0) this.changed(cell, before === 0)
    }
    count(1)
    return () => count(-1)
  }

  /** Counts a watch, of another node for instance. */
  count(cell: number, by: 1 | -1): void {
    Atomics.add(this.shared, cell, by)
    Atomics.add(this.shared, cells, by)
  }

  get isEmpty(): boolean {
    return Atomics.load(this.shared, cells) === 0
  }

  has(organizationId: string): boolean {
    return Atomics.load(this.shared, cellOf(organizationId)) > 0
  }
}

/** @returns 0 to 4,095 */
export function cellOf(organizationId: string): number {
  return (fnv1a(organizationId) >>> 0) % cells
}
