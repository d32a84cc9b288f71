// The settings of usage, billing and the audit log, as an admin uses them, and what others see of them.
import { test } from 'tap'
import { hostileTexts } from '../chat/hostile-texts.ts'
import { createWorkflow, execute, returning } from '../support/workflows.ts'
import { isTooWide, noBrowser, phone, startDashboard, widths } from './dashboard.ts'
import { looksWell, ranNothing, unasked, visitAs } from './looks.ts'

const kit = noBrowser === false ? await startDashboard({ FREE_TIER_EXECUTIONS: '3' }) : null
const options = { skip: noBrowser }

for (const viewport of widths) {
  const at = `${viewport.width} wide`

  test(`usage says what is left and where it went, ${at}`, options, async t => {
    const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/settings/usage' })
    await page.getByText('Nothing was used in this time').waitFor()
    const workflow = await createWorkflow(client, returning(1))
    const { name } = (await client.get(`/api/v1/workflows/${workflow}`)).body
    const key = (await client.post('/api/v1/apikeys', { name: 'CI of the shop' })).body.key
    await execute(client, workflow)
    await execute(kit!.product.client(key), workflow)
    await page.reload()
    await page.getByText('2 of 3').waitFor()
    await page.getByText('1 left until').waitFor()
    const chart = page.getByRole('slider', { name: 'Runs by day' })
    await chart.focus()
    await page.keyboard.press('End')
    t.match(await chart.getAttribute('aria-valuetext'), /: 2$/)
    await page.keyboard.press('Home')
    t.equal(await chart.getAttribute('aria-valuenow'), '1')
    await page.getByText('Show as a table').click()
    await page
      .getByRole('region', { name: 'Show as a table' })
      .getByRole('columnheader', { name: 'Day' })
      .waitFor()
    await page.getByRole('row').filter({ hasText: name }).waitFor()
    await page.getByText('A call of a tool').waitFor()
    await looksWell(t, page, 'usage')

    await page.getByRole('link', { name: 'By API key' }).click()
    await page.getByRole('row').filter({ hasText: 'CI of the shop' }).waitFor()
    await page.getByText('Started without a key').waitFor()
    await page.getByLabel('Time').selectOption({ label: 'Last month' })
    await page.waitForURL(url => url.searchParams.get('range') === 'last-month')
    t.equal(new URL(page.url()).searchParams.get('by'), 'key')
    await page.getByText('Nothing was used in this time').waitFor()
    await page.getByLabel('Time').selectOption({ label: 'Last 12 months' })
    await page.getByRole('slider', { name: 'Runs by week' }).waitFor()
    await page.getByRole('row').filter({ hasText: 'CI of the shop' }).waitFor()
    await execute(client, workflow)
    await page.reload()
    await page.getByText('The limit is reached').waitFor()
    await page.getByRole('link', { name: 'See the plans' }).click()
    await page.waitForURL(/\/settings\/billing$/)
    t.strictSame(unasked(complaints), [])
  })

  test(`a plan is bought, its payment fails, is settled, and it ends, ${at}`, options, async t => {
    const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/settings/billing' })
    await page.getByText('0 of 3').waitFor()
    await looksWell(t, page, 'billing')
    await page.getByRole('button', { name: 'Choose Pro' }).click()
    await page.getByText('This is a sandbox').waitFor()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('Nothing was paid').waitFor()
    await page.getByRole('button', { name: 'Choose Pro' }).click()
    await page.getByRole('button', { name: 'Pay (nothing is charged)' }).click()
    await page.getByRole('link', { name: 'Back to Troupe' }).click()
    await page.getByText('Thank you. The plan Pro is in force.').waitFor()
    t.equal((await client.get('/api/v1/billing/current')).body.plan, 'pro')
    await page.getByText('Renews on').waitFor()
    await looksWell(t, page, 'a plan that is in force')

    const portal = async (...buttons: readonly string[]) => {
      await page.getByRole('button', { name: 'Open the billing portal' }).click()
      for (const name of buttons) {
        await page.getByRole('button', { name }).click()
        await page.getByText('Done.').waitFor()
      }
      await page.getByRole('link', { name: 'Back to Troupe' }).click()
      await page.getByRole('heading', { name: 'Billing' }).waitFor()
    }
    await portal('Let the next payment fail')
    await page.getByText('A payment did not go through').waitFor()
    await looksWell(t, page, 'a payment that is due')
    await page.getByRole('button', { name: 'Pay what is due' }).click()
    await page.getByRole('button', { name: 'Pay what is due' }).click()
    await page.getByText('Done.').waitFor()
    await page.getByRole('link', { name: 'Back to Troupe' }).click()
    await page.getByText('Renews on').waitFor()
    await portal('Cancel at the end of the period')
    await page.getByText('The plan Pro ends on').waitFor()
    await portal('End it now')
    await page.getByText('The subscription has ended').waitFor()
    await page.getByRole('button', { name: 'Choose Scale' }).waitFor()
    t.strictSame(unasked(complaints), [])
  })

  test(`the audit log is filtered in the address, page by page, ${at}`, options, async t => {
    const { page, client, complaints } = await kit!.visit(t, { viewport })
    for (let n = 0; n < 55; n++) await client.post('/api/v1/teams', { name: `Team ${n}` })
    await client.post('/api/v1/apikeys', { name: hostileTexts[0], scopes: ['read'] })
    await page.goto('/settings/audit')
    await page.getByText(hostileTexts[0]!).waitFor()
    await page.getByRole('row').filter({ hasText: 'Created an API key' }).getByText('Ada Lovelace').waitFor()
    await looksWell(t, page, 'the audit log')
    await ranNothing(t, page)
    t.equal(await page.getByRole('row').filter({ hasText: 'Signed up' }).count(), 0)
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByText('Team 0', { exact: true }).waitFor()
    await page.getByLabel('Action').selectOption({ label: 'Created an API key' })
    await page.waitForURL(/action=api-key.created/)
    await page.getByText('Team 54').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: hostileTexts[0]! }).click()
    await page.waitForURL(/target=key_/)
    await page.getByLabel('To day').fill('2020-01-01')
    await page.getByText('No entries like these').waitFor()
    await page.reload()
    await page.getByText('No entries like these').waitFor()
    await page.getByRole('button', { name: 'Take all filters away' }).click()
    await page.getByText('Team 54').waitFor()
    t.strictSame(unasked(complaints), [])
  })
}

