// The plan as its notation: what somebody reads there, writes, completes and runs.
import type { Page } from 'playwright-core'
import { test } from 'tap'
import { axeFindings, isTooWide, noBrowser, startDashboard, widths } from './dashboard.ts'
import { visitAs } from './looks.ts'

const kit = noBrowser === false ? await startDashboard({ RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '0' }) : null
const skip = { skip: noBrowser }

const written = `1. Call csv_parse with text: {{inputs.orders}}. Call it orders.
2. Return {"count": {{size(steps.orders)}}}.
`
const prompt = `1. Parse {{inputs.orders}} as CSV and call it orders
2. Return the number of orders per customer`

const editor = (page: Page) => page.getByRole('textbox', { name: 'Notation of the plan' })
const problems = (page: Page) => page.getByRole('list', { name: 'What is to be mended in the notation' })
const open = (page: Page) => page.getByRole('tab', { name: 'Notation' }).click()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const textOf = async (page: Page) => (await editor(page).locator('.cm-line').allTextContents()).join('\n')

type Asking = Parameters<NonNullable<typeof kit>['visit']>[0]

const returning = (value: unknown) => ({ steps: [{ id: 'return', kind: 'return', value }] })
const request = (page: Page) => page.getByRole('textbox', { name: 'What should happen' })
const version = (page: Page) => page.getByRole('button', { name: 'Save as a version' })
const saved = async (page: Page) => {
  await version(page).click()
  await version(page).waitFor({ state: 'hidden' })
}
/** What stands there goes first: Chromium gives what is inserted over it a style of its own. */
async function rewrite(page: Page, text: string) {
  await editor(page).press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(text)
}

/** A saved workflow, with its notation. */
async function openedOf(t: Asking, body: { readonly prompt: string; readonly plan: unknown }) {
  const visitor = await kit!.visit(t)
  const { page, client } = visitor
  const { id } = (await client.post('/api/v1/workflows', { name: 'Returns', ...body })).body
  const path = `/api/v1/workflows/${id}`
  await page.goto(`/workflows/${id}`)
  await page.getByText('Ready to run').waitFor()
  await open(page)
  await editor(page).waitFor()
  return { ...visitor, path }
}

async function opened(t: Asking, more = {}) {
  const visitor = await kit!.visit(t, more)
  const { page, client } = visitor
  const steps = [
    {
      id: 'orders',
      title: '',
      kind: 'tool',
      server: null,
      tool: 'csv_parse',
      args: { text: { $: 'inputs.orders' } },
    },
    { id: 'return', title: '', kind: 'return', value: { count: { $: 'size(steps.orders)' } } },
  ]
  const body = { name: 'Orders', prompt: 'How many orders are there?', plan: { steps } }
  const { id } = (await client.post('/api/v1/workflows', body)).body
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goto(`/workflows/${id}`)
  await page.getByText('Ready to run').waitFor()
  await open(page)
  await editor(page).waitFor()
  return { ...visitor, id: String(id) }
}

test(
  'the notation of a plan is highlighted, mended where it is wrong, completed, saved and run',
  skip,
  async t => {
    // So wide that no line is broken: keys go to the ends of what is seen.
    const { page, client, complaints, id } = await opened(t, { viewport: { width: 1_900, height: 900 } })
    t.equal(await textOf(page), written)
    t.equal(await editor(page).locator('.nt-tool').innerText(), 'csv_parse')
    t.ok((await editor(page).locator('.nt-words').allInnerTexts()).includes('Return '))

    await editor(page).press('Control+Home')
    await page.keyboard.press('End')
    await page.keyboard.type(' Tyr up to 3 times.')
    await editor(page).locator('.cm-lintRange-error').waitFor()
    await problems(page)
      .getByText(/^Line 1, column 65: /)
      .waitFor()
    t.ok(await page.getByRole('button', { name: 'Save and run' }).isDisabled())
    await page.getByRole('tab', { name: 'Outline' }).click()
    await page.getByText('The notation is not a plan yet').waitFor()
    t.equal(await page.getByRole('tab', { name: 'Notation' }).getAttribute('aria-selected'), 'true')

    await press(page, 'Back to the last plan')
    await problems(page)
      .getByText(/^Line 1/)
      .waitFor({ state: 'detached' })
    await editor(page).press('Control+End')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Home')
    await page.keyboard.insertText('2. Call text_c\n')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.type('a')
    const option = (name: string) => page.getByRole('option', { name })
    await option('text_case').click()
    await page.keyboard.type('done')
    await page.keyboard.press('Escape')
    await problems(page)
      .getByText(/expected the number 3, found 2/)
      .waitFor()
    await page.getByRole('button', { name: 'Number the steps anew' }).click()
    await page.getByText('Ready to run').waitFor()
    t.match(await textOf(page), /2\. Call text_case\.\n {3}text: "done"\n {3}case: "\w+"\n3\. Return/)

    await editor(page).press('Control+Home')
    for (let line = 3; line > 0; line--) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.type('case: "up')
    await option('"upper"').click()
    await page.getByText('Ready to run').waitFor()
    await page.getByRole('button', { name: 'Save as a version' }).click()
    await page.getByRole('button', { name: 'Save as a version' }).waitFor({ state: 'hidden' })
    const { body } = await client.get(`/api/v1/workflows/${id}`)
    t.match(body, { version: 2, plannedBy: 'author', prompt: 'How many orders are there?' })
    t.match(body.plan.steps[1], { tool: 'text_case', args: { text: 'done', case: 'upper' } })

    await page.getByRole('tab', { name: 'Outline' }).click()
    await page.getByRole('list', { name: 'What the workflow does' }).getByRole('button').nth(2).waitFor()
    await press(page, 'Run')
    await page.waitForURL(/\/runs\/exec_/)
    t.strictSame(complaints, [])
  },
)

