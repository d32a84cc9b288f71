import { test } from 'tap'
import { discordServer } from '../../../rpc/first-party/discord/index.ts'
import { install } from './installed.ts'
import { type Answer, record } from './recording.ts'

const made: Answer = { json: { id: '111', channel_id: '222', content: 'x' } }

test('a message waits for its id, and notifies nobody unless it may', async t => {
  const { call, seen } = await discord(t, () => made)
  t.strictSame(await call('send_message', { text: '@everyone hi', username: 'Bot', threadId: '9' }), {
    id: '111',
    channelId: '222',
  })
  t.equal(seen[0]?.url, '/api/webhooks/1/s3cret?wait=true&thread_id=9')
  t.strictSame(seen[0]?.json, { content: '@everyone hi', allowed_mentions: { parse: [] }, username: 'Bot' })
  await call('send_message', { text: '@everyone', mentions: true })
  t.match(seen[1]?.json, { allowed_mentions: { parse: ['everyone', 'roles', 'users'] } })
})

test('a title and fields become an embed beside those that are given', async t => {
  const { call, seen } = await discord(t, () => made)
  await call('send_message', {
    text: '',
    title: 'Report',
    fields: { Total: '12' },
    embeds: [{ description: 'more' }],
  })
  t.strictSame((seen[0]!.json as { embeds: unknown }).embeds, [
    { title: 'Report', fields: [{ name: 'Total', value: '12', inline: true }] },
    { description: 'more' },
  ])
  const bad = { code: 'invalid-arguments' }
  await t.rejects(call('send_message', {}), bad)
  await t.rejects(call('send_message', { text: '' }), bad)
  await t.rejects(call('send_message', { text: 'x'.repeat(2_001) }), bad)
  await t.rejects(call('send_message', { text: '', title: 'x', embeds: Array(10).fill({}) }), bad)
})

test('a message is edited and deleted by its id', async t => {
  const { call, seen } = await discord(t, ({ method }) => (method === 'DELETE' ? { status: 204 } : made))
  await call('edit_message', { messageId: '111', text: 'Done' })
  t.strictSame(await call('delete_message', { messageId: '111', threadId: '9' }), { deleted: true })
  t.match(seen, [
    { method: 'PATCH', url: '/api/webhooks/1/s3cret/messages/111', json: { content: 'Done' } },
    { method: 'DELETE', url: '/api/webhooks/1/s3cret/messages/111?thread_id=9' },
  ])
  await t.rejects(call('delete_message', { messageId: '../../channels/1' }), { code: 'invalid-arguments' })
})

test('a limit says how long to wait to the millisecond, and no error says the address', async t => {
  const limited = {
    status: 429,
    json: { message: 'You are being rate limited.', retry_after: 0.65, global: false },
    headers: { 'retry-after': '1' },
  }
  const unknown = { status: 404, json: { message: 'Unknown Webhook', code: 10_015 } }
  const answers: Answer[] = [limited, unknown]
  const { call } = await discord(t, () => answers.shift() ?? made)
  const failures = [1, 2].map(() => call('send_message', { text: 'x' }).catch(error => error))
  const [first, second] = [await failures[0], await failures[1]]
  t.match(first, { code: 'rate-limited', retryable: true, retryAfterMs: 650 })
  t.match(second, { code: 'not-found', message: /Discord answered 404 to the message: .*Unknown Webhook/ })
  t.notMatch(first.message + second.message, 's3cret')
})

async function discord(t: Teardown, answer: (seen: { method: string }) => Answer) {
  const { origin, seen } = await record(t, answer)
  const secret = { kind: 'bearer', token: `${origin}/api/webhooks/1/s3cret` } as const
  return { call: install(t, discordServer, { settings: { baseUrl: origin }, secret }), seen }
}

interface Teardown {
  teardown(end: () => Promise<void>): unknown
}
