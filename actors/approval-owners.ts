// Sends a decision about an approval to the actor that owns the approval's subject. POST /approvals/:id calls
// it, and so does every tool that decides approvals.
// 1. Every kind of subject has exactly one owner: the type of the registry has a member for each
//    (domain/work/approval-subject.ts).
// 2. The owner's refusal is the answer; no other actor is asked.
import type { ApprovalDecision } from '../domain/work/approval.ts'
import type { ApprovalSubjects } from '../domain/work/approval-subject.ts'
import type { ChatClient } from './chat/client.ts'
import type { ExecutionClient } from './execution/client.ts'

/**
 * Resolves when the decision is durable.
 * @throws {Failure} as the owner refuses it: not-found, forbidden, conflict
 */
export type DecideAt<Subject> = (subject: Subject, decision: ApprovalDecision) => Promise<unknown>

/** One owner for each kind of subject. Only a test has other `Subjects` than the service. */
export type ApprovalOwners<Subjects = ApprovalSubjects> = {
  readonly [Kind in keyof Subjects]: DecideAt<Subjects[Kind]>
}

export function approvalOwners({
  runs,
  chats,
}: {
  readonly runs: Pick<ExecutionClient, 'decide'>
  readonly chats: Pick<ChatClient, 'decide'>
}): ApprovalOwners {
  return {
    execution: ({ executionId }, decision) => runs.decide(executionId, decision),
    chat: ({ sessionId }, decision) => chats.decide(sessionId, decision),
  }
}

export function decideAtOwner<Subjects, Kind extends keyof Subjects>(
  owners: ApprovalOwners<Subjects>,
  subject: { readonly kind: Kind } & Subjects[Kind],
  decision: ApprovalDecision,
): Promise<unknown> {
  return owners[subject.kind](subject, decision)
}
