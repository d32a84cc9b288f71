// The list of runs and the page of one, in a browser against the service.
import type { Page } from 'playwright-core'
import { test } from 'tap'
import { hostileTexts } from '../chat/hostile-texts.ts'
import { axeFindings, isTooWide, noBrowser, startDashboard, type Visitor, widths } from './dashboard.ts'

const kit = noBrowser === false ? await startDashboard() : null
const options = { skip: noBrowser }
type Step = Readonly<Record<string, unknown>>

const set = (id: string, value: unknown, title = id): Step => ({ id, kind: 'set', title, value })
const refused: Step = {
  ...{ id: 'call', kind: 'tool', title: 'Call the warehouse', tool: 'http_request' },
  args: { method: 'POST', url: 'http://127.0.0.1:9/orders', body: 'x' },
}
const decide: Step = { id: 'ask', kind: 'approval', title: 'Ask for it', message: 'Pay 3 invoices?' }

async function workflow({ client }: Visitor, name: string, steps: readonly Step[]): Promise<string> {
  const prompt = 'Written by hand'
  const { body } = await client.post('/api/v1/workflows', { name, prompt, plan: { steps } })
  return body.id
}

/** Starts it and waits for its end for so many seconds. @returns its id */
async function run({ client }: Visitor, id: string, inputs = {}, wait = 20): Promise<string> {
  const prefer = { prefer: `wait=${wait}` }
  const { body } = await client.post(`/api/v1/workflows/${id}/execute`, { inputs }, wait > 0 ? prefer : {})
  return body.id
}

/** What axe finds in either theme. */
async function findings(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    found.push(...(await axeFindings(page, colorScheme === 'dark' ? 'colours' : 'everything')))
  }
  return found
}

