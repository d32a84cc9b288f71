// Tells listeners in this process that something of an organization has changed: clients of /rpc that keep
// its lists (http/mcp/change-feed.ts), and live streams (http/live/). storage/stores.ts calls `tell` after a
// commit of its own, and `receive` brings what hosts have committed; a change carries no rows, so a listener
// reads again what it needs.
import type { Change, ChangeReport } from '../../domain/news/change.ts'
import { cellOf, WatchedOrganizations } from './watched-organizations.ts'

type Listener = (change: Change) => void

/** What a host tells the main thread. */
export type HostReport =
  | { readonly type: 'changes'; readonly reports: readonly ChangeReport[] }
  /** It has begun. The one before it may have died with changes that it had not reported. */
  | { readonly type: 'began' }

export class Changes {
  /** Of whose executions, approvals and chats hosts report. */
  readonly watched = new WatchedOrganizations()
  readonly #listeners = new Map<string, Set<Listener>>()

  tell(organizationId: string, change: Change): void {
    for (const listener of this.#listeners.get(organizationId) ?? []) listener(change)
  }

  receive(report: HostReport): void {
    if (report.type === 'began') return this.missed()
    for (const { organizationId, changes } of report.reports)
      for (const change of changes) this.tell(organizationId, change)
  }

  /**
   * Tells listeners that they may have missed something. @param cells of whose organizations; null: of all
   */
  missed(cells: ReadonlySet<number> | null = null): void {
    for (const organizationId of this.#listeners.keys())
      if (cells === null || cells.has(cellOf(organizationId))) this.tell(organizationId, { type: 'missed' })
  }

  /**
   * Hears what stores change; of hosts only what others watch.
   * @returns a function that ends the listening
   */
  listen(organizationId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(organizationId) ?? new Set()
    this.#listeners.set(organizationId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(organizationId) === listeners) {
        this.#listeners.delete(organizationId)
      }
    }
  }

  /** Hears what hosts commit as well. @returns a function that ends the listening */
  watch(organizationId: string, listener: Listener): () => void {
    const unwatch = this.watched.watch(organizationId)
    const unlisten = this.listen(organizationId, listener)
    return () => {
      unlisten()
      unwatch()
    }
  }
}
