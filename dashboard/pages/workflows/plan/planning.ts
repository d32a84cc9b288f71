// What the page to write a workflow knows of the plan of what somebody writes (use-plan.ts), and what they
// can do with it.
import type { Diagnostic, PlanBody, Planned, SentPlan } from './planned.ts'

export interface Planning {
  readonly planned: Planned | null
  readonly isReading: boolean
  readonly error: string | null
  /** The text as of the last pause. */
  readonly text: string
  /** The text right now; reading it renders nothing. */
  readonly now: () => string
  readonly type: (text: string) => void
  /** Asks once more for what failed, or for the plan of the text. */
  readonly again: () => void
  /** This text is one of the reader's, also where there is a model. */
  readonly trust: (text: string) => void
  /** The model has not planned this text. */
  readonly isStale: boolean
  /** There are no words, and no plan is saved without any. */
  readonly isEmpty: boolean
  /** What has been heard of the model that plans; null while none does. */
  readonly progress: readonly string[] | null
  /** Has the model plan the text. */
  readonly askModel: () => Promise<void>
  /** @returns all that was said, which is the text from now on; null: the text stays as it is */
  readonly revise: (revision: Revision) => Promise<string | null>
  /** Takes the plan as it is, without what it cannot do and what is open. */
  readonly accept: () => Promise<void>
  readonly stop: () => void
  /** Somebody changes the notation: no answer about what was there before counts any more. */
  readonly beginWriting: () => void
  /** Takes a plan that somebody has written as its notation. */
  readonly takeWritten: (written: Written) => void
  /** Goes back to the plan that is shown, and forgets what was written since. */
  readonly leaveWriting: () => void
  /** What somebody has begun to change by hand; null: its words, or what is saved, are others by now. */
  readonly begun: Planned | null
  /** Goes back to that: what is written says it again. */
  readonly takeBegun: () => void
  /** Takes the plan that is saved, in place of what is here; the words are the same. */
  readonly takeSaved: (plan: Planned['plan']) => void
  /** How many faults the notation has that is not the plan yet; null: it is the plan. */
  readonly unread: number | null
  readonly tellUnread: (faults: number | null) => void
  /** What the service says of a notation that no plan may be. */
  readonly refusal: Refusal | null
  /** What is saved beside the text; null: the service plans it. */
  readonly sent: SentPlan | null
}

export type Revision = Pick<PlanBody, 'change' | 'answers'>

export interface Written {
  readonly plan: Planned['plan']
  /** As it was written. */
  readonly notation: string
  /** The words beside it are notation, too. */
  readonly isSaid: boolean
}

export interface Refusal {
  readonly notation: string
  readonly diagnostics: readonly Diagnostic[]
}

/** A plan that is saved and that its words would not give again. */
export interface Kept {
  readonly text: string
  readonly plan: Planned['plan']
}

export interface Beginning {
  readonly text: string
  /** As of now: what was saved last. */
  readonly kept: Kept | null
  /** The reader is to read it, also where there is a model. */
  readonly isRead: boolean
  /** The last plan that a model wrote of what is saved; null: none, or it is what is saved. */
  readonly findBase?: () => Promise<Planned['plan'] | null>
}
