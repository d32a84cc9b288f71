import { test } from 'tap'
import { noBrowser, sharedBrowser } from '../support/people/browser.ts'
import { builtPackage, scriptOf, widgetPage } from './browser.ts'
import { hostileTexts } from './hostile-texts.ts'

const world = noBrowser ? null : { script: scriptOf(builtPackage()), browser: await sharedBrowser() }
const options = { skip: noBrowser }
const here = world!

/** In the page: what in the widget could act, and where its links lead. */
const findings = `(() => {
  const root = document.querySelector('service-chat').shadowRoot
  const all = [...root.querySelectorAll('*')]
  return {
    hit: window.hit ?? 'nothing',
    handlers: all.flatMap(it => [...it.attributes]).filter(({ name }) => name.startsWith('on')).map(({ name }) => name),
    active: all.filter(it => it.matches('script, style, iframe, img, object, embed, link, form[action], svg :not(path)')).map(it => it.tagName),
    links: [...new Set(all.filter(it => it.matches('a[href]') && it.getAttribute('href')).map(it => it.protocol))].sort(),
    outside: document.head.querySelectorAll('style, link, script').length,
  }
})()`

test('hostile texts are shown as texts, whoever says them', options, async t => {
  const { page, double, complaints } = await widgetPage(t, here)
  const whole = hostileTexts.join('\n\n')
  await page.getByRole('textbox').fill(whole)
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  const tool = { name: whole, args: { [whole]: whole }, error: whole, status: 'failed' } as const
  turn.tool(tool)
  turn.execution({ id: 'exec_1', workflowName: whole, error: { message: whole, step: null, code: whole } })
  turn.step('exec_1', { id: 'a', title: whole })
  turn.approval({
    message: whole,
    tool: whole,
    args: { [whole]: whole },
    form: { title: whole, enum: [whole] },
  })
  for (const text of hostileTexts) turn.say(`${text}\n\n`)
  await page.getByText('gro.elpmaxe').last().waitFor()
  const entry = {
    ...{ id: whole, kind: whole, step: whole, says: whole, quote: whole, options: [whole] },
    severity: 'tick',
  } as const
  const choices = [{ title: whole, message: whole }]
  turn.done({
    parts: [
      { type: 'tool', id: 'tool_1', output: whole, ...tool },
      { type: 'text', text: turn.soFar },
      {
        ...{ type: 'confirmation', workflowId: 'wf_1', workflowName: whole, page: whole, mayConfirm: true },
        confirmation: { digest: 'd', entries: [entry], accepted: false, required: true },
      },
      { type: 'choices', choices },
    ],
  })
  await page.locator('[part=choice]').waitFor()
  await page.locator('[part~=approval]').waitFor()
  await page.locator('[part=tool] summary').first().click()
  for (const link of await page.locator('.markdown a').all()) await link.hover({ force: true })
  const found = (await page.evaluate(findings)) as object
  t.strictSame(found, { hit: 'nothing', handlers: [], active: [], links: ['https:'], outside: 0 })
  t.equal(page.url(), `${double.url}/`)
  t.strictSame(complaints, [])
})

test('links leave the page without its name, and images are their texts', options, async t => {
  const { page, double } = await widgetPage(t, here)
  await page.getByRole('textbox').fill('Links')
  await page.keyboard.press('Enter')
  const turn = await double.turn()
  turn
    .say('[web](https://example.com/a) [mail](mailto:a@example.com) ![a cat](https://example.com/cat.png)')
    .done()
  const link = page.getByRole('link', { name: 'web' })
  await link.waitFor()
  t.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow')
  t.equal(await link.getAttribute('target'), '_blank')
  t.equal(await page.getByRole('link', { name: 'mail' }).getAttribute('href'), 'mailto:a@example.com')
  t.match(await page.locator('.markdown').innerText(), /a cat$/)
})

test('nothing that a page stores is a credential', options, async t => {
  const { page, double } = await widgetPage(t, here, { config: { apiKey: 'sk_secret', persist: 'local' } })
  await page.getByRole('textbox').fill('Hello')
  await page.keyboard.press('Enter')
  void (await double.turn()).say('Hi').done()
  await page.locator('.markdown').waitFor()
  const stored = (await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  )) as string
  t.match(stored, [...double.conversations.keys()][0])
  t.notMatch(stored, /sk_secret/)
  t.notMatch(await page.content(), /sk_secret/)
})

test('a key that can do more than chat is warned about, once; one for chat only is not', options, async t => {
  for (const [scope, warning] of [
    ['full', /can do more than chat/],
    [null, /holds an API key/],
    ['chat', null],
  ] as const) {
    const { page, double, complaints } = await widgetPage(t, here)
    double.scope = scope
    for (const text of ['One', 'Two']) {
      await page.getByRole('textbox').fill(text)
      await page.keyboard.press('Enter')
      void (await double.turn()).say(`${text} it is`).done()
      await page.locator('.markdown', { hasText: `${text} it is` }).waitFor()
    }
    t.equal(complaints.length, warning ? 1 : 0)
    if (warning) t.match(complaints[0], warning)
  }
})

test('styles of the page do not reach the widget, and its own do not reach the page', options, async t => {
  const { page } = await widgetPage(t, here, { body: '<h1>Shop</h1><p>Text</p><button>Buy</button>' })
  const look = `getComputedStyle(document.querySelector('main button')).borderRadius`
  const before = await page.evaluate(look)
  await page.addStyleTag({ content: '' }).catch(() => {})
  await page.evaluate(`(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { color: rgb(1, 2, 3) !important } button { display: none !important }')
    document.adoptedStyleSheets = [sheet]
  })()`)
  t.ok(await page.getByRole('button', { name: 'Close chat' }).isVisible())
  await page.evaluate('ServiceChat.unmount()')
  await page.evaluate('document.adoptedStyleSheets = []')
  t.equal(await page.evaluate(look), before)
})
