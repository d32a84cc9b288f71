// What is said to a bulk action, what happens in it, what it remembers, what it owes. All of it is JSON.
import type { Bulk, BulkAction } from '../../domain/bulk.ts'
import type { ExecutionFilter } from '../../domain/execution-filter.ts'
import type { Effect } from '../../runtime/actor.ts'

export interface BulkStart {
  readonly organizationId: string
  readonly action: BulkAction
  readonly filter: ExecutionFilter
  /** User who asked, or whose key did. */
  readonly startedBy: string | null
}

export type Failures = Bulk['failures']

/** What became of one page. `next`: cursor of the page after it, null after the last. */
export interface PageResult {
  readonly page: number
  readonly done: number
  readonly failed: number
  readonly failures: Failures
  readonly next: string | null
}

export type Message =
  | { readonly type: 'start'; readonly start: BulkStart }
  | { readonly type: 'counted'; readonly total: number }
  | ({ readonly type: 'page-done' } & PageResult)
  | { readonly type: 'view'; readonly organizationId: string }
  | { readonly type: 'cancel'; readonly organizationId: string }
  | { readonly type: 'alarm' }
  /** It cannot go on: a filter that is refused, for instance. */
  | { readonly type: 'broke'; readonly reason: string }
  /** Its code ended its host too often. */
  | { readonly type: 'park'; readonly reason: string }

/** `bulk`: what it was after the event, as it is shown. */
export type Event =
  | { readonly type: 'started'; readonly start: BulkStart }
  | { readonly type: 'counted'; readonly total: number }
  | ({ readonly type: 'page-done' } & PageResult)
  | {
      readonly type: 'ended'
      readonly status: 'completed' | 'failed' | 'cancelled'
      readonly error: string | null
    }

export type BulkEffect =
  | (Effect & { readonly type: 'count'; readonly start: BulkStart })
  | (Effect & {
      readonly type: 'page'
      readonly start: BulkStart
      readonly page: number
      readonly cursor: string | null
    })

export interface State {
  start: BulkStart | null
  status: Bulk['status']
  total: number | null
  done: number
  failed: number
  failures: Failures
  error: string | null
  /** Pages that are done, and the cursor of the next; null before the first and after the last. */
  pages: number
  next: string | null
  createdAt: number
  finishedAt: number | null
}
