// The page to write a workflow, and the Plan tab of one: what somebody types, sees, tries and runs.
import type { Page } from 'playwright-core'
import { test } from 'tap'
import { hostileTexts } from '../chat/hostile-texts.ts'
import { axeFindings, isTooWide, noBrowser, startDashboard, type Visitor, widths } from './dashboard.ts'

const kit = noBrowser === false ? await startDashboard({ RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '0' }) : null
const skip = { skip: noBrowser }

const prompt = `1. Parse {{inputs.orders}} as CSV and call it orders
2. Return the number of orders per customer`

const editor = (page: Page) => page.getByRole('textbox', { name: 'What should happen' })
const lines = (page: Page) => page.getByRole('list', { name: 'What the workflow does' }).getByRole('button')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The page with an own text in it. */
async function written(
  t: Parameters<NonNullable<typeof kit>['visit']>[0],
  text: string,
  more = {},
): Promise<Visitor> {
  const visitor = await kit!.visit(t, { path: `/workflows/new?prompt=${encodeURIComponent(text)}`, ...more })
  await editor(visitor.page).waitFor()
  return visitor
}

test('a prompt in the address is its text, also where it reads as JSON', skip, async t => {
  for (const text of ['{"a":1}', '[1, 2]', '0012']) {
    const { page, complaints } = await written(t, text)
    t.equal(await editor(page).innerText(), text)
    t.strictSame(complaints, [])
  }
})

for (const viewport of widths)
  test(`a prompt is written, tried and run, ${viewport.width} wide`, skip, async t => {
    const { page, complaints, client } = await kit!.visit(t, { viewport, path: '/workflows/new' })
    await editor(page).click()
    await page.keyboard.insertText(prompt)
    await lines(page).nth(2).waitFor()
    t.match(await lines(page).first().innerText(), /Parse CSV/)
    t.equal(await page.getByLabel('Name of the workflow').inputValue(), 'Parse orders as CSV')
    await page.getByLabel('Orders').fill('order,customer\nA-1,Ada\nA-2,Ada')
    await press(page, 'Dry run')
    await page
      .getByRole('region', { name: 'What would happen' })
      .getByText('"count"')
      .or(page.getByText('count:'))
      .first()
      .waitFor()
    t.strictSame((await client.get('/api/v1/workflows')).body, [], 'nothing is saved')
    t.equal(await isTooWide(page), false)
    await editor(page).press('Control+Enter')
    await page.waitForURL(/\/runs\/exec_/)
    const [execution] = (await client.get('/api/v1/executions')).body
    t.match(execution, { workflowName: 'Parse orders as CSV' })
    t.strictSame(complaints, [])
  })

test('the outline comes while somebody types and follows the text, and nothing is saved', skip, async t => {
  const { page, client } = await kit!.visit(t, { path: '/workflows/new' })
  const changes: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && /workflows(?!\/plan)/.test(pathname)) changes.push(pathname)
  })
  const line = (text: string) => lines(page).filter({ hasText: text })
  await editor(page).pressSequentially('Wait 2 seconds')
  await line('Wait 2 seconds').waitFor()
  await editor(page).press('Enter')
  await editor(page).pressSequentially('Return "done"')
  await line('Return').waitFor()
  t.equal(await lines(page).count(), 2)
  await editor(page).press('Control+Home')
  for (let left = 'Wait '.length; left > 0; left--) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await page.keyboard.type('5')
  await line('Wait 5 seconds').waitFor()
  t.equal(await lines(page).count(), 2)
  await editor(page).press('Control+a')
  await page.keyboard.press('Delete')
  await page.getByText('The plan appears here while you write').waitFor()
  t.equal(await lines(page).count(), 0)
  t.strictSame(changes, [])
  t.strictSame((await client.get('/api/v1/workflows')).body, [])
})

