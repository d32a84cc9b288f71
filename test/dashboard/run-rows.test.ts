// The rows of the list of runs: what they say of a cause and of who started them, the selection of all, and a
// denial wherever it is shown.
import { test } from 'tap'
import { addColleague } from '../support/people/colleagues.ts'
import { noBrowser, startDashboard, type Visitor, widths } from './dashboard.ts'
import { looksWell } from './looks.ts'

const kit = noBrowser === false ? await startDashboard() : null
const options = { skip: noBrowser }
type Step = Readonly<Record<string, unknown>>

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

/** Starts it and waits for its end, or its pause, for so many seconds. @returns its id */
async function run({ client }: Visitor, id: string, wait: number): Promise<string> {
  const prefer = { prefer: `wait=${wait}` }
  const { body } = await client.post(`/api/v1/workflows/${id}/execute`, { inputs: {} }, prefer)
  return body.id
}

for (const viewport of widths)
  test(`rows say the cause and who started them, and all are selected at once, ${viewport.width} wide`, {
    ...options,
  }, async t => {
    const visitor = await kit!.visit(t, { viewport, path: '/runs' })
    const { page, client, complaints } = visitor
    await page.getByRole('link', { name: 'Write a workflow' }).waitFor()
    const bad = await workflow(visitor, 'Warehouse', [refused])
    const open = await workflow(visitor, 'Waiting', [decide])
    const { body: made } = await client.post('/api/v1/apikeys', { name: 'CI' })
    const keyed = kit!.product.client(made.key)
    await run(visitor, bad, 20)
    await run(visitor, open, 1)
    await keyed.post(`/api/v1/workflows/${open}/execute`, { inputs: {} }, { prefer: 'wait=1' })
    await page.reload()
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await row('Warehouse').getByText('127.0.0.1').waitFor()
    await row('Warehouse').getByText('A person').waitFor()
    await row('Waiting').getByText('The API', { exact: true }).waitFor()
    await looksWell(t, page, 'the list of runs')
    const all = page.getByRole('checkbox', { name: 'Select all 3' })
    await all.check()
    const bar = page.getByRole('toolbar', { name: '3 runs selected' })
    await bar.getByRole('button', { name: 'Retry 1 run' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select the run of Warehouse' }).uncheck()
    t.equal(await page.evaluate(`document.querySelector('[role=columnheader] input').indeterminate`), true)
    await page.getByRole('button', { name: 'Cancel 2 runs' }).click()
    await page.getByText('Cancelled 2 runs').waitFor()
    await all.check()
    await all.uncheck()
    await bar.waitFor({ state: 'detached' })
    t.strictSame(complaints, [])
  })

test('a denial reads as a decision of a person, and not as a failure', options, async t => {
  const visitor = await kit!.visit(t)
  const { page, client, complaints, organizationId } = visitor
  const id = await run(visitor, await workflow(visitor, 'Refund', [decide]), 1)
  const [approval] = (await client.get('/api/v1/approvals?status=pending')).body
  const colleague = await addColleague(kit!.product, { ...visitor, organizationId }, 'admin')
  const path = `/api/v1/approvals/${approval.id}`
  await colleague.client.post(path, { decision: 'deny', note: 'too much', digest: approval.digest })
  const cause = `Denied by ${colleague.email}: too much`
  await page.goto('/runs')
  const row = page.getByRole('row').filter({ hasText: 'Refund' })
  await row.getByText(cause).waitFor()
  await row.getByText('Denied', { exact: true }).waitFor()
  await page.goto(`/runs/${id}?step=ask`)
  await page.getByRole('region', { name: 'Why it ended' }).getByText(cause).waitFor()
  await page.getByRole('complementary', { name: 'Step' }).getByText(cause).waitFor()
  await page.getByText(/It was denied after/).waitFor()
  await looksWell(t, page, 'a run that was denied')
  for (const place of [`/runs/${id}`, '/runs?view=causes', '/', '/notifications']) {
    await page.goto(place)
    await page.getByText('Refund').first().waitFor()
    t.notMatch(await page.locator('#content').innerText(), /user_\w{26}(?!@)|Failed\n/, place)
  }
  t.strictSame(complaints, [])
})
