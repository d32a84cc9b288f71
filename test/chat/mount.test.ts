import { test } from 'tap'
import { noBrowser, sharedBrowser } from '../support/people/browser.ts'
import { builtPackage, scriptOf, widgetPage } from './browser.ts'

const world = noBrowser ? null : { script: scriptOf(builtPackage()), browser: await sharedBrowser() }
const options = { skip: noBrowser }
const here = world!
/** In the page: a style of a part of the widget, as it comes out. */
const styleOf = (part: string, name: string) =>
  `getComputedStyle(document.querySelector('service-chat').shadowRoot.querySelector('[part=${part}]')).${name}`
const config = `{ tenantId: 'org_1', apiKey: 'sk_chat' }`

test('mount twice is mount once, and unmount twice is unmount once', options, async t => {
  const { page, complaints } = await widgetPage(t, here, { config: null })
  const same = `ServiceChat.mount(${config}).element === ServiceChat.mount(${config}).element`
  t.equal(await page.evaluate(same), true)
  t.equal(await page.locator('service-chat').count(), 1)
  await page.evaluate('ServiceChat.unmount(); ServiceChat.unmount()')
  t.equal(await page.locator('service-chat').count(), 0)
  await page.evaluate(`void ServiceChat.mount(${config})`)
  await page.getByRole('button', { name: 'Open chat' }).waitFor()
  t.strictSame(complaints, [])
})

test('the same configuration again keeps what is shown, another tenant begins anew', options, async t => {
  const { page } = await widgetPage(t, here)
  await page.getByRole('textbox').fill('A draft')
  const again = `{ tenantId: 'org_1', apiKey: 'sk_chat', retryDelayMs: 20, isOpen: true }`
  await page.evaluate(`void ServiceChat.mount(${again})`)
  t.equal(await page.getByRole('textbox').inputValue(), 'A draft')
  await page.evaluate(
    `window.first = mounted.conversation; void ServiceChat.mount({ ...${again}, tenantId: 'org_2' })`,
  )
  t.equal(await page.evaluate('mounted.element.conversation === first'), false)
})

test('mounted into an element it fills it, and has no button', options, async t => {
  const { page } = await widgetPage(t, here, {
    body: '<h1>Shop</h1><div id="chat"></div>',
    config: { target: '#chat' },
  })
  await page.evaluate(`document.querySelector('#chat').style.height = '500px'`)
  t.equal((await page.getByRole('region', { name: 'Assistant' }).boundingBox())!.height, 500)
  t.equal(await page.locator('[part=launcher]').count(), 0)
  t.equal(await page.getByRole('button', { name: 'Close chat' }).count(), 0)
  t.match(
    await page.evaluate(
      `try { ServiceChat.mount({ ...${config}, target: '#nowhere' }) } catch (error) { error.message }`,
    ),
    /#nowhere/,
  )
})

test('a script tag mounts itself, and talks to where it came from', options, async t => {
  const tag =
    '<script src="/chat/widget.js" data-tenant-id="org_1" data-api-key="sk_1" data-title="Help" data-open></script>'
  const { page, double } = await widgetPage(t, here, { body: `<h1>Shop</h1>${tag}`, config: null })
  await page.getByRole('dialog', { name: 'Help' }).waitFor()
  await page.getByRole('textbox').fill('Hello')
  await page.keyboard.press('Enter')
  const { asked } = await double.turn()
  t.equal(asked.headers.authorization, 'Bearer sk_1')
  t.equal(asked.query.get('tenant'), 'org_1')
})

test('the element takes its configuration from attributes, and follows them', options, async t => {
  const element =
    '<service-chat tenant-id="org_1" api-key="sk_1" display="inline" theme="dark"></service-chat>'
  const { page } = await widgetPage(t, here, { body: `<h1>Shop</h1>${element}`, config: null })
  const background = () => page.evaluate(styleOf('panel', 'backgroundColor'))
  t.equal(await background(), 'rgb(23, 24, 31)')
  await page.evaluate(`document.querySelector('service-chat').setAttribute('theme', 'light')`)
  t.equal(await background(), 'rgb(255, 255, 255)')
  await page.evaluate(`document.querySelector('service-chat').setAttribute('display', 'floating')`)
  await page.getByRole('button', { name: 'Open chat' }).waitFor()
})

test('it opens and closes by the handle, and says so', options, async t => {
  const { page } = await widgetPage(t, here, { config: { isOpen: false } })
  await page.evaluate(`(() => {
    window.told = []
    for (const name of ['open', 'close']) mounted.element.addEventListener(name, () => told.push(name))
    mounted.open()
  })()`)
  await page.getByRole('textbox').waitFor()
  await page.evaluate('mounted.close()')
  await page.getByRole('textbox').waitFor({ state: 'hidden' })
  t.strictSame(await page.evaluate('told'), ['open', 'close'])
})