test('an answer that comes late about an older text is dropped', skip, async t => {
  const { page } = await kit!.visit(t, { path: '/workflows/new' })
  const late = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  let released = Promise.resolve()
  await page.route('**/api/v1/workflows/plan', async route => {
    if (route.request().postDataJSON().prompt !== 'Wait 2 seconds') return route.continue()
    const answer = await route.fetch()
    asked.resolve()
    // The page has hung up by then.
    released = late.promise.then(() => route.fulfill({ response: answer })).catch(() => {})
  })
  await editor(page).click()
  await page.keyboard.insertText('Wait 2 seconds')
  await asked.promise
  await page.keyboard.insertText('\nReturn "done"')
  await lines(page).nth(1).waitFor()
  late.resolve()
  await released
  await page.evaluate('new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))')
  t.equal(await lines(page).count(), 2)
})

test('what is written below a colon is indented, and the next number of the list is not', skip, async t => {
  const { page } = await kit!.visit(t, { path: '/workflows/new' })
  await editor(page).click()
  await page.keyboard.type(
    '1. Parse {{inputs.guests}} as CSV and call it guests\n2. For each guest in the guests:',
  )
  await page.keyboard.type('\n- Set line to "Dear {{guest.name}}"\n3. Return the result of step 2')
  await page.getByText('Ready to run').waitFor()
  t.strictSame((await editor(page).locator('.cm-line').allInnerTexts()).slice(2), [
    '   - Set line to "Dear {{guest.name}}"',
    '3. Return the result of step 2',
  ])
})

test('pointing at a step lights up its words, and pointing at words their step', skip, async t => {
  const { page } = await written(t, prompt)
  await lines(page).first().hover()
  await page.locator('.cm-lit').first().waitFor()
  t.match((await page.locator('.cm-lit').allInnerTexts()).join(''), /Parse .*call it orders/)
  await page
    .locator('.cm-line')
    .nth(1)
    .hover({ position: { x: 60, y: 10 } })
  await page.waitForFunction(`document.querySelector('.cm-lit')?.textContent.startsWith('Return')`)
  t.equal(await lines(page).first().getAttribute('aria-pressed'), 'false')
  t.equal(await lines(page).last().getAttribute('aria-pressed'), 'true')
})

test('what is not understood is underlined, and what was read before it stays', skip, async t => {
  const { page } = await written(t, prompt)
  await lines(page).nth(2).waitFor()
  await editor(page).press('Control+End')
  await page.keyboard.insertText(' frobnicated')
  await page.locator('.cm-lintRange-error').waitFor()
  t.equal(await lines(page).count(), 4, 'the outline does not shrink')
  t.match(await page.getByText('1 thing to clear up').count(), 1)
  t.ok(await page.getByRole('button', { name: 'Save and run' }).isDisabled())
})

test('a plan that could not be made is asked for again by a click', skip, async t => {
  const { page } = await kit!.visit(t, { path: '/workflows/new' })
  const plans = '**/api/v1/workflows/plan'
  await page.route(plans, route => route.fulfill({ status: 503, json: { error: 'too much to do' } }))
  await editor(page).click()
  await page.keyboard.insertText(prompt)
  await page.getByRole('alert').getByText('too much to do').waitFor()
  await page.unroute(plans)
  await press(page, 'Try again')
  await page.getByText('Ready to run').waitFor()
  t.equal(await page.getByRole('alert').count(), 0)
})

test('a prompt that is not understood is answered with prompts like it, one click away', skip, async t => {
  const said = 'Wait 10 seconds and then say hello to Ada'
  const { page } = await written(t, said)
  const alike = page.getByRole('region', { name: 'Prompts like yours that run' })
  await alike.getByRole('button').nth(2).waitFor()
  await alike.getByRole('button', { name: /Wait, then say what is due/ }).click()
  await page.getByText('Ready to run').waitFor()
  t.equal(await alike.count(), 0)
  t.match(await editor(page).innerText(), /Wait 3 seconds/)
  await editor(page).press('Control+z')
  t.equal(await editor(page).innerText(), said)
})

test('a click on a fix edits the prompt, and undo takes it back', skip, async t => {
  const slip = 'Fetch https://example.com/a and retrun its body'
  const { page } = await written(t, slip)
  const answer = page.getByRole('button', { name: /^Write "return"/ })
  await answer.waitFor()
  const title = await answer.innerText()
  await answer.click()
  await page.getByText('Ready to run').waitFor()
  t.equal(await editor(page).innerText(), slip.replace('retrun', 'return'), title)
  await editor(page).press('Control+z')
  t.equal(await editor(page).innerText(), slip)
})