test('whoever may not pay sees who can, and usage by the ids of keys', options, async t => {
  const owner = await kit!.visit(t)
  const page = await visitAs(kit!, t, owner, { role: 'viewer', path: '/settings/billing', viewport: phone })
  await page.getByText('Only admins and owners can pay').waitFor()
  await page.getByRole('link', { name: owner.email }).waitFor()
  await page.getByRole('heading', { name: 'Scale' }).waitFor()
  t.equal(await page.getByRole('button', { name: 'Choose' }).count(), 0)
  t.equal(await page.getByRole('button', { name: 'portal' }).count(), 0)
  await looksWell(t, page, 'billing of a viewer')
  await page.goto('/settings/usage?by=key')
  await page.getByText('0 of 3').waitFor()
  await page.goto('/settings/audit')
  await page.getByText('Only admins and owners see this page').waitFor()
})

test('an address that says that something was paid proves nothing', options, async t => {
  const { page } = await kit!.visit(t, { path: '/settings/billing?paid=pro' })
  await page.getByText('The payment is on its way').waitFor()
  t.equal(await page.getByText('Thank you').count(), 0)
})

test('a start that the plan refuses leads to the plans, wherever it was tried', options, async t => {
  const { page, client } = await kit!.visit(t)
  const workflow = await createWorkflow(client, returning(1))
  for (let n = 0; n < 3; n++) await execute(client, workflow)
  await page.goto('/workflows/new?prompt=Return%201')
  await page.getByRole('button', { name: 'Save and run' }).click()
  await page.getByText('The runs of this month are used up').waitFor()
  await page.getByRole('link', { name: 'See the plans' }).click()
  await page.waitForURL(/\/settings\/billing$/)
  await page.getByText('3 of 3').waitFor()
})

test('what is not there, and what cannot be read, is said', options, async t => {
  const { page } = await kit!.visit(t, { path: '/settings/webhooks/wh_none' })
  await page.getByRole('alert').getByText('not found').waitFor()
  await page.goto('/settings/credentials/cred_none')
  await page.getByRole('alert').getByText('not found').waitFor()
  await page.goto('/settings/usage?range=custom&from=2026-03-01&to=2026-02-01')
  await page.getByRole('alert').getByText('Choose a first day').waitFor()
  t.notOk(await isTooWide(page))
})