for (const viewport of widths)
  test(`a new workflow is written in notation alone, ${viewport.width} wide`, skip, async t => {
    const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/workflows/new' })
    await open(page)
    await editor(page).click()
    await page.keyboard.insertText('1. Return {{inputs.a + 1}}.')
    await page.getByText('Ready to run').waitFor()
    t.equal(await isTooWide(page), false)
    await page.getByLabel('A', { exact: true }).fill('2')
    await press(page, 'Dry run')
    await page.getByRole('region', { name: 'What would happen' }).waitFor()
    await press(page, 'Save')
    await page.waitForURL(/\/workflows\/wf_/)
    const [listed] = (await client.get('/api/v1/workflows')).body
    t.match((await client.get(`/api/v1/workflows/${listed.id}`)).body, {
      plannedBy: 'author',
      prompt: '1. Return {{inputs.a + 1}}.',
      plan: { steps: [{ kind: 'return' }] },
    })
    t.strictSame(complaints, [])
  })

test('what the compiler says of a plan stands at the line of its step', skip, async t => {
  const { page } = await kit!.visit(t, { path: '/workflows/new' })
  await open(page)
  await editor(page).click()
  await page.keyboard.insertText('1. Let a be 1.\n2. Call no_such_tool.\n3. Return {{steps.a}}.')
  await problems(page)
    .getByText(/^Line 2: /)
    .waitFor()
  t.equal(await editor(page).locator('.cm-lintRange-error').innerText(), '2. Call no_such_tool.')
  await problems(page).getByRole('button').first().click()
  await page.keyboard.press('Shift+Home')
  await page.keyboard.insertText('2. Wait 1 second.')
  await page.getByText('Ready to run').waitFor()
})

test(
  'what is written goes on in the other views and back, and words that change are planned anew',
  skip,
  async t => {
    const { page } = await kit!.visit(t, { path: `/workflows/new?prompt=${encodeURIComponent(prompt)}` })
    await page.getByText('Ready to run').waitFor()
    await open(page)
    await editor(page).locator('.nt-tool').first().waitFor()
    await editor(page).press('Control+a')
    await page.keyboard.insertText('1.   Return   7.')
    await problems(page)
      .getByText(/^Line 1/)
      .first()
      .waitFor()
    await press(page, 'Back to the last plan')
    t.match(await textOf(page), /csv_parse/)
    await editor(page).press('Control+a')
    await page.keyboard.insertText('1. Return [1,"as told"].')
    await page.getByRole('tab', { name: 'Outline' }).click()
    await page.getByRole('list', { name: 'What the workflow does' }).getByText('as told').waitFor()
    await open(page)
    t.equal(await textOf(page), '1. Return [1,"as told"].', 'as it was written')
    await page.getByRole('textbox', { name: 'What should happen' }).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('Return 9.')
    await editor(page).getByText('1. Return 9.').waitFor()
  },
)

test('words that are notation follow the plan that is written', skip, async t => {
  const words = '1. Return 40.'
  const { page, client, complaints, path } = await openedOf(t, { prompt: words, plan: returning(40) })
  await rewrite(page, '1. Return 41.')
  await request(page).getByText('1. Return 41.').waitFor()
  t.equal(
    await editor(page).evaluate('document.activeElement.getAttribute("aria-label")'),
    'Notation of the plan',
  )
  t.equal(await page.getByText('the prompt is a note').count(), 0)
  await saved(page)
  t.match((await client.get(path)).body, { prompt: '1. Return 41.', plan: returning(41) })
  t.strictSame(complaints, [])
})

