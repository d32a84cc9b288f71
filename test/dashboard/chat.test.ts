// The chat of the dashboard: the SDK's client in full height. Without a model it takes commands in plain
// words; with one it streams, calls tools and can be stopped.
import tap, { type Test, test } from 'tap'
import { untilStatus } from '../support/runs.ts'
import * as model from '../support/servers/model-server.ts'
import {
  axeFindings,
  isTooWide,
  noBrowser,
  phone,
  startDashboard,
  type VisitOptions,
  widths,
} from './dashboard.ts'

const kit = noBrowser === false ? await startDashboard() : null
const server = noBrowser === false ? await model.startModelServer(tap) : null
const skip = noBrowser

const payment = {
  name: 'Payment',
  prompt:
    'Ask for approval "Pay {{inputs.amount}}?", then set paid to "paid {{inputs.amount}}". Return the paid',
}
const nap = { name: 'Nap', prompt: 'Wait 2 seconds. Set rest to "well rested". Return the rest' }

async function visit(t: Pick<Test, 'teardown'>, options: VisitOptions = {}) {
  const visitor = await kit!.visit(t, { path: '/chat', ...options })
  const { page } = visitor
  const box = page.getByRole('textbox', { name: 'Write a message' })
  const say = async (text: string) => {
    await box.fill(text)
    await box.press('Enter')
  }
  await box.waitFor()
  return { ...visitor, box, say, log: page.getByRole('log') }
}

async function withModel(t: Pick<Test, 'teardown'>) {
  const visitor = await visit(t)
  const own = { name: 'small', provider: 'compatible', model: 'small', url: server!.url }
  const { status } = await visitor.client.put('/api/v1/models', { models: [own] })
  if (status !== 200) throw new Error(`the model is refused: ${status}`)
  return visitor
}

for (const viewport of widths) {
  test(`a run is started, approved in place and followed by talking, ${viewport.width} wide`, {
    skip,
  }, async t => {
    const { page, client, complaints, say, log } = await visit(t, { viewport })
    await client.post('/api/v1/workflows', payment)
    await page.getByText('understands commands in plain words').waitFor()
    t.strictSame(await axeFindings(page), [])
    await page.getByRole('button', { name: 'list workflows' }).click()
    await page.waitForURL(/\/chat\/chat_/)
    await log.locator('.markdown', { hasText: 'Payment' }).waitFor()
    await say('run Payment with amount 120')
    const card = log.getByRole('region', { name: 'Approval needed' })
    await card.getByText('Pay 120?').waitFor()
    t.equal(await isTooWide(page), false)
    t.strictSame(await axeFindings(page), [])
    await card.getByRole('button', { name: 'Approve' }).click()
    await log.locator('.markdown', { hasText: 'paid 120' }).waitFor()
    const run = log.getByRole('region', { name: 'Payment' }).first()
    await run.getByText('Completed').waitFor()
    await run.getByRole('link', { name: 'Open the run' }).click()
    await page.waitForURL(/\/runs\/exec_/)
    t.strictSame(complaints, [])
  })
}

test('conversations are found, renamed and deleted', { skip }, async t => {
  const { page, say, log, box } = await visit(t)
  const list = page.getByRole('navigation', { name: 'Conversations' })
  await say('help')
  await log.locator('.markdown').first().waitFor()
  const first = page.url()
  await list.getByRole('link', { name: 'New conversation' }).click()
  await page.waitForURL('**/chat')
  await box.press('Enter')
  await box.pressSequentially('usage')
  await box.press('Shift+Enter')
  t.equal(await box.inputValue(), 'usage\n')
  await box.press('Enter')
  await page.waitForURL(/\/chat\/chat_/)
  t.not(page.url(), first)
  await list.getByRole('link', { name: /^help/ }).waitFor()
  await list.getByRole('searchbox').fill('zebra crossing')
  await list.getByText('No conversation has these words.').waitFor()
  // What was said is searched too, and the answer to "help" names "usage".
  await list.getByRole('searchbox').fill('usage')
  await list.getByRole('button', { name: 'Actions: usage' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Title').fill('What I use')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'What I use' }).waitFor()
  await list.getByRole('button', { name: 'Actions: What I use' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/chat')
  await list.getByRole('searchbox').fill('')
  await list.getByRole('link', { name: /^help/ }).click()
  await page.waitForURL(first)
  await log.getByText('help', { exact: true }).waitFor()
  await page.goto('/chat/chat_00000000000000000000000000')
  await page.getByText('This conversation is gone').waitFor()
})

test('a reload in the middle of an answer goes on with it', { skip }, async t => {
  const { page, client, say, log, complaints } = await visit(t)
  await client.post('/api/v1/workflows', nap)
  await say('run Nap')
  await log.getByRole('region', { name: 'Nap' }).waitFor()
  await page.waitForURL(/\/chat\/chat_/)
  await page.reload()
  await log.locator('.markdown', { hasText: 'well rested' }).waitFor()
  t.equal(await log.locator('[data-role=user]').count(), 1)
  t.strictSame(complaints, [])
})

test('a model streams, shows its tools, and can be stopped', { skip }, async t => {
  const { page, say, log } = await withModel(t)
  server!.say(model.toolCall('list_workflows', '{}'), model.text('There is **nothing** yet.'))
  await say('look around, and tell me what you see')
  await log.getByText('Used list_workflows').click()
  await log.locator('strong', { hasText: 'nothing' }).waitFor()
  server!.say(model.stalled('Once upon a time'))
  await say('tell me a story')
  await log.getByText('Once upon a time').waitFor()
  await page.getByRole('button', { name: 'Stop answering' }).click()
  await log.getByText('Stopped').waitFor()
  t.strictSame(await axeFindings(page), [])
})

test('no network and a limit are said, and messages are kept', { skip }, async t => {
  const { page, say, log } = await visit(t, { viewport: phone })
  await page.context().setOffline(true)
  await page.getByText('You are offline').waitFor()
  await page.context().setOffline(false)
  await page.getByText('You are offline').waitFor({ state: 'detached' })
  let refused = 0
  await page.route('**/api/v1/chat/sessions?*', async route => {
    if (route.request().method() !== 'POST' || refused > 0) return route.fallback()
    refused++
    const headers = { 'retry-after': '2' }
    await route.fulfill({ status: 429, headers, json: { error: 'too many requests' } })
  })
  await say('help')
  await page.getByText('Too many requests. Going on in').waitFor()
  await log.locator('.markdown').first().waitFor()
  t.equal(refused, 1)
})

test('a chat about a run knows which one is meant', { skip }, async t => {
  const visitor = await visit(t, { colorScheme: 'dark' })
  const { page, client, log } = visitor
  const workflow = (await client.post('/api/v1/workflows', payment)).body
  const path = `/api/v1/workflows/${workflow.id}/execute`
  const { body: run } = await client.post(path, { inputs: { amount: '7' } })
  await untilStatus(client, run.id, 'awaiting_approval')
  await page.goto(`/chat?run=${run.id}`)
  await page.getByRole('heading', { name: 'About the run of Payment' }).waitFor()
  t.strictSame(await axeFindings(page), [])
  await page.getByRole('button', { name: `status of ${run.id}` }).click()
  await log.locator('[data-role=assistant]').getByText('Pay 7?').first().waitFor()
  t.strictSame(await axeFindings(page), [])
})