for (const viewport of widths) {
  test(`the list finds, filters and selects by keyboard, ${viewport.width} wide`, options, async t => {
    const visitor = await kit!.visit(t, { viewport, path: '/runs' })
    const { page, complaints } = visitor
    await page.getByRole('link', { name: 'Write a workflow' }).waitFor()
    const good = await workflow(visitor, 'Nightly sync', [set('a', 1)])
    const bad = await workflow(visitor, 'Pay <b>all</b>', [refused])
    for (const id of [good, good, bad]) await run(visitor, id)
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'Nightly sync' }).nth(1).waitFor()
    t.equal(await isTooWide(page), false)
    t.strictSame(await findings(page), [])

    await page.getByRole('button', { name: 'Add a filter' }).click()
    await page.getByRole('checkbox', { name: 'Failed' }).check()
    await page.getByLabel('At least').fill('0')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/status=failed/)
    await page.getByRole('row').filter({ hasText: 'Nightly sync' }).first().waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: 'Pay <b>all</b>' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Remove the filter Failed' }).click()
    await page.getByRole('button', { name: /Remove the filter At least/ }).click()
    await page.getByRole('row').filter({ hasText: 'Nightly sync' }).nth(1).waitFor()
    t.notMatch(page.url(), /status/)

    await page.keyboard.press('/')
    await page.keyboard.type('nightly')
    await page.waitForURL(/q=nightly/)
    await page.getByRole('row').filter({ hasText: 'Pay <b>all</b>' }).waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: 'Nightly sync' }).first().focus()
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: '2 runs selected' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Nightly sync' }).waitFor()
    t.strictSame(complaints, [])
  })

  test(
    `a run shows its steps, and each what went in and came out, ${viewport.width} wide`,
    options,
    async t => {
      const visitor = await kit!.visit(t, { viewport })
      const { page, client, complaints } = visitor
      const prompt = 'Parse {{inputs.orders}} as CSV and call it orders\nReturn the orders'
      const { body } = await client.post('/api/v1/workflows', { name: 'Orders', prompt })
      const id = await run(visitor, body.id, { orders: 'item,amount\npears,4' })
      await page.goto(`/runs/${id}`)
      await page.getByText(/It completed in/).waitFor()
      await page.getByRole('region', { name: 'Output' }).getByRole('cell', { name: 'pears' }).waitFor()
      await page.getByRole('treegrid').getByRole('row').first().click()
      await page.waitForURL(/step=/)
      const panel = page.getByRole('complementary', { name: 'Step' })
      await panel.getByText('csv_parse').waitFor()
      t.match(await panel.locator('mark').innerText(), /as CSV/)
      t.equal(await isTooWide(page), false)
      t.strictSame(await findings(page), [])
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
      t.notMatch(page.url(), /step=/)
      t.strictSame(complaints, [])
    },
  )

  test(
    `a run is decided in place and goes on before one's eyes, ${viewport.width} wide`,
    options,
    async t => {
      const visitor = await kit!.visit(t, { viewport })
      const { page, client, complaints } = visitor
      const steps = [decide, { id: 'word', kind: 'wait', title: 'Wait for word', event: 'word' }]
      const done = { id: 'end', kind: 'return', title: 'Return it', value: { $: 'steps.word.text' } }
      const id = await run(visitor, await workflow(visitor, 'Pay', [...steps, done]), {}, 1)
      await page.goto(`/runs/${id}`)
      const card = page.getByRole('region', { name: 'Approval' })
      await card.getByText('Pay 3 invoices?').waitFor()
      t.strictSame(await findings(page), [])
      await card.getByRole('button', { name: 'Approve' }).click()
      await page.getByRole('row').filter({ hasText: 'Wait for word' }).waitFor()
      await page.getByText('It waits for the event word', { exact: true }).waitFor()
      t.equal(await isTooWide(page), false)
      await client.post(`/api/v1/executions/${id}/events/word`, { text: 'at last' })
      await page.getByText('at last', { exact: true }).first().waitFor()
      await page.getByText(/It completed in/).waitFor()
      t.strictSame(complaints, [])
    },
  )

  test(
    `a failed run says what was kept, and is retried from a step, ${viewport.width} wide`,
    options,
    async t => {
      const visitor = await kit!.visit(t, { viewport })
      const { page, complaints } = visitor
      const plan = [set('load', [1], 'Load them'), refused]
      const id = await run(visitor, await workflow(visitor, 'Sync', plan), { day: 'Monday' })
      await page.goto(`/runs/${id}`)
      const failure = page.getByRole('region', { name: 'Why it failed' })
      await failure.getByText('The result of 1 step. A retry uses it again.').waitFor()
      await failure.getByRole('link', { name: 'Call the warehouse' }).click()
      await page.getByRole('button', { name: 'Retry from here' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('This happens again:').waitFor()
      await dialog.getByText('http_request, once').waitFor()
      t.strictSame(await findings(page), [])
      await dialog.getByLabel('url').fill('http://127.0.0.1:2/other')
      await dialog.getByRole('region', { name: 'What you change' }).waitFor()
      await dialog.getByLabel('Inputs').fill('[]')
      await dialog.getByRole('button', { name: 'Retry' }).click()
      await dialog.getByText('expected a JSON object').waitFor()
      await dialog.getByLabel('Inputs').fill('{"day": "Tuesday"}')
      await dialog.getByRole('button', { name: 'Retry' }).click()
      await page.waitForURL(url => !url.pathname.endsWith(id))
      await page.getByRole('link', { name: 'A retry of a run' }).waitFor()
      await page.getByText('Tuesday').waitFor()
      t.equal(await isTooWide(page), false)
      t.strictSame(complaints, [])
    },
  )
}

test('a loop over many items is counted, opened page by page, and shows failures first', options, async t => {
  const visitor = await kit!.visit(t)
  const { page, complaints } = visitor
  const one = {
    id: 'one',
    kind: 'fail',
    title: 'Check it',
    message: 'bad',
    when: 'item == 250',
    onError: 'continue',
  }
  const loop = {
    id: 'loop',
    kind: 'foreach',
    title: 'Each of them',
    over: 'inputs.list',
    as: 'item',
    steps: [one],
  }
  const list = Array.from({ length: 600 }, (_, n) => n)
  const id = await run(visitor, await workflow(visitor, 'Many', [loop]), { list })
  await page.goto(`/runs/${id}`)
  const row = page.getByRole('row').filter({ hasText: 'Each of them' })
  await row.getByText('600 items').waitFor()
  await row.getByText('1 failed').waitFor()
  await row.focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('row').filter({ hasText: '251 · Check it' }).waitFor()
  t.ok((await page.getByRole('treegrid').getByRole('row').count()) < 100, 'only what is in sight is drawn')
  const last = page.getByRole('row').filter({ hasText: '600 · Check it' })
  while (!(await last.isVisible())) {
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
  }
  t.strictSame(complaints, [])
})

test('all that fits is cancelled in the background, and the dialog says how it goes', options, async t => {
  const visitor = await kit!.visit(t)
  const { page, complaints } = visitor
  const id = await workflow(visitor, 'Waiting', [decide])
  for (let count = 0; count < 5; count++) await run(visitor, id, {}, 1)
  await page.goto('/runs?status=awaiting_approval')
  await page.getByRole('row').nth(5).waitFor()
  await page.getByRole('button', { name: 'Act on all that fit' }).click()
  await page.getByRole('menuitem', { name: 'Cancel all that fit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Awaiting approval').waitFor()
  await dialog.getByRole('button', { name: 'Cancel 5 runs' }).click()
  await dialog.getByText('5 of 5 done').waitFor()
  t.strictSame(await findings(page), [])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('No run fits').waitFor()
  t.strictSame(complaints, [])
})

test('failures stand by their cause, and a run is compared with the last good one', options, async t => {
  const visitor = await kit!.visit(t)
  const { page, complaints } = visitor
  const check = {
    id: 'check',
    kind: 'fail',
    title: 'Check',
    message: { $t: 'no ${inputs.n}' },
    when: 'inputs.n > 1',
  }
  const id = await workflow(visitor, 'Sometimes', [set('n', { $: 'inputs.n' }, 'Take it'), check])
  for (const n of [1, 2, 3]) await run(visitor, id, { n })
  await page.goto('/runs?view=causes')
  await page.getByRole('listitem').getByText('2 runs').waitFor()
  t.strictSame(await findings(page), [])
  await page.getByRole('link', { name: /Newest/ }).click()
  await page.getByRole('heading', { name: 'Sometimes' }).waitFor()
  await page.getByRole('button', { name: 'More about this run' }).click()
  await page.getByRole('menuitem', { name: 'Compare with the last good run' }).click()
  await page.waitForURL(/with=exec_/)
  const row = page.getByRole('row').filter({ hasText: 'Take it' })
  await row.getByRole('button', { name: 'Differs' }).click()
  await page.getByRole('region', { name: 'Output of the other run' }).getByText('1').waitFor()
  t.strictSame(await findings(page), [])
  t.strictSame(complaints, [])
})

test('a parked step is tried again in place, and a run is cancelled after a warning', options, async t => {
  const visitor = await kit!.visit(t)
  const { page, complaints } = visitor
  const parking = { ...refused, retry: { maxAttempts: 1, park: true } }
  const id = await run(visitor, await workflow(visitor, 'Upload', [parking]), {}, 1)
  await page.goto(`/runs/${id}`)
  const card = page.getByRole('region', { name: 'Parked' })
  await card.getByText('Call the warehouse').waitFor()
  t.strictSame(await findings(page), [])
  await page.getByRole('row').filter({ hasText: 'Call the warehouse' }).click()
  const panel = page.getByRole('complementary', { name: 'Step' })
  await card.getByRole('button', { name: 'Try again and go on' }).click()
  await panel.getByText('Parked', { exact: true }).nth(1).waitFor()
  await card.getByRole('button', { name: 'Edit and go on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Go on from “Call the warehouse”' })
  await dialog.getByLabel('url').fill('http://127.0.0.1:2/stock')
  await dialog
    .getByRole('region', { name: 'What you change' })
    .getByText('http://127.0.0.1:2/stock')
    .waitFor()
  t.strictSame(await findings(page), [])
  await dialog.getByRole('button', { name: 'Try again and go on' }).click()
  await dialog.waitFor({ state: 'detached' })
  await panel.getByText('Parked', { exact: true }).nth(2).waitFor()
  await panel.getByText('http://127.0.0.1:2/stock').first().waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('dialog').getByText('What its steps did stays done').waitFor()
  await page.getByRole('button', { name: 'Cancel the run' }).click()
  await page.getByText(/It was cancelled after/).waitFor()
  t.strictSame(complaints, [])
})

test('hostile texts in names, values, errors and messages are shown as text', options, async t => {
  const visitor = await kit!.visit(t)
  const { page, complaints } = visitor
  const [image = '', script = ''] = hostileTexts
  const fails = { id: 'bad', kind: 'fail', title: image, message: script }
  // A plan takes no text with `{{` in it.
  const text = hostileTexts.map(each => ({ $: JSON.stringify(each) }))
  const steps = [set('all', { text, [image]: script }, script), fails]
  const id = await run(visitor, await workflow(visitor, image, steps), { [image]: hostileTexts })
  for (const path of [`/runs/${id}?step=all`, '/runs', '/runs?view=causes']) {
    await page.goto(path)
    await page.getByText(image).first().waitFor()
    if (path.includes('step'))
      await page.getByRole('complementary', { name: 'Step' }).getByText(script).first().waitFor()
    t.equal(await page.evaluate('window.hit'), undefined)
    t.equal(await isTooWide(page), false)
  }
  t.strictSame(complaints, [])
})
