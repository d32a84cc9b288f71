import { test } from 'tap'
import { planned, refusalsOf, stepsOf } from '../../support/planned.ts'

const send = 'end an email to {{inputs.to}} with subject "Hi"'
const asked = (assignees: string[]) => [{ kind: 'approval', assignees }, { tool: 'send_email' }]

test('what is approved is the step that follows, in the same sentence or the next', async t => {
  const forms = [
    `Ask ops@acme.com to approve before sending the mail. S${send}`,
    `1. Ask ops@acme.com to approve before sending the mail\n2. S${send}`,
    `Ask ops@acme.com to approve it before the next step. S${send}`,
    `Ask ops@acme.com to approve before s${send.replace('end', 'ending')}`,
    `Ask ops@acme.com to approve before you s${send}`,
    `Ask ops@acme.com to approve, then s${send}`,
    `After approval by ops@acme.com, s${send}`,
    `Once ops@acme.com approves, s${send}`,
    `Get approval from ops@acme.com before s${send.replace('end', 'ending')}`,
  ]
  for (const form of forms) {
    const steps = stepsOf(form)
    t.equal(steps.length, 2, form)
    t.match(steps, asked(['ops@acme.com']), form)
  }
})

test('the approver reads what the step says', async t => {
  const [approval] = stepsOf(`Ask an admin to approve, then s${send}`)
  t.match(approval, { message: { $t: 'Approve: send an email to ${inputs.to} with subject "Hi"' } })
})

test('an approval by itself is a step, with its message, limit and what silence means', async t => {
  const prompt =
    'Ask ops@acme.com or an admin to approve the refund of {{inputs.n}} euros within 2 hours, otherwise deny automatically'
  t.match(stepsOf(prompt), [
    {
      kind: 'approval',
      assignees: ['ops@acme.com', 'admin'],
      message: { $t: 'Approve: the refund of ${inputs.n} euros' },
      timeoutMs: 7_200_000,
      onTimeout: 'deny',
    },
  ])
  t.match(stepsOf('Ask someone to approve, with the message "Go on?"'), [{ message: 'Go on?' }])
  t.match(stepsOf('Ask an admin to approve if {{inputs.n}} is 5, then return 1'), [
    { kind: 'if', cases: [{ when: 'number(inputs.n) == 5', steps: [{ kind: 'approval' }] }] },
    { kind: 'return' },
  ])
})

test('"and" asks all, "or" any, "two of" as many as it says', async t => {
  const quorumOf = (who: string) => stepsOf(`Ask ${who} to approve`)[0] as { quorum?: number }
  t.equal(quorumOf('a@b.com and c@d.com').quorum, 2)
  t.equal(quorumOf('a@b.com or c@d.com').quorum, undefined)
  t.equal(quorumOf('two of a@b.com, c@d.com and e@f.com').quorum, 2)
  t.equal(quorumOf('2 admins').quorum, 2)
  t.match(stepsOf('Ask an admin to approve, not the one who started it'), [{ notStarter: true }])
})

test('a prompt that asks for the decision goes on after a denial', async t => {
  const asking = 'Ask a@b.com to approve'
  const when = '!steps.approval.approved'
  for (const form of [`${asking}. If it is denied, return 0`, `${asking}, then if not approved, return 0`])
    t.match(stepsOf(form), [{ onDeny: 'continue' }, { cases: [{ when }] }], form)
  t.match(stepsOf(`${asking}. Return {{approval.note}}`), [{ onDeny: undefined }, {}])
})

test('"it" after an approval is what it was before', async t => {
  const [, , end] = stepsOf('Fetch {{inputs.url}}. Ask an admin to approve. Return it')
  t.match(end, { value: { $: 'steps.http_get.body' } })
})

test('an approval that is not understood is refused', async t => {
  const refused: [string, string][] = [
    ['Ask Bob to approve it', 'UNKNOWN_ASSIGNEE'],
    ['Ask a@b.com and c@d.com or e@f.com to approve', 'UNREAD_WORDS'],
    ['Ask 2 a@b.com and c@d.com to approve', 'UNREAD_WORDS'],
    ['Ask 2 a@b.com to approve', 'UNREAD_WORDS'],
    ['Ask an admin to approve unless the moon is full', 'UNREAD_WORDS'],
    ['Ask an admin to approve automatically', 'UNREAD_WORDS'],
    ['Ask an admin to approve, otherwise deny', 'UNREAD_WORDS'],
    ['Ask an admin to approve before sending the mail', 'UNREAD_WORDS'],
    ['Ask an admin to approve before the next step', 'UNREAD_WORDS'],
    [`Ask an admin to approve before sending the mail twice. S${send}`, 'UNREAD_WORDS'],
    ['If it is approved, return 1', 'UNREAD_WORDS'],
  ]
  for (const [prompt, code] of refused)
    t.ok(refusalsOf(prompt).includes(code), `${prompt}: ${refusalsOf(prompt).join()}`)
})

test('an approval before deleting it does not delete twice', async t => {
  const { plan } = planned(
    'Fetch {{inputs.url}}. Ask an admin to approve before deleting it. Delete the customer with id {{inputs.id}}',
  )
  t.match(plan.steps, [
    {},
    { kind: 'approval' },
    { tool: 'delete_customer', args: { id: { $: 'inputs.id' } } },
  ])
  t.equal(plan.steps.length, 3)
})

test('a limit for the approval of a step is that of the decision, not of the call', async t => {
  const [approval, call] = stepsOf(`Ask an admin to approve within 2 hours, then s${send}`)
  t.match([approval, call], [{ kind: 'approval', timeoutMs: 7_200_000 }, { kind: 'tool' }])
  t.notOk('timeoutMs' in call!)
})
