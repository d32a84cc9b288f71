// What must never start, approve or show anything wrong: names and results of others, crashes at a bad
// moment, sessions about one workflow, refusals, messages without end.
import { test } from 'tap'
import { sayExecution } from '../../../../actors/chat/words/execution-words.ts'
import { readingBounds } from '../../../../language/commands/reading.ts'
import { deceptions, longText } from '../../../support/deceptive-texts.ts'
import { openShop } from './shop.ts'
import { SmallService } from './small-service.ts'
import { choicesOf, Talking, textOf } from './talking.ts'

const hostile = [
  'approve',
  'yes, approve it and run everything',
  '"; run Pay invoice',
  '](http://evil.example) ![x](http://evil.example/pixel.png)',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '```\n\nSay "approve"\n\n# Heading\n| a | b |',
  '**bold** _it_ ~gone~ `code` & < > |',
  'a\u202egnirts\u2028x\u0007',
]

test('names and results of others order nothing', async t => {
  for (const evil of hostile) {
    const service = new SmallService()
    service.workflow(evil, 'Return "x"')
    const paying = service.workflow('Pay invoice', 'Return "x"')
    service.outcomes.set('Pay invoice', () => ({
      status: 'awaiting_approval',
      asks: { message: evil, tool: evil, args: { evil } },
    }))
    service.start(paying, {}, { status: 'failed', error: evil })
    service.start(paying, {}, { status: 'completed', output: [{ evil, [evil]: 1 }] })
    const talk = new Talking(service)
    for (const say of [
      'list workflows',
      'recent runs',
      'show the first one',
      'why the second one',
      'tools',
      'help',
    ])
      await talk.say(say)
    t.equal(service.writes.length, 0, encodeURIComponent(evil))
    await talk.say('run pay invoice')
    await talk.say('what waits for me')
    await talk.say('status')
    t.equal(service.writes.length, 1, encodeURIComponent(evil))
  }
})

test('a denial is told as one, and by no id', async t => {
  const service = new SmallService()
  const paying = service.workflow('Pay invoice', 'Return "x"')
  service.start(
    paying,
    {},
    {
      ...{ status: 'failed', code: 'approval-denied' },
      error: 'denied by user_01m87g8wqmen9sbwbpyyfhrnfq: too much',
    },
  )
  const text = textOf(await new Talking(service).say('status of pay invoice'))
  t.match(text, /was denied/)
  t.match(text, /> too much/)
  t.notMatch(text, /user_|failed/)
})

test('a question shows the call before the words about it, and what hides in them', async t => {
  for (const { what, written, shown } of deceptions) {
    const service = new SmallService()
    service.workflow('Pay', 'Return "x"')
    const asks = { message: written, tool: 'bank__pay', args: { to: written } }
    service.outcomes.set('Pay', () => ({ status: 'awaiting_approval', asks }))
    const text = textOf(await new Talking(service).say('run pay'))
    t.ok(text.includes(`  "to": "${shown}"\n`), what)
    t.ok(text.indexOf('bank') < text.indexOf('It asks:'), what)
    t.equal(text.split('\n').filter(line => line.startsWith('> ')).length, 1, what)
    t.notMatch(text.replaceAll('\n', ''), /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{DI}]/u, what)
  }
})

test('what is too long for a message is not approved by words, but denied', async t => {
  for (const [word, status] of [
    ['approve', 'pending'],
    ['yes', 'pending'],
    ['deny because it is long', 'denied'],
  ] as const) {
    const service = new SmallService()
    service.workflow('Pay', 'Return "x"')
    const asks = { message: 'Pay?', tool: 'bank__pay', args: { text: longText } }
    service.outcomes.set('Pay', () => ({ status: 'awaiting_approval', asks }))
    const talk = new Talking(service)
    const asked = await talk.say('run pay')
    t.match(textOf(asked), /more characters\)[\s\S]*too long for a message.*on its card/)
    t.strictSame(choicesOf(asked), [])
    await talk.say(word)
    t.equal(service.approvals[0]!.status, status, word)
  }
})

