// The settings of webhooks: one is added, tested, paused, edited and deleted; its deliveries are looked at
// and sent again.
import { test } from 'tap'
import { hostileTexts } from '../chat/hostile-texts.ts'
import { query } from '../support/people/colleagues.ts'
import { isSigned, Receiver } from '../support/servers/webhook-receiver.ts'
import { noBrowser, phone, startDashboard, widths } from './dashboard.ts'
import { looksWell, ranNothing, unasked, visitAs } from './looks.ts'

const kit = noBrowser === false ? await startDashboard({ WEBHOOK_RETRY_SECONDS: '3600' }) : null
const options = { skip: noBrowser }
const workflow = { name: 'One', prompt: 'Return 1' }

for (const viewport of widths) {
  test(`a webhook from its first test to its end, ${viewport.width} wide`, options, async t => {
    const receiver = await Receiver.start()
    const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/settings/webhooks' })
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'Add a webhook' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('http://localhost:9/hooks')
    await dialog.getByLabel('A run has failed').uncheck()
    await dialog.getByLabel('A workflow was created').check()
    await looksWell(t, page, 'the form of a webhook')
    await dialog.getByRole('button', { name: 'Add a webhook' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByLabel('Description').fill('The shop')
    await dialog.getByRole('button', { name: 'Add a webhook' }).click()
    const secret = await page.getByRole('region', { name: 'Secret', exact: true }).innerText()
    t.match(secret, /^whsec_/)
    await page.getByText('timingSafeEqual').first().waitFor()
    await looksWell(t, page, 'a secret that is shown')
    await page.getByRole('button', { name: 'I have copied it' }).click()

    await page.getByRole('link', { name: receiver.url }).click()
    await page.getByRole('button', { name: 'Send a test' }).click()
    await page.getByText('The receiver took it: 204').waitFor()
    t.ok(isSigned(receiver.heard[0]!, secret), 'the secret that was shown signs')
    await page.getByRole('link', { name: 'ping' }).waitFor()

    await client.post('/api/v1/workflows', workflow)
    await receiver.until(() => receiver.taken.length === 2, 'the event')
    await page.reload()
    await page.getByRole('row').filter({ hasText: 'workflow.created' }).getByText('Delivered').waitFor()
    await looksWell(t, page, 'a webhook')
    await page.getByRole('link', { name: 'workflow.created' }).click()
    await page.waitForURL(/delivery=/)
    await dialog.getByRole('region', { name: 'What was sent' }).getByText('workflow.created').waitFor()
    await dialog.getByText('204', { exact: true }).waitFor()
    await looksWell(t, page, 'a delivery')
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await receiver.until(() => receiver.taken.length === 3, 'the event again')
    await page.keyboard.press('Escape')
    await page.waitForURL(url => url.search === '')

    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused', { exact: true }).waitFor()
    await client.post('/api/v1/workflows', { ...workflow, name: 'Two' })
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Send what it missed' }).click()
    await dialog.getByRole('button', { name: 'Send what it missed' }).click()
    await page.getByText('1 event is sent again').waitFor()
    await receiver.until(() => receiver.taken.length === 4, 'what it missed')

    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await dialog.getByLabel('All events').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('listitem').getByText('All events').waitFor()
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Rotate the secret' }).click()
    await dialog.getByRole('button', { name: 'Rotate the secret' }).click()
    t.not(await page.getByRole('region', { name: 'Secret', exact: true }).innerText(), secret)
    await page.getByText('The secret from before signs too until').waitFor()

    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByText('There is no way back').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No webhooks yet').waitFor()
    t.strictSame((await client.get('/api/v1/webhooks')).body, [])
    t.strictSame(unasked(complaints), [])
  })
}

test('a webhook that fails says since when, and what was answered', options, async t => {
  const receiver = await Receiver.start()
  receiver.behave = () => ({ status: 500, body: hostileTexts[0]! })
  const { page, client } = await kit!.visit(t, { viewport: phone })
  const body = { url: receiver.url, events: ['*'], description: hostileTexts[1] }
  const { id } = (await client.post('/api/v1/webhooks', body)).body
  await client.post('/api/v1/workflows', workflow)
  await receiver.until(() => receiver.heard.length === 1, 'the first attempt')
  await query(kit!.product, 'update webhooks set failing_since = $2 where id = $1', [id, Date.now() - 9e6])
  await page.goto('/settings/webhooks')
  await page.getByText('Failing', { exact: true }).waitFor()
  await page.getByRole('link', { name: receiver.url }).click()
  await page.getByText('Deliveries were given up').waitFor()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('The receiver answered 500').waitFor()
  await page.getByRole('link', { name: 'Given up' }).click()
  await page.waitForURL(/status=dead/)
  await page.getByRole('link', { name: 'ping' }).click()
  await page.getByRole('dialog').getByText(hostileTexts[0]!).waitFor()
  t.equal(await page.getByRole('button', { name: 'Send again' }).count(), 0)
  await looksWell(t, page, 'a delivery that failed')
  await ranNothing(t, page)
})

test('webhooks are for admins, who are named to others', options, async t => {
  const owner = await kit!.visit(t)
  const page = await visitAs(kit!, t, owner, { role: 'member', path: '/settings/webhooks' })
  await page.getByText('Only admins and owners see this page').waitFor()
  await page.getByRole('link', { name: owner.email }).waitFor()
})