test(
  'whoever comes back to their words finds the plan that they have written, saved or not',
  skip,
  async t => {
    const { page, client, path } = await openedOf(t, { prompt: 'Return 1.', plan: returning(40) })
    const thereAndBack = async (value: number) => {
      await request(page).press('Control+End')
      await page.keyboard.type(' Or 2.')
      await editor(page).getByText(`1. Return ${value}.`).waitFor({ state: 'detached' })
      for (let key = 0; key < ' Or 2.'.length; key++) await page.keyboard.press('Backspace')
      await editor(page).getByText(`1. Return ${value}.`).waitFor()
    }
    await rewrite(page, '1. Return 41.')
    await page.getByRole('button', { name: 'Save as a version', disabled: false }).waitFor()
    await thereAndBack(41)
    await saved(page)
    await thereAndBack(41)
    t.equal(await version(page).count(), 0, 'it is what is saved')
    t.match((await client.get(path)).body, { prompt: 'Return 1.', version: 2, plan: returning(41) })
  },
)

test('what somebody else saves is not overwritten, and shown where nothing is changed', skip, async t => {
  const { page, client, path } = await openedOf(t, { prompt: 'Return it', plan: returning(40) })
  await client.put(path, { plan: returning(50) })
  await editor(page).getByText('1. Return 50.').waitFor()
  await rewrite(page, '1. Return 41.')
  await version(page).waitFor()
  const readAgain = page.waitForResponse(async response => {
    if (!response.url().endsWith(path) || response.request().method() !== 'GET') return false
    return (await response.json()).plan.steps[0].value === 60
  })
  await client.put(path, { plan: returning(60) })
  await readAgain
  await version(page).click()
  await page.getByText('Somebody else has changed this workflow').waitFor()
  t.match((await client.get(path)).body, { plan: returning(60) }, 'theirs stays')
  await press(page, 'Load theirs')
  await editor(page).getByText('1. Return 60.').waitFor()
})

test('a plan without words is shown, changed and run', skip, async t => {
  const { page, client, complaints, path } = await openedOf(t, { prompt: '', plan: returning(40) })
  t.equal(await textOf(page), '1. Return 40.\n')
  t.ok(await page.getByRole('button', { name: 'Run', exact: true }).isEnabled())
  await rewrite(page, `1. Return "${'long '.repeat(5_000)}".`)
  await page.getByText('Ready to run').waitFor()
  await saved(page)
  const { body } = await client.get(path)
  t.equal(body.prompt, '', 'it is too long for a prompt')
  t.equal(body.plan.steps[0].value.length, 25_000)
  t.strictSame(complaints, [])
})

test('what no plan may be is told at its line, and left behind by a click', skip, async t => {
  const { page } = await openedOf(t, { prompt: 'Return it', plan: returning(40) })
  await rewrite(page, '1. Let a be 1.\n2. Wait 5000 days.')
  await problems(page)
    .getByText(/^Line 2: /)
    .first()
    .waitFor()
  t.equal(await editor(page).locator('.cm-lintRange-error').innerText(), '2. Wait 5000 days.')
  t.equal(await problems(page).getByText('at least one step').count(), 0)
  t.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
  await press(page, 'Back to the last plan')
  await page.getByText('Ready to run').waitFor()
  t.equal(await textOf(page), '1. Return 40.\n')
  await request(page).press('Control+End')
  await page.keyboard.type('s')
  await page.keyboard.press('Backspace')
  await page.getByText('Ready to run').waitFor()
  t.equal(await problems(page).getByRole('listitem').count(), 0)
})

test('whoever may not write reads the notation', skip, async t => {
  const owner = await opened(t)
  const page = await visitAs(kit!, t, owner, { role: 'viewer', path: `/workflows/${owner.id}` })
  await open(page)
  await editor(page).locator('.nt-tool').waitFor()
  t.equal(await textOf(page), written)
  await page.getByRole('button', { name: 'Copy the notation' }).waitFor()
  await editor(page).press('Control+End')
  await page.keyboard.type('3. Return 1.')
  t.equal(await textOf(page), written)
})

test('leaving with a notation that is no plan yet asks first, and Tab leaves the editor', skip, async t => {
  const { page } = await opened(t)
  await editor(page).press('Control+End')
  await page.keyboard.type('3. Retrun')
  await problems(page)
    .getByText(/^Line 3/)
    .waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  t.equal(await editor(page).evaluate('document.activeElement.closest(".cm-editor") === null'), true)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`everybody can use the notation, ${colorScheme}`, skip, async t => {
    const { page, complaints } = await opened(t, { colorScheme })
    t.strictSame(await axeFindings(page), [])
    await editor(page).press('Control+End')
    await page.keyboard.type('3. Retrun')
    await problems(page)
      .getByText(/^Line 3/)
      .waitFor()
    t.strictSame(await axeFindings(page), [])
    t.strictSame(complaints, [])
  })
