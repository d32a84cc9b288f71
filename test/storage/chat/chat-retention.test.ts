import { Client } from 'pg'
import tap, { test } from 'tap'
import { forgettingChore } from '../../../actors/chat/forgetting.ts'
import { notFound } from '../../../domain/failure.ts'
import { derivedIdAt, newId } from '../../../domain/ids.ts'
import { chatRetention } from '../../../storage/chat/chat-retention.ts'
import { chatStore } from '../../../storage/chat/chats.ts'
import { openTestDatabase } from '../../support/database.ts'

const database = await openTestDatabase()
const sql = new Client(database.url)
await sql.connect()
tap.teardown(() => sql.end())

const now = Date.UTC(2026, 10, 21)
const clock = { now: () => now }
const hours = (count: number) => now - count * 60 * 60 * 1_000
const days = (count: number) => hours(24 * count)

interface Facts {
  readonly createdAt: number
  readonly lastMessageAt?: number
  readonly deletedAt?: number
  readonly organizationId?: string
}

/** A session with a row in every table that has some of it. */
async function session({
  createdAt,
  lastMessageAt,
  deletedAt,
  organizationId = 'org_1',
}: Facts): Promise<string> {
  const id = derivedIdAt('chat', newId('event'), createdAt)
  await sql.query(
    `insert into chat_sessions (id, organization_id, owner, created_at, last_message_at, message_count, deleted_at)
      values ($1, $2, 'user_1', $3, $4, 1, $5)`,
    [id, organizationId, createdAt, lastMessageAt ?? null, deletedAt ?? null],
  )
  await sql.query(
    `insert into journal (address, seq, at, body) values ($1, 1, 1, '[{}]'), ($1, 2, 1, '[{}]')`,
    [id],
  )
  await sql.query(
    `insert into chat_messages (id, session_id, organization_id, number, role, status, content, parts, created_at)
      values ($1, $2, $3, 1, 'user', 'complete', 'Hello', '[]', 1)`,
    [newId('message'), id, organizationId],
  )
  await sql.query(
    `insert into approvals (id, organization_id, kind, session_id, call_id, message, digest, assignees, status, requested_at)
      values ($1, $2, 'chat', $3, 'call_1', '', '', '[]', 'cancelled', 1)`,
    [newId('approval'), organizationId, id],
  )
  await sql.query(
    `insert into chat_threads (organization_id, owner, name, session_id) values ($1, 'user_1', $2, $2)`,
    [organizationId, id],
  )
  return id
}

/** Rows of the session by table. */
async function left(id: string): Promise<string> {
  const { rows } = await sql.query(
    `select (select count(*) from chat_sessions where id = $1) || '/' || (select count(*) from journal where address = $1)
      || '/' || (select count(*) from chat_messages where session_id = $1)
      || '/' || (select count(*) from approvals where session_id = $1)
      || '/' || (select count(*) from chat_threads where session_id = $1) as found`,
    [id],
  )
  return rows[0].found
}

test('a session that was deleted an hour ago leaves with all that belongs to it, and no other does', async t => {
  const gone = await session({ createdAt: days(9), deletedAt: hours(2) })
  const fresh = await session({ createdAt: days(9), deletedAt: hours(0.5) })
  const kept = await session({ createdAt: days(900) })
  const owing = await session({ createdAt: days(9), deletedAt: hours(5) })
  await sql.query(`insert into wakeups (address, is_owing) values ($1, true)`, [owing])
  const chore = chatRetention(database, clock)
  t.ok((await chore.work()) > 60_000, 'nothing is left to do')
  t.equal(await left(gone), '0/0/0/0/0')
  for (const id of [fresh, kept, owing]) t.equal(await left(id), '1/2/1/1/1')
  await sql.query('delete from wakeups where address = $1', [owing])
  await chore.work()
  t.equal(await left(owing), '0/0/0/0/0')
})

test('more than one portion leaves portion by portion', async t => {
  const ids: string[] = []
  for (let n = 0; n < 120; n++) ids.push(await session({ createdAt: days(9), deletedAt: hours(3) }))
  const chore = chatRetention(database, clock)
  t.ok((await chore.work()) < 1_000, 'the next comes soon')
  await chore.work()
  for (const id of ids) t.equal(await left(id), '0/0/0/0/0')
})

test('a grant leaves when it has expired', async t => {
  for (const [id, expiresAt] of [
    ['gone', now],
    ['kept', now + 1],
  ])
    await sql.query(
      `insert into chat_grants (id, organization_id, owner, tool, created_by, created_at, expires_at)
        values ($1, 'org_1', 'user_1', 'a', 'user_1', 1, $2)`,
      [id, expiresAt],
    )
  await chatRetention(database, clock).work()
  t.strictSame((await sql.query('select id from chat_grants')).rows, [{ id: 'kept' }])
})

test('sessions without a message for the days that are kept are deleted, and those of ended organizations', async t => {
  const ended = newId('organization')
  await sql.query(
    `insert into organizations (id, name, plan, created_at, deleted_at) values ($1, 'Ended', 'free', 1, 2)`,
    [ended],
  )
  const idle = await session({ createdAt: days(90), lastMessageAt: days(31) })
  const empty = await session({ createdAt: days(31) })
  const ofEnded = await session({ createdAt: days(1), organizationId: ended })
  const others = [
    await session({ createdAt: days(90), lastMessageAt: days(29) }),
    await session({ createdAt: days(29) }),
    await session({ createdAt: days(90), lastMessageAt: days(80), deletedAt: hours(0) }),
  ]
  const found = async (retentionDays: number) => {
    const deleted: string[] = []
    const chatClient = {
      delete: async (id: string) => {
        deleted.push(id)
        throw notFound('chat session')
      },
    }
    const parts = { chats: chatStore(database), chatClient, clock }
    t.ok((await forgettingChore(parts, retentionDays).work()) > 60_000)
    return deleted.filter(id => [idle, empty, ofEnded, ...others].includes(id)).sort()
  }
  t.strictSame(await found(30), [idle, empty, ofEnded].sort())
  t.strictSame(await found(0), [ofEnded], 'nothing is idle for ever')
})
