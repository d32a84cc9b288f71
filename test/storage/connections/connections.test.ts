// What connections leave behind goes when it is over, and registrations that nobody connects are bounded.
import { test } from 'tap'
import { newId } from '../../../domain/ids.ts'
import type { Scope } from '../../../domain/people/permissions.ts'
import { systemClock } from '../../../runtime/clock.ts'
import { sessionStore } from '../../../storage/accounts/sessions.ts'
import { CachedFacts } from '../../../storage/cached-facts.ts'
import { connectionRetention } from '../../../storage/connections/connection-retention.ts'
import { connectionStore, type NewToken } from '../../../storage/connections/connections.ts'
import { oauthClientStore } from '../../../storage/connections/oauth-clients.ts'
import { openTestDatabase, signUpSomeone } from '../../support/database.ts'

const database = await openTestDatabase()
const dayMs = 24 * 3_600_000
const connections = connectionStore(database, new CachedFacts())
const clients = oauthClientStore(database)
const chore = connectionRetention(database, systemClock)
const scopes: readonly Scope[] = ['read']
const token = (kind: NewToken['kind'], expiresAt: number) => ({
  hash: newId('session'),
  kind,
  scopes,
  expiresAt,
})
const run = (text: string) => database.query<{ id: string }>({ name: '', text }, [])
const redirectUris = ['https://app.example.com/']

async function connect(clientId: string) {
  const someone = await signUpSomeone(database)
  const sessionId = await sessionStore(database).create({
    ...{ ...someone, refreshHash: newId('session'), expiresAt: Date.now() + dayMs },
  })
  const actor = { caller: { ...someone, role: 'owner', key: null, sessionId }, address: null } as const
  const said = { clientId, clientName: 'App', clientHost: 'app.example.com', scopes, audience: 'x' }
  const code = token('code', Date.now() + 60_000)
  const id = await connections.create(actor, { ...someone, ...said, replaces: true }, code)
  return { id, actor, code, someone, said }
}

test('of applications that nobody connects, the oldest makes room for a new one', async t => {
  await run(`insert into oauth_clients (id, name, redirect_uris, created_at, connected_at)
    select 'cli_flood' || n, 'Flood', '{https://example.com/}', n, case when n = 1 then 1 end
    from generate_series(1, 10001) n`)
  const { id } = await clients.register({ name: 'Late', redirectUris })
  t.match(await clients.find(id), { id, name: 'Late', redirectUris })
  t.equal(await clients.find('cli_flood2'), null, 'the oldest')
  t.ok(await clients.find('cli_flood1'), 'somebody has connected it')
  t.ok(await clients.find('cli_flood3'))
  const [left] = await run('select count(*)::int as id from oauth_clients where connected_at is null')
  t.match(left, { id: 10_000 })
  await run('delete from oauth_clients')
})

test('expired tokens, connections and registrations go, and nothing sooner', async t => {
  const now = Date.now()
  const { id: clientId } = await clients.register({ name: 'App', redirectUris })
  const { id: waiting } = await clients.register({ name: 'Waiting', redirectUris })
  const { id: forgotten } = await clients.register({ name: 'Forgotten', redirectUris })
  const { id: left } = await clients.register({ name: 'Left long ago', redirectUris })
  await run(
    `update oauth_clients set created_at = ${now - 8 * dayMs} where id in ('${forgotten}', '${clientId}')`,
  )
  await run(
    `update oauth_clients set connected_at = ${now - 181 * dayMs}, created_at = 1 where id = '${left}'`,
  )
  const live = await connect(clientId)
  const gone = token('access', now - 1)
  const kept = token('refresh', now + dayMs)
  t.ok(await connections.issue(live.id, [gone, kept]))
  const over = await connect(clientId)
  await run(`update connections set expires_at = ${now - 1} where id = '${over.id}'`)
  await chore.work()
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).sort()
  t.strictSame(ids(await run('select id from connections')), [live.id])
  t.strictSame(ids(await run('select hash as id from connection_tokens')), [kept.hash, live.code.hash].sort())
  t.strictSame(ids(await run('select id from oauth_clients')), [clientId, waiting].sort())
})

test('nobody connects with a session that has ended', async t => {
  const { actor, someone, said } = await connect('https://app.example.com/client.json')
  await run(`update sessions set ended_at = 1 where id = '${actor.caller.sessionId}'`)
  const again = connections.create(
    actor,
    { ...someone, ...said, replaces: false },
    token('code', Date.now() + 1_000),
  )
  await t.rejects(again, { code: 'not-found' })
})

test('a connection that has ended gets no more tokens', async t => {
  const { id, actor } = await connect('https://app.example.com/client.json')
  await connections.revoke(actor, id)
  t.equal(await connections.issue(id, [token('access', Date.now() + 1_000)]), false)
})
