// What migrations make of the rows that were there before them.

import { Client } from 'pg'
import { test } from 'tap'
import { Schedule } from '../../domain/schedule.ts'
import { openDatabase } from '../../storage/database.ts'
import { migrate } from '../../storage/migrate.ts'
import { emptyDatabase } from '../support/postgres.ts'

const daily = Schedule.parse({ cron: '0 9 * * *', timezone: 'UTC' })

test('versions that were active before versions kept their times get them back', async t => {
  const url = await emptyDatabase()
  await migrate(url, () => {}, '019-queue')
  const client = new Client(url)
  await client.connect()
  await client.query(`insert into organizations (id, name, plan, created_at) values ('org', '', 'free', 1)`)
  for (const [id, schedule] of [
    ['prompt', { schedule: daily, isFromPrompt: true, setBy: 'user' }],
    ['hand', { schedule: daily, isFromPrompt: false, setBy: 'user' }],
    ['none', null],
  ] as const) {
    await client.query(
      `insert into workflows (id, organization_id, name, slug, active_version_id, latest_version, schedule, created_at, updated_at)
        values ($1, 'org', '', $1, $1 || 2, 2, $2, 1, 1)`,
      [id, schedule && JSON.stringify(schedule)],
    )
    await client.query(
      `insert into workflow_versions (id, workflow_id, organization_id, version, prompt, plan, diagnostics, inputs_schema,
          status, created_by, created_at)
        select $1 || n, $1, 'org', n, '', '{}', '[]', '{}', 'ready', 'user', 1 from generate_series(1, 2) n`,
      [id],
    )
  }
  await client.end()
  const database = await openDatabase({ url })
  t.teardown(() => database.close())
  const kept = await database.query<{ id: string; schedule: string | null }>(
    { name: '', text: 'select id, prompt_schedule as schedule from workflow_versions order by id' },
    [],
  )
  t.strictSame(
    new Map(kept.map(({ id, schedule }) => [id, schedule && JSON.parse(schedule)])),
    new Map([
      ['hand1', null],
      ['hand2', null],
      ['none1', null],
      ['none2', null],
      ['prompt1', null],
      ['prompt2', daily],
    ]),
  )
  t.equal(kept.find(({ id }) => id === 'none2')?.schedule, 'null', 'its prompt says no time')
  const change = { name: '', text: `update workflow_versions set prompt = 'other'` }
  await t.rejects(database.query(change, []), { message: /never changed/ })
})
