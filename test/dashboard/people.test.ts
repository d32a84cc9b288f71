import { test } from 'tap'
import { newId } from '../../domain/ids.ts'
import { hostileTexts } from '../chat/hostile-texts.ts'
import { addColleague, invitationFor } from '../support/people/colleagues.ts'
import { password } from '../support/product.ts'
import { noBrowser, startDashboard, type Visitor, widths } from './dashboard.ts'
import { looksWell } from './looks.ts'

const skip = noBrowser
const kit = skip === false ? await startDashboard() : null
const newEmail = () => `${newId('user')}@example.com`

for (const viewport of widths) {
  const wide = `${viewport.width} wide`

  test(`somebody changes their name and password, and signs out another session, ${wide}`, {
    skip,
  }, async t => {
    const { page, email, complaints } = await kit!.visit(t, { viewport, path: '/settings/profile' })
    await page.getByLabel('Name').fill('Countess of Lovelace')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await page.getByRole('button', { name: 'Your account' }).getByText('Countess of Lovelace').waitFor({
      state: 'attached',
    })
    const elsewhere = await signInElsewhere(email)
    await page.reload()
    const sessions = page.getByRole('table', { name: 'Where you are signed in' })
    await sessions.getByText('This one').waitFor()
    await looksWell(t, page, 'the page')
    const row = sessions.getByRole('row').filter({ hasText: 'node' })
    await row.getByRole('button', { name: 'Sign out' }).click()
    await row.waitFor({ state: 'detached' })
    t.equal((await elsewhere.get('/api/v1/auth/me')).status, 401)

    const change = page.getByRole('button', { name: 'Change the password' })
    await page.getByLabel('Current password').fill('not the password')
    await page.getByLabel('New password').fill('a password that is new')
    await change.click()
    await page.getByText('It is wrong').waitFor()
    complaints.length = 0
    await page.getByLabel('Current password').fill(password)
    await change.click()
    await page.getByText('The password is changed').waitFor()
    await signInElsewhere(email, 'a password that is new')
    t.strictSame(complaints, [])
  })

  test(`an owner renames the organization and limits its executions, ${wide}`, { skip }, async t => {
    const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/settings/organization' })
    await page.getByLabel('Name').fill('Difference Engines')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('button', { name: 'Your account' }).getByText('Difference Engines').waitFor({
      state: 'attached',
    })
    await page.getByLabel('Limit').fill('3')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await page.getByText('Saved').last().waitFor()
    await looksWell(t, page, 'the page')
    t.match((await client.get('/api/v1/limits')).body, { concurrency: 3 })
    t.strictSame(complaints, [])
    await page.getByLabel('Limit').fill('three')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await page.getByRole('alert').filter({ hasText: 'Expected number' }).waitFor()
    t.match((await client.get('/api/v1/limits')).body, { concurrency: 3 })
  })

  test(`an admin invites, changes a role, revokes and removes, ${wide}`, { skip }, async t => {
    const visitor = await kit!.visit(t, { viewport, path: '/settings/members' })
    const { page, client, complaints } = visitor
    const colleague = await addColleague(kit!.product, visitor, 'member')
    await colleague.client.put('/api/v1/auth/me', { name: 'Charles Babbage' })
    const guest = newEmail()
    await page.reload()
    await page.getByRole('button', { name: 'Invite somebody' }).click()
    await page.getByLabel('E-mail address').fill(guest)
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await looksWell(t, page, 'the page')
    // No mail leaves this service: the link is for whoever invites to hand on.
    await page.getByRole('button', { name: 'Make the link' }).click()
    const handed = page.getByRole('dialog', { name: `Invited: ${guest}` })
    await handed.waitFor()
    const link = await invitationFor(kit!.product, guest)
    await handed.getByText(`/invite/${link}`).waitFor()
    await looksWell(t, page, 'the link')
    await handed.getByRole('button', { name: 'Done' }).click()
    const invited = page.getByRole('row').filter({ hasText: guest })
    await invited.getByText('Invited').waitFor()
    await invited.getByRole('button', { name: 'Actions for' }).click()
    await page.getByRole('menuitem', { name: 'Revoke the invitation' }).click()
    await invited.waitFor({ state: 'detached' })
    t.equal((await kit!.product.client().get(`/api/v1/invitations/${link}`)).status, 404)

    await page.getByLabel('Role of Charles Babbage').selectOption('admin')
    await page.getByText('Charles Babbage is Admin now').waitFor()
    t.match((await colleague.client.get('/api/v1/auth/me')).body, { role: 'admin' })
    await colleague.client.post('/api/v1/apikeys', { name: 'Key of Charles' })
    await looksWell(t, page, 'the page')
    await page.getByRole('button', { name: 'Actions for Charles Babbage' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove Charles Babbage' })
    await dialog.getByText('Key of Charles').waitFor()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Charles Babbage is removed').waitFor()
    t.equal((await colleague.client.get('/api/v1/auth/me')).status, 401)
    t.equal((await client.get('/api/v1/organization')).body.memberCount, 1)
    t.strictSame(complaints, [])
  })

  test(`teams are created, filled, emptied and deleted, ${wide}`, { skip }, async t => {
    const { page, email, complaints } = await kit!.visit(t, { viewport, path: '/settings/teams' })
    await page.getByText('No teams yet').waitFor()
    await looksWell(t, page, 'the page')
    await page.getByRole('button', { name: 'Create a team' }).first().click()
    await page.getByLabel('Name').fill('Compilers')
    await page.getByRole('dialog').getByRole('button', { name: 'Create a team' }).click()
    await page.getByRole('heading', { name: 'Compilers' }).waitFor()
    await page.getByRole('button', { name: 'Add a member' }).click()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('dialog').getByRole('button', { name: 'Add a member' }).click()
    await page.getByText('1 member').waitFor()
    await looksWell(t, page, 'the page')
    await page.getByRole('button', { name: 'Take out Ada Lovelace of Compilers' }).click()
    await page.getByText('Nobody is in this team yet').waitFor()
    await page.getByRole('button', { name: 'Actions for Compilers' }).click()
    await page.getByRole('menuitem', { name: 'Delete the team' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the team' }).click()
    await page.getByText('No teams yet').waitFor()
    t.strictSame(complaints, [])
  })

  test(`deleting says what ends, wants the name, and leads out of every tab, ${wide}`, { skip }, async t => {
    const visitor = await kit!.visit(t, { viewport, path: '/settings/organization' })
    const { page, client, email } = visitor
    await client.post('/api/v1/apikeys', { name: 'CI' })
    const other = await page.context().newPage()
    await other.goto('/workflows')
    await other.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Delete the organization' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 API key').waitFor()
    await dialog.getByText('1 account that belongs to nothing else').waitFor()
    await looksWell(t, page, 'the page')
    const end = dialog.getByRole('button', { name: 'Delete the organization' })
    t.equal(await end.isDisabled(), true)
    await dialog.getByLabel('Type Analytical Engines to confirm').fill('Analytical Engines')
    await end.click()
    for (const each of [page, other]) await each.waitForURL(/\/sign-in/)
    await page.getByText('Your access has ended').waitFor()
    t.equal((await client.get('/api/v1/auth/me')).status, 401)
    const again = await kit!.product.client().post('/api/v1/auth/login', { email, password })
    t.equal(again.status, 401)
  })
}

test('a person goes from one organization to another', { skip }, async t => {
  const { page, email } = await kit!.visit(t, { path: '/settings/organization' })
  const host = await kit!.product.signUp()
  await host.client.put('/api/v1/organization', { name: 'Royal Society' })
  await host.client.post(`/api/v1/teams/${host.organizationId.replace('org_', 'team_')}/members`, { email })
  const link = await invitationFor(kit!.product, email)
  await kit!.product.client().post(`/api/v1/invitations/${link}/accept`, { password })
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: 'Royal Society' })
  await row.getByText('Member').waitFor()
  await row.getByRole('button', { name: 'Switch' }).click()
  await page.getByRole('button', { name: 'Your account' }).getByText('Royal Society').waitFor()
  // A plain member sees and changes less.
  await page.goto('/settings/organization')
  await page.getByText('You are here').waitFor()
  t.equal(await page.getByRole('button', { name: 'Delete the organization' }).count(), 0)
  t.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
  await looksWell(t, page, 'the page')
  await page.goto('/settings/members')
  await page.getByText('Everybody has one role').waitFor()
  t.equal(await page.getByRole('button', { name: 'Invite somebody' }).count(), 0)
  t.equal(await page.getByRole('combobox').count(), 0)
})

test('times are shown in the zone that the person has chosen, also on the next visit', { skip }, async t => {
  const { page } = await kit!.visit(t, { path: '/settings/profile', timezoneId: 'Europe/Berlin' })
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await page.getByLabel('Theme').selectOption('dark')
  await page.reload()
  const zone = page.getByLabel('Time zone')
  await zone.waitFor()
  t.equal(await zone.inputValue(), 'Asia/Tokyo')
  t.equal(await page.locator('html').getAttribute('data-theme'), 'dark')
  const shown = page.getByRole('table', { name: 'Where you are signed in' }).locator('time').first()
  const at = await shown.getAttribute('datetime')
  const expected = await page.evaluate(
    `new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Tokyo' }).format(new Date('${at}'))`,
  )
  t.equal(await shown.getAttribute('title'), expected)
})

test('names that try to be more than names are shown as text', { skip }, async t => {
  const visitor = await kit!.visit(t)
  const { page, client, complaints } = visitor
  const colleague = await addColleague(kit!.product, visitor, 'member')
  const texts = hostileTexts.filter(each => each.length <= 120 && !each.includes('\n'))
  for (const text of texts.slice(0, 2)) {
    await colleague.client.put('/api/v1/auth/me', { name: text })
    await client.put('/api/v1/organization', { name: text })
    await client.post('/api/v1/teams', { name: text })
    for (const path of ['members', 'teams', 'organization', 'profile']) {
      await page.goto(`/settings/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await page.goto('/settings/members')
    await page.getByText(text, { exact: true }).first().waitFor()
  }
  t.equal(await page.evaluate('window.hit'), undefined)
  t.strictSame(complaints, [])
})

/** Another session of the person, of a script. */
async function signInElsewhere(email: Visitor['email'], secret = password) {
  const { product } = kit!
  const { status, body } = await product.client().post('/api/v1/auth/login', { email, password: secret })
  if (status !== 200) throw new Error(`login answered ${status}`)
  return product.client(body.token)
}
