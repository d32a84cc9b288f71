// Decisions and who takes them.
import { test } from 'tap'
import { type ApprovalOwners, approvalOwners, decideAtOwner } from '../../actors/approval-owners.ts'
import { Failure } from '../../domain/failure.ts'
import type { ApprovalDecision } from '../../domain/work/approval.ts'
import { approvalKinds } from '../../domain/work/approval-subject.ts'

const decision: ApprovalDecision = {
  ...{ organizationId: 'org_1', approvalId: 'apr_1', decision: 'approve', note: null, args: null },
  ...{ by: { userId: 'user_1', role: 'member', email: null }, form: null, digest: null, intent: 'evt_1' },
}

/** Kinds of which the service may know nothing. */
interface Subjects {
  readonly letter: { readonly letterId: string }
  readonly parcel: { readonly parcelId: string; readonly weight: number }
}

function recording() {
  const taken: [string, unknown, ApprovalDecision][] = []
  const owners: ApprovalOwners<Subjects> = {
    letter: async (subject, decided) => taken.push(['letter', subject, decided]),
    parcel: async (subject, decided) => taken.push(['parcel', subject, decided]),
  }
  return { taken, owners }
}

test('a decision goes to the owner of its kind, whole, and to no other', async t => {
  const { taken, owners } = recording()
  const letter = { kind: 'letter', letterId: 'a' } as const
  const parcel = { kind: 'parcel', parcelId: 'a', weight: 3 } as const
  await decideAtOwner(owners, letter, decision)
  await decideAtOwner(owners, parcel, { ...decision, decision: 'deny' })
  t.strictSame(taken, [
    ['letter', letter, decision],
    ['parcel', parcel, { ...decision, decision: 'deny' }],
  ])
})

test('what the owner refuses is the answer, and nobody else is asked', async t => {
  const { taken, owners } = recording()
  const refusal = new Failure('conflict', 'this approval is denied already by user_2')
  const refusing: ApprovalOwners<Subjects> = { ...owners, letter: () => Promise.reject(refusal) }
  await t.rejects(decideAtOwner(refusing, { kind: 'letter', letterId: 'a' }, decision), refusal)
  t.strictSame(taken, [])
})

test('every kind of subject has an owner; that of a step is its execution, that of a call its session', async t => {
  const asked: unknown[] = []
  const runs = { decide: async (id: string, decided: ApprovalDecision) => `${asked.push([id, decided])}` }
  const owners = approvalOwners({ runs, chats: runs })
  t.strictSame(Object.keys(owners), [...approvalKinds])
  await decideAtOwner(owners, { kind: 'execution', executionId: 'exec_1', stepId: 'pay' }, decision)
  await decideAtOwner(owners, { kind: 'chat', sessionId: 'chat_1', callId: 'msg_1/0.0' }, decision)
  t.strictSame(asked, [
    ['exec_1', decision],
    ['chat_1', decision],
  ])
})
