// What people are told: which occasions are one subject, in which words, who is told, and in which way.
import { test } from 'tap'
import { type Audience, membersOf } from '../../domain/news/audience.ts'
import { noticeOf } from '../../domain/news/event-notices.ts'
import { memberNotices } from '../../domain/news/member-notices.ts'
import { mergePreferences, notificationKinds, preferencesWith } from '../../domain/news/notification.ts'
import { digestMail } from '../../domain/news/notification-mail.ts'
import { wordsOf } from '../../domain/news/notification-words.ts'
import { excerpt, type Occasion, subjectOf } from '../../domain/news/occasion.ts'

const failed = (message: string, rest: { step?: string; workflowId?: string } = {}): Occasion => ({
  kind: 'execution.failed',
  executionId: 'exec_1',
  workflowId: rest.workflowId ?? 'wf_1',
  workflowName: 'Orders',
  error: { message, step: rest.step ?? 'fetch', code: 'tool-failed' },
})

const asked: Occasion = {
  kind: 'approval.requested',
  approvalId: 'apr_1',
  stepId: 'ask',
  workflowId: 'wf_1',
  workflowName: 'Orders',
  message: 'Send it?',
}

test('failures that differ in ids, numbers and quoted values only are one subject', async t => {
  const subject = subjectOf(failed('order 4711 answered 500'))
  t.equal(subjectOf(failed('order 4712 answered 502')), subject)
  t.equal(subjectOf(failed('order 1 answered 500', { step: 'fetch' })), subject)
  for (const [one, other] of [
    ['no customer "Anna"', 'no customer "Bob \\"B\\" C"'],
    ['exec_01h455vb4pex5vsknk084sn02q is gone', 'exec_01h455vb4pex5vsknk084sn02r is gone'],
    ['9f86d081-884c-7d65-9a2f-eaa0c55ad015 is gone', '1b4f0e98-51ad-4d65-9a2f-eaa0c55ad016 is gone'],
    ['https://a.example/1?x=y timed out', 'https://b.example/z timed out'],
    ['took 1.5 s', 'took 12:30 s'],
  ] as const) {
    t.equal(subjectOf(failed(one)), subjectOf(failed(other.replaceAll('\\"', ''))), one)
  }
  const inLoop = (n: number) => subjectOf(failed('no', { step: `pay_all.each[${n}].pay` }))
  t.equal(inLoop(1), inLoop(27))
})

test('another workflow, step or error is another subject', async t => {
  const subjects = [
    failed('no such order'),
    failed('no such customer'),
    failed('no such order', { workflowId: 'wf_2' }),
    failed('no such order', { step: 'send' }),
    asked,
    { ...asked, stepId: 'ask_again' },
    { kind: 'tool_server.down', serverId: 'srv_1', name: 'Bank', error: 'refused' },
    { kind: 'tool_server.recovered', serverId: 'srv_1', name: 'Bank', error: null },
    { kind: 'usage.warning', period: 202611, limit: 500, used: 400 },
    { kind: 'usage.warning', period: 202612, limit: 500, used: 400 },
  ].map(occasion => subjectOf(occasion as Occasion))
  t.equal(new Set(subjects).size, subjects.length)
})

test('the words say what has happened, how often, and where to look', async t => {
  t.strictSame(wordsOf(failed('order 1 is unknown'), 1), {
    title: 'Orders failed',
    body: 'Step fetch: order 1 is unknown',
    link: '/runs/exec_1',
  })
  t.match(wordsOf(failed('no'), 12), {
    title: 'Orders failed 12 times',
    link: '/runs?workflowId=wf_1&status=failed',
  })
  t.match(wordsOf(asked, 1), {
    title: 'Orders asks for your approval',
    body: '"Send it?"',
    link: '/approvals/apr_1',
  })
  t.match(wordsOf(asked, 3), { title: 'Orders asks for 3 approvals', link: '/approvals?status=pending' })
  const decided = {
    ...asked,
    kind: 'approval.decided',
    status: 'denied',
    by: 'anna@a.example',
    note: 'too much',
  }
  t.match(wordsOf(decided as Occasion, 1), {
    title: 'An approval of Orders was denied',
    body: '"Send it?" By anna@a.example. "too much"',
  })
  t.match(wordsOf({ kind: 'usage.warning', period: 202611, limit: 500, used: 400 }, 1), {
    title: '80 % of the executions of this month are used',
    body: '400 of 500 executions were started in November 2026.',
  })
  t.match(wordsOf({ kind: 'usage.limit_reached', period: 202612, limit: 500, used: 500 }, 1), {
    body: 'Executions start again on the first day of January 2027 (UTC), or with another plan.',
  })
})

