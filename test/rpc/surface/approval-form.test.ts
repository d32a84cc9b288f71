import { test } from 'tap'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import type { Approval } from '../../../domain/work/approval.ts'
import { answerOf, questionOf } from '../../../rpc/surface/approval-form.ts'

const approval: Approval = {
  id: 'apr_1',
  kind: 'execution',
  executionId: 'exec_1',
  stepId: 'pay',
  sessionId: null,
  callId: null,
  message: 'Pay the rent?',
  tool: 'bank__transfer',
  args: { amount: 5 },
  decidedArgs: null,
  digest: 'abc',
  assignees: [],
  form: null,
  status: 'pending',
  requestedAt: 1,
  expiresAt: null,
  decidedAt: null,
  decidedBy: null,
  note: null,
}
const withForm = (form: JsonSchema): Approval => ({ ...approval, form })
const accept = (content: Json) => ({ action: 'accept', content })

test('the question shows the message, the exact tool and the exact arguments', async t => {
  const { method, params } = questionOf(approval)
  t.equal(method, 'elicitation/create')
  t.match(params, {
    mode: 'form',
    message: 'Pay the rent?\n\nTool: bank__transfer\nArguments:\n{\n  "amount": 5\n}',
    requestedSchema: { type: 'object', required: ['decision'] },
  })
})

test('only an explicit approval approves', async t => {
  t.match(answerOf(approval, accept({ decision: 'approve', note: 'fine' })), {
    decision: 'approve',
    note: 'fine',
    digest: 'abc',
  })
  t.match(answerOf(approval, accept({ decision: 'deny' })), { decision: 'deny' })
  t.match(answerOf(approval, { action: 'decline' }), { decision: 'deny' })
  t.equal(answerOf(approval, { action: 'cancel' }), null)
})

test('what is no answer is refused and says what was expected', async t => {
  const wrong: [Json, RegExp][] = [
    [null, /action/],
    ['approve', /action/],
    [{ action: 'yes' }, /action/],
    [{ action: 'accept' }, /content/],
    [accept({}), /content.decision/],
    [accept({ decision: true }), /content.decision/],
  ]
  for (const [response, message] of wrong) t.throws(() => answerOf(approval, response), { message })
})

test('fields of a flat form stand beside the decision, and come back under their own names', async t => {
  const form = withForm({
    type: 'object',
    properties: { amount: { type: 'number' }, note: { type: 'string' }, form_note: { type: 'boolean' } },
  })
  const { requestedSchema } = questionOf(form).params as { requestedSchema: { properties: object } }
  t.strictSame(Object.keys(requestedSchema.properties), [
    'decision',
    'amount',
    'form_note',
    'form_form_note',
    'note',
  ])
  const content = { decision: 'approve', note: 'why', amount: 5, form_note: 'theirs', form_form_note: true }
  t.strictSame(answerOf(form, accept(content)), {
    decision: 'approve',
    note: 'why',
    form: { amount: 5, note: 'theirs', form_note: true },
    digest: 'abc',
  })
  t.equal(answerOf(form, accept({ decision: 'deny', amount: 5 }))?.form, null, 'a denial fills in nothing')
})

test('a form that is not flat is filled in as JSON', async t => {
  const form = withForm({ type: 'object', properties: { lines: { type: 'array' } } })
  t.match(questionOf(form).params, { requestedSchema: { properties: { form_json: { type: 'string' } } } })
  const approve = (form_json: Json) => answerOf(form, accept({ decision: 'approve', form_json }))
  t.strictSame(approve('{"lines":[1]}')?.form, { lines: [1] })
  t.throws(() => approve('{'), { message: /form_json/ })
  t.throws(() => approve(5), { message: /form_json/ })
})

test('a question that is asked again says what was wrong', async t => {
  t.match(questionOf(approval, 'form.amount: expected number').params['message'], /not taken: form.amount/)
})