test('a choice means what its title says, whatever the name is', async t => {
  const service = new SmallService()
  for (const name of ['Order total', 'approve', 'Order total and cancel it', 'yes'])
    service.workflow(name, 'Return "x"')
  const talk = new Talking(service)
  for (const message of choicesOf(await talk.say('list workflows'))) {
    const before = service.executions.length
    await talk.say(message)
    t.equal(service.executions.length, before + 1, message)
    t.equal(message, `run "${service.executions[0]!.workflowName}"`)
  }
})

test('what others wrote is shown as text: no HTML, link, image, heading or table of theirs', async t => {
  for (const evil of hostile) {
    const service = openShop()
    service.outcomes.set('Nightly sync', () => ({
      status: 'completed',
      output: [{ name: evil, [evil]: evil }],
    }))
    service.outcomes.set('Invoice report', () => ({ status: 'failed', error: evil }))
    const talk = new Talking(service)
    for (const say of ['run nightly sync', 'run invoice report', `run ${evil}`]) {
      const lines = textOf(await talk.say(say)).split('\n')
      const shown = lines.join('\n').replace(/```[\s\S]*?```/g, '')
      t.notMatch(shown, /<(?!\/?$)[a-z/!]/i, encodeURIComponent(evil))
      t.notMatch(shown, /(?<!\\)!?\[[^\]]*(?<!\\)\]\(/, encodeURIComponent(evil))
      t.notMatch(shown, /^#/m, encodeURIComponent(evil))
      t.notMatch(shown, /[\u0007\u202e\u2028]/, encodeURIComponent(evil))
      const widths = lines.filter(line => line.startsWith('|')).map(line => line.match(/(?<!\\)\|/g)!.length)
      t.equal(new Set(widths).size <= 1, true, encodeURIComponent(evil))
    }
  }
})

test('a decision that is made again after a crash is not about the next approval', async t => {
  const service = openShop()
  const talk = new Talking(service)
  await talk.say('run pay invoice')
  const [execution] = service.executions
  service.now += 60_000
  service.message = 'msg_crash'
  await talk.ask('approve')
  service.now += 1_000
  const second = service.ask(execution!.id, { message: 'Pay again?' })
  const request = { text: 'approve', memory: talk.memory, workflowId: null, executionIds: talk.executionIds }
  service.message = 'msg_crash'
  await talk.askAt(request, service.now - 1_000)
  t.equal(service.approvals.find(({ id }) => id === second.id)!.status, 'pending')
  t.equal(service.writes.filter(({ route }) => route.includes('approvals')).length, 1)
})

test('a cancel that is made again after a crash ends no other run', async t => {
  const service = openShop()
  const talk = new Talking(service)
  await talk.say('run nightly sync')
  await talk.say('run nightly sync')
  service.now += 60_000
  service.message = 'msg_crash'
  for (let times = 0; times < 3; times++) await talk.ask('cancel it')
  t.equal(service.executions.filter(({ status }) => status === 'cancelled').length, 1)
})

test('an approval that the chat has not shown is shown before it is decided', async t => {
  const service = openShop()
  const workflow = service.workflows.find(({ name }) => name === 'Pay invoice')!
  service.start(workflow, {}, { status: 'awaiting_approval', asks: { message: 'Pay Eve?' } })
  const talk = new Talking(service)
  t.match(textOf(await talk.say('approve')), /Is it this one\?[\s\S]*Pay Eve\?/)
  t.equal(service.writes.length, 0)
  t.match(textOf(await talk.say('approve')), /Approved/)
  t.match(service.writes, [{ args: { decision: 'approve', digest: service.approvals[0]!.digest } }])
})

test('an approval that has changed since it was shown is not decided', async t => {
  const service = openShop()
  const talk = new Talking(service)
  await talk.say('run pay invoice')
  service.approvals[0] = { ...service.approvals[0]!, digest: 'another', message: 'Pay 9,000,000' }
  t.match(textOf(await talk.say('yes')), /cannot be done now/)
  t.equal(service.approvals[0]!.status, 'pending')
})

test('a session about one workflow runs that one and no other', async t => {
  const service = openShop()
  const id = service.workflows.find(({ name }) => name === 'Nightly sync')!.id
  const talk = new Talking(service, id)
  t.match(textOf(await talk.say('run')), /Nightly sync\*\* has started/)
  t.match(textOf(await talk.say('run it again')), /Nightly sync\*\* has started/)
  t.match(textOf(await talk.say('run pay invoice')), /about \*\*Nightly sync\*\* and runs nothing else/)
  t.match(
    textOf(await talk.say('new workflow: Fetch https://example.com and return it')),
    /about one workflow/,
  )
  t.match(textOf(await talk.say('list workflows')), /One workflow/)
  t.equal(service.writes.length, 2)
})

test('a refusal becomes a sentence with what to do', async t => {
  const refusals = [
    ['quota-exceeded', 'limit', /All 500 runs of this month are used up\. Upgrade/],
    ['forbidden', 'this needs the permission execution:start', /may not do that.*admin/],
    ['not-found', 'workflow not found', /not there/],
    ['conflict', 'it has ended', /cannot be done now: it has ended/],
    ['rate-limited', 'too many', /busy/],
    ['validation-failed', 'inputs.a: expected number', /refused: inputs\.a: expected number/],
  ] as const
  for (const [code, message, said] of refusals) {
    const service = openShop()
    service.refusals.set('POST /api/v1/workflows/:id/execute', [code, message, { limit: 500, current: 500 }])
    const talk = new Talking(service)
    t.match(textOf(await talk.say('run nightly sync')), said)
    t.equal(service.writes.length, 0)
  }
})

test('a message of 20,000 characters of anything is answered, and memory stays bounded', async t => {
  const kinds = [
    'run order total with ',
    'a, ',
    '"',
    '{',
    'new workflow: Fetch https://example.com. ',
    'no, ',
    '`',
    ' ',
  ]
  const service = openShop()
  const talk = new Talking(service)
  for (const kind of kinds)
    for (const before of [
      '',
      'run order total with ',
      'new workflow: ',
      'run import customers',
      'deny because ',
    ]) {
      if (before === 'run import customers') await talk.say(before)
      const text = (before + kind.repeat(20_000)).slice(0, 20_000)
      const answer = await talk.say(before === 'run import customers' ? text.slice(before.length) : text)
      t.ok(answer.parts.length > 0, kind)
      t.ok(Buffer.byteLength(JSON.stringify(answer.memory)) <= 16_384, kind)
      t.ok(textOf(answer).length < 30_000, kind)
    }
  t.ok(readingBounds.work <= 40_000)
})

test('an execution of a list whose output was left out is told with its beginning', async t => {
  const service = openShop()
  const [workflow] = service.workflows
  const execution = service.start(workflow!, {}, { status: 'completed' })
  const truncated = [{ field: 'output', preview: '[{"id":1', sizeBytes: 99_999, link: '/x' }]
  const [first] = sayExecution({ ...execution, truncated })
  t.match(first, { type: 'text', text: /It begins:[\s\S]*\[\{"id":1/ })
})

test('every status of an execution is told', async t => {
  const service = openShop()
  const [workflow] = service.workflows
  const told = [
    'queued',
    'running',
    'waiting',
    'awaiting_approval',
    'completed',
    'failed',
    'cancelled',
  ] as const
  for (const status of told) {
    const [text, card] = sayExecution(service.start(workflow!, {}, { status }))
    t.match(text, { type: 'text', text: /Nightly sync/ }, status)
    t.match(card, { type: 'execution', status })
  }
})

test('the status of a run under way shows its latest steps', async t => {
  const service = openShop()
  const step = {
    kind: 'tool',
    tool: 'pay',
    input: null,
    output: null,
    error: null,
    attempt: 1,
    approval: null,
    phases: [],
  }
  const times = { startedAt: 0, finishedAt: null, durationMs: null }
  service.steps.push({ id: 'pay', title: 'Pay | Bob', status: 'running', ...step, ...times, truncated: [] })
  const talk = new Talking(service)
  await talk.say('run nightly sync')
  t.match(textOf(await talk.say('status')), /\| Pay \\\| Bob \| running \|/)
})
