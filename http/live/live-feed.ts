// The live stream of one reader: hints of what has changed, gathered and sent at most four times a second.
// http/live/live-streams.ts opens it; http/streaming/sse.ts sends its events.
// 1. The first event is `hello`; what is committed after it is told, or `more` says that something was not.
// 2. It holds a bounded number of changes, however slow its reader is (domain/news/gathered-changes.ts).
// 3. It tells only what the caller may read: of inboxes and chats their own.
// 4. It is not durable: ids count within the connection, and nobody resumes.
import { ownerOf, speakerOf } from '../../domain/chat/speaker.ts'
import { Failure } from '../../domain/failure.ts'
import type { Change } from '../../domain/news/change.ts'
import { GatheredChanges } from '../../domain/news/gathered-changes.ts'
import type { LiveChanges, LiveEnding, LiveEvents } from '../../domain/news/live-events.ts'
import { allows, type Caller } from '../../domain/people/permissions.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { EventFeed, SourceEvent } from '../../runtime/event-source.ts'

/** Four times a second. */
export const paceMs = 250

export interface LiveFeedParts {
  /** The caller as of now. @throws {Failure} unauthenticated, forbidden, unavailable */
  readonly authenticate: () => Caller | Promise<Caller>
  /** How many notifications of the caller are unread. @throws {Failure} unavailable */
  readonly unread: (caller: Caller) => Promise<number>
  readonly clock: Clock
  /** There is more to pull. */
  readonly wake: () => void
}

export class LiveFeed implements EventFeed {
  readonly #parts: LiveFeedParts
  readonly #gathered = new GatheredChanges()
  #caller: Caller
  #isGreeted = false
  #ending: LiveEnding | null = null
  #lastId = 0
  /** Of `clock.elapsed`: earlier nothing more is sent. */
  #nextAt = 0
  #callOff: (() => void) | null = null

  constructor(caller: Caller, parts: LiveFeedParts) {
    this.#caller = caller
    this.#parts = parts
  }

  get caller(): Caller {
    return this.#caller
  }

  take(change: Change): void {
    if (!concerns(this.#caller, change)) return
    this.#gathered.add(change)
    this.#wakeInTime()
  }

  /** Something about the caller's credential has changed. @param reason why it ends, if it does */
  async recheck(reason: LiveEnding): Promise<void> {
    try {
      const caller = await this.#parts.authenticate()
      if (caller.role !== this.#caller.role) this.#greetAgain(caller)
    } catch (error) {
      // Otherwise the database is away: the stream is checked again within a second, as every stream is.
      if (error instanceof Failure && refusals.has(error.code)) this.#end(reason)
    }
  }

  async pull(): Promise<readonly SourceEvent[]> {
    if (this.#ending !== null) return [{ ...this.#event('end', { reason: this.#ending }), isLast: true }]
    if (!this.#isGreeted) {
      this.#isGreeted = true
      const { userId, organizationId, role } = this.#caller
      return [this.#event('hello', { ts: this.#parts.clock.now(), userId, organizationId, role })]
    }
    const at = this.#parts.clock.elapsed()
    if (this.#gathered.isEmpty) return []
    if (at < this.#nextAt) {
      this.#wakeInTime()
      return []
    }
    this.#nextAt = at + paceMs
    return [this.#event('changes', await this.#describe(this.#gathered.take()))]
  }

  close(): void {
    this.#callOff?.()
    this.#callOff = null
  }

  /** What the caller may read has changed with the role. */
  #greetAgain(caller: Caller): void {
    this.#caller = caller
    this.#isGreeted = false
    this.#gathered.take()
    this.#gathered.add({ type: 'missed' })
    this.#parts.wake()
  }

  #end(reason: LiveEnding): void {
    this.#ending = reason
    this.#parts.wake()
  }

  #wakeInTime(): void {
    if (this.#callOff !== null) return
    const { clock, wake } = this.#parts
    // A timer knows whole milliseconds, and none of the past.
    this.#callOff = clock.after(Math.max(0, Math.ceil(this.#nextAt - clock.elapsed())), () => {
      this.#callOff = null
      wake()
    })
  }

  async #describe(changes: readonly Change[]): Promise<LiveChanges> {
    const those = <T extends Change['type']>(type: T) =>
      changes.filter((change): change is Extract<Change, { readonly type: T }> => change.type === type)
    const ids = (type: 'workflow' | 'tool-server' | 'webhook' | 'chat') => those(type).map(({ id }) => id)
    const isInboxChanged = those('notifications').length > 0
    const unread = isInboxChanged ? await this.#parts.unread(this.#caller).catch(() => null) : null
    return {
      ts: this.#parts.clock.now(),
      executions: those('execution').map(({ id, workflowId, status }) => ({ id, workflowId, status })),
      approvals: those('approval').map(({ id, executionId, status }) => ({ id, executionId, status })),
      workflows: ids('workflow'),
      notifications: unread === null ? null : { unread },
      toolServers: ids('tool-server'),
      webhooks: ids('webhook'),
      chats: ids('chat'),
      more: those('missed').length > 0 || (isInboxChanged && unread === null),
    }
  }

  #event(event: keyof typeof LiveEvents, data: object): SourceEvent {
    return { id: ++this.#lastId, event, data: JSON.stringify(data) }
  }
}

const refusals: ReadonlySet<string> = new Set(['unauthenticated', 'forbidden'])

/** May the caller read what has changed, and is it theirs where everybody has their own? */
function concerns(caller: Caller, change: Change): boolean {
  switch (change.type) {
    case 'execution':
      return allows(caller, 'execution:read')
    case 'approval':
      return allows(caller, 'approval:read')
    case 'workflow':
      return allows(caller, 'workflow:read')
    case 'tool-server':
      return allows(caller, 'tool-server:read')
    case 'webhook':
      return allows(caller, 'webhook:read')
    case 'chat':
      return allows(caller, 'chat:read') && change.owner === ownerOf(speakerOf(caller))
    case 'notifications':
      return allows(caller, 'notification:read') && change.userId === caller.userId
    case 'tools':
      return false
    case 'missed':
      return true
  }
}
