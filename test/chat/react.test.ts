import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { test } from 'tap'
import { noBrowser, sharedBrowser } from '../support/people/browser.ts'
import { builtPackage, widgetPage } from './browser.ts'

const folder = builtPackage()
const browser = noBrowser ? null : await sharedBrowser()
const require = createRequire(import.meta.url)

/** Packages as an application of that version of React has them. */
const versions = {
  18: { react: 'react', 'react-dom': 'react-dom' },
  19: { react: 'react-19', 'react-dom': 'react-dom-19' },
}

async function bundle(version: keyof typeof versions, entry: string, isForNode = false): Promise<string> {
  const built = await build({
    ...(isForNode ? { platform: 'node' as const, format: 'cjs' as const } : { format: 'iife' as const }),
    stdin: { contents: entry, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    write: false,
    tsconfigRaw: {},
    target: 'es2022',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    alias: { ...versions[version], '@service/chat/react': join(folder, 'react.js') },
  })
  return built.outputFiles[0]!.text
}

for (const version of [18, 19] as const) {
  test(`React ${version}: the component shows the widget, and keeps it when it is rendered again`, {
    skip: noBrowser,
  }, async t => {
    const script = await bundle(version, `import './react-page.ts'`)
    const { page, double, complaints } = await widgetPage(
      t,
      { browser: browser!, script },
      { body: '<h1>Shop</h1><div id="app"></div>', config: null },
    )
    const config = { tenantId: 'org_1', baseUrl: double.url, isOpen: true }
    await page.evaluate(`start(${JSON.stringify(config)}, false)`)
    await page.getByRole('textbox').fill('Hello')
    await page.keyboard.press('Enter')
    const turn = await double.turn()
    t.equal(turn.asked.headers.authorization, 'Bearer token')
    turn.say('Hi').done()
    await page.locator('.markdown', { hasText: 'Hi' }).waitFor()
    await page.getByRole('textbox').fill('A draft')
    await page.getByRole('button', { name: 'Rendered 0' }).click()
    await page.getByRole('button', { name: 'Rendered 1' }).waitFor()
    t.equal(await page.getByRole('textbox').inputValue(), 'A draft')
    t.equal(await page.locator('service-chat').count(), 1)
    await page.evaluate('stop()')
    t.equal(await page.locator('service-chat').count(), 0)
    t.strictSame(complaints, [])
  })

  test(`React ${version}: the hook and the widget below one provider show one conversation`, {
    skip: noBrowser,
  }, async t => {
    const script = await bundle(version, `import './react-page.ts'`)
    const { page, double, complaints } = await widgetPage(
      t,
      { browser: browser!, script },
      { body: '<h1>Shop</h1><div id="app"></div>', config: null },
    )
    await page.evaluate(
      `start(${JSON.stringify({ tenantId: 'org_1', baseUrl: double.url, isOpen: true })}, true)`,
    )
    await page.getByRole('button', { name: 'Say hello' }).click()
    const turn = await double.turn()
    turn.say('Hi ')
    await page.locator('#own .assistant').waitFor()
    await page.getByRole('log').locator('.markdown', { hasText: 'Hi' }).waitFor()
    turn.say('there').done()
    await page.locator('#own[data-answering=false]').waitFor()
    t.strictSame(await page.locator('#own p').allInnerTexts(), ['Hello', 'Hi there'])
    t.equal(double.conversations.size, 1)
    t.strictSame(complaints, [])
  })

  test(`React ${version}: a server renders an empty element, and asks nobody`, async t => {
    const entry = `
      import { createElement as h } from 'react'
      import { renderToString } from 'react-dom/server'
      import { ServiceChat, ServiceChatProvider, useServiceChat } from '@service/chat/react'
      const config = { tenantId: 'org_1', apiKey: 'sk_1', fetch() { throw new Error('asked') } }
      const Own = () => h('p', null, useServiceChat().messages.length)
      export const alone = renderToString(h(ServiceChat, { config }))
      export const provided = renderToString(h(ServiceChatProvider, { config }, h(Own), h(ServiceChat, { className: 'chat' })))
      export const lost = () => renderToString(h(Own))`
    const module = { exports: {} as Record<string, unknown> }
    new Function('module', 'exports', 'require', await bundle(version, entry, true))(
      module,
      module.exports,
      require,
    )
    const { alone, provided, lost } = module.exports as {
      alone: string
      provided: string
      lost: () => string
    }
    t.equal(alone, '<service-chat></service-chat>')
    t.equal(provided, '<p>0</p><service-chat class="chat"></service-chat>')
    t.throws(lost, /useServiceChat needs a <ServiceChatProvider>/)
  })
}

test('every entry can be loaded where there is no page', async t => {
  for (const name of ['index', 'conversation', 'widget'])
    t.ok(Object.keys(await import(pathToFileURL(join(folder, `${name}.js`)).href)).length > 0, name)
})
