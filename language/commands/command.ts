// What a message to the chat asks for. commands/reading.ts makes these of words; actors/chat/words/ carries
// them out. A command says nothing of what is there: whether "it" has ended is for whoever carries it out.
import type { ExecutionStatus } from '../../domain/work/execution.ts'

/** How well the words fit the names: to the letter, as their beginning, with a slip, or by some words. */
export const fits = ['exact', 'prefix', 'near', 'part', 'none'] as const
export type Fit = (typeof fits)[number]

/** A workflow as the message calls it. */
export type WorkflowRef =
  | {
      readonly by: 'name'
      readonly said: string
      /** Ids of all that fit equally well; none: no workflow is called so. */
      readonly ids: readonly string[]
      readonly fit: Fit
    }
  /** "it", "the same one"; or nothing was said. */
  | { readonly by: 'last' }
  /** "the second one": from 1; -1 is the last. */
  | { readonly by: 'place'; readonly place: number }

export type ExecutionRef =
  /** "it", "that run"; or nothing was said. */
  | { readonly by: 'last' }
  | { readonly by: 'place'; readonly place: number }
  | { readonly by: 'id'; readonly id: string }
  /** "the last failed run of the order total": the newest that fits. */
  | {
      readonly by: 'newest'
      readonly workflow: WorkflowRef | null
      readonly statuses: readonly ExecutionStatus[]
    }

export type ApprovalRef =
  | { readonly by: 'last' }
  | { readonly by: 'place'; readonly place: number }
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'execution'; readonly execution: ExecutionRef }

export const periods = ['hour', 'today', 'yesterday', 'week', 'month', 'last-month'] as const
export type Period = (typeof periods)[number]

export interface ExecutionsWanted {
  readonly workflow: WorkflowRef | null
  readonly statuses: readonly ExecutionStatus[]
  readonly period: Period | null
}

export type Topic = 'run' | 'create' | 'approve' | 'cancel' | 'inputs' | 'status'

/** What the chat knows and does not do. */
export type Elsewhere = 'delete' | 'change' | 'schedule' | 'all'

/** What reads only. */
export type Question =
  | { readonly type: 'help'; readonly topic: Topic | null }
  | { readonly type: 'workflows'; readonly about: string | null }
  | { readonly type: 'describe'; readonly workflow: WorkflowRef }
  | { readonly type: 'executions'; readonly wanted: ExecutionsWanted }
  | { readonly type: 'status'; readonly execution: ExecutionRef }
  | { readonly type: 'why'; readonly execution: ExecutionRef }
  | { readonly type: 'approvals' }
  | { readonly type: 'usage'; readonly period: Period | null }
  | { readonly type: 'tools'; readonly about: string | null }

/** What changes something. */
export type Deed =
  | { readonly type: 'run'; readonly workflow: WorkflowRef; readonly values: string | null }
  | { readonly type: 'again'; readonly workflow: WorkflowRef | null; readonly values: string | null }
  | { readonly type: 'retry'; readonly execution: ExecutionRef }
  | { readonly type: 'cancel'; readonly execution: ExecutionRef; readonly isBare: boolean }
  | { readonly type: 'create'; readonly prompt: string | null; readonly name: string | null }
  | { readonly type: 'approve'; readonly approval: ApprovalRef; readonly note: string | null }
  | { readonly type: 'deny'; readonly approval: ApprovalRef; readonly note: string | null }

/** What means something only after what was said before. */
export type Reply =
  | { readonly type: 'yes' }
  | { readonly type: 'no'; readonly rest: string | null }
  | { readonly type: 'place'; readonly place: number }
  | { readonly type: 'leave' }
  | { readonly type: 'greeting' }
  | { readonly type: 'thanks' }

export type Command =
  | Question
  | Deed
  | Reply
  /** "Can I run it?", or a name alone: nothing is done before a yes. */
  | { readonly type: 'wonder'; readonly deed: Deed }
  /** "Do not run it": nothing is done. */
  | { readonly type: 'refrain' }
  | { readonly type: 'elsewhere'; readonly what: Elsewhere; readonly workflow: WorkflowRef | null }

const deeds = ['run', 'again', 'retry', 'cancel', 'create', 'approve', 'deny']

export function isDeed(command: Command): command is Deed {
  return deeds.includes(command.type)
}
