// The subject of an approval, a union by kind: today a step of an execution. The actor that owns the
// subject asks for the approval and takes the decision (actors/approval-owners.ts). Rows and answers are
// flat, with the columns of all kinds. A new kind needs an entry here, its columns below and in a
// migration, and its owner.

/** The names of a subject, by kind. */
export interface ApprovalSubjects {
  readonly execution: { readonly executionId: string; readonly stepId: string }
}

export const approvalKinds = ['execution'] as const satisfies readonly (keyof ApprovalSubjects)[]
export type ApprovalKind = (typeof approvalKinds)[number]

export type ApprovalSubject = {
  [Kind in ApprovalKind]: { readonly kind: Kind } & ApprovalSubjects[Kind]
}[ApprovalKind]

/** A subject as rows and answers hold it; columns of other kinds are null. */
export interface SubjectColumns {
  readonly kind: ApprovalKind
  readonly executionId: string | null
  readonly stepId: string | null
}

export function columnsOf(subject: ApprovalSubject): SubjectColumns {
  switch (subject.kind) {
    case 'execution': {
      const { kind, executionId, stepId } = subject
      return { kind, executionId, stepId }
    }
  }
}

/** @throws {TypeError} the columns of its kind are null, which the table's constraints exclude */
export function subjectOf({ kind, executionId, stepId }: SubjectColumns): ApprovalSubject {
  switch (kind) {
    case 'execution':
      if (executionId === null || stepId === null) throw new TypeError('an approval of no step')
      return { kind, executionId, stepId }
  }
}
