import { test } from 'tap'
import { namedWorkflows } from '../../../storage/workflows/workflow-names.ts'
import { workflowStore } from '../../../storage/workflows/workflows.ts'
import { compilationOf, openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const workflows = workflowStore(database)

/** An organization with workflows of these names; @returns their ids in the same order */
async function organizationWith(...names: string[]) {
  const { organizationId, userId } = await signUpSomeone(database)
  const content = { prompt: 'return 1', compilation: compilationOf('one'), createdBy: userId }
  const ids: string[] = []
  for (const name of names) ids.push((await workflows.create(organizationId, { ...content, name })).id)
  const named = async (...said: string[]) =>
    (await namedWorkflows(database, organizationId, said)).map(({ name }) => name).sort()
  return { organizationId, ids, named }
}

test('workflows are found by id, and by name in whatever case, beside the newest three', async t => {
  const { ids, named } = await organizationWith('Old', 'Older', 'Oldest', 'New', 'Newer', 'Newest')
  const newest = ['New', 'Newer', 'Newest']
  t.strictSame(await named('Unheard of'), newest)
  t.strictSame(await named('oLD'), [...newest, 'Old'])
  t.strictSame(await named(ids[1]!, 'Old', 'Newest'), [...newest, 'Old', 'Older'])
})

test('all that share a name are found, but for deleted ones and those of others', async t => {
  const { organizationId, ids, named } = await organizationWith('Twin', 'Twin', 'Gone', 'A', 'B', 'C')
  const other = await organizationWith('Foreign')
  await workflows.remove(organizationId, ids[2]!)
  t.strictSame(await named('Twin', 'Gone', 'Foreign', other.ids[0]!), ['A', 'B', 'C', 'Twin', 'Twin'])
})
