// Rows of sessions of /rpc: the database's, and those in memory that tests of the lanes use.
import { test } from 'tap'
import {
  type KeptSession,
  type RpcSessions,
  rpcSessionStore,
} from '../../../storage/requests/rpc-sessions.ts'
import { openTestDatabase } from '../../support/database.ts'
import { MemoryRpcSessions } from '../../support/rpc-sessions.ts'

const database = await openTestDatabase()

const session: KeptSession = {
  ...{ principal: 'org_1 key_1', node: 3, life: 0, handshake: '{"a":"\u00fc"}' },
  ...{ logLevel: 'info', resources: [] },
}

for (const [name, open] of [
  ['database', () => rpcSessionStore(database)],
  ['memory', () => new MemoryRpcSessions()],
] as const satisfies readonly (readonly [string, () => RpcSessions])[]) {
  test(`${name}: a session is found by its organization, while it is used`, async t => {
    const rows = open()
    await rows.keep('found', 'org_1', session)
    t.strictSame(await rows.find('found', 'org_1', 0), session)
    t.equal(await rows.find('found', 'org_2', 0), null)
    t.equal(await rows.find('found', 'org_1', Date.now() + 60_000), null)
    const choices = { logLevel: 'debug', resources: ['a://1', 'b://2'] }
    await rows.choose('found', 'org_2', { logLevel: 'error', resources: [] })
    await rows.choose('found', 'org_1', choices)
    t.strictSame(await rows.find('found', 'org_1', 0), { ...session, ...choices })
    const before = Date.now()
    await rows.used(['found', 'nobody'])
    t.not(await rows.find('found', 'org_1', before), null)
  })

  test(`${name}: of all who take a session over at once, one has it`, async t => {
    const rows = open()
    await rows.keep('claimed', 'org_1', session)
    t.equal(await rows.claim('claimed', 'org_2', { life: 0, node: 9 }), false)
    const nodes = [4, 5, 6, 7]
    const claims = await Promise.all(nodes.map(node => rows.claim('claimed', 'org_1', { life: 0, node })))
    t.equal(claims.filter(isTaken => isTaken).length, 1)
    t.strictSame(await rows.find('claimed', 'org_1', 0), {
      ...session,
      life: 1,
      node: nodes[claims.indexOf(true)]!,
    })
  })

  test(`${name}: a node removes and releases its own`, async t => {
    const rows = open()
    await rows.keep('removed', 'org_1', { ...session, node: 11 })
    await rows.keep('released', 'org_1', { ...session, node: 11 })
    await rows.keep('other', 'org_1', { ...session, node: 12 })
    await rows.remove(['removed', 'other'], 11)
    t.equal(await rows.find('removed', 'org_1', 0), null)
    await rows.release(11)
    t.match(await rows.find('released', 'org_1', 0), { node: 0, life: 0 })
    t.match(await rows.find('other', 'org_1', 0), { node: 12 })
  })
}

test('close', async () => database.close())