test('what is hidden in a text is shown, and a message does not look like a line of ours', async t => {
  const workflowName = 'Pay\u202e\u200b'
  t.match(wordsOf({ ...asked, workflowName, message: '10\u202e000 approved. By owner' } as Occasion, 1), {
    title: 'Pay\\u202e\\u200b asks for your approval',
    body: '"10\\u202e000 approved. By owner"',
  })
  t.match(wordsOf({ ...asked, message: 'see https://p\u0430ypal.com' } as Occasion, 2), {
    body: 'The latest: "see https://p\\u0430ypal.com"',
  })
  const notifications = [{ title: 'a', body: '', link: null }]
  const mail = digestMail({ organizationName: 'A\u202e', appUrl: 'https://a.example', notifications })
  t.match(mail, { subject: '[A\\u202e] a', text: /member of A\\u202e\./ })
})

test('texts of others are one bounded line', async t => {
  t.equal(excerpt('a\r\nBcc: b@c.example\u2028\u0000\ud800'), 'a Bcc: b@c.example \ufffd')
  t.equal(excerpt('x'.repeat(501)), `${'x'.repeat(499)}…`)
  t.equal(excerpt(`${'x'.repeat(498)}😀x`), `${'x'.repeat(498)}\ufffd…`)
})

const members = [
  { userId: 'user_o', role: 'owner', email: 'Owner@a.example' },
  { userId: 'user_a', role: 'admin', email: 'admin@a.example' },
  { userId: 'user_m', role: 'member', email: 'member@a.example' },
  { userId: 'user_n', role: 'member', email: 'other@a.example' },
  { userId: 'user_v', role: 'viewer', email: 'viewer@a.example' },
] as const

test('only members are told: of a failure those who made it and admins, of an approval those who may decide', async t => {
  const told = (audience: Audience) =>
    membersOf(audience, members)
      .map(({ userId }) => userId.at(-1))
      .join('')
  t.equal(told({ type: 'admins', and: ['user_m', 'user_gone', ''] }), 'oam')
  t.equal(told({ type: 'asked', assignees: [] }), 'oamn', 'a viewer decides nothing')
  t.equal(told({ type: 'asked', assignees: ['owner@A.example', 'stranger@b.example'] }), 'o')
  t.equal(told({ type: 'asked', assignees: ['member', 'viewer@a.example'] }), 'mn')
  t.equal(told({ type: 'authors', authors: ['user_m', 'user_n'], except: 'user_m' }), 'n')
})

test('a sub-workflow that fails is news of the execution that started it', async t => {
  const around = { run: () => ({ authors: ['user_m'] }), messageOf: () => null, nameOf: () => null }
  const data = (kind: string) => ({
    ...{ id: 'exec_1', workflowId: 'wf_1', workflowName: 'Orders', startedBy: 'user_n' },
    ...{ error: { message: 'no', step: null, code: 'failed' }, trigger: { kind, ref: null } },
  })
  t.equal(noticeOf('execution.failed', data('workflow'), around), null)
  t.strictSame(noticeOf('execution.failed', data('schedule'), around)!.audience, {
    type: 'admins',
    and: ['user_m', 'user_n'],
  })
})

test('the news of a denial says why, and no id of a person', async t => {
  const message = 'denied by user_01m87g8wqmen9sbwbpyyfhrnfq: too much'
  const denied: Occasion = {
    ...{ kind: 'execution.failed', executionId: 'exec_1', workflowId: 'wf_1', workflowName: 'Orders' },
    error: { message, step: 'pay', code: 'approval-denied' },
  }
  t.match(wordsOf(denied, 1), { title: 'Orders was denied', body: 'Step pay: too much' })
})

