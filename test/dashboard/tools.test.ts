// Tool servers, the marketplace and language models, in a browser against the service.
import { test } from 'tap'
import { until } from '../support/runs.ts'
import { ChangingServer } from '../support/servers/changing-server.ts'
import { axeFindings, isTooWide, noBrowser, startDashboard, widths } from './dashboard.ts'
import { looksWell } from './looks.ts'

const kit = noBrowser === false ? await startDashboard() : null
const options = { skip: noBrowser }

const add = { name: 'add', description: 'Adds two numbers', inputSchema: { type: 'object' } }

for (const viewport of widths) {
  const title = (what: string) => `${what}, ${viewport.width} wide`

  test(
    title('a tool server is registered, its tools are governed, a change is held until accepted'),
    options,
    async t => {
      const server = await ChangingServer.start(t, add)
      const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/settings/mcp-servers' })
      await page.getByText('No tool server yet').waitFor()
      await page.getByRole('button', { name: 'Add a server' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Calculator')
      await dialog.getByLabel('Address').fill(server.url)
      await dialog.getByRole('button', { name: 'Add a server' }).click()
      await page.getByRole('heading', { level: 1, name: 'Calculator' }).waitFor()
      await page.getByLabel('Approval of add').selectOption('always')
      await page.getByRole('switch', { name: 'Use add' }).click()
      await page.getByRole('switch', { name: 'Use add', checked: false }).waitFor()
      await page.getByRole('switch', { name: 'Use add' }).click()
      await page.getByRole('switch', { name: 'Use add', checked: true }).waitFor()
      t.strictSame(await axeFindings(page), [])
      server.tools = [{ ...add, inputSchema: { type: 'object', required: ['a'], properties: { a: {} } } }]
      await page.getByRole('button', { name: 'Check now' }).click()
      await page.getByRole('region', { name: 'add has changed' }).waitFor()
      t.strictSame(await axeFindings(page), [])
      t.equal(await isTooWide(page), false)
      await page.getByRole('button', { name: 'Accept the new definition' }).click()
      await page.getByText('add is accepted').waitFor()
      const [{ id }] = (await client.get('/api/v1/mcp-servers')).body
      const [tool] = (await client.get(`/api/v1/mcp-servers/${id}`)).body.tools
      t.match(tool, { status: 'active', approval: 'always', drift: null })
      await page.getByRole('button', { name: 'Actions' }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await dialog.getByRole('textbox').fill('Calculator')
      await dialog.getByRole('button', { name: 'Remove' }).click()
      await page.getByText('The server is removed').waitFor()
      t.strictSame((await client.get('/api/v1/mcp-servers')).body, [])
      // The page may ask for the server once more, which is gone.
      t.ok(
        complaints.every(each => each.includes('status of 404')),
        complaints.join(),
      )
    },
  )

  test(title('an entry of the marketplace is found, installed and uninstalled'), options, async t => {
    const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/marketplace' })
    await page.getByRole('searchbox').fill('github')
    await page.waitForURL(/q=github/)
    t.equal(await isTooWide(page), false)
    t.strictSame(await axeFindings(page), [])
    const secret = { token: 'not-shown' }
    const body = { name: 'github', kind: 'bearer', secret, allowedHosts: ['api.github.com'] }
    t.match(await client.post('/api/v1/credentials', body), { status: 201 })
    await page
      .getByRole('link', { name: /GitHub/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Credential').selectOption({ label: 'github (bearer)' })
    await dialog.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByRole('link', { name: 'Open the server' }).waitFor()
    t.equal((await client.get('/api/v1/mcp-servers')).body.length, 1)
    t.strictSame(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Uninstall' }).click()
    await dialog.getByRole('button', { name: 'Uninstall' }).click()
    await page.getByText('GitHub is uninstalled').waitFor()
    t.strictSame((await client.get('/api/v1/mcp-servers')).body, [])
    t.strictSame(complaints, [])
  })

  test(title('what the service refuses of a choice is said below it'), options, async t => {
    const { page } = await kit!.visit(t, { viewport, path: '/marketplace?q=slack' })
    await page.getByRole('link', { name: /Slack/ }).first().click()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const choice = dialog.getByLabel('Credential')
    await choice.waitFor()
    await dialog.getByRole('button', { name: 'Install', exact: true }).click()
    await dialog.getByRole('alert').getByText('This tool needs a credential').waitFor()
    t.equal(await choice.getAttribute('aria-invalid'), 'true')
    await looksWell(t, page, 'the refusal')
  })

  test(title('a language model is added, asked, and bounded'), options, async t => {
    const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/settings/models' })
    await page.getByRole('button', { name: 'Add a model' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Local')
    await dialog.getByLabel('Provider').selectOption('compatible')
    await dialog.getByLabel('Model', { exact: true }).fill('small')
    await dialog.getByLabel(/^Address/).fill('http://127.0.0.1:18999/v1')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Local', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Test it' }).click()
    await page.getByText('It does not answer').waitFor()
    await page.getByLabel(/^Compute units a month/).fill('500')
    await page.getByRole('button', { name: 'Save' }).click()
    // The note "Saved" of the model may still be there.
    const { body } = await until(
      () => client.get('/api/v1/models'),
      ({ body: { cuPerMonth } }) => cuPerMonth === 500,
    )
    t.match(body, { models: [{ name: 'Local' }] })
    t.equal(await isTooWide(page), false)
    t.strictSame(await axeFindings(page), [])
    t.strictSame(complaints, [])
  })
}