test('custom properties and parts give it another look', options, async t => {
  const { page } = await widgetPage(t, here, { config: { isOpen: false } })
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('service-chat { --service-chat-accent: rgb(200, 0, 0) } service-chat::part(launcher) { border-radius: 4px }')
    document.adoptedStyleSheets = [sheet]
  })()`)
  t.equal(await page.evaluate(styleOf('launcher', 'backgroundColor')), 'rgb(200, 0, 0)')
  t.equal(await page.evaluate(styleOf('launcher', 'borderRadius')), '4px')
})

test('in a page from right to left everything is on the other side', options, async t => {
  const { page, double } = await widgetPage(t, here, { html: 'lang="ar" dir="rtl"' })
  t.ok((await page.locator('[part=launcher]').boundingBox())!.x < 100)
  await page.getByRole('textbox').fill('مرحبا')
  await page.keyboard.press('Enter')
  void (await double.turn()).say('أهلا').done()
  await page.locator('.markdown').waitFor()
  const mine = (await page.locator('.user .plain').boundingBox())!
  const panel = (await page.locator('[part=panel]').boundingBox())!
  t.ok(mine.x - panel.x < 60, 'what I said is at the end of the line')
})

test('who wants less motion gets none', options, async t => {
  const { page } = await widgetPage(t, here, { reducedMotion: 'reduce' })
  const animations = `document.querySelector('service-chat').shadowRoot.getAnimations().length`
  await page.getByRole('textbox').fill('Hello')
  await page.keyboard.press('Enter')
  await page.locator('[part=typing]').waitFor()
  t.equal(await page.evaluate(animations), 0)
})

test('its words can be others', options, async t => {
  const strings = { placeholder: 'Schreib eine Nachricht', send: 'Senden', close: 'Schließen' }
  const { page } = await widgetPage(t, here, { config: { strings, greeting: 'Wie kann ich helfen?' } })
  await page.getByRole('textbox', { name: strings.placeholder }).waitFor()
  await page.getByRole('button', { name: strings.close }).waitFor()
  await page.getByText('Wie kann ich helfen?').waitFor()
  t.pass('they are there')
})

test('on a phone it takes the whole screen', options, async t => {
  const { page } = await widgetPage(t, here, {
    viewport: { width: 390, height: 780 },
    reducedMotion: 'reduce',
  })
  t.match(await page.locator('[part=panel]').boundingBox(), { x: 0, y: 0, width: 390, height: 780 })
  t.ok(await page.locator('[part=launcher]').isHidden())
})

test('earlier messages are shown when they are asked for', options, async t => {
  const { page, double } = await widgetPage(t, here, { config: null })
  const many = Array.from({ length: 60 }, (_, n) => ({ content: `Message ${n + 1}.` }))
  double.given('chat_0', many)
  await page.evaluate(`void ServiceChat.mount({ ...${config}, sessionId: 'chat_0', isOpen: true })`)
  await page.getByText('Message 60.').waitFor()
  t.equal(await page.getByText('Message 10.').count(), 0)
  await page.getByRole('button', { name: 'Show earlier messages' }).click()
  await page.getByText('Message 10.').waitFor()
  t.equal(await page.locator('.message').count(), 60)
  t.match(await page.locator('.message').first().innerText(), /Message 1\./)
})

test('a remembered session that is gone makes way for a new one', options, async t => {
  const { page, double } = await widgetPage(t, here, { config: { sessionId: 'chat_gone', isOpen: false } })
  await page.getByRole('button', { name: 'Open chat' }).click()
  await page.getByRole('textbox').fill('Hello')
  await page.keyboard.press('Enter')
  void (await double.turn()).say('Hi').done()
  await page.locator('.markdown', { hasText: 'Hi' }).waitFor()
  t.equal(double.conversations.size, 1)
  t.ok(await page.locator('[part~=error]').isHidden())
})

test(
  'an element that was configured before it is known, and one that is opened by its attribute',
  options,
  async t => {
    const { page } = await widgetPage(t, here, {
      body: '<h1>Shop</h1><service-chat></service-chat>',
      config: null,
    })
    const early = `(() => {
    const element = document.querySelector('service-chat')
    element.remove()
    Object.defineProperty(element, 'config', { value: ${config}, configurable: true })
    document.body.append(element)
  })()`
    await page.evaluate(early)
    await page.getByRole('button', { name: 'Open chat' }).waitFor()
    await page.evaluate(`document.querySelector('service-chat').setAttribute('open', '')`)
    await page.getByRole('textbox').waitFor()
    await page.evaluate(`document.querySelector('service-chat').removeAttribute('open')`)
    await page.getByRole('textbox').waitFor({ state: 'hidden' })
    t.pass('it is closed')
  },
)
