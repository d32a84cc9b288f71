import { test } from 'tap'
import { slackServer } from '../../../rpc/first-party/slack/index.ts'
import { install } from './installed.ts'
import { type Answer, record } from './recording.ts'

const ok: Answer = { body: 'ok', headers: { 'content-type': 'text/html' } }

test('a message goes to the webhook as JSON, and what Slack would read as a mention does not', async t => {
  const { call, seen } = await slack(t, () => ok)
  t.strictSame(await call('send_message', { text: 'a < b & <!channel> *bold*' }), { sent: true })
  t.strictSame(seen[0]?.json, {
    text: 'a &lt; b &amp; &lt;!channel&gt; *bold*',
    unfurl_links: true,
    unfurl_media: true,
  })
  t.match(seen[0], {
    method: 'POST',
    url: '/services/T0/B0/s3cret',
    headers: { 'content-type': 'application/json' },
  })
  await call('send_message', { text: '<!channel>', mentions: true, unfurl: false, threadId: '1.2' })
  t.match(seen[1]?.json, { text: '<!channel>', unfurl_links: false, thread_ts: '1.2' })
})

test('a title and fields become blocks within the limits of Slack', async t => {
  const { call, seen } = await slack(t, () => ok)
  const fields = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}`, index]))
  await call('send_message', {
    text: `${'x'.repeat(2_900)}\n${'y'.repeat(200)}`,
    title: 'Report <1>',
    fields,
  })
  const { text, blocks } = seen[0]!.json as { text: string; blocks: { type: string; fields?: unknown[] }[] }
  t.equal(text, 'Report &lt;1&gt;')
  t.same(
    blocks.map(({ type, fields }) => [type, fields?.length]),
    [
      ['header', undefined],
      ['section', undefined],
      ['section', undefined],
      ['section', 10],
      ['section', 2],
    ],
  )
  t.match(blocks[0], { text: { type: 'plain_text', text: 'Report <1>' } })
  t.match(blocks[1], { text: { type: 'mrkdwn', text: 'x'.repeat(2_900) } })
  t.match(blocks[2], { text: { type: 'mrkdwn', text: 'y'.repeat(200) } })
  t.match(blocks[3], { fields: [{ type: 'mrkdwn', text: '*f0*\n0' }] })
})

test('blocks are sent as they are', async t => {
  const { call, seen } = await slack(t, () => ok)
  await call('send_blocks', { blocks: [{ type: 'divider' }], text: 'Report' })
  t.match(seen[0]?.json, { text: 'Report', blocks: [{ type: 'divider' }] })
  await t.rejects(call('send_blocks', { blocks: [], text: 'x' }), { code: 'invalid-arguments' })
})

test('a limit says how long to wait, a refusal says why, and neither says the address', async t => {
  const answers: Answer[] = [
    { status: 429, headers: { 'retry-after': '30' } },
    { status: 404, body: 'no_service' },
    { status: 400, body: 'invalid_payload' },
    { status: 500, body: 'rollup_error' },
  ]
  const { call } = await slack(t, () => answers.shift() ?? ok)
  const expected = [
    { code: 'rate-limited', retryable: true, retryAfterMs: 30_000 },
    { code: 'not-found', retryable: false, message: 'Slack answered 404 to the message: no_service' },
    { code: 'rejected', retryable: false, message: /invalid_payload/ },
    { code: 'unavailable', retryable: true },
  ]
  for (const wanted of expected) {
    const failure = await call('send_message', { text: 'x' }).catch(error => error)
    t.match(failure, wanted)
    t.notMatch(JSON.stringify([failure.message, failure.cause]), 's3cret')
  }
})

test('a credential that is no webhook of the base address is not called', async t => {
  const { origin, seen } = await record(t, () => ok)
  const settings = { baseUrl: origin }
  for (const token of [
    'https://evil.example/services/x',
    'xoxb-1\r\n',
    'http://',
    origin,
    '//evil.example/x',
  ]) {
    const call = install(t, slackServer, { settings, secret: { kind: 'bearer', token } })
    const failure = await call('send_message', { text: 'x' }).catch(error => error)
    if (token.startsWith('xoxb')) continue
    t.match(failure, { code: 'bad-credential' }, token)
    t.notMatch(failure.message, 'evil')
  }
  t.ok(seen.every(({ url }) => url === '/xoxb-1'))
  await t.rejects(install(t, slackServer, { settings })('send_message', { text: 'x' }), {
    code: 'unknown-credential',
  })
})

async function slack(t: Teardown, answer: () => Answer) {
  const { origin, seen } = await record(t, answer)
  const secret = { kind: 'bearer', token: `${origin}/services/T0/B0/s3cret` } as const
  return { call: install(t, slackServer, { settings: { baseUrl: origin }, secret }), seen }
}

interface Teardown {
  teardown(end: () => Promise<void>): unknown
}
