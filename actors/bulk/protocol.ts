// The messages, events, effects and state of a bulk action. All of them are JSON.
import type { Bulk, BulkAction } from '../../domain/work/bulk.ts'
import type { ExecutionFilter } from '../../domain/work/execution-filter.ts'
import type { Effect } from '../../runtime/actor.ts'

export interface BulkStart {
  readonly organizationId: string
  readonly action: BulkAction
  readonly filter: ExecutionFilter
  /** The user, or the owner of the API key. */
  readonly startedBy: string | null
  /** Id of the API key that started it; absent or null: none. */
  readonly key?: string | null
  /** The execution from which it descends. */
  readonly root?: string | undefined
}

export type Failures = Bulk['failures']

/** The result of one page. `next`: cursor of the page after it, null after the last. */
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
  /** It cannot go on: the search refused the filter, for instance. */
  | { readonly type: 'broke'; readonly reason: string }
  /** Its code ended its host too often. */
  | { readonly type: 'poison'; readonly reason: string }

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
  /** Pages done. */
  pages: number
  /** Cursor of the next page; null before the first and after the last. */
  next: string | null
  createdAt: number
  finishedAt: number | null
}
