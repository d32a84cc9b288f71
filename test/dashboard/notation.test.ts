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

async function opened(t: Parameters<NonNullable<typeof kit>['visit']>[0], more = {}) {
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