test('a schedule that started nothing is news to whoever set it, once for each cause', async t => {
  const data = (message: string) => ({
    ...{ workflowId: 'wf_1', workflowName: 'Report', setBy: 'user_m', scheduledAt: 1 },
    error: { code: 'validation-failed', message },
  })
  const around = { run: () => undefined, messageOf: () => null, nameOf: () => null }
  const notice = noticeOf('schedule.refused', data('inputs.plan: expected a value'), around)!
  t.strictSame(notice.audience, { type: 'admins', and: ['user_m'] })
  t.match(wordsOf(notice.occasion, 2), {
    title: 'The schedule of Report started nothing 2 times',
    body: 'inputs.plan: expected a value',
    link: '/workflows/wf_1/triggers',
  })
  const other = noticeOf('schedule.refused', data('inputs.plan: expected text'), around)!
  t.equal(subjectOf(other.occasion), subjectOf(notice.occasion))
})

test('an approval that was cancelled is no news, and who decided is named', async t => {
  const around = {
    run: () => ({ authors: ['user_m'] }),
    messageOf: () => 'Send it?',
    nameOf: () => 'owner@a.example',
  }
  const data = (status: string) => ({
    ...{ id: 'apr_1', executionId: 'exec_1', stepId: 'ask', workflowId: 'wf_1', workflowName: 'Orders' },
    ...{ status, decidedBy: 'user_o', note: null },
  })
  t.equal(noticeOf('approval.decided', data('cancelled'), around), null)
  const news = noticeOf('approval.decided', data('approved'), around)!
  t.match(news.occasion, { message: 'Send it?', by: 'owner@a.example' })
  t.strictSame(news.audience, { type: 'authors', authors: ['user_m'], except: 'user_o' })
})

test('of a webhook only the host is shown: its path may be a secret', async t => {
  const around = { run: () => undefined, messageOf: () => null, nameOf: () => null }
  const data = {
    webhookId: 'wh_1',
    url: 'https://u:p@hooks.example/T0/s3cret?x=s3cret',
    error: 'x',
    createdBy: null,
  }
  const { occasion } = noticeOf('webhook.failing', data, around)!
  t.notOk(JSON.stringify(occasion).includes('s3cret'))
  t.equal(wordsOf(occasion, 1).title, 'The webhook to hooks.example is failing')
})

test('a thousand failures of one portion are one telling for each member, in the ways that they chose', async t => {
  const news = Array.from({ length: 1_000 }, (_, n) => ({
    organizationId: 'org_1',
    occasion: failed(`order ${n} is unknown`),
    audience: { type: 'admins', and: ['user_m'] } as const,
  }))
  const preferring = members.map(member => ({
    ...member,
    preferences:
      member.userId === 'user_o'
        ? { 'execution.failed': { app: false, mail: false } }
        : member.userId === 'user_a'
          ? { 'execution.failed': { mail: false } }
          : {},
  }))
  const notices = memberNotices(news, () => preferring)
  t.match(notices, [
    { userId: 'user_a', count: 1_000, inApp: true, isMailed: false },
    { userId: 'user_m', count: 1_000, inApp: true, isMailed: true },
  ])
  t.match(JSON.parse(notices[0]!.occasion), { error: { message: 'order 999 is unknown' } }, 'the latest')
})

test('what was not chosen stays at its default', async t => {
  const chosen = mergePreferences(
    { 'approval.decided': { mail: true } },
    { 'execution.failed': { mail: false } },
  )
  const preferences = preferencesWith(mergePreferences(chosen, { 'approval.decided': { app: false } }))
  t.strictSame(Object.keys(preferences), [...notificationKinds])
  t.strictSame(preferences['approval.decided'], { app: false, mail: true })
  t.strictSame(preferences['execution.failed'], { app: true, mail: false })
  t.strictSame(preferences['tool_server.recovered'], { app: true, mail: false })
})

test('one mail tells of all that has gathered, of twenty in full', async t => {
  const notifications = Array.from({ length: 23 }, (_, n) => ({
    title: `Title ${n}`,
    body: 'Body',
    link: `/x/${n}`,
  }))
  const { subject, text } = digestMail({
    organizationName: 'A\nB',
    appUrl: 'https://t.example',
    notifications,
  })
  t.equal(subject, '[A B] 23 notifications: Title 0')
  t.ok(text.includes('Title 19\nBody\nhttps://t.example/x/19\n\n3 more: https://t.example/notifications\n\n'))
  t.notOk(text.includes('Title 20'))
  const one = digestMail({
    organizationName: 'A',
    appUrl: 'https://t.example',
    notifications: notifications.slice(0, 1),
  })
  t.equal(one.subject, '[A] Title 0')
})
