// The settings of API keys and credentials, as an admin uses them, and what others see of them.
import { test } from 'tap'
import { hostileTexts } from '../chat/hostile-texts.ts'
import { noBrowser, phone, startDashboard, widths } from './dashboard.ts'
import { looksWell, ranNothing, unasked, visitAs } from './looks.ts'

const kit = noBrowser === false ? await startDashboard() : null
const options = { skip: noBrowser }

for (const viewport of widths) {
  const at = `${viewport.width} wide`

  test(`a new key is shown once, works, is rotated and revoked, ${at}`, options, async t => {
    const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/settings/api-keys' })
    await page.getByText('No API keys yet').waitFor()
    await looksWell(t, page, 'no keys')
    await page.getByRole('button', { name: 'Create a key' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('CI of the shop')
    await dialog.getByLabel('Write').uncheck()
    await dialog.getByLabel('Expires').selectOption({ label: 'In 30 days' })
    await dialog.getByRole('button', { name: 'Limit it further' }).click()
    await dialog.getByLabel('Tools').fill('run_*\nlist_workflows')
    await dialog.getByLabel('Addresses').fill('somewhere')
    await looksWell(t, page, 'the form of a key')
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    await dialog.getByText('Expected an IP address or a range').waitFor()
    await dialog.getByLabel('Addresses').fill('127.0.0.0/8')
    await dialog.getByLabel('Budget a month').fill('500')
    await dialog.getByRole('button', { name: 'Create a key' }).click()

    const key = await page.getByRole('region', { name: 'Key', exact: true }).innerText()
    t.match(key, /^sk_[0-9a-f]{64}$/)
    t.match(await page.getByRole('region', { name: 'Try it' }).innerText(), /^curl -s http.*sk_/s)
    t.equal((await kit!.product.client(key).get('/api/v1/workflows')).status, 200)
    await looksWell(t, page, 'a key that is shown')
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const row = page.getByRole('row').filter({ hasText: 'CI of the shop' })
    await row.getByText('Read, Execute, Chat').waitFor()
    await row.getByText('tools: run_*, list_workflows · 500 CU a month · from 127.0.0.0/8').waitFor()
    await looksWell(t, page, 'the list of keys')

    await row.getByRole('button', { name: 'Actions: CI of the shop' }).click()
    await page.getByRole('menuitem', { name: 'Rotate' }).click()
    await page.getByLabel('The old key ends').selectOption({ label: 'At once' })
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    const newKey = await page.getByRole('region', { name: 'Key', exact: true }).innerText()
    t.equal((await kit!.product.client(key).get('/api/v1/workflows')).status, 401)
    t.equal((await kit!.product.client(newKey).get('/api/v1/workflows')).status, 200)

    await page.getByRole('button', { name: 'Actions: CI of the shop' }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await looksWell(t, page, 'the question before a revocation')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No API keys yet').waitFor()
    t.strictSame((await client.get('/api/v1/apikeys')).body, [])
    t.strictSame(unasked(complaints), [])
  })

  test(`a credential is stored, changed and deleted, and its secret never shown, ${at}`, options, async t => {
    const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/settings/credentials' })
    await page.getByText('No credentials yet').waitFor()
    await page.getByRole('button', { name: 'Store a credential' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('github')
    await dialog.getByLabel('Token', { exact: true }).fill('a token with spaces')
    await dialog.getByLabel('Hosts').fill('api.example.com')
    await looksWell(t, page, 'the form of a credential')
    await dialog.getByRole('button', { name: 'Store a credential' }).click()
    await dialog.getByText('Expected a token without spaces').waitFor()
    await dialog.getByLabel('Token', { exact: true }).fill('ghp_secret_of_the_test')
    await dialog.getByRole('button', { name: 'Store a credential' }).click()
    await page.getByRole('link', { name: 'github' }).waitFor()
    await looksWell(t, page, 'the list of credentials')

    const prompt = 'Get https://api.example.com/user with the credential github. Return its body'
    await client.post('/api/v1/workflows', { name: 'Who am I', prompt })
    await page.getByRole('link', { name: 'github' }).click()
    await page.getByRole('link', { name: 'Who am I' }).waitFor()
    await page.getByText('No request has carried it yet').waitFor()
    await looksWell(t, page, 'a credential')

    await page.getByRole('button', { name: 'Edit' }).click()
    await dialog.getByLabel('May go to').selectOption({ label: 'To any host' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Any host. Whoever may write workflows').waitFor()
    await page.getByRole('button', { name: 'Replace the secret' }).click()
    t.equal(await dialog.getByLabel('Token', { exact: true }).inputValue(), '')
    await dialog.getByLabel('Token', { exact: true }).fill('ghp_another_secret')
    await dialog.getByRole('button', { name: 'Replace the secret' }).click()
    await page.getByText('Changed 2 times').waitFor()
    t.notMatch(await page.content(), /ghp_/)

    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('These stop working:').waitFor()
    await dialog.getByRole('link', { name: 'Who am I' }).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No credentials yet').waitFor()
    t.strictSame((await client.get('/api/v1/credentials')).body, [])
    t.strictSame(unasked(complaints), [])
  })
}

test('every kind of credential asks for its own fields', options, async t => {
  const { page, client } = await kit!.visit(t, { path: '/settings/credentials' })
  const kinds = [
    ['User name and password', { 'User name': 'ada', Password: 'countess' }],
    ['Header', { 'Name of the header': 'X-Key', Value: 'secret1' }],
    ['Query parameter', { 'Name of the parameter': 'key', Value: 'secret2' }],
    ['OAuth 2 client', { 'Token URL': 'https://example.com/t', 'Client id': 'c', 'Client secret': 's' }],
    ['Key of a language model', { 'API key': 'sk-key' }],
  ] as const
  for (const [kind, fields] of kinds) {
    await page.getByRole('button', { name: 'Store a credential' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill(kind)
    await dialog.getByLabel('Kind').selectOption({ label: kind })
    for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
    await dialog.getByRole('button', { name: 'Store a credential' }).click()
    await page.getByRole('link', { name: kind }).waitFor()
  }
  const { body } = await client.get('/api/v1/credentials')
  t.strictSame(body.map(({ kind }: { kind: string }) => kind).reverse(), [
    'basic',
    'header',
    'query',
    'oauth2',
    'model',
  ])
})

test('members see credentials and change none; keys are for admins, who are named', options, async t => {
  const owner = await kit!.visit(t)
  const secret = { token: 'a_long_token' }
  const made = await owner.client.post('/api/v1/credentials', { name: 'github', kind: 'bearer', secret })
  const page = await visitAs(kit!, t, owner, {
    role: 'member',
    path: '/settings/credentials',
    viewport: phone,
  })
  await page.getByRole('link', { name: 'github' }).waitFor()
  t.equal(await page.getByRole('button', { name: 'Store a credential' }).count(), 0)
  await page.goto(`/settings/credentials/${made.body.id}`)
  await page.getByRole('heading', { name: 'github' }).waitFor()
  t.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0)
  await page.goto('/settings/api-keys')
  await page.getByText('Only admins and owners see this page').waitFor()
  await page.getByRole('link', { name: owner.email }).waitFor()
  await looksWell(t, page, 'a page for others')
})

test('names of keys and credentials are texts, whatever they say', options, async t => {
  const { page, client } = await kit!.visit(t)
  const kept: string[] = []
  for (const name of hostileTexts) {
    const key = await client.post('/api/v1/apikeys', { name, scopes: ['read'] })
    if (key.status === 201) kept.push(name)
    await client.post('/api/v1/credentials', { name, kind: 'bearer', secret: { token: 'a_long_token' } })
  }
  t.ok(kept.length > 20)
  await page.goto('/settings/api-keys')
  for (const name of kept.slice(0, 12)) await page.getByTitle(name, { exact: true }).first().waitFor()
  await ranNothing(t, page)
  await page.goto('/settings/credentials')
  await page.getByRole('link', { name: hostileTexts[0]! }).click()
  await page.getByRole('heading', { name: hostileTexts[0]! }).waitFor()
  await looksWell(t, page, 'a hostile name')
  await ranNothing(t, page)
})
