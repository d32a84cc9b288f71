// What migrations make of the rows that were there before them.

import { Client } from 'pg'
import { test } from 'tap'
import { executionStatuses } from '../../../domain/work/execution.ts'
import { Schedule } from '../../../domain/work/schedule.ts'
import { addressesToWake } from '../../../storage/journal/wakeups.ts'
import { openDatabase } from '../../../storage/open-database.ts'
import { migrate } from '../../../storage/postgres/migrate.ts'
import { emptyDatabase } from '../../support/postgres.ts'

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

test('whoever a start found before, a start finds after the upgrade, each once', async t => {
  const url = await emptyDatabase()
  await migrate(url, () => {}, '020-prompt-schedules')
  const client = new Client(url)
  await client.connect()
  await client.query(`insert into organizations (id, name, plan, created_at) values ('org', '', 'free', 1)`)
  for (const status of executionStatuses)
    await client.query(
      `insert into executions (id, organization_id, workflow_id, workflow_name, workflow_version, version_id, status,
          trigger, inputs, cu, created_at)
        values ('exec_' || $1, 'org', 'wf', '', 1, 'wfv', $1, '{}', '{}', 1, 1)`,
      [status],
    )
  await client.query(`insert into wakeups values ('bulk_1', 5), ('exec_completed', 6), ('exec_running', 7),
    ('exec_waiting', 8e15), ('sch_due', 9), ('sch_later', 8e15), ('wh_on', 10)`)
  await client.query(`insert into tool_servers (id, organization_id, name, slug, url, enabled, tools, status, created_at)
    select id, 'org', '', id, '', id = 'srv_on', '[]', 'healthy', 1 from unnest(array['srv_on', 'srv_off']) id`)
  await client.query(`insert into webhooks (id, organization_id, url, events, active, sealed_secret, created_by, created_at,
      position, listens_since, revision, told)
    select id, 'org', '', '{}', id = 'wh_on', '', 'user', 1, 0, 1, 1, 1 from unnest(array['wh_on', 'wh_off']) id`)
  const before = 1_000
  const { rows } = await client.query<{ id: string }>(
    `select id from executions where status in ('queued', 'running')
      union select id from tool_servers union select id from webhooks where active
      union select address from wakeups where due_at < $1 order by 1`,
    [before],
  )
  await client.end()

  const database = await openDatabase({ url })
  t.teardown(() => database.close())
  const found: string[] = []
  for (let page: readonly string[] = ['']; page.length > 0; found.push(...page))
    page = await addressesToWake(database)({ before, isStart: true }, found.at(-1) ?? '', 2)
  t.strictSame(
    found,
    rows.map(({ id }) => id),
  )
  t.strictSame(found, [
    ...['bulk_1', 'exec_completed', 'exec_queued', 'exec_running'],
    ...['sch_due', 'srv_off', 'srv_on', 'wh_on'],
  ])
  const due = await addressesToWake(database)({ before, isStart: false }, '', 100)
  t.strictSame(due, ['bulk_1', 'exec_completed', 'exec_running', 'sch_due', 'wh_on'])
})
