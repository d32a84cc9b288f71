// The subject of an approval, a union by kind: a step of an execution, or a call that the assistant of a
// chat session wants to make. The actor that owns the subject asks for the approval and takes the decision
// (actors/approval-owners.ts). Rows and answers are flat, with the columns of all kinds. A new kind needs
// an entry here, its columns below and in a migration, and its owner.

/** The names of a subject, by kind. */
export interface ApprovalSubjects {
  readonly execution: { readonly executionId: string; readonly stepId: string }
  readonly chat: { readonly sessionId: string; readonly callId: string }
}

export const approvalKinds = ['execution', 'chat'] as const satisfies readonly (keyof ApprovalSubjects)[]
export type ApprovalKind = (typeof approvalKinds)[number]

export type ApprovalSubject = {
  [Kind in ApprovalKind]: { readonly kind: Kind } & ApprovalSubjects[Kind]
}[ApprovalKind]

/** A subject as rows and answers hold it; columns of other kinds are null. */
export interface SubjectColumns {
  readonly kind: ApprovalKind
  readonly executionId: string | null
  readonly stepId: string | null
  readonly sessionId: string | null
  readonly callId: string | null
}

const none = { executionId: null, stepId: null, sessionId: null, callId: null }

export function columnsOf(subject: ApprovalSubject): SubjectColumns {
  switch (subject.kind) {
    case 'execution': {
      const { kind, executionId, stepId } = subject
      return { ...none, kind, executionId, stepId }
    }
    case 'chat': {
      const { kind, sessionId, callId } = subject
      return { ...none, kind, sessionId, callId }
    }
  }
}

/** @throws {TypeError} the columns of its kind are null, which the table's constraints exclude */
export function subjectOf({ kind, ...columns }: SubjectColumns): ApprovalSubject {
  const { executionId, stepId, sessionId, callId } = columns
  switch (kind) {
    case 'execution':
      if (executionId === null || stepId === null) throw new TypeError('an approval of no step')
      return { kind, executionId, stepId }
    case 'chat':
      if (sessionId === null || callId === null) throw new TypeError('an approval of no call')
      return { kind, sessionId, callId }
  }
}
