// Without a language model the page to write a workflow never ends in "not understood": it offers ways on.
import type { Page } from 'playwright-core'
import tap, { test } from 'tap'
import { sampleAnswer } from '../support/sample-answer.ts'
import * as model from '../support/servers/model-server.ts'
import { noBrowser, startDashboard, widths } from './dashboard.ts'
import { looksWell, unasked } from './looks.ts'

const server = await model.startModelServer(tap)
const kit = noBrowser === false ? await startDashboard() : null
const options = { skip: noBrowser }

const request = 'Remind each customer with an overdue invoice, and tell the team'
const path = `/workflows/new?prompt=${encodeURIComponent(request)}`
const offers = (page: Page) => page.getByRole('region', { name: 'Ways to a plan' })

for (const viewport of widths)
  test(
    `a request in own words finds a model, an agent, templates, in this order, ${viewport.width} wide`,
    options,
    async t => {
      const { page, complaints } = await kit!.visit(t, {
        viewport,
        path,
        permissions: ['clipboard-write', 'clipboard-read'],
      })
      await offers(page).waitFor()
      const titles = await page
        .getByRole('region', { name: 'Plan', exact: true })
        .getByRole('heading')
        .allInnerTexts()
      const places = [
        'Connect a language model',
        'Let your agent write it',
        'Prompts like yours that run',
        'What was understood',
      ].map(title => titles.indexOf(title))
      t.ok(!places.includes(-1), titles.join())
      t.strictSame(
        places,
        places.toSorted((one, other) => one - other),
      )
      await looksWell(t, page, 'the offers')
      await offers(page).getByRole('button', { name: 'Copy the request for it' }).click()
      await offers(page).getByRole('button', { name: 'Copied' }).waitFor()
      const copied = String(await page.evaluate('navigator.clipboard.readText()'))
      t.match(copied, /\/rpc\).*plan guide/)
      t.ok(copied.endsWith(request))
      t.match(
        await offers(page).getByRole('region', { name: 'For Claude Code' }).innerText(),
        /claude mcp add .*\/rpc$/m,
      )
      t.equal(await page.getByText('Look on this computer').count(), 0, 'for who has started the service')
      t.strictSame(complaints, [])
    },
  )

test('a key is pasted, its model is tried, and then it plans', options, async t => {
  const { page, client, complaints } = await kit!.visit(t, { path })
  const connect = page.getByRole('region', { name: 'Connect a language model' })
  await connect.getByLabel('API key').fill('nobody-knows-whose')
  await connect.getByRole('button', { name: 'Connect and try it' }).click()
  await connect.getByText(/does not say whose it is/).waitFor()
  server.offer(['qwen3'])
  server.say(model.json(sampleAnswer))
  await connect.getByLabel('Whose key it is').selectOption('compatible')
  await connect.getByLabel(/^Address of its API/).fill(server.url)
  await looksWell(t, page, 'the form')
  await connect.getByRole('button', { name: 'Connect and try it' }).click()
  await page.getByText('qwen3 is connected, and plans well.').waitFor()
  await page.getByRole('heading', { name: 'qwen3 plans it when you ask' }).waitFor()
  t.match((await client.get('/api/v1/models')).body.models, [{ name: 'qwen3', plans: 'well' }])
  t.strictSame(unasked(complaints), [])
})

test('a model that plans badly is said to be weak, in Settings and before it plans', options, async t => {
  const { page, complaints } = await kit!.visit(t, { path: '/settings/models' })
  server.offer(['tiny'])
  server.say(model.text('Sure! What a nice workflow.'))
  await page.getByRole('button', { name: 'Another provider or model' }).click()
  await page.getByLabel('API key').fill('any-key')
  await page.getByLabel('Whose key it is').selectOption('compatible')
  await page.getByLabel(/^Address of its API/).fill(server.url)
  await page.getByRole('button', { name: 'Connect and try it' }).click()
  await page.getByText('Plans badly', { exact: true }).waitFor()
  await looksWell(t, page, 'a weak model')
  await page.goto(path)
  await page.getByText('tiny did badly with a sample plan.').waitFor()
  server.say(model.text('ready'), model.json(sampleAnswer))
  await page.goto('/settings/models')
  await page.getByRole('button', { name: 'Test it' }).click()
  await page.getByText('Plans well', { exact: true }).waitFor()
  t.strictSame(complaints, [])
})

test('models of this computer are looked for by a click, and taken by one', options, async t => {
  const { page, complaints } = await kit!.visit(t)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Only who has started the service is told so; the test is somebody else.
  await page.route('**/api/v1/models', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), local: true } })
  })
  const looked: string[] = []
  await page.route('**/api/v1/models/local', route => {
    looked.push(route.request().url())
    const ollama = { local: 'ollama', title: 'Ollama', isThere: true, models: ['qwen3:8b'] }
    const other = { local: 'lmstudio', title: 'LM Studio', isThere: false, models: [] }
    return route.fulfill({ json: { servers: [ollama, other] } })
  })
  await page.goto(path)
  const look = page.getByRole('button', { name: 'Look on this computer' })
  await look.waitFor()
  t.strictSame(looked, [])
  await look.click()
  const take = page.getByRole('button', { name: 'Use qwen3:8b (Ollama)' })
  await take.waitFor()
  await looksWell(t, page, 'what was found')
  const sent = page.waitForRequest('**/api/v1/models/connect')
  await take.click()
  t.strictSame((await sent).postDataJSON(), { local: 'ollama', model: 'qwen3:8b' })
  // The service knows that it is somebody else.
  await page.getByRole('alert').waitFor()
  t.strictSame(unasked(complaints), [])
})
