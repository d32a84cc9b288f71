// The SDK with the real service: the client in Node, and the widget in a page of another origin.
import { type Test, test } from 'tap'
import { ServiceChatClient } from '../../chat/client/client.ts'
import type { ServiceChatConfig } from '../../chat/client/config.ts'
import { noBrowser, sharedBrowser } from '../support/people/browser.ts'
import { sharedProduct } from '../support/product.ts'
import { builtPackage, scriptOf, widgetPage } from './browser.ts'

const product = await sharedProduct()
const world = noBrowser ? null : { script: scriptOf(builtPackage()), browser: await sharedBrowser() }

async function shop(scopes: readonly string[] = ['chat']) {
  const { client, organizationId } = await product.signUp()
  const { body } = await client.post('/api/v1/apikeys', { name: 'shop', scopes })
  const greeting = {
    name: 'Greeting',
    prompt: 'Set greeting to "Hello, {{inputs.name}}!". Return the greeting',
  }
  const pay = {
    name: 'Payment',
    prompt:
      'Ask for approval "Pay {{inputs.amount}}?", then set paid to "paid {{inputs.amount}}". Return the paid',
  }
  const slow = { name: 'Nap', prompt: 'Wait 3 seconds. Set rest to "well rested". Return the rest' }
  for (const workflow of [greeting, pay, slow]) await client.post('/api/v1/workflows', workflow)
  const config: ServiceChatConfig = { tenantId: organizationId, apiKey: body.key, baseUrl: product.url }
  return { client, config, chat: new ServiceChatClient(config), key: body.key as string }
}

test('a message is answered, and its text is what was streamed', async t => {
  const { chat } = await shop()
  const answer = chat.send('list my workflows')
  let text = ''
  for await (const chunk of answer) text += chunk.text
  t.match(text, /Greeting/)
  t.equal(await answer.text(), text)
  t.strictSame(
    (await chat.history()).map(({ role }) => role),
    ['user', 'assistant'],
  )
})

test('a run from the chat tells of itself and answers with its result', async t => {
  const { chat } = await shop()
  const answer = chat.send('run Greeting with name Ada')
  t.match(await answer.text(), /Hello, Ada/)
  t.ok((await answer.message())?.parts.some(({ type }) => type === 'execution'))
})

test('an approval is asked for and decided in the chat', async t => {
  const { chat } = await shop()
  const asked = await chat.send('run Payment with amount 120').message()
  const part = asked?.parts.find(({ type }) => type === 'approval')
  t.match(part, { approval: { status: 'pending', message: 'Pay 120?' } })
  if (part?.type !== 'approval') return
  t.match(await chat.approve(part.approval).text(), /paid 120/)
  const told = await chat.history()
  const again = told.flatMap(({ parts }) => parts).find(({ type }) => type === 'approval')
  t.match(again, { approval: { status: 'approved' } })
})

test('a message that is sent twice under its key is stored and answered once', async t => {
  const { chat, config } = await shop()
  await chat.session()
  let isCut = false
  const cutting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (init?.method !== 'POST' || isCut) return response
    isCut = true
    await response.body?.cancel()
    throw new TypeError('the connection broke')
  }
  const sessionId = chat.sessionId!
  const broken = new ServiceChatClient({ ...config, sessionId, fetch: cutting, retryDelayMs: 1 })
  t.match(await broken.send('list my workflows').text(), /Greeting/)
  t.ok(isCut)
  t.strictSame(
    (await chat.history()).map(({ role }) => role),
    ['user', 'assistant'],
  )
})

test('the key of one organization is refused with the tenant of another', async t => {
  const [ours, theirs] = [await shop(), await shop()]
  const crossed = new ServiceChatClient({ ...ours.config, tenantId: theirs.config.tenantId })
  await t.rejects(crossed.send('list my workflows').text(), { name: 'ChatError', status: 403 })
})

test('the service says what a key may do, so that a page can warn of it', async t => {
  for (const [scopes, scope] of [
    [['chat'], 'chat'],
    [['chat', 'read', 'write'], 'full'],
  ] as const) {
    const { key } = await shop(scopes)
    const response = await fetch(`${product.url}/api/v1/chat/sessions`, {
      headers: { authorization: `Bearer ${key}` },
    })
    t.equal(response.headers.get('x-chat-scope'), scope)
    t.match(response.headers.get('access-control-expose-headers'), /X-Chat-Scope/)
  }
})

test('a page of another origin chats with a token of its own', { skip: noBrowser }, async t => {
  const { page, double, complaints, config } = await tokenPage(t)
  await page.evaluate(
    `void ServiceChat.mount({ ...${JSON.stringify(config)}, isOpen: true, getToken: () => token })`,
  )
  await page.getByRole('textbox').fill('run Payment with amount 250')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('paid 250').first().waitFor()
  await page.reload()
  await page.evaluate(
    `void ServiceChat.mount({ ...${JSON.stringify(config)}, isOpen: true, getToken: () => token })`,
  )
  await page.locator('.markdown', { hasText: 'paid 250' }).waitFor()
  t.equal(await page.locator('[part~=approval]').first().getAttribute('data-status'), 'approved')
  t.strictSame(complaints, [])
  t.equal(double.asked.length, 0, "the page's own server is not asked")
})

test('a page that is reloaded in the middle of a run has its result', { skip: noBrowser }, async t => {
  const { page, complaints, config } = await tokenPage(t)
  const mount = `void ServiceChat.mount({ ...${JSON.stringify(config)}, isOpen: true, getToken: () => token })`
  await page.evaluate(mount)
  await page.getByRole('textbox').fill('run Nap')
  await page.keyboard.press('Enter')
  await page.locator('[part~=execution]').waitFor()
  await page.reload()
  await page.evaluate(mount)
  await page.locator('.markdown', { hasText: 'well rested' }).waitFor()
  t.equal(await page.locator('.user').count(), 1)
  t.strictSame(complaints, [])
})

/** A page that holds a token for its origin, made by its server. */
async function tokenPage(t: Test) {
  const { client, config } = await shop()
  const { body } = await client.post('/api/v1/apikeys', {
    name: 'server',
    scopes: ['read', 'execute', 'chat'],
  })
  const opened = await widgetPage(t, world!, { config: null, connect: product.url })
  const token = await product.client(body.key).post('/api/v1/chat/tokens', { origin: opened.double.url })
  const script = { type: 'text/javascript', text: `window.token = ${JSON.stringify(token.body)}` }
  opened.double.pages.set('/mount.js', script)
  await opened.page.reload()
  const { apiKey: _, ...open } = config
  return { ...opened, config: open }
}
