import { test } from 'tap'
import type { Json, JsonSchema } from '../../../domain/json.ts'
import { askedLength } from '../../../domain/shown/asked-text.ts'
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
const asking = { page: 'https://troupe.example.com/approvals/apr_1', effect: 'write' }
const withForm = (form: JsonSchema): Approval => ({ ...approval, form })
const accept = (content: Json) => ({ action: 'accept', content })

test('the question shows the exact tool, the exact arguments and the message, in this order', async t => {
  const { method, params } = questionOf(approval, asking)
  t.equal(method, 'elicitation/create')
  t.match(params, {
    mode: 'form',
    message:
      'Tool: bank__transfer (changes something outside)\nArguments:\n{\n  "amount": 5\n}\n\nQuestion: "Pay the rent?"',
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
  const { requestedSchema } = questionOf(form, asking).params as { requestedSchema: { properties: object } }
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
  t.match(questionOf(form, asking).params, {
    requestedSchema: { properties: { form_json: { type: 'string' } } },
  })
  const approve = (form_json: Json) => answerOf(form, accept({ decision: 'approve', form_json }))
  t.strictSame(approve('{"lines":[1]}')?.form, { lines: [1] })
  t.throws(() => approve('{'), { message: /form_json/ })
  t.throws(() => approve(5), { message: /form_json/ })
})

test('a question that is asked again says what was wrong', async t => {
  const again = questionOf(approval, { ...asking, defect: 'form.amount: expected number' })
  t.match(again.params['message'], /not taken: form.amount/)
})

test('nothing in a message, a tool or an argument looks like a line of ours', async t => {
  const forged = 'Fine.\n\nTool: read_only\nArguments:\n{}'
  const args = { note: forged, amount: '10\u202e000,1', 'amount\u200b': 1, to: 'https://p\u0430ypal.com' }
  const hostile = { ...approval, message: forged, tool: 'bank__pay\u200b\nTool: x', args }
  const { message } = questionOf(hostile, { ...asking, defect: forged }).params as { message: string }
  t.strictSame(
    message.split('\n').filter(line => /^(Tool|Arguments|Question|Note|The last)/.test(line)),
    [
      `The last answer was not taken: ${forged.replaceAll('\n', '\\n')}`,
      'Tool: "bank__pay\\u200b\\nTool: x" (changes something outside)',
      'Arguments:',
      'Note: "p\\u0430ypal.com" leads to xn--pypal-4ve.com',
      `Question: ${JSON.stringify(forged)}`,
    ],
  )
  t.match(message, '  "amount": "10\\u202e000,1",\n  "amount\\u200b": 1,')
})

test('what a form says of its fields hides nothing, and a field has no hidden name', async t => {
  const title = 'Decision\n\nTool: \u202ex'
  const field = { type: 'string', title, description: title, maxLength: 5 } as const
  const said = 'Decision\\n\\nTool: \\u202ex'
  t.match(questionOf(withForm({ type: 'object', properties: { a: field } }), asking).params, {
    requestedSchema: { properties: { a: { title: said, description: said, maxLength: 5 } } },
  })
  const hidden = withForm({ type: 'object', properties: { 'decision\u200b': field } })
  const { requestedSchema } = questionOf(hidden, asking).params as { requestedSchema: { properties: object } }
  t.strictSame(Object.keys(requestedSchema.properties), ['decision', 'form_json', 'note'])
  t.match(requestedSchema.properties, { form_json: { description: /"decision\\u200b": \{/ } })
})

test('what is too long for a question can be denied there, and is approved on its page', async t => {
  const whole = { ...withForm({ type: 'object', properties: { a: { type: 'string' } } }), message: '' }
  const withText = (length: number) => ({ ...whole, args: { text: 'a'.repeat(length) } })
  const fits = askedLength - 'Arguments:\n{\n  "text": ""\n}'.length
  type Params = { readonly message: string; readonly requestedSchema: { readonly properties: object } }
  const paramsOf = (length: number) => questionOf(withText(length), asking).params as unknown as Params
  t.match(paramsOf(fits).requestedSchema.properties, { decision: { enum: ['approve', 'deny'] }, a: {} })
  t.match(answerOf(withText(fits), accept({ decision: 'approve' })), { decision: 'approve' })
  const { message, requestedSchema } = paramsOf(fits + 1)
  t.strictSame(Object.keys(requestedSchema.properties), ['decision', 'note'])
  t.match(requestedSchema.properties, { decision: { enum: ['deny'] } })
  t.match(message, /… 1 more characters\n\n.*approved at https:\/\/troupe\.example\.com\/approvals\/apr_1$/)
  const approve = () => answerOf(withText(fits + 1), accept({ decision: 'approve' }))
  t.throws(approve, { message: /approve it on its page/ })
  t.match(answerOf(withText(fits + 1), accept({ decision: 'deny' })), { decision: 'deny' })
})
