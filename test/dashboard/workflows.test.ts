// The list of workflows and the tabs of one, in a browser against the service.
import { test } from 'tap'
import { axeFindings, isTooWide, noBrowser, startDashboard, type Visitor, widths } from './dashboard.ts'

const kit = noBrowser === false ? await startDashboard() : null
const options = { skip: noBrowser }

const total =
  'Parse {{inputs.orders}} as CSV and call it orders\nSum the amount of the orders and call it total\nReturn the total'

async function workflow({ client }: Visitor, name: string, prompt = total): Promise<string> {
  const { body } = await client.post('/api/v1/workflows', { name, prompt })
  return body.id
}

for (const viewport of widths) {
  test(`the list shows how each workflow has been running, ${viewport.width} wide`, options, async t => {
    const visitor = await kit!.visit(t, { viewport, path: '/workflows' })
    const { page, client, complaints } = visitor
    await page.getByText('No workflow yet').waitFor()
    const id = await workflow(visitor, 'Order total')
    await workflow(visitor, 'Nothing yet', 'Return 1')
    for (const orders of ['amount\n1', 'price\n1'])
      await client.post(`/api/v1/workflows/${id}/execute`, { inputs: { orders } }, { prefer: 'wait=20' })
    await page.reload()
    await page.getByText('Last runs, newest last: Completed, Failed').waitFor()
    await page.getByText('50 %').waitFor()
    t.equal(await isTooWide(page), false)
    t.strictSame(await axeFindings(page), [])
    await page.getByRole('searchbox').fill('order')
    await page.getByText('Nothing yet').waitFor({ state: 'detached' })
    t.match(page.url(), /q=order/)
    await page.getByRole('row').filter({ hasText: 'Order total' }).click()
    await page.waitForURL(new RegExp(`/workflows/${id}$`))
    t.strictSame(complaints, [])
  })

  test(`a version is compared, activated and tried, ${viewport.width} wide`, options, async t => {
    const visitor = await kit!.visit(t, { viewport })
    const { page, client, complaints } = visitor
    const id = await workflow(visitor, 'Greeting', 'Return "hello"')
    await client.put(`/api/v1/workflows/${id}`, { prompt: 'Return "good morning"' })
    await page.goto(`/workflows/${id}/versions`)
    await page.getByRole('button', { name: 'Compare with the active one' }).click()
    await page.getByText('Return "hello"', { exact: true }).waitFor()
    t.strictSame(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByLabel('Share of new runs').fill('20')
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await page.getByText('Version 1 gets 20 % of new runs.').first().waitFor()
    await page.getByRole('button', { name: 'Activate' }).click()
    await page.getByLabel('Share of new runs').fill('100')
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click()
    await page.getByText('Version 1 is active').waitFor()
    t.equal((await client.get(`/api/v1/workflows/${id}`)).body.version, 1)
    t.equal(await isTooWide(page), false)
    t.strictSame(complaints, [])
  })

  test(`a schedule that starts nothing is said where people look, and mended there, ${viewport.width} wide`, {
    ...options,
  }, async t => {
    const visitor = await kit!.visit(t, { viewport })
    const { page, client, complaints } = visitor
    const prompt = 'Every weekday at 8, return "Today: {{inputs.plan}}"'
    await page.goto(`/workflows/new?prompt=${encodeURIComponent(prompt)}`)
    await page.getByText('Its schedule starts it without inputs, and it needs plan').waitFor()
    const id = await workflow(visitor, 'Plans', prompt)
    await page.goto('/workflows')
    await page.getByRole('row').filter({ hasText: 'Plans' }).getByText('Schedule fails').waitFor()
    t.strictSame(await axeFindings(page), [])
    await page.goto(`/workflows/${id}`)
    await page.getByText('Its schedule starts nothing').waitFor()
    t.equal(await isTooWide(page), false)
    await page.getByRole('link', { name: 'See its triggers' }).click()
    await page.getByText('Next time nothing will be started').waitFor()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Schedule' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Set the schedule' }).click()
    await dialog.getByRole('alert').getByText('Say a value').waitFor()
    await dialog.getByLabel('Plan').fill('rest')
    t.strictSame(await axeFindings(page), [])
    await dialog.getByRole('button', { name: 'Set the schedule' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Next time nothing will be started').waitFor({ state: 'detached' })
    t.match((await client.get(`/api/v1/workflows/${id}`)).body, {
      startable: { ok: true },
      schedule: { inputs: { plan: 'rest' } },
    })
    t.strictSame(complaints, [])
  })

  test(`triggers are made, switched and removed, ${viewport.width} wide`, options, async t => {
    const visitor = await kit!.visit(t, { viewport })
    const { page, client, complaints } = visitor
    const id = await workflow(visitor, 'Nightly', 'Return 1')
    await workflow(visitor, 'The one before', 'Return 2')
    await page.goto(`/workflows/${id}/triggers`)
    await page.getByRole('button', { name: 'Set a schedule' }).click()
    await page.getByLabel('Times', { exact: true }).fill('61 * * * *')
    await page.getByRole('dialog').getByRole('button', { name: 'Set the schedule' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByLabel('Times', { exact: true }).fill('0 3 * * *')
    await page.getByRole('dialog').getByRole('button', { name: 'Set the schedule' }).click()
    await page.getByText('0 3 * * *').waitFor()
    await page.getByRole('button', { name: 'Add a hook' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    const address = await page.getByRole('dialog').getByText('/hooks/hook_').textContent()
    t.equal((await kit!.product.client().post(new URL(address!).pathname, {})).status, 202)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'After another workflow' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByText('When The one before completes').waitFor()
    const schedule = page.getByRole('listitem').filter({ hasText: '0 3 * * *' })
    await schedule.getByRole('switch').click()
    await schedule.getByRole('switch', { checked: false }).waitFor()
    t.strictSame(await axeFindings(page), [])
    await schedule.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The trigger is removed').waitFor()
    t.equal((await client.get(`/api/v1/workflows/${id}`)).body.schedule, null)
    t.equal(await isTooWide(page), false)
    // The times that do not exist.
    t.equal(complaints.length, 1)
    t.match(complaints[0], 'status of 400')
  })

  test(
    `the pieces to use it carry the real id and a new key, and run, ${viewport.width} wide`,
    options,
    async t => {
      const visitor = await kit!.visit(t, { viewport })
      const { page, complaints } = visitor
      const id = await workflow(visitor, 'Double', 'Multiply {{inputs.amount}} by 2 and return it')
      await page.goto(`/workflows/${id}/use`)
      await page.getByRole('button', { name: 'Make a key' }).click()
      await page.getByText('It is not shown again').waitFor()
      const piece = (await page.getByRole('region', { name: 'Shell' }).textContent()) ?? ''
      const key = /sk_[0-9a-f]{64}/.exec(piece)![0]
      t.match(piece, id)
      const answer = await kit!.product
        .client(key)
        .post(`/api/v1/workflows/${id}/execute`, { inputs: { amount: 4 } }, { prefer: 'wait=20' })
      t.equal(answer.body.output, 8)
      t.equal(await isTooWide(page), false)
      t.strictSame(await axeFindings(page), [])
      t.strictSame(complaints, [])
    },
  )

  test(`a workflow is renamed, bounded and deleted, ${viewport.width} wide`, options, async t => {
    const visitor = await kit!.visit(t, { viewport })
    const { page, client, complaints } = visitor
    const id = await workflow(visitor, 'Old name', 'Return 1')
    await page.goto(`/workflows/${id}/settings`)
    await page.getByLabel('Name', { exact: true }).fill('New name')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'New name' }).waitFor()
    await page.getByLabel('Runs at once').fill('3')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await page.getByText('Saved').first().waitFor()
    t.strictSame(await axeFindings(page), [])
    const run = { id: 'run', title: 'Run', kind: 'workflow', workflow: id, inputs: {} }
    await client.post('/api/v1/workflows', { name: 'Runner', prompt: 'Do it', plan: { steps: [run] } })
    await page.getByRole('button', { name: 'Delete this workflow' }).click()
    await page.getByText('These workflows run it, and fail at that step without it: Runner').waitFor()
    await page.getByLabel('Type New name to confirm').fill('New name')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete this workflow' }).click()
    await page.waitForURL(/\/workflows$/)
    t.equal((await client.get(`/api/v1/workflows/${id}`)).status, 404)
    t.strictSame(complaints, [])
  })
}