test('a question is answered by a click on a candidate', skip, async t => {
  const { page, client } = await kit!.visit(t)
  await client.post('/api/v1/workflows', { name: 'Nightly sync', prompt: 'Return 1.' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`/workflows/new?prompt=${encodeURIComponent('Run the workflow Nightly')}`)
  await page.getByRole('button', { name: 'Nightly sync' }).click()
  await page.getByText('Which one?').waitFor({ state: 'hidden' })
  t.equal(await editor(page).innerText(), 'Run the workflow "Nightly sync"')
})

test('a template fills the prompt, its name and its inputs', skip, async t => {
  const { page, complaints } = await kit!.visit(t, { path: '/workflows/new' })
  await page.getByRole('button', { name: /Find the large orders/ }).click()
  await page.getByText('Ready to run').waitFor()
  t.equal(await page.getByLabel('Name of the workflow').inputValue(), 'Find the large orders')
  t.equal(await page.getByLabel('Minimum').inputValue(), '100')
  t.match(await editor(page).innerText(), /^1\. Call csv_parse with text: \{\{inputs\.orders\}\}\./)
  await editor(page).fill('1. Return {{inputs.minimum}}.')
  await lines(page).nth(1).waitFor({ state: 'detached' })
  await page.getByText('Ready to run').waitFor()
  t.equal(await page.getByLabel('Name of the workflow').inputValue(), 'Find the large orders', 'it is of it')
  await press(page, 'Save')
  await page.waitForURL(/\/workflows\/wf_/)
  await page.getByText('Ready to run').waitFor()
  t.equal(await page.getByText('written by hand').count(), 0, 'the prompt is no note beside its plan')
  await page.goto('/workflows/new?template=discount')
  await page.getByLabel('Total').waitFor()
  t.strictSame(complaints, [])
})

test('an input that is missing is said beside its field, and nothing runs', skip, async t => {
  const { page, client } = await written(t, prompt)
  await page.getByLabel('Orders').fill('')
  await press(page, 'Dry run')
  await page.getByRole('alert').getByText('Say a value').waitFor()
  t.equal(await page.getByLabel('Orders').getAttribute('aria-invalid'), 'true')
  t.strictSame((await client.get('/api/v1/executions')).body, [])
})

test('a run that is asked for during a dry run is made, and so is one during a save, once', skip, async t => {
  const { page, client, complaints } = await written(t, 'Return 3.')
  await page.getByText('Ready to run').waitFor()
  const asked = Promise.withResolvers<void>()
  // Never answered.
  await page.route('**/api/v1/workflows/dry-run', () => asked.resolve())
  await press(page, 'Dry run')
  await asked.promise
  await press(page, 'Save and run')
  await page.waitForURL(/\/runs\/exec_/)

  await page.goto(`/workflows/new?prompt=${encodeURIComponent('Return 4.')}`)
  await page.getByText('Ready to run').waitFor()
  const saving = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  await page.route('**/api/v1/workflows', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    saving.resolve()
    await goOn.promise
    return route.continue()
  })
  await press(page, 'Save')
  await saving.promise
  await editor(page).press('Control+Enter')
  await editor(page).press('Control+Enter')
  goOn.resolve()
  await page.waitForURL(/\/runs\/exec_/)
  t.equal((await client.get('/api/v1/workflows')).body.length, 2)
  t.equal((await client.get('/api/v1/executions')).body.length, 2)
  t.strictSame(complaints, [])
})

test('leaving with a text that is not saved asks first', skip, async t => {
  const { page } = await written(t, '')
  await editor(page).click()
  await page.keyboard.insertText('Return 1.')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await press(page, 'Stay')
  t.match(page.url(), /\/workflows\/new/)
  t.equal(await editor(page).innerText(), 'Return 1.')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click()
  await press(page, 'Leave')
  await page.waitForURL(/\/runs$/)
})

