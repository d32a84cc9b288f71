// The port between caches and writers: processes and threads keep rows in memory, and a writer says here
// which of them have changed. Stores that cache rows listen; whoever writes calls `announce` after its
// commit. openStores makes one for the main thread, each host thread has its own (actors/host.ts).
// 1. `announce` empties the caches of this thread before it returns: an answer that follows is made of the
//    new rows.
// 2. `announce` also passes the change to `tell`: to the hosts today, to other nodes when there are some. A
//    change that arrives from elsewhere enters by `receive`, empties the same caches, and is not passed on.
// 3. No cache assumes that this process alone writes: test/storage/two-nodes.test.ts holds every store to
//    that.
// 4. While another node is out of reach its changes do not arrive, so caches answer from the database; after
//    it they begin empty (`era`).
import { type Notices, uncertain } from './postgres/bounded-cache.ts'

export type Changed =
  | {
      readonly type: /** What results of tools look like. */
        | 'tool-observations'
        | 'credentials'
        | 'marketplace-sources'
        /** Billing plan or limit of concurrency. */
        | 'terms'
      readonly organizationId: string
    }
  | { readonly type: 'tool-servers' | 'webhooks'; readonly organizationId: string; readonly id: string }
  | {
      readonly type: 'workflow'
      readonly organizationId: string
      readonly id: string
      /** It is offered as a tool, or was before the change. */
      readonly isTool: boolean
    }
  /** What starts a workflow: hooks and completions. */
  | { readonly type: 'triggers'; readonly organizationId: string; readonly workflowId: string }
  /** The inbox of a member. No cache has it: for live streams. */
  | { readonly type: 'notifications'; readonly organizationId: string; readonly userId: string }
  /** The organization has ended. */
  | { readonly type: 'organization'; readonly organizationId: string }
  /** Role or membership of one member. */
  | { readonly type: 'member'; readonly organizationId: string; readonly userId: string }
  /** What an owner of chats has granted for good. */
  | { readonly type: 'chat-grants'; readonly organizationId: string; readonly owner: string }
  /** Sessions of a user, in all organizations. */
  | { readonly type: 'user'; readonly userId: string }
  | { readonly type: 'session'; readonly id: string }
  /** A connected application. */
  | { readonly type: 'connection'; readonly id: string }
  /** Nodes of the cluster are cut off from each other, or are not any more: notices may have been missed. */
  | { readonly type: 'cut'; readonly isCut: boolean }
  | {
      readonly type: 'api-key'
      /** SHA-256 of the texts by which caches find the key. */
      readonly hashes: readonly string[]
      /** The origins that may use keys have changed. */
      readonly hasOrigins: boolean
    }

type Listener = (what: Changed) => void

export class CachedFacts implements Notices {
  readonly #tell: Listener
  readonly #listeners: Listener[] = []
  #isCurrent = () => true
  #isCut = false
  #cuts = 0

  /** @param tell passes on what changed here to caches elsewhere. Default: nowhere */
  constructor(tell: Listener = () => {}) {
    this.#tell = tell
  }

  get era(): number {
    return this.#isCut || !this.#isCurrent() ? uncertain : this.#cuts
  }

  /**
   * @param isCurrent has everything arrived that other nodes announced? Cheap: every cached answer asks it
   */
  trust(isCurrent: () => boolean): void {
    this.#isCurrent = isCurrent
  }

  /** Without an end: caches live as long as the process. */
  listen(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** Called by the writer, after the commit. */
  announce(what: Changed): void {
    this.receive(what)
    this.#tell(what)
  }

  /** Called for a change that another thread or node has committed. */
  receive(what: Changed): void {
    if (what.type === 'cut') {
      this.#isCut = what.isCut
      this.#cuts++
    }
    for (const listener of this.#listeners) listener(what)
  }
}
