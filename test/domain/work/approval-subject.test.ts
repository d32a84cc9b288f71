// What approvals are about: rows and answers are flat, whatever the kind.
import { test } from 'tap'
import { Approval } from '../../../domain/work/approval.ts'
import {
  type ApprovalSubject,
  approvalKinds,
  columnsOf,
  subjectOf,
} from '../../../domain/work/approval-subject.ts'

/** One subject of each kind: the compiler asks for the one of a new kind. */
const subjects: { readonly [Kind in (typeof approvalKinds)[number]]: ApprovalSubject & { kind: Kind } } = {
  execution: { kind: 'execution', executionId: 'exec_1', stepId: 'pay_all.each[2].pay' },
  chat: { kind: 'chat', sessionId: 'chat_1', callId: 'msg_1/0.0' },
}

test('the subject of every kind is the same after it was a row', async t => {
  for (const kind of approvalKinds) t.strictSame(subjectOf(columnsOf(subjects[kind])), subjects[kind], kind)
})

test('a row has the columns of every kind, null where its own has none', async t => {
  const columns = Object.values(subjects).map(subject => Object.keys(columnsOf(subject)).sort())
  for (const each of columns) t.strictSame(each, columns[0])
  for (const name of columns[0]!) t.ok(name in Approval.shape, `${name} is a field of an approval`)
})

test('a row that does not name its subject is a defect, not an approval of nothing', async t => {
  const nothing = { executionId: null, stepId: null, sessionId: null, callId: null }
  const full = { executionId: 'exec_1', stepId: 'pay', sessionId: 'chat_1', callId: 'msg_1/0.0' }
  for (const [kind, names] of [
    ['execution', ['executionId', 'stepId']],
    ['chat', ['sessionId', 'callId']],
  ] as const) {
    t.throws(() => subjectOf({ kind, ...nothing }), TypeError)
    for (const name of names) t.throws(() => subjectOf({ kind, ...full, [name]: null }), TypeError)
  }
})
