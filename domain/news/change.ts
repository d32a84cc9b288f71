// What has changed in an organization, without its contents: a hint of what to read again. Stores and hosts
// tell it (storage/events/changes.ts); the live stream (http/live/live-feed.ts) and clients of /rpc hear it.
import type { ApprovalStatus } from '../work/approval.ts'
import type { ExecutionStatus } from '../work/execution.ts'

export type Change =
  | {
      readonly type: 'execution'
      readonly id: string
      readonly workflowId: string
      readonly status: ExecutionStatus
    }
  /** The approval of a chat has no execution. */
  | {
      readonly type: 'approval'
      readonly id: string
      readonly executionId: string | null
      readonly status: ApprovalStatus
    }
  /** Made, changed or removed, or what starts it has changed. */
  | { readonly type: 'workflow'; readonly id: string; readonly isTool: boolean }
  /** The list of callable tools may have changed. */
  | { readonly type: 'tools' }
  | { readonly type: 'tool-server'; readonly id: string }
  | { readonly type: 'webhook'; readonly id: string }
  /** A chat session. @see domain/chat/speaker.ts for its owner */
  | { readonly type: 'chat'; readonly id: string; readonly owner: string }
  /** The inbox of a member. */
  | { readonly type: 'notifications'; readonly userId: string }
  /** Some changes may have been missed: read everything again. */
  | { readonly type: 'missed' }

/** Changes of an organization that travel together. */
export interface ChangeReport {
  readonly organizationId: string
  readonly changes: readonly Change[]
}
