import { test } from 'tap'
import { teamsServer } from '../../../rpc/first-party/teams/index.ts'
import { install } from './installed.ts'
import { type Answer, record } from './recording.ts'

test('a message is an adaptive card in the envelope that Teams takes', async t => {
  const { call, seen } = await teams(t, () => ({ status: 202 }))
  const args = {
    text: 'Hello **you**',
    title: 'Report',
    fields: { Total: 12 },
    link: 'https://example.com/',
    color: 'good',
  }
  t.strictSame(await call('send_message', args), { sent: true })
  t.equal(seen[0]?.url, '/workflows/1/triggers/manual/paths/invoke?api-version=2016-06-01&sig=s3cret')
  const { attachments, ...envelope } = seen[0]!.json as { attachments: { content: object }[] }
  t.strictSame(envelope, { type: 'message' })
  t.match(attachments, [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null }])
  t.match(attachments[0]?.content, {
    type: 'AdaptiveCard',
    body: [
      { type: 'TextBlock', text: 'Report', weight: 'Bolder', color: 'good' },
      { type: 'TextBlock', text: 'Hello **you**', wrap: true },
      { type: 'FactSet', facts: [{ title: 'Total', value: '12' }] },
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Open', url: 'https://example.com/' }],
  })
})

test('a card is sent as it is, unless it is larger than Teams takes', async t => {
  const { call, seen } = await teams(t, () => ({ body: '1' }))
  const card = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'x' }] }
  await call('send_card', { card })
  t.match(seen[0]?.json, { attachments: [{ content: card }] })
  const large = { ...card, body: [{ type: 'TextBlock', text: 'ü'.repeat(14_300) }] }
  await t.rejects(call('send_card', { card: large }), { code: 'too-large', message: /28672/ })
  await t.rejects(call('send_card', { card: { type: 'Message', body: [] } }), { code: 'invalid-arguments' })
  t.equal(seen.length, 1)
})

test('an error that is answered with status 200 is an error', async t => {
  const said =
    'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x'
  const answers: Answer[] = [
    { body: said },
    { status: 401, body: '{"error":{"code":"DirectApiAuthorizationRequired"}}' },
  ]
  const { call } = await teams(t, () => answers.shift() ?? { status: 202 })
  await t.rejects(call('send_message', { text: 'x' }), { code: 'rate-limited', retryable: true })
  const failure = await call('send_message', { text: 'x' }).catch(error => error)
  t.match(failure, { code: 'not-authorized', message: /DirectApiAuthorizationRequired/ })
  t.notMatch(failure.message, 's3cret')
})

async function teams(t: Teardown, answer: () => Answer) {
  const { origin, seen } = await record(t, answer)
  const path = '/workflows/1/triggers/manual/paths/invoke?api-version=2016-06-01&sig=s3cret'
  const secret = { kind: 'bearer', token: origin + path } as const
  return { call: install(t, teamsServer, { settings: { baseUrl: origin }, secret }), seen }
}

interface Teardown {
  teardown(end: () => Promise<void>): unknown
}
