// What workflows keep between runs, in a browser: the tab of a workflow, and memories that workflows share.
import { test } from 'tap'
import { createWorkflow, runToEnd } from '../support/workflows.ts'
import { noBrowser, phone, startDashboard, type Visitor, wide, widths } from './dashboard.ts'
import { looksWell, unasked, visitAs } from './looks.ts'

const kit = noBrowser === false ? await startDashboard() : null
const options = { skip: noBrowser }

const tool = (id: string, name: string, args: object) => ({ id, kind: 'tool', tool: name, args })
const keeping = {
  steps: [
    tool('new', 'only_new', { list: { $: 'inputs.orders' }, by: 'id', onFail: 'release' }),
    tool('count', 'count_up', { key: 'reports' }),
    tool('kept', 'remember', { key: { $: 'inputs.key' }, value: { $: 'inputs.value' }, ttlMs: 7_200_000 }),
  ],
}
const sharing = {
  steps: [tool('kept', 'remember', { key: 'ada', value: { city: 'London' }, memory: 'customers' })],
}

/** A workflow that has run once, with four keys. */
async function kept({ client }: Visitor) {
  const id = await createWorkflow(client, keeping)
  const orders = [{ id: 'A-1' }, { id: 'A-2' }]
  const run = await runToEnd(client, id, { orders, key: 'note', value: { said: 'seen\u202e', pages: [1] } })
  const { name } = (await client.get(`/api/v1/workflows/${id}`)).body
  return { id, run: run.id as string, name: name as string }
}

for (const viewport of widths) {
  test(
    `the tab shows what a workflow keeps, searches and removes it, ${viewport.width} wide`,
    options,
    async t => {
      const visitor = await kit!.visit(t, { viewport })
      const { page, client, complaints } = visitor
      const { id, run, name } = await kept(visitor)
      await page.goto(`/workflows/${id}/memory`)
      const row = (text: string) => page.getByRole('row').filter({ hasText: text })
      const item = row('item:id="A-1"')
      await item.getByText('An item that was given').waitFor()
      t.match(await item.getByRole('link', { name: 'See the run' }).getAttribute('href'), run)
      await row('reports').getByText('Never').waitFor()
      await row('note')
        .getByText(/^in [12]/)
        .waitFor()
      await row('note').getByText('seen\\u202e').waitFor()
      await looksWell(t, page, 'the memory of a workflow')
      const dialog = page.getByRole('dialog')
      await row('note').getByTitle('Show the whole value').click()
      await dialog.getByRole('region', { name: 'Value' }).getByText('seen\\u202e').waitFor()
      await looksWell(t, page, 'a value')
      await page.keyboard.press('Escape')

      await page.getByRole('searchbox').fill('ITEM')
      await row('reports').waitFor({ state: 'detached' })
      await page.getByRole('searchbox').fill('nothing like it')
      await page.getByText('No key is like “nothing like it”').waitFor()
      await page.getByRole('searchbox').fill('')
      await row('reports').waitFor()

      await page.getByRole('button', { name: 'Actions: item:id="A-1"' }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await dialog.getByText('The item is new to the next run').waitFor()
      await dialog.getByRole('button', { name: 'Remove' }).click()
      await item.waitFor({ state: 'detached' })
      const memory = `/api/v1/workflows/${id}/memory`
      t.match((await client.get(memory)).body, [
        { key: 'item:id="A-2"' },
        { key: 'note' },
        { key: 'reports' },
      ])

      await page.getByRole('button', { name: 'Clear the memory' }).click()
      t.equal(await dialog.getByRole('button', { name: 'Clear the memory' }).isDisabled(), true)
      await dialog.getByLabel(`Type ${name} to confirm`).fill(name)
      await looksWell(t, page, 'the end of a memory')
      await dialog.getByRole('button', { name: 'Clear the memory' }).click()
      await page.getByText('This workflow keeps nothing yet').waitFor()
      await looksWell(t, page, 'an empty memory')
      t.strictSame((await client.get(memory)).body, [])
      t.strictSame(complaints, [])
    },
  )

  test(`a shared memory is made, filled, changed and deleted, ${viewport.width} wide`, options, async t => {
    const { page, client, complaints } = await kit!.visit(t, { viewport, path: '/settings/memories' })
    const id = await createWorkflow(client, sharing)
    await page.getByText('No shared memory yet').waitFor()
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Make a memory' }).first().click()
    await dialog.getByLabel('Name').fill('No Name')
    await dialog.getByRole('button', { name: 'Make a memory' }).click()
    await dialog.getByRole('alert').getByText('Expected small letters').waitFor()
    await dialog.getByLabel('Name').fill('customers')
    await looksWell(t, page, 'the form of a shared memory')
    await dialog.getByRole('button', { name: 'Make a memory' }).click()
    await page.getByRole('link', { name: 'customers' }).waitFor()
    t.match(await runToEnd(client, id, {}), { status: 'completed' })

    await page.goto(`/workflows/${id}/memory`)
    await page.getByText('This workflow keeps nothing yet').waitFor()
    await page.getByRole('link', { name: 'customers' }).click()
    await page.getByText('1 of 100,000 keys').waitFor()
    await page.getByRole('row').filter({ hasText: 'ada' }).getByText('London').waitFor()
    await page.getByRole('button', { name: 'Change who may use it' }).click()
    await dialog.getByLabel('All workflows change it').uncheck()
    await dialog.getByRole('group', { name: 'Who changes it' }).getByRole('checkbox').nth(1).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    t.match((await client.get('/api/v1/memory/customers')).body, { readers: 'all', writers: [id] })
    await looksWell(t, page, 'a shared memory')
    await page.getByRole('link', { name: 'Shared memories' }).last().click()
    await page.getByRole('row').filter({ hasText: 'customers' }).getByText('1 workflow').waitFor()
    await looksWell(t, page, 'shared memories')

    await page.getByRole('link', { name: 'customers' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByLabel('Type customers to confirm').fill('customers')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No shared memory yet').waitFor()
    t.equal((await client.get('/api/v1/memory/customers')).status, 404)
    t.strictSame(unasked(complaints), [])
  })
}

test('a long memory comes page by page', options, async t => {
  const { page, client } = await kit!.visit(t, { viewport: wide })
  const only = tool('new', 'only_new', { list: { $: 'inputs.list' }, onFail: 'keep' })
  const id = await createWorkflow(client, { steps: [only] })
  await runToEnd(client, id, { list: Array.from({ length: 60 }, (_, n) => 100 + n) })
  await page.goto(`/workflows/${id}/memory`)
  await page.getByRole('row').filter({ hasText: 'item:=149' }).waitFor()
  t.equal(await page.getByRole('row').filter({ hasText: 'item:=150' }).count(), 0)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('row').filter({ hasText: 'item:=159' }).waitFor()
})

test('who only reads sees what is kept, and no way to change it', options, async t => {
  const visitor = await kit!.visit(t, { viewport: phone })
  const { client } = visitor
  const { id } = await kept(visitor)
  await client.post('/api/v1/memory', { name: 'customers' })
  const page = await visitAs(kit!, t, visitor, { role: 'viewer', path: `/workflows/${id}/memory` })
  await page.getByRole('row').filter({ hasText: 'reports' }).waitFor()
  t.equal(await page.getByRole('button', { name: /^(Clear|Actions)/ }).count(), 0)
  await page.goto('/settings/memories')
  await page.getByRole('link', { name: 'customers' }).click()
  await page.getByText('It holds nothing yet').waitFor()
  t.equal(await page.getByRole('button', { name: /^(Delete|Change who may)/ }).count(), 0)
})