test('a change of a saved workflow is a version, and a change by somebody else is told', skip, async t => {
  const { page, client } = await kit!.visit(t)
  const { id } = (await client.post('/api/v1/workflows', { name: 'One', prompt: 'Return 1.' })).body
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`/workflows/${id}`)
  await page.getByText('Ready to run').waitFor()
  const rewrite = async (text: string) => {
    await editor(page).press('Control+a')
    await page.keyboard.insertText(text)
    await page.getByRole('button', { name: 'Save as a version' }).waitFor()
  }
  await rewrite('Return 2.')
  await press(page, 'Save as a version')
  await page.getByRole('button', { name: 'Save as a version' }).waitFor({ state: 'hidden' })
  t.match((await client.get(`/api/v1/workflows/${id}`)).body, { version: 2, prompt: 'Return 2.' })
  await rewrite('Return 3.')
  await client.put(`/api/v1/workflows/${id}`, { prompt: 'Return 4.' })
  await press(page, 'Save as a version')
  await page.getByText('Somebody else has changed this workflow').waitFor()
  t.match((await client.get(`/api/v1/workflows/${id}`)).body, { prompt: 'Return 4.' }, 'theirs stays')
  await press(page, 'Save mine')
  await page.getByRole('button', { name: 'Save as a version' }).waitFor({ state: 'hidden' })
  t.match((await client.get(`/api/v1/workflows/${id}`)).body, { prompt: 'Return 3.' })
})

test('the guide of a first workflow goes along to its run, and from there to its use', skip, async t => {
  const { page, complaints } = await written(t, 'Return 3.')
  const guide = page.getByRole('region', { name: 'Your first workflow' })
  await guide.locator('[aria-current=step]', { hasText: 'Dry run' }).waitFor()
  await press(page, 'Dry run')
  await guide.locator('[aria-current=step]', { hasText: 'Save it and run it' }).waitFor()
  await editor(page).press('Control+Enter')
  await page.waitForURL(/runs\/exec_/)
  await guide.getByText('That was all').waitFor()
  t.strictSame(await axeFindings(page), [])
  await page.reload()
  await guide.getByRole('link', { name: 'Use it' }).click()
  await page.waitForURL(/workflows\/wf_.*\/use/)
  t.strictSame(complaints, [])
})

test('the guide of a first workflow follows, and stays away once it is hidden', skip, async t => {
  const { page } = await written(t, prompt)
  const guide = page.getByRole('region', { name: 'Your first workflow' })
  await guide.locator('[aria-current=step]', { hasText: 'Dry run' }).waitFor()
  await press(page, 'Hide the guide')
  await page.reload()
  await page.getByText('Ready to run').waitFor()
  t.equal(await guide.count(), 0)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`everybody can use the page, ${colorScheme}`, skip, async t => {
    const { page, complaints } = await written(t, `${prompt} frobnicated`, { colorScheme })
    await page.locator('.cm-lintRange-error').waitFor()
    t.strictSame(await axeFindings(page), [])
    await editor(page).press('Control+a')
    await page.keyboard.insertText(prompt)
    await press(page, 'Dry run')
    await page.getByRole('region', { name: 'What would happen' }).waitFor()
    await page.getByRole('tab', { name: 'Graph' }).click()
    await page.locator('.react-flow__node').first().waitFor()
    t.strictSame(await axeFindings(page), [])
    t.strictSame(complaints, [])
  })

test('hostile texts in prompts, inputs and results are shown as text', skip, async t => {
  const { page, complaints } = await kit!.visit(t, { path: '/workflows/new' })
  await editor(page).click()
  for (const text of hostileTexts) {
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(
      `Return "${text.replaceAll('"', "'").replaceAll('\n', ' ').replaceAll('{{', '{ {')}"`,
    )
  }
  await page.getByText('Ready to run').waitFor()
  await press(page, 'Dry run')
  await page.getByRole('region', { name: 'What would happen' }).waitFor()
  t.equal(await page.evaluate('window.hit'), undefined)
  t.strictSame(complaints, [])
})
