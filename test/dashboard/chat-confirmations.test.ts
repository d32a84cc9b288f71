// A workflow that a conversation of the dashboard makes with a language model is confirmed there, with the
// entries that stand beside its plan.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import tap, { test } from 'tap'
import { ChangingServer } from '../support/servers/changing-server.ts'
import * as model from '../support/servers/model-server.ts'
import { registerServer } from '../support/workflows.ts'
import { noBrowser, startDashboard, widths } from './dashboard.ts'
import { looksWell, unasked } from './looks.ts'

const server = noBrowser === false ? await model.startModelServer(tap) : null
const kit = noBrowser === false ? await startDashboard() : null
/** For those who want to look: a folder. */
const shots = process.env['SHOTS']

const wipe = {
  name: 'wipe',
  description: 'Removes an order',
  annotations: { destructiveHint: true },
  inputSchema: { type: 'object', properties: { order: { type: 'integer' } }, required: ['order'] },
}
const wiping = (order: number) => ({
  steps: [{ id: 'wipe', kind: 'tool', server: 'orders', tool: 'wipe', args: { order } }],
})

for (const viewport of widths) {
  test(`a workflow is made, shown with what it does and confirmed by talking, ${viewport.width} wide`, {
    skip: noBrowser,
  }, async t => {
    const { page, client, complaints } = await kit!.visit(t, { path: '/chat', viewport })
    const own = { name: 'small', provider: 'compatible', model: 'small', url: server!.url }
    await client.put('/api/v1/models', { models: [own] })
    await registerServer(client, 'Orders', (await ChangingServer.start(t, wipe)).url)
    server!.say(model.json({ plan: wiping(7), quotes: { wipe: 'Wipe order 7' }, name: 'Wiper' }))
    const box = page.getByRole('textbox', { name: 'Write a message' })
    await box.fill('new workflow called Wiper: Wipe order 7')
    await box.press('Enter')
    const log = page.getByRole('log')
    const card = log.getByRole('region', { name: 'Confirm what it does' })
    await card.getByText('orders__wipe removes or overwrites').waitFor()
    const confirm = card.getByRole('button', { name: 'Confirm this plan' })
    t.equal(await confirm.isDisabled(), true)
    t.equal(await log.getByText('Who can confirm it').count(), 0, 'the card stands for the text')
    await looksWell(t, page, 'the card')
    await shoot(page, `open-${viewport.width}`)

    // Somebody changes the plan meanwhile: it is another list, and nothing of it is ticked.
    const [{ id }] = (await client.get('/api/v1/workflows')).body
    await client.put(`/api/v1/workflows/${id}`, { plan: wiping(8), plannedBy: 'model' })
    await card.getByRole('checkbox').check()
    await confirm.click()
    await page.getByText('another plan is active by now').first().waitFor()
    await card.getByText('8', { exact: true }).waitFor()
    t.equal(await card.getByRole('checkbox').isChecked(), false)
    await card.getByRole('checkbox').check()
    await confirm.click()
    await card.getByText('Confirmed', { exact: true }).waitFor()
    t.equal(await card.count(), 1)
    t.equal(await card.getByRole('button').count(), 0)
    t.match((await client.get(`/api/v1/workflows/${id}`)).body, { acceptance: { acceptedAt: Number } })
    await shoot(page, `confirmed-${viewport.width}`)
    await card.getByRole('link', { name: 'See the plan' }).click()
    await page.waitForURL(`**/workflows/${id}`)
    t.strictSame(unasked(complaints), [])
  })
}

async function shoot(page: Page, name: string): Promise<void> {
  if (shots === undefined) return
  mkdirSync(shots, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(shots, `dashboard-${name}-${colorScheme}.png`) })
  }
}
